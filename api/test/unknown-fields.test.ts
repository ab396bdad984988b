import { beforeAll, describe, expect, test } from 'vitest';
import {
  createOrganisation,
  createUser,
  base64,
  type ApiClient,
  password,
  type TestUser,
  createClient,
} from './builders.ts';
import { userFields, nodeFields } from './input-fields.ts';
import { startTestServer } from './server.ts';

const compat = await startTestServer();
const hardened = await startTestServer({ databaseUrl: compat.ownerUrl, securityProfile: 'hardened' });
let user: TestUser;
let [compatClient, hardenedClient]: ApiClient[] = [];
const url = () => `/user-management/users/${user.id}`;
const unknownBodyFields = { ...userFields({ userName: 'x' }), isAdmin: true, roles: [] };

beforeAll(async () => {
  const org = await createOrganisation(compat);
  user = await createUser(compat, { node: org, rights: [] });
  const admin = await createUser(compat, { node: org });
  [compatClient, hardenedClient] = [await createClient(compat, admin), await createClient(hardened, admin)];
});

test('an unknown field is ignored, and rejected by name in a hardened installation', async () => {
  expect((await compatClient!.put(url(), unknownBodyFields)).status).toBe(200);
  const { status, body } = await hardenedClient!.put(url(), { ...unknownBodyFields, version: 2 });
  expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['isAdmin', 'roles']);
  const login = { username: base64(user.userName), password: base64(password), domainName: base64(user.host) };
  const signIn = { method: 'POST', url: '/user-management/login', host: user.host } as const;
  expect((await hardened.request({ ...signIn, body: { ...login, role: 'admin' } })).body.messageCode).toBe(
    'input.invalid',
  );
  expect((await hardened.request({ ...signIn, body: login })).status).toBe(200);
});

describe('ignored fields', () => {
  const loggedFields = () =>
    compat
      .logOutput()
      .split('\n')
      .filter((line) => line.includes('unknown fields ignored'))
      .map((line) => JSON.parse(line) as { endpoint: string; fields: string[]; ignored: number; times: number });

  test('an ignored field is counted for its endpoint and logged by name, never with its value', async () => {
    const before = loggedFields().length;
    const body = { ...userFields(user), isAdmin: 'qsecretq', 'Ann Smith’s hunter2': 1, __proto: { roles: 'qsecretq' } };
    for (let time = 0; time < 2; time += 1) expect((await compatClient!.put(url(), body)).status).toBe(200);
    const [first, second] = loggedFields().slice(before);
    expect(first).toMatchObject({
      endpoint: 'PUT /user-management/users/{id}',
      fields: ['isAdmin', '[not a name]', '__proto'],
      ignored: 3,
    });
    expect(second!.times).toBe(first!.times + 1);
    for (const text of ['qsecretq', 'hunter2']) expect(compat.logOutput()).not.toContain(text);
  });

  test('an ignored field is logged for unauthenticated endpoints too, and for the selected one of two overloads', async () => {
    const before = loggedFields().length;
    const login = { username: base64(user.userName), password: base64(password), domainName: base64(user.host) };
    await compat.request({
      method: 'POST',
      url: '/user-management/login',
      host: user.host,
      body: { ...login, role: 'x' },
    });
    const newNode = { ...nodeFields, nodeType: 'COMPANY', parentId: user.node.id };
    expect(
      (await compatClient!.post('/node-management/node', { ...newNode, code: 'ONE', administrator: {} })).status,
    ).toBe(200);
    expect((await compatClient!.post('/node-management/node', { ...newNode, code: 'TWO' })).status).toBe(200);
    expect(loggedFields().slice(before)).toMatchObject([
      { endpoint: 'POST /user-management/login', fields: ['role'] },
      { endpoint: 'POST /node-management/node', fields: ['administrator'] },
    ]);
  });

  test('many requests with ignored fields are counted, but only some of them are logged', async () => {
    const before = loggedFields().length;
    const credentials = { username: base64('nobody'), password: base64('wrong'), domainName: base64(user.host) };
    const body = { ...credentials, role: 'x' };
    const send = () => compat.request({ method: 'POST', url: '/user-management/login', host: user.host, body });
    for (let time = 0; time < 40; time += 1) await send();
    const logged = loggedFields().slice(before);
    expect(logged.length).toBeLessThan(40);
    expect(logged.at(-1)).toMatchObject({ endpoint: 'POST /user-management/login', fields: ['role'] });
  });

  test('many ignored fields are logged in a short line', async () => {
    const before = loggedFields().length;
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, index]));
    await compatClient!.put(url(), { ...userFields(user), ...many });
    expect(loggedFields().slice(before)).toMatchObject([{ ignored: 500, fields: { length: 20 } }]);
  });
});

test('a record can be sent back as it was read, hardened or not', async () => {
  for (const client of [compatClient!, hardenedClient!]) {
    const { result } = (await client.get(url())).body;
    expect((await client.put(url(), result)).status).toBe(200);
  }
});
