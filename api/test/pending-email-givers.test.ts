import { beforeEach, describe, expect, test } from 'vitest';
import {
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestUser,
  allAccessRights,
} from './builders.ts';
import { applyDueEmail } from './email-worker.ts';
import { queuedMails } from './mails.ts';
import { emailLinks, enterEmail, userUrl } from './pending-emails.ts';
import { emailOf } from './recovery.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const org = await createOrganisation(server, { name: 'Alder' });
const store = await createNode(server, { parent: org, nodeType: 'STORE' });
const otherStore = await createNode(server, { parent: org, nodeType: 'STORE' });
const admin = await createClient(server, await createUser(server, { node: org }));
const managerRights = ['edit_user', 'view_user', 'list_users', 'view_profile'];
const mailbox = 'thief@mail.example';

beforeEach(() => server.advanceClock('0'));

/** A user of the store whose new address a manager of the store has entered, with the manager and the links. */
async function createPending() {
  const manager = await createUser(server, { node: store, rights: managerRights });
  const user = await createUser(server, { node: store, rights: ['view_profile'], last_active: '2026-01-01' });
  const { status } = await enterEmail(await createClient(server, manager), user, mailbox);
  expect(status).toBe(200);
  const links = emailLinks(server, user);
  return { manager, user, links, confirm: async () => links.use(await links.mailedTo(mailbox), 'confirm') };
}

const addressesOf = async ({ id }: TestUser) => {
  const [row] = await server.query('select email_id, pending_email from users where id = $1', [id]);
  return [row!['email_id'], row!['pending_email']];
};

/** Expects that the new address was withdrawn, that its owner has heard of it, and that it never takes effect. */
async function expectWithdrawn(user: TestUser) {
  expect(await addressesOf(user)).toEqual([emailOf(user), null]);
  const notices = (await queuedMails(server, user)).filter(({ variables }) => variables['what'] === 'emailWithdrawn');
  expect(notices).toMatchObject([{ kind: 'contactChanged', to: emailOf(user) }]);
  await server.advanceClock('30 days');
  await applyDueEmail(server);
  expect(await addressesOf(user)).toEqual([emailOf(user), null]);
}

describe('an address that another person has entered is withdrawn, with a mail to the owner,', () => {
  const changes = [
    [
      'when the user is given a further role',
      async (user: TestUser) => {
        const roleId = await createRole(server, { organisation: org, rights: ['view_profile'] });
        return admin.post(`${userUrl(user)}/assignments`, { roleId, nodeId: otherStore.id });
      },
    ],
    [
      'when the user gets another node and role',
      async (user: TestUser) => {
        const roleId = await createRole(server, { organisation: org, rights: ['view_profile'] });
        const { body } = await admin.get(userUrl(user));
        return admin.put(userUrl(user), { ...body.result, rootNodeId: org.id, userRole: [{ id: roleId }] });
      },
    ],
  ] as const;

  test.for(changes)('%s', async ([, change]) => {
    const { user, confirm, links } = await createPending();
    await confirm();
    const decision = await links.mailedTo(emailOf(user));
    expect((await change(user)).status).toBe(200);
    expect((await links.use(decision, 'accept')).body.messageCode).toBe('emailLink.expired');
    await expectWithdrawn(user);
  });

  const losses = [
    ['is disabled', 'update users set status = false where id = $1'],
    [
      'holds the lent role no longer',
      "update assignments set until = clock() - interval '1 minute' where user_id = $1",
    ],
    [
      'has lost the right to edit users',
      "update roles set access_rights = array_remove(access_rights, 'edit_user') where id in (select role_id from assignments where user_id = $1)",
    ],
  ] as const;

  test.for(losses)('when it is confirmed after that person %s', async ([, statement]) => {
    const { user, manager, confirm } = await createPending();
    await server.query(statement, [manager.id]);
    expect((await confirm()).body.messageCode).toBe('emailLink.expired');
    await expectWithdrawn(user);
  });

  test.for(losses)('within a minute after that person %s, although it is confirmed', async ([, statement]) => {
    const { user, manager, confirm } = await createPending();
    expect((await confirm()).body.result).toEqual({ outcome: 'confirmed' });
    await applyDueEmail(server);
    expect(await addressesOf(user)).toEqual([emailOf(user), mailbox]);
    await server.query(statement, [manager.id]);
    await applyDueEmail(server);
    await expectWithdrawn(user);
  });

  test('when the role of the user gains a right that this person does not hold', async () => {
    const { user, confirm } = await createPending();
    await confirm();
    await server.query('update roles set access_rights = $2 where id = $1', [user.roleId, allAccessRights]);
    await server.advanceClock('8 days');
    await applyDueEmail(server);
    await expectWithdrawn(user);
  });
});

test('an address takes effect after seven days while the person who entered it may edit the user', async () => {
  const { user, confirm } = await createPending();
  await confirm();
  await server.advanceClock('8 days');
  await applyDueEmail(server);
  expect(await addressesOf(user)).toEqual([mailbox, null]);
});
