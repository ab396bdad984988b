import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, base64, type Caller, password, type Person, signedIn } from './builders.ts';
import { filledIn, filledInOfAPlace } from './doors.ts';
import { aServer } from './server.ts';

const compat = await aServer();
const hardened = await aServer({ databaseUrl: compat.ownerUrl, securityProfile: 'hardened' });
let person: Person;
let [usual, strict]: Caller[] = [];
const url = () => `/user-management/users/${person.id}`;
const unasked = { ...filledIn({ userName: 'x' }), isAdmin: true, roles: [] };

beforeAll(async () => {
  const org = await anOrganisation(compat);
  person = await aUser(compat, { at: org, rights: [] });
  const admin = await aUser(compat, { at: org });
  [usual, strict] = [await signedIn(compat, admin), await signedIn(hardened, admin)];
});

test('a field that no door asked for is left aside, and refused by its name where the installation is hardened', async () => {
  expect((await usual!.put(url(), unasked)).status).toBe(200);
  const { status, body } = await strict!.put(url(), { ...unasked, version: 2 });
  expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['isAdmin', 'roles']);
  const login = { username: base64(person.userName), password: base64(password), domainName: base64(person.host) };
  const signIn = { method: 'POST', url: '/user-management/login', host: person.host } as const;
  expect((await hardened.ask({ ...signIn, body: { ...login, role: 'admin' } })).body.messageCode).toBe('input.invalid');
  expect((await hardened.ask({ ...signIn, body: login })).status).toBe(200);
});

describe('a field that was left aside', () => {
  const noted = () =>
    compat
      .logged()
      .split('\n')
      .filter((line) => line.includes('fields left aside'))
      .map((line) => JSON.parse(line) as { door: string; fields: string[]; left: number; times: number });

  test('is counted by its door and logged by its name, never with what stood in it', async () => {
    const before = noted().length;
    const body = { ...filledIn(person), isAdmin: 'qsecretq', 'Ann Smith’s hunter2': 1, __proto: { roles: 'qsecretq' } };
    for (let time = 0; time < 2; time += 1) expect((await usual!.put(url(), body)).status).toBe(200);
    const [first, second] = noted().slice(before);
    expect(first).toMatchObject({
      door: 'PUT /user-management/users/{id}',
      fields: ['isAdmin', '[not a name]', '__proto'],
      left: 3,
    });
    expect(second!.times).toBe(first!.times + 1);
    for (const words of ['qsecretq', 'hunter2']) expect(compat.logged()).not.toContain(words);
  });

  test('is noted at an open door too, and at the door that is meant where two share an address', async () => {
    const before = noted().length;
    const login = { username: base64(person.userName), password: base64(password), domainName: base64(person.host) };
    await compat.ask({
      method: 'POST',
      url: '/user-management/login',
      host: person.host,
      body: { ...login, role: 'x' },
    });
    const place = { ...filledInOfAPlace, nodeType: 'COMPANY', parentId: person.at.id };
    expect((await usual!.post('/node-management/node', { ...place, code: 'ONE', administrator: {} })).status).toBe(200);
    expect((await usual!.post('/node-management/node', { ...place, code: 'TWO' })).status).toBe(200);
    expect(noted().slice(before)).toMatchObject([
      { door: 'POST /user-management/login', fields: ['role'] },
      { door: 'POST /node-management/node', fields: ['administrator'] },
    ]);
  });

  test('is told of in few words, however many there are', async () => {
    const before = noted().length;
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, index]));
    await usual!.put(url(), { ...filledIn(person), ...many });
    expect(noted().slice(before)).toMatchObject([{ left: 500, fields: { length: 20 } }]);
  });
});

test('what was read is taken back, hardened or not', async () => {
  for (const caller of [usual!, strict!]) {
    const { result } = (await caller.get(url())).body;
    expect((await caller.put(url(), result)).status).toBe(200);
  }
});
