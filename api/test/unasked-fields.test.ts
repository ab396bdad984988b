import { beforeAll, expect, test } from 'vitest';
import { anOrganisation, aUser, base64, type Caller, password, type Person, signedIn } from './builders.ts';
import { filledIn } from './doors.ts';
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

test('what was read is taken back, hardened or not', async () => {
  for (const caller of [usual!, strict!]) {
    const { result } = (await caller.get(url())).body;
    expect((await caller.put(url(), result)).status).toBe(200);
  }
});
