import { beforeAll, describe, expect, test } from 'vitest';
import { sessionIdOf, signInWithBrowser } from '../../test/browser.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
  signIn,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const testServer = await startTestServer();
const second = await startTestServer({ databaseUrl: testServer.ownerUrl });
let acorn: TestNode;
let north: TestNode;
let store: TestNode;

beforeAll(async () => {
  acorn = await createOrganisation(testServer, { slug: 'acorn' });
  north = await createNode(testServer, { parent: acorn, nodeType: 'COMPANY' });
  store = await createNode(testServer, { parent: north, nodeType: 'STORE' });
});

const url = '/user-management/sessions';
const sessionIdOfClient = (client: ApiClient) => sessionIdOf(client.token);
const isSignedIn = async (client: ApiClient) => {
  const { token, host } = client;
  const responses = await Promise.all([testServer, second].map((server) => server.request({ url, host, token })));
  expect(responses[0]!.status).toBe(responses[1]!.status);
  return responses[0]!.status === 200;
};
const threeClients = async (user: TestUser) =>
  [
    await createClient(testServer, user),
    await createClient(testServer, user),
    await createClient(testServer, user),
  ] as const;
const auditEntriesOf = (user: TestUser) =>
  testServer.query(
    `select action, actor_id, session_id, before from audit where entity_id = $1 and action <> 'session.began' order by at, id`,
    [user.id],
  );

describe('the actor’s own sessions', () => {
  test('are listed, most recently used first, with their origin and the current one marked', async () => {
    const user = await createUser(testServer, { node: store });
    const client = await createClient(testServer, user);
    const response = await signIn(testServer, { ...user, headers: { 'user-agent': 'Some till 1.0' } });
    await testServer.query(`update sessions set last_activity = last_activity - interval '30 seconds' where id = $1`, [
      sessionIdOfClient(client),
    ]);
    const { body } = await client.get(url);
    expect(body.result).toEqual([
      {
        id: sessionIdOf(response.body.result.accessToken),
        device: 'Some till 1.0',
        address: '127.0.0.1',
        createdDate: expect.stringMatching(/Z$/),
        lastActivity: expect.stringMatching(/Z$/),
        current: false,
      },
      expect.objectContaining({ id: sessionIdOfClient(client), current: true }),
    ]);
  });

  test('are listed up to 500, and the others end with them', async () => {
    const user = await createUser(testServer, { node: store });
    const client = await createClient(testServer, user);
    await testServer.query(
      `insert into sessions select copied.* from sessions s, generate_series(1, 500) number,
         jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'last_activity', s.last_activity - number * interval '1 second')) copied
        where s.id = $1`,
      [sessionIdOfClient(client)],
    );
    const { body } = await client.get(url);
    expect(body.result).toHaveLength(500);
    expect(body.result[0]).toMatchObject({ id: sessionIdOfClient(client), current: true });
    expect((await client.delete(url)).body.result).toEqual({ ended: 500 });
  });

  test('can be ended individually, immediately on every server, with an audit entry', async () => {
    const user = await createUser(testServer, { node: store });
    const [ownClient, endedClient, otherClient] = await threeClients(user);
    expect((await ownClient.delete(`${url}/${sessionIdOfClient(endedClient)}`)).body).toEqual({ result: { ended: 1 } });
    expect([await isSignedIn(ownClient), await isSignedIn(endedClient), await isSignedIn(otherClient)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await ownClient.delete(`${url}/${sessionIdOfClient(endedClient)}`)).body).toMatchObject({
      status: 404,
      messageCode: 'session.unknown',
    });
    expect(await auditEntriesOf(user)).toEqual([
      {
        action: 'session.ended',
        actor_id: user.id,
        session_id: sessionIdOfClient(ownClient),
        before: { sessions: [sessionIdOfClient(endedClient)] },
      },
      {
        action: 'access.unknownRecord',
        actor_id: user.id,
        session_id: sessionIdOfClient(ownClient),
        before: null,
      },
    ]);
  });

  test('can be ended all except the current one', async () => {
    const [ownClient, ...others] = await threeClients(await createUser(testServer, { node: store }));
    expect((await ownClient.delete(url)).body).toEqual({ result: { ended: 2 } });
    expect([await isSignedIn(ownClient), await isSignedIn(others[0]), await isSignedIn(others[1])]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await ownClient.delete(url)).body).toEqual({ result: { ended: 0 } });
  });

  test('clear the cookies like a sign-out when the current one is ended', async () => {
    const browser = await signInWithBrowser(testServer, await createUser(testServer, { node: store }));
    const response = await browser.request({
      method: 'DELETE',
      url: `${url}/${sessionIdOf(browser.tokens!.accessToken)}`,
    });
    expect(response.status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['__Host-device']);
    expect((await browser.request({ url })).status).toBe(401);
  });

  test('do not include those of other users, which return 404 also to administrators', async () => {
    const [manager, user] = [
      await createUser(testServer, { node: acorn }),
      await createUser(testServer, { node: store }),
    ];
    const [managerClient, userClient] = [await createClient(testServer, manager), await createClient(testServer, user)];
    const unknown = await managerClient.delete(`${url}/01900000-0000-7000-8000-0000000000ff`);
    const foreign = await managerClient.delete(`${url}/${sessionIdOfClient(userClient)}`);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(await isSignedIn(userClient)).toBe(true);
    expect((await managerClient.get(url)).body.result.map(({ id }: { id: string }) => id)).toEqual([
      sessionIdOfClient(managerClient),
    ]);
  });
});

describe('all sessions of a user', () => {
  const sessionsUrl = (user: TestUser) => `/user-management/users/${user.id}/sessions`;

  test('are ended immediately by an administrator with the permission to enable users, and the audit names the administrator', async () => {
    const user = await createUser(testServer, { node: store });
    const clients = await threeClients(user);
    const manager = await createClient(testServer, await createUser(testServer, { node: north }));
    expect((await manager.delete(sessionsUrl(user))).body).toEqual({ result: { ended: 3 } });
    for (const client of clients) expect(await isSignedIn(client)).toBe(false);
    const [auditEntry] = await auditEntriesOf(user);
    expect([
      auditEntry!['action'],
      auditEntry!['actor_id'],
      (auditEntry!['before'].sessions as string[]).toSorted(),
    ]).toEqual(['session.ended', manager.user.id, clients.map(sessionIdOfClient).toSorted()]);
    expect(await isSignedIn(manager)).toBe(true);
  });

  test('cannot be ended without the permission, outside the own subtree, or for a user with more rights', async () => {
    const [managerClient, user] = [
      await createUser(testServer, { node: acorn }),
      await createUser(testServer, { node: store }),
    ];
    const unaffected = [await createClient(testServer, managerClient), await createClient(testServer, user)];
    const clerk = await createClient(
      testServer,
      await createUser(testServer, { node: acorn, rights: ['view_user', 'edit_user'] }),
    );
    expect((await clerk.delete(sessionsUrl(user))).body).toMatchObject({ status: 403, messageCode: 'access.denied' });
    const south = await createNode(testServer, { parent: acorn, nodeType: 'COMPANY' });
    const siblingClient = await createClient(testServer, await createUser(testServer, { node: south }));
    expect((await siblingClient.delete(sessionsUrl(user))).body).toMatchObject({
      status: 404,
      messageCode: 'user.unknown',
    });
    const fewRightsClient = await createClient(
      testServer,
      await createUser(testServer, { node: acorn, rights: ['enabled_user'] }),
    );
    expect((await fewRightsClient.delete(sessionsUrl(user))).body).toMatchObject({
      status: 409,
      messageCode: 'user.beyondYourOwn',
    });
    for (const client of unaffected) expect(await isSignedIn(client)).toBe(true);
  });

  test('of another organisation can be ended from the platform, with the audit entry in that organisation', async () => {
    const user = await createUser(testServer, { node: store });
    const client = await createClient(testServer, user);
    const admin = await createClient(testServer, await createUser(testServer, { node: platformNode }));
    expect((await admin.delete(sessionsUrl(user))).body).toEqual({ result: { ended: 1 } });
    expect(await isSignedIn(client)).toBe(false);
    expect(
      await testServer.query(`select org_id from audit where entity_id = $1 and action = 'session.ended'`, [user.id]),
    ).toEqual([{ org_id: acorn.id }]);
  });
});

describe('the actor’s own sign-ins', () => {
  test('include successful and failed attempts, newest first, also for a store user', async () => {
    const strictServer = await startTestServer({ databaseUrl: testServer.ownerUrl, signInTries: 1 });
    const user = await createUser(testServer, { node: store });
    await signIn(testServer, { ...user, headers: { 'user-agent': 'first' } });
    await signIn(strictServer, { ...user, secret: 'wrong', headers: { 'user-agent': 'stranger' } });
    await signIn(strictServer, { ...user, headers: { 'user-agent': 'second' } });
    await testServer.query('delete from failed_attempts');
    const client = await createClient(testServer, user);
    const { body } = await client.get('/user-management/sign-ins');
    const outcomes = body.result.map(({ device, outcome }: { device: string; outcome: string }) => [device, outcome]);
    expect(outcomes.slice(1)).toEqual([
      ['second', 'locked'],
      ['stranger', 'refused'],
      ['first', 'began'],
    ]);
    expect(body.result[0]).toEqual({
      at: expect.stringMatching(/Z$/),
      address: '127.0.0.1',
      device: expect.any(String),
      outcome: 'began',
    });
  });

  test('are limited to the last fifty of the actor', async () => {
    const user = await createUser(testServer, { node: store, withoutNode: true });
    for (let round = 0; round < 52; round += 1) await signIn(testServer, user);
    const client = await createClient(testServer, user);
    expect((await client.get('/user-management/sign-ins')).body.result).toHaveLength(50);
    const otherClient = await createClient(testServer, await createUser(testServer, { node: acorn }));
    expect((await otherClient.get('/user-management/sign-ins')).body.result).toHaveLength(1);
  });
});
