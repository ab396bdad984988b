import { beforeAll, expect, test } from 'vitest';
import {
  createOrganisation,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestUser,
  type TestNode,
  createClient,
} from './builders.ts';
import { profileFields, userFields } from './input-fields.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer();
let org: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  admin = await createClient(testServer, await createUser(testServer, { node: org }));
});

const url = (user: { id: string }) => `/user-management/users/${user.id}`;
const createTarget = async (more: Record<string, unknown> = {}) => {
  const user = await createUser(testServer, { node: org, rights: ['list_users'], ...more });
  const input = { ...userFields(user), firstName: 'Grace', lastName: 'Hopper' };
  return { person: user, input };
};
const rowOf = async ({ id }: TestUser) => (await testServer.query('select * from users where id = $1', [id]))[0]!;

test.for([
  ['the header', (version: number) => ({ headers: { 'if-match': `"${version}"` }, body: {} })],
  ['the weak header', (version: number) => ({ headers: { 'if-match': `W/"${version}"` }, body: {} })],
  ['the body', (version: number) => ({ headers: {}, body: { version } })],
  [
    'the header, whatever the body says',
    (version: number) => ({ headers: { 'if-match': `"${version}"` }, body: { version: 99 } }),
  ],
] as const)('a change requires the current version, stated by %s', async ([, naming]) => {
  const { person: user, input } = await createTarget();
  const save = ({ headers, body }: ReturnType<typeof naming>) => admin.put(url(user), { ...input, ...body }, headers);
  expect((await save(naming(1))).status).toBe(200);
  const before = await rowOf(user);
  const stale = await save(naming(1));
  expect([stale.status, stale.body.messageCode]).toEqual([412, 'record.stale']);
  expect(stale.body.current).toEqual((await admin.get(url(user))).body.result);
  expect(await rowOf(user)).toEqual(before);
  expect((await save(naming(2))).status).toBe(200);
});

test('without a version the last change wins, and both are audited', async () => {
  const { person: user, input } = await createTarget();
  await admin.put(url(user), { ...input, lastName: 'One' });
  await admin.put(url(user), { ...input, lastName: 'Two' }, { 'if-match': '*' });
  const auditEvents = await testServer.query('select after from audit where entity_id = $1 order by at', [user.id]);
  expect(auditEvents.map(({ after }) => after.lastName)).toEqual(['One', 'Two']);
});

const warning = '299 - "No version was stated (If-Match): the change replaced any that was made meanwhile."';

test.for([
  ['a user', url, (user: TestUser) => ({ ...userFields(user), lastName: 'Hopper' })],
  [
    'the own profile',
    (user: TestUser) => `${url(user)}/profile`,
    (user: TestUser) => ({ ...profileFields(user), lastName: 'Hopper' }),
  ],
] as const)(
  'a change of %s without a version says so in its response, also when it is repeated, and in the audit',
  async ([, urlOf, inputOf]) => {
    const user = await createUser(testServer, { node: org, rights: ['view_user', 'edit_user', 'view_profile'] });
    const client = await createClient(testServer, urlOf === url ? admin.user : user);
    const save = async (headers: Record<string, string>, body: object = inputOf(user)) => {
      const response = await client.put(urlOf(user), body, headers);
      return [response.status, response.headers['warning']];
    };
    const reasons = async () =>
      (
        await testServer.query(
          `select reason from audit where entity_id = $1 and action like 'user.%pdated' order by id`,
          [user.id],
        )
      ).map(({ reason }) => reason);
    const key = { 'idempotency-key': `unversioned-${user.id}` };
    expect(await save(key)).toEqual([200, warning]);
    expect(await save(key)).toEqual([200, warning]);
    expect(await save({ 'if-match': '"1"' })).toEqual([412, undefined]);
    expect(await save({ 'if-match': '"2"' }, { ...inputOf(user), firstName: 'Grace' })).toEqual([200, undefined]);
    expect(await save({}, { ...inputOf(user), firstName: '' })).toEqual([400, undefined]);
    expect(await reasons()).toEqual(['record.unversioned', null]);
  },
);

test('a hardened installation requires the version of a change', async () => {
  const strict = await startTestServer({ databaseUrl: testServer.ownerUrl, securityProfile: 'hardened' });
  const { person: user, input } = await createTarget();
  const client = await createClient(strict, admin.user);
  expect((await client.put(url(user), input)).body).toMatchObject({
    status: 428,
    messageCode: 'record.versionRequired',
  });
  expect((await client.put(url(user), { ...input, version: 1 })).status).toBe(200);
});

test('of eight concurrent changes of one version exactly one succeeds, and nothing is mixed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { person: user, input } = await createTarget();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        admin.put(url(user), { ...input, firstName: `First${index}`, lastName: `Last${index}`, version: 1 }),
      ),
    );
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(412)]);
    const winner = responses.findIndex(({ status }) => status === 200);
    expect(await rowOf(user)).toMatchObject({
      first_name: `First${winner}`,
      last_name: `Last${winner}`,
      version: 2,
    });
    expect(await testServer.query('select id from audit where entity_id = $1', [user.id])).toHaveLength(1);
  }
});

test.for(['1', '"x"', '"1", "2"', '""', '"99999999999"'])('rejects an invalid version: If-Match %s', async (header) => {
  const { person: user, input } = await createTarget();
  expect((await admin.put(url(user), input, { 'if-match': header })).status).toBe(400);
});

test('a stale version is reported before a missing permission', async () => {
  const weak = await createClient(testServer, await createUser(testServer, { node: org, rights: ['edit_user'] }));
  const { person: user, input } = await createTarget({ rights: allAccessRights });
  expect((await weak.put(url(user), { ...input, version: 7 })).status).toBe(412);
  expect((await weak.put(url(user), { ...input, version: 1 })).status).toBe(409);
});

test('concurrent changes are audited in order, each with the values it replaced', async () => {
  const { person: user, input } = await createTarget();
  const { last_name: firstOne } = await rowOf(user);
  const names = Array.from({ length: 8 }, (_, index) => `Crossed ${index}`);
  const saved = await Promise.all(names.map((lastName) => admin.put(url(user), { ...input, lastName })));
  expect(saved.map(({ status }) => status)).toEqual(names.map(() => 200));
  const rows = await testServer.query('select before, after from audit where entity_id = $1', [user.id]);
  const reported = (side: 'before' | 'after') => rows.map((row) => (row[side] as { lastName: string }).lastName);
  const { last_name: lastOne } = await rowOf(user);
  expect(reported('after').toSorted()).toEqual(names);
  // every state except the last one was replaced exactly once
  expect(reported('before').toSorted()).toEqual(
    [String(firstOne), ...names.filter((name) => name !== lastOne)].toSorted(),
  );
});
