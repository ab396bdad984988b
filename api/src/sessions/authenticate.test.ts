import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createAssignment,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const testServer = await startTestServer();
let acorn: TestNode;
let beech: TestNode;
let store: TestNode;
let ann: TestUser;

beforeAll(async () => {
  [acorn, beech] = [
    await createOrganisation(testServer, { slug: 'acorn' }),
    await createOrganisation(testServer, { slug: 'beech' }),
  ];
  store = await createNode(testServer, { parent: acorn, nodeType: 'STORE' });
  ann = await createUser(testServer, { node: store });
});

describe('a session', () => {
  const userUrl = (user: TestUser) => `/user-management/users/${user.id}`;
  const createUserAndClient = async (more: Record<string, unknown> = {}) => {
    const user = await createUser(testServer, { node: store, ...more });
    return { user, client: await createClient(testServer, user) };
  };

  test.for(['POST', 'PUT'] as const)('ends immediately on %s to logout and stays ended', async (method) => {
    const { user, client } = await createUserAndClient();
    const logOut = () =>
      testServer.request({ method, url: '/user-management/logout', host: client.host, token: client.token });
    expect((await client.get(userUrl(user))).status).toBe(200);
    expect((await logOut()).body).toEqual({ result: { ended: true } });
    expect((await client.get(userUrl(user))).body).toMatchObject({
      status: 401,
      messageCode: 'session.expired',
      message: 'Session Timeout',
    });
    expect((await logOut()).status).toBe(401);
    const auditEntries = await testServer.query(`select action from audit where entity_id = $1 order by at, id`, [
      user.id,
    ]);
    expect(auditEntries.map(({ action }) => action)).toEqual(['session.began', 'session.ended']);
  });

  test('ends on logout for a user without a node', async () => {
    const { client } = await createUserAndClient({ withoutNode: true });
    expect((await client.post('/user-management/logout')).body).toEqual({ result: { ended: true } });
  });

  test('stays valid on one device when the session of another device ends', async () => {
    const { user, client } = await createUserAndClient();
    const otherClient = await createClient(testServer, user);
    await otherClient.post('/user-management/logout');
    expect((await client.get(userUrl(user))).status).toBe(200);
  });

  test('is rejected on the next request after it was revoked', async () => {
    const { user, client } = await createUserAndClient();
    expect((await client.get(userUrl(user))).status).toBe(200);
    await testServer.query('update sessions set ended_date = now() where user_id = $1', [user.id]);
    expect((await client.get(userUrl(user))).status).toBe(401);
  });

  test('is valid only on its own portal', async () => {
    const { user, client } = await createUserAndClient();
    for (const host of [beech.host, 'localhost'])
      expect((await testServer.request({ url: userUrl(user), host, token: client.token })).status).toBe(401);
    expect(
      (await testServer.request({ url: userUrl(user), host: 'nobody.localhost', token: client.token })).status,
    ).toBe(404);
    expect((await client.get(userUrl(user))).status).toBe(200);
  });

  test('of a platform user is not valid on the portal of an organisation', async () => {
    const admin = await createUser(testServer, { node: platformNode });
    const { token } = await createClient(testServer, admin);
    expect((await testServer.request({ url: userUrl(admin), host: acorn.host, token })).status).toBe(401);
  });

  test.for([
    ['the user', 'update users set status = false where id = $1'],
    [
      'the user’s role',
      'update roles set status = false where id = (select role_id from assignments where user_id = $1)',
    ],
    ['the user’s node', 'update nodes set status = false where id = (select node_id from users where id = $1)'],
    [
      'an ancestor of the user’s node',
      'update nodes set status = false where id = (select parent_id from nodes where id = (select node_id from users where id = $1))',
    ],
  ] as const)('is rejected immediately once %s is disabled', async ([, sql]) => {
    const company = await createNode(testServer, { parent: acorn, nodeType: 'COMPANY' });
    const user = await createUser(testServer, {
      node: await createNode(testServer, { parent: company, nodeType: 'STORE' }),
    });
    const client = await createClient(testServer, user);
    expect((await client.get(userUrl(user))).status).toBe(200);
    await testServer.query(sql, [user.id]);
    expect((await client.get(userUrl(user))).status).toBe(401);
  });

  test('is rejected immediately for a user without a node once the organisation is disabled', async () => {
    const { client, user } = await createUserAndClient({ withoutNode: true });
    expect((await client.get(userUrl(user))).status).toBe(200);
    await testServer.query('update nodes set status = false where id = (select org_id from users where id = $1)', [
      user.id,
    ]);
    try {
      expect((await client.get(userUrl(user))).status).toBe(401);
    } finally {
      await testServer.query('update nodes set status = true where id = (select org_id from users where id = $1)', [
        user.id,
      ]);
    }
  });

  test('applies a reduction of the role’s rights immediately', async () => {
    const { user, client } = await createUserAndClient();
    expect((await client.get('/user-management/users')).status).toBe(200);
    await testServer.query(`update roles set access_rights = '{view_user}' where id = $1`, [user.roleId]);
    expect((await client.get('/user-management/users')).body).toMatchObject({
      status: 403,
      messageCode: 'access.denied',
    });
    await testServer.query('delete from assignments where user_id = $1', [user.id]);
    expect((await client.get(userUrl(user))).status).toBe(200);
    expect((await client.get(userUrl(ann))).status).toBe(403);
  });

  test('returns 400 with an error code for a cursor that the database cannot parse, also after the role has changed', async () => {
    const { user, client } = await createUserAndClient();
    const cursor = Buffer.from(JSON.stringify(['lastActive false', 'never', user.id])).toString('base64url');
    expect((await client.get('/user-management/users?sort=lastActive:asc')).status).toBe(200);
    await testServer.query('update roles set version = version + 1 where id = $1', [user.roleId]);
    expect((await client.get(`/user-management/users?sort=lastActive:asc&cursor=${cursor}`)).body).toMatchObject({
      status: 400,
      messageCode: 'input.badCursor',
    });
  });

  test('uses the first assignment that has not expired', async () => {
    const { user, client } = await createUserAndClient({ rights: [] });
    await createAssignment(testServer, {
      userId: user.id,
      roleId: await createRole(testServer, { organisation: store }),
      node: store,
      position: -1,
      until: '2000-01-01T00:00:00Z',
    });
    expect((await client.get('/user-management/users')).status).toBe(403);
  });

  test('updates the user’s last activity within a minute', async () => {
    const { user, client } = await createUserAndClient();
    await testServer.query(`update sessions set last_activity = now() - interval '2 minutes' where user_id = $1`, [
      user.id,
    ]);
    await testServer.query(`update users set last_active = now() - interval '2 minutes' where id = $1`, [user.id]);
    await client.get(userUrl(user));
    const recentlyActive = () =>
      testServer.query(`select id from users where id = $1 and last_active > now() - interval '1 minute'`, [user.id]);
    // stored asynchronously
    await vi.waitFor(async () => expect(await recentlyActive()).toHaveLength(1));
  });

  test('expires with its access token after an hour and absolutely at its expiry date, by the database’s clock', async () => {
    // the hardened profile does not allow so long an idle timeout
    const separateServer = await startTestServer({ idleSeconds: 43_200, securityProfile: 'compat' });
    const org = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node: org });
    const client = await createClient(separateServer, user);
    const after = async (interval: string) => {
      await separateServer.advanceClock(interval);
      return (await client.get(userUrl(user))).status;
    };
    expect(await after('59 minutes 50 seconds')).toBe(200);
    expect(await after('60 minutes 1 second')).toBe(401);
    await separateServer.advanceClock('0');
    await separateServer.query(`update sessions set expires_date = now() + interval '30 minutes'`);
    expect(await after('29 minutes')).toBe(200);
    expect(await after('31 minutes')).toBe(401);
  });
});
