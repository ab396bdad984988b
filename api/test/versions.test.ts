import { beforeAll, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, everyRight, type Person, type Place, signedIn } from './builders.ts';
import { filledIn } from './doors.ts';
import { aServer } from './server.ts';

const house = await aServer();
let org: Place;
let admin: Caller;

beforeAll(async () => {
  org = await anOrganisation(house);
  admin = await signedIn(house, await aUser(house, { at: org }));
});

const url = (person: { id: string }) => `/user-management/users/${person.id}`;
const fresh = async (more: Record<string, unknown> = {}) => {
  const person = await aUser(house, { at: org, rights: ['list_users'], ...more });
  const input = { ...filledIn(person), firstName: 'Grace', lastName: 'Hopper' };
  return { person, input };
};
const rowOf = async ({ id }: Person) => (await house.rows('select * from users where id = $1', [id]))[0]!;

test.for([
  ['the header', (version: number) => ({ headers: { 'if-match': `"${version}"` }, body: {} })],
  ['the weak header', (version: number) => ({ headers: { 'if-match': `W/"${version}"` }, body: {} })],
  ['the body', (version: number) => ({ headers: {}, body: { version } })],
  [
    'the header, whatever the body says',
    (version: number) => ({ headers: { 'if-match': `"${version}"` }, body: { version: 99 } }),
  ],
] as const)('a change starts from the version named by %s, and from no other', async ([, naming]) => {
  const { person, input } = await fresh();
  const save = ({ headers, body }: ReturnType<typeof naming>) => admin.put(url(person), { ...input, ...body }, headers);
  expect((await save(naming(1))).status).toBe(200);
  const before = await rowOf(person);
  const stale = await save(naming(1));
  expect([stale.status, stale.body.messageCode]).toEqual([412, 'record.stale']);
  expect(stale.body.current).toEqual((await admin.get(url(person))).body.result);
  expect(await rowOf(person)).toEqual(before);
  expect((await save(naming(2))).status).toBe(200);
});

test('without a version the last change wins, and both are written down', async () => {
  const { person, input } = await fresh();
  await admin.put(url(person), { ...input, lastName: 'One' });
  await admin.put(url(person), { ...input, lastName: 'Two' }, { 'if-match': '*' });
  const marks = await house.rows('select after from audit where entity_id = $1 order by at', [person.id]);
  expect(marks.map(({ after }) => after.lastName)).toEqual(['One', 'Two']);
});

test('a change has to name its version where the installation is hardened', async () => {
  const strict = await aServer({ databaseUrl: house.ownerUrl, securityProfile: 'hardened' });
  const { person, input } = await fresh();
  const caller = await signedIn(strict, admin.person);
  expect((await caller.put(url(person), input)).body).toMatchObject({
    status: 428,
    messageCode: 'record.versionRequired',
  });
  expect((await caller.put(url(person), { ...input, version: 1 })).status).toBe(200);
});

test('of eight changes that start from one version one wins, and nothing is mixed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { person, input } = await fresh();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        admin.put(url(person), { ...input, firstName: `First${index}`, lastName: `Last${index}`, version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(412)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await rowOf(person)).toMatchObject({
      first_name: `First${winner}`,
      last_name: `Last${winner}`,
      version: 2,
    });
    expect(await house.rows('select id from audit where entity_id = $1', [person.id])).toHaveLength(1);
  }
});

test.for(['1', '"x"', '"1", "2"', '""', '"99999999999"'])(
  'a version that cannot be read is refused: If-Match %s',
  async (header) => {
    const { person, input } = await fresh();
    expect((await admin.put(url(person), input, { 'if-match': header })).status).toBe(400);
  },
);

test('a refusal says first that the version is old, then that one may not', async () => {
  const weak = await signedIn(house, await aUser(house, { at: org, rights: ['edit_user'] }));
  const { person, input } = await fresh({ rights: everyRight });
  expect((await weak.put(url(person), { ...input, version: 7 })).status).toBe(412);
  expect((await weak.put(url(person), { ...input, version: 1 })).status).toBe(409);
});

test('saves that cross each other are written down one after the other, each with what it really replaced', async () => {
  const { person, input } = await fresh();
  const { last_name: firstOne } = await rowOf(person);
  const names = Array.from({ length: 8 }, (_, index) => `Crossed ${index}`);
  const saved = await Promise.all(names.map((lastName) => admin.put(url(person), { ...input, lastName })));
  expect(saved.map(({ status }) => status)).toEqual(names.map(() => 200));
  const rows = await house.rows('select before, after from audit where entity_id = $1', [person.id]);
  const told = (side: 'before' | 'after') => rows.map((row) => (row[side] as { lastName: string }).lastName);
  const { last_name: lastOne } = await rowOf(person);
  expect(told('after').toSorted()).toEqual(names);
  // every state but the last one was replaced exactly once
  expect(told('before').toSorted()).toEqual([String(firstOne), ...names.filter((name) => name !== lastOne)].toSorted());
});
