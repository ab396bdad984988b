import { impersonationHeader } from '@storeward/contract/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/db.ts';
import { endExpiredImpersonations } from '../src/sessions/impersonation/impersonation-queries.ts';
import { sessionIdOf } from './browser.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
} from './builders.ts';
import { impersonationUrl, impersonate, impersonationAudit, statusAndCode } from './impersonation.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer();
let acorn: TestNode;
let north: TestNode;
let south: TestNode;
let store: TestNode;

/** Connects as the application's database role. */
const database = openDatabase({ connectionString: testServer.appUrl });
afterAll(() => database.close());

beforeAll(async () => {
  acorn = await createOrganisation(testServer, { slug: 'acorn' });
  [north, south] = [await createCompany(), await createCompany()];
  store = await createNode(testServer, { parent: north, nodeType: 'STORE' });
});
beforeEach(() => testServer.advanceClock('0'));

const createCompany = () => createNode(testServer, { parent: acorn, nodeType: 'COMPANY' });
const userUrl = ({ id }: TestUser) => `/user-management/users/${id}`;
const clerkRights = ['list_users', 'view_profile'];

const createClerk = (more: Record<string, unknown> = {}) =>
  createUser(testServer, { node: store, rights: clerkRights, ...more });
const endDetails = async (user: TestUser) =>
  (await impersonationAudit(testServer, user)).find(({ action }) => action === 'seeing.ended')?.['after'];

describe('the end of an impersonation', () => {
  async function startImpersonating(more: Record<string, unknown> = {}) {
    const [manager, clerk] = [await createUser(testServer, { node: north }), await createClerk(more)];
    const client = await createClient(testServer, manager);
    const header = await impersonate(client, clerk);
    expect((await client.get(userUrl(clerk), header)).status).toBe(200);
    return { manager, clerk, client, header };
  }
  const expectEnded = async (client: ApiClient, clerk: TestUser, header: Record<string, string>, reason: string) => {
    expect(statusAndCode(await client.get(userUrl(clerk), header))).toEqual([409, 'session.otherEyes']);
    expect((await client.get(impersonationUrl)).body.result).toEqual({ seeing: null });
    expect((await client.get(userUrl(client.user))).body.result.id).toBe(client.user.id);
    expect(await endDetails(clerk)).toEqual({ how: reason });
    expect(await impersonationAudit(testServer, clerk)).toHaveLength(2);
  };

  test('an impersonation ends when the impersonator stops it, and the audit records impersonator, user, reason and end', async () => {
    const { manager, clerk, client, header } = await startImpersonating();
    expect((await client.delete(impersonationUrl)).body).toEqual({ result: { ended: true } });
    expect((await client.delete(impersonationUrl)).body).toEqual({ result: { ended: false } });
    await expectEnded(client, clerk, header, 'stopped');
    const session_id = sessionIdOf(client.token);
    const common = { actor_id: manager.id, org_id: acorn.id, tpath: store.tpath, session_id };
    expect(await impersonationAudit(testServer, clerk)).toEqual([
      {
        ...common,
        action: 'seeing.began',
        before: null,
        after: { role: expect.stringMatching(/^Role /), reason: 'finds no price list' },
        reason: 'finds no price list',
      },
      { ...common, action: 'seeing.ended', before: null, after: { how: 'stopped' }, reason: null },
    ]);
    const { body } = await client.get(`/audit?entity=user&entityId=${clerk.id}&action=seeing`);
    expect(body.result.map(({ action }: { action: string }) => action)).toEqual(['seeing.ended', 'seeing.began']);
    expect(body.result[1]).toMatchObject({ actorId: manager.id, entityId: clerk.id, reason: 'finds no price list' });
  });

  test('an impersonation ends when the impersonator signs out', async () => {
    const { clerk, client } = await startImpersonating();
    expect((await client.post('/user-management/logout')).body).toEqual({ result: { ended: true } });
    expect((await client.get(impersonationUrl)).status).toBe(401);
    expect(await endDetails(clerk)).toEqual({ how: 'signedOut' });
  });

  test('an impersonation ends after 30 minutes, regardless of activity', async () => {
    const { clerk, client, header } = await startImpersonating();
    await testServer.advanceClock('29 minutes');
    expect((await client.get(userUrl(clerk), header)).status).toBe(200);
    await testServer.advanceClock('30 minutes');
    await expectEnded(client, clerk, header, 'timeOver');
  });

  /** Makes commits that end an impersonation take a moment, so that a response which does not wait for them comes too early. */
  const delayCommits = async () => {
    await testServer.query(`create or replace function delay_commit() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.2); return null; end $$`);
    await testServer.query('drop trigger if exists delayed on impersonations');
    await testServer.query(`create constraint trigger delayed after update on impersonations deferrable initially deferred
      for each row execute function delay_commit()`);
  };

  test.each(['GET', 'PUT'] as const)(
    'an impersonation that is no longer allowed ends for good, also if only its own page sends a %s request',
    async (method) => {
      const { clerk, client, header } = await startImpersonating();
      const setStatus = (status: boolean) =>
        testServer.query('update users set status = $2 where id = $1', [clerk.id, status]);
      const request = () =>
        method === 'GET' ? client.get(userUrl(clerk), header) : client.put(userUrl(clerk), {}, header);
      await setStatus(false);
      await delayCommits();
      expect(statusAndCode(await request())).toEqual([409, 'session.otherEyes']);
      await setStatus(true);
      expect(statusAndCode(await request())).toEqual([409, 'session.otherEyes']);
      expect(await endDetails(clerk)).toEqual({ how: 'personClosed' });
    },
  );

  test('an impersonation ends after 30 minutes also without further requests', async () => {
    const { clerk } = await startImpersonating();
    await database.transaction(endExpiredImpersonations);
    expect(await endDetails(clerk)).toBeUndefined();
    await testServer.advanceClock('31 minutes');
    await database.transaction(endExpiredImpersonations);
    expect(await endDetails(clerk)).toEqual({ how: 'timeOver' });
  });

  test.for([
    [
      'the impersonated user is disabled',
      'personClosed',
      (clerk: TestUser) => testServer.query('update users set status = false where id = $1', [clerk.id]),
    ],
    [
      'the impersonated user is deleted',
      'personClosed',
      (clerk: TestUser) => testServer.query('update users set deleted_date = now() where id = $1', [clerk.id]),
    ],
    [
      'the impersonated user’s role is disabled',
      'personClosed',
      (clerk: TestUser) => testServer.query('update roles set status = false where id = $1', [clerk.roleId]),
    ],
    [
      'the impersonated user’s node is disabled',
      'personClosed',
      (clerk: TestUser) => testServer.query('update nodes set status = false where id = $1', [clerk.node.id]),
    ],
    [
      'the impersonated user’s role has more rights than the impersonator’s',
      'outOfReach',
      (clerk: TestUser) =>
        testServer.query(`update roles set access_rights = access_rights || '{om_secret}'::text[] where id = $1`, [
          clerk.roleId,
        ]),
    ],
    [
      'the impersonated user is moved out of scope',
      'outOfReach',
      async (clerk: TestUser) => {
        await testServer.query('update users set node_id = $2, tpath = $3 where id = $1', [
          clerk.id,
          south.id,
          south.tpath,
        ]);
        await testServer.query('update assignments set node_id = $2, tpath = $3 where user_id = $1', [
          clerk.id,
          south.id,
          south.tpath,
        ]);
      },
    ],
    [
      'the impersonator loses the permission',
      'outOfReach',
      (_: TestUser, manager: TestUser) =>
        testServer.query(`update roles set access_rights = array_remove(access_rights, 'view_user') where id = $1`, [
          manager.roleId,
        ]),
    ],
    [
      'the impersonator is moved away',
      'outOfReach',
      (_: TestUser, manager: TestUser) =>
        testServer.query('update assignments set node_id = $2, tpath = $3 where user_id = $1', [
          manager.id,
          south.id,
          south.tpath,
        ]),
    ],
  ] as const)('an impersonation ends on the next request once %s', async ([, reason, change]) => {
    const node = await createNode(testServer, { parent: north, nodeType: 'STORE' });
    const { manager, clerk, client, header } = await startImpersonating({ node });
    expect((await client.get(impersonationUrl)).body.result.seeing.userId).toBe(clerk.id);
    await change(clerk, manager);
    await expectEnded(client, clerk, header, reason);
  });

  test('an impersonation ends when another user ends the impersonator’s session', async () => {
    const { manager, clerk, client, header } = await startImpersonating();
    const rootAdmin = await createClient(testServer, await createUser(testServer, { node: acorn }));
    expect((await rootAdmin.delete(`${userUrl(manager)}/sessions`)).body).toEqual({ result: { ended: 1 } });
    expect((await client.get(userUrl(clerk), header)).status).toBe(401);
    expect(await endDetails(clerk)).toEqual({ how: 'sessionOver' });
  });

  test('an impersonation ends when the impersonator is disabled, after which requests return 401', async () => {
    const { manager, clerk, client, header } = await startImpersonating();
    const rootAdmin = await createClient(testServer, await createUser(testServer, { node: acorn }));
    expect((await rootAdmin.put(`${userUrl(manager)}/status`, { status: false })).status).toBe(200);
    expect((await client.get(userUrl(clerk), header)).status).toBe(401);
    expect(await endDetails(clerk)).toEqual({ how: 'sessionOver' });
  });

  test('an impersonation does not end when the impersonated user signs out, and does not end that user’s own session', async () => {
    const { clerk, client, header } = await startImpersonating();
    const clerkClient = await createClient(testServer, clerk);
    await client.delete(impersonationUrl);
    expect((await clerkClient.get(userUrl(clerk))).status).toBe(200);
    const secondHeader = await impersonate(client, clerk);
    expect(secondHeader[impersonationHeader]).not.toBe(header[impersonationHeader]);
    await clerkClient.post('/user-management/logout');
    expect((await client.get(userUrl(clerk), secondHeader)).status).toBe(200);
  });

  test('an impersonation ends after the idle timeout of the impersonator’s node, not of the impersonated user’s node', async () => {
    const { clerk, client, header } = await startImpersonating();
    await testServer.query(`update sessions set last_activity = clock() - interval '3 hours' where id = $1`, [
      sessionIdOf(client.token),
    ]);
    expect((await client.get(userUrl(clerk), header)).status).toBe(401);
  });
});

test('an impersonator cannot read the user’s owner-only fields', async () => {
  const [manager, clerk] = [
    await createUser(testServer, { node: north, rights: [...clerkRights, 'view_user'] }),
    await createClerk(),
  ];
  await testServer.query('update users set communication_email = true, communication_sms = true where id = $1', [
    clerk.id,
  ]);
  const client = await createClient(testServer, manager);
  const hiddenFields = { communicationEmail: null, communicationPush: null, communicationSms: null };
  expect((await client.get(userUrl(clerk))).body.result).toMatchObject(hiddenFields);
  const header = await impersonate(client, clerk);
  for (const path of [userUrl(clerk), `${userUrl(clerk)}/profile`])
    expect((await client.get(path, header)).body.result).toMatchObject(hiddenFields);
  const clerkSession = await createClient(testServer, clerk);
  expect((await clerkSession.get(userUrl(clerk))).body.result.communicationEmail).toBe(true);
});
