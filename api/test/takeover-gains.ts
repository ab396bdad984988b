import {
  allAccessRights,
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  signIn,
  type TestUser,
  verify,
} from './builders.ts';
import { applyDueEmail } from './email-worker.ts';
import { userFields } from './input-fields.ts';
import { queuedMails } from './mails.ts';
import { emailLinks, enterEmail, userUrl } from './pending-emails.ts';
import type { TestServer } from './server.ts';
import { chosenPassword, chosenWord, mailbox, recover } from './takeover-walk.ts';

/** A store with a manager who attacks its users, and an administrator of the organisation who means well. */
export async function createGainsFixture(server: TestServer) {
  const org = await createOrganisation(server, { name: 'Alder' });
  const store = await createNode(server, { parent: org, nodeType: 'STORE' });
  const otherStore = await createNode(server, { parent: org, nodeType: 'STORE' });
  const boss = await createClient(server, await createUser(server, { node: org }));
  const highRoleId = await createRole(server, { organisation: org });
  return { server, org, store, otherStore, boss, highRoleId };
}

/** Nearly all rights: a role may gain one that the manager lacks. */
export const managerRights = allAccessRights.filter((right) => right !== 'delete_role');

type Fixture = Awaited<ReturnType<typeof createGainsFixture>>;

const createVictim = ({ server, store }: Fixture, columns: object = {}) =>
  createUser(server, { node: store, rights: ['view_profile'], ...columns });

const withoutPassword = { password_hash: null, manual_password: false };

let created = 0;

/** What a manager leaves on a user of the store, all of it allowed; returns the user. */
export const leavings: Readonly<Record<string, (fixture: Fixture, attacker: ApiClient) => Promise<TestUser>>> = {
  'an account with a secret word and a temporary password': async (fixture, attacker) => {
    const userName = `created.${(created += 1)}`;
    const { server, org, store } = fixture;
    const lowRoleId = await createRole(server, { organisation: org, rights: ['view_profile'], level: 'STORE' });
    const { body } = await attacker.post('/user-management/users', {
      ...userFields({ userName }),
      userName,
      emailId: mailbox,
      secretWord: chosenWord,
      rootNodeId: store.id,
      userRole: [{ id: lowRoleId }],
    });
    return { id: body.result.id, userName, roleId: lowRoleId, assignmentId: null, node: store, host: store.host };
  },
  'a corrected address, with an invitation': async (fixture, attacker) => {
    const victim = await createVictim(fixture, withoutPassword);
    await enterEmail(attacker, victim, mailbox);
    return victim;
  },
  'a confirmed address that is due in a week': async (fixture, attacker) => {
    const victim = await createVictim(fixture, { last_active: '2026-01-01' });
    await enterEmail(attacker, victim, mailbox);
    const links = emailLinks(fixture.server, victim);
    await links.use(await links.mailedTo(mailbox), 'confirm');
    return victim;
  },
  'an address to which nobody objected': async (fixture, attacker) => {
    const victim = await leavings['a confirmed address that is due in a week']!(fixture, attacker);
    await fixture.server.query(
      `update users set pending_email_confirmed_date = clock() - interval '8 days' where id = $1`,
      [victim.id],
    );
    await applyDueEmail(fixture.server);
    return victim;
  },
};

async function edit({ boss }: Fixture, victim: TestUser, change: object) {
  const { body } = await boss.get(userUrl(victim));
  return boss.put(userUrl(victim), { ...userFields(victim), emailId: body.result.emailId, ...change });
}

/** How a user comes to hold more than the manager, or the manager less. */
export const gains: Readonly<Record<string, (fixture: Fixture, victim: TestUser, attacker: ApiClient) => unknown>> = {
  'a further role': ({ boss, org, highRoleId }, victim) =>
    boss.post(`${userUrl(victim)}/assignments`, { roleId: highRoleId, nodeId: org.id }),
  'a promotion': (fixture, victim) =>
    edit(fixture, victim, { rootNodeId: fixture.org.id, userRole: [{ id: fixture.highRoleId }] }),
  'a move to another store': (fixture, victim) => edit(fixture, victim, { rootNodeId: fixture.otherStore.id }),
  'more rights of the role': ({ server }, victim) =>
    server.query(
      'update roles set access_rights = $2 where id in (select role_id from assignments where user_id = $1)',
      [victim.id, allAccessRights],
    ),
  'the end of the lent role of the manager': ({ server }, _, { user }) =>
    server.query(`update assignments set until = clock() - interval '1 minute' where user_id = $1`, [user.id]),
  'the manager being disabled': ({ boss }, _, { user }) => boss.put(`${userUrl(user)}/status`, { status: false }),
};

/** Tries everything that the manager left, now and after more than a week; whether the account is theirs. */
export async function takeOver(fixture: Fixture, victim: TestUser): Promise<boolean> {
  const { server } = fixture;
  for (const _ of ['at once', 'later']) {
    for (const { to, variables } of await queuedMails(server, victim)) {
      const secret = variables['password'] as string | undefined;
      if (to !== mailbox || secret === undefined) continue;
      const { status } = await signIn(server, { userName: victim.userName, host: victim.host, secret });
      if (status === 200) return true;
    }
    await recover(fixture, victim);
    await server.advanceClock('8 days');
    await applyDueEmail(server);
  }
  await recover(fixture, victim);
  await server.advanceClock('0');
  const [row] = await server.query('select password_hash from users where id = $1', [victim.id]);
  const hash = row!['password_hash'] as string | null;
  return hash !== null && (await verify(chosenPassword, hash));
}
