import { beforeAll, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
} from '../../../../test/builders.ts';
import { userFields } from '../../../../test/input-fields.ts';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../database/ids.ts';

const testServer = await startTestServer();
let org: TestNode;
let client: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  client = await createClient(testServer, await createUser(testServer, { node: org }));
});

const url = ({ id }: { id: string }) => `/user-management/users/${id}`;
const createTarget = () => createUser(testServer, { node: org });
const save = (target: TestUser, key: string, change: Record<string, unknown> = {}, editor = client) =>
  editor.put(url(target), { ...userFields(target), ...change }, { 'idempotency-key': key });
const effects = async ({ id }: TestUser) =>
  (
    await testServer.query<{ version: number; auditEvents: number }>(
      'select version, (select count(*)::int from audit where entity_id = u.id and action = $2) as "auditEvents" from users u where id = $1',
      [id, 'user.updated'],
    )
  )[0];

test('a repeated change is made once and gets the same response, byte by byte', async () => {
  const target = await createTarget();
  const key = newId();
  const [first, again] = [
    await save(target, key, { firstName: 'Once' }),
    await save(target, key, { firstName: 'Once' }),
  ];
  expect([first.status, first.headers['idempotency-replayed'], first.headers['etag']]).toEqual([200, undefined, '"2"']);
  expect([again.status, again.headers['idempotency-replayed'], again.headers['etag']]).toEqual([200, 'true', '"2"']);
  expect(again.text).toBe(first.text);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(await effects(target)).toEqual({ version: 2, auditEvents: 1 });
});

test('a repeat gets the first response even if the record has changed since', async () => {
  const target = await createTarget();
  const key = newId();
  const first = await save(target, key);
  await save(target, newId(), { firstName: 'Moved on' });
  expect((await save(target, key)).text).toBe(first.text);
  expect(await effects(target)).toEqual({ version: 3, auditEvents: 2 });
});

test('of sixteen concurrent repeats one makes the change; those that meet it running get request.stillRunning and may retry', async () => {
  const target = await createTarget();
  const key = newId();
  const responses = await Promise.all(Array.from({ length: 16 }, () => save(target, key)));
  const done = responses.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const { status, body } of responses)
    if (status !== 200) expect([status, body.messageCode]).toEqual([409, 'request.stillRunning']);
  expect(await effects(target)).toEqual({ version: 2, auditEvents: 1 });
  expect((await save(target, key)).text).toBe(done[0]!.text);
});

test('the same key with another body, record or endpoint is rejected', async () => {
  const [target, other] = [await createTarget(), await createTarget()];
  const key = newId();
  await save(target, key);
  for (const response of [
    await save(target, key, { firstName: 'Other' }),
    await save(other, key),
    await client.post('/user-management/logout', undefined, { 'idempotency-key': key }),
  ]) {
    expect([response.status, response.body.messageCode]).toEqual([422, 'request.otherBody']);
  }
  expect(await effects(target)).toEqual({ version: 2, auditEvents: 1 });
  expect(await effects(other)).toEqual({ version: 1, auditEvents: 0 });
});

test('error responses are not stored: the same key may be used again once the cause is fixed', async () => {
  const target = await createTarget();
  const key = newId();
  expect((await save(target, key, { version: 9 })).status).toBe(412);
  expect((await save(target, key, { firstName: '' })).status).toBe(400);
  expect((await save(target, key)).status).toBe(200);
  expect(await effects(target)).toEqual({ version: 2, auditEvents: 1 });
});

test('the same key of another user is a separate request', async () => {
  const target = await createTarget();
  const other = await createClient(testServer, await createUser(testServer, { node: org }));
  const key = newId();
  await save(target, key);
  expect((await save(target, key, {}, other)).headers['idempotency-replayed']).toBeUndefined();
  expect(await effects(target)).toEqual({ version: 3, auditEvents: 2 });
});

test('a stored response is not replayed to a user who has lost the permission', async () => {
  const target = await createTarget();
  const editor = await createUser(testServer, { node: org });
  const client = await createClient(testServer, editor);
  const key = newId();
  expect((await save(target, key, {}, client)).status).toBe(200);
  await testServer.query(`update roles set access_rights = '{}', version = version + 1 where id = $1`, [editor.roleId]);
  expect((await save(target, key, {}, client)).status).toBe(403);
});

test('keeps the idempotency key for 24 hours', async () => {
  const apart = await startTestServer();
  const node = await createOrganisation(apart);
  const [target, me] = [await createUser(apart, { node }), await createUser(apart, { node })];
  const put = async (key: string) =>
    (await createClient(apart, me)).put(url(target), userFields(target), { 'idempotency-key': key });
  await put('kept-for-a-day');
  await apart.advanceClock('23 hours 59 minutes');
  expect((await put('kept-for-a-day')).headers['idempotency-replayed']).toBe('true');
  await apart.advanceClock('24 hours 1 minute');
  expect((await put('kept-for-a-day')).headers['idempotency-replayed']).toBeUndefined();
  expect((await apart.query('select key from idempotency_keys')).length).toBe(1);
});

test.for(['', 'short', 'x'.repeat(129), 'with space here', "quote'quote'"])(
  'rejects an invalid idempotency key before any change: "%s"',
  async (key) => {
    const target = await createTarget();
    expect((await save(target, key)).status).toBe(400);
    expect((await effects(target))!.version).toBe(1);
  },
);

test('a response that contains a secret is never stored', async () => {
  const { userName, host } = await createTarget();
  const credentials = {
    username: Buffer.from(userName).toString('base64'),
    password: Buffer.from('Demo-portal-26').toString('base64'),
    domainName: Buffer.from(host).toString('base64'),
  };
  const ask = () =>
    testServer.request({
      method: 'POST',
      url: '/user-management/login',
      host,
      body: credentials,
      headers: { 'idempotency-key': 'the-same-sign-in' },
    });
  expect((await ask()).body.result.refreshToken).not.toBe((await ask()).body.result.refreshToken);
  expect(await testServer.query(`select key from idempotency_keys where key = 'the-same-sign-in'`)).toEqual([]);
});

test('a user who was moved to another node since does not get the stored response', async () => {
  const [north, south] = [
    await createNode(testServer, { parent: org, nodeType: 'COMPANY' }),
    await createNode(testServer, { parent: org, nodeType: 'COMPANY' }),
  ];
  const target = await createUser(testServer, { node: north });
  const me = await createUser(testServer, { node: north });
  const client = await createClient(testServer, me);
  expect((await save(target, 'before-the-move', {}, client)).status).toBe(200);
  await testServer.query('update assignments set node_id = $2, tpath = $3 where user_id = $1', [
    me.id,
    south.id,
    south.tpath,
  ]);
  const response = await save(target, 'before-the-move', {}, client);
  expect(response.status).toBe(422);
  expect(response.text).not.toContain(target.userName);
});
