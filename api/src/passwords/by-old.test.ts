import { hash, verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  anOrganisation,
  aNode,
  aUser,
  type Caller,
  insert,
  password,
  type Place,
  platform,
  signedIn,
  signIn,
  withSecretWord,
} from '../../test/builders.ts';
import { signedInByBrowser } from '../../test/browser.ts';
import { filledInOfOneself } from '../../test/doors.ts';
import { mailsTo } from '../../test/mails.ts';
import { aResetToken, changedText, recovery } from '../../test/recovery.ts';
import { aServer, hardened } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

vi.mock('@node-rs/argon2', { spy: true }); // the real one, counted

const house = await aServer({ addressTries: 1_000_000 });
const next = 'Quiet-harbour-27';
const rules = hardened ? { minimum: 15, spaces: true } : { minimum: 6, spaces: false };
let org: Place;
let store: Place;

beforeAll(async () => {
  org = await anOrganisation(house);
  store = await aNode(house, { parent: org, nodeType: 'STORE' });
});

const url = '/user-management/resetpassword';
const common = hardened ? 'zyxwvutsrqponmlk' : 'password';
const fresh = async (more: Record<string, unknown> = {}) => {
  const person = await aUser(house, { at: store, rights: [], ...more });
  return { person, caller: await signedIn(house, person) };
};
const change = (caller: Caller, more: Record<string, unknown> = {}) =>
  caller.post(url, { oldPassword: password, newPassword: next, confirmPassword: next, ...more });
const alive = async ({ get, person }: Caller) => (await get(`/user-management/users/${person.id}`)).status === 200;

describe('changing a password by the old one', () => {
  test('answers the words that are shown, ends all other sessions, and tells the owner', async () => {
    const { person, caller } = await fresh();
    const other = await signedIn(house, person);
    const token = await aResetToken(house, person);
    const { status, body } = await change(caller);
    expect([status, body]).toEqual([200, { result: changedText }]);
    expect([await alive(caller), await alive(other)]).toEqual([true, false]);
    expect((await recovery(house, org).check(token)).body.messageCode).toBe('recovery.linkExpired');
    expect((await signIn(house, { ...person, secret: password })).status).toBe(400);
    expect((await signIn(house, { ...person, secret: next })).status).toBe(200);
    expect((await mailsTo(house, person)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
    const marks = await house.rows('select action, actor_id from audit where entity_id = $1', [person.id]);
    expect(marks).toContainEqual({ action: 'password.changed', actor_id: person.id });
  });

  test('goes on in a browser of their own while strangers have locked the name', async () => {
    const { person, caller } = await fresh();
    const browser = await signedInByBrowser(house, person);
    for (let tries = 0; tries < 10; tries += 1) await signIn(house, { ...person, secret: 'no' });
    expect((await change(caller)).body.messageCode).toBe('signIn.locked');
    const body = { oldPassword: password, newPassword: next, confirmPassword: next };
    expect((await browser.ask({ method: 'POST', url, body })).status).toBe(200);
  });

  test('is the one thing besides a few that a given password is good for, and ends all sessions', async () => {
    const { person, caller } = await fresh({ manual_password: false });
    const other = await signedIn(house, person);
    expect((await caller.get('/user-management/resetpassword/rules')).body.result).toEqual(rules);
    expect((await change(caller)).status).toBe(200);
    expect([await alive(caller), await alive(other)]).toEqual([false, false]);
    const [row] = await house.rows('select manual_password, temporary_until from users where id = $1', [person.id]);
    expect(row).toEqual({ manual_password: true, temporary_until: null });
    expect(await alive(await signedIn(house, { ...person }, next))).toBe(true);
  });

  test('is for the caller alone, whoever else is named', async () => {
    const [{ person, caller }, victim] = [await fresh(), await fresh()];
    const before = await house.rows('select password_hash from users where id = $1', [victim.person.id]);
    const named = {
      updatedBy: victim.person.id,
      accessKey: victim.caller.token,
      // a hardened installation refuses the whole request for fields that the door does not know
      ...(hardened ? {} : { id: victim.person.id, orgId: platform.id }),
    };
    expect((await change(caller, named)).status).toBe(200);
    expect(await house.rows('select password_hash from users where id = $1', [victim.person.id])).toEqual(before);
    expect((await signIn(house, { ...person, secret: next })).status).toBe(200);
    expect(await alive(victim.caller)).toBe(true);
  });

  test.for([
    [{ oldPassword: 'Wrong-harbour-27' }, 'password.oldWrong'],
    [{ oldPassword: '' }, 'field.required'],
    [{ oldPassword: undefined }, 'field.required'],
    [{ oldPassword: ['Demo-portal-26'] }, 'field.required'],
    [{ confirmPassword: 'Quiet-harbour-28' }, 'field.passwordsDiffer'],
    [{ newPassword: 'a7-Yz', confirmPassword: 'a7-Yz' }, 'field.passwordTooShort'],
    [{ newPassword: 'a 7-Yz!', confirmPassword: 'a 7-Yz!' }, hardened ? 'password.tooShort' : 'field.spaces'],
    [{ newPassword: common, confirmPassword: common }, 'password.common'],
    [{ newPassword: password, confirmPassword: password }, hardened ? 'password.tooShort' : 'password.sameAsBefore'],
  ] as const)('%o is refused as %s, and nothing changes', async ([more, code]) => {
    const { person, caller } = await fresh();
    const before = await house.rows('select * from users where id = $1', [person.id]);
    const { status, body } = await change(caller, more);
    expect([status, body.errors?.[0]?.messageCode ?? body.messageCode]).toEqual([400, code]);
    expect(await house.rows('select * from users where id = $1', [person.id])).toEqual(before);
    expect(await alive(caller)).toBe(true);
  });

  test('is locked after ten wrong old passwords, together with the secret word, and the right one then does not help', async () => {
    const { person, caller } = await fresh(withSecretWord);
    const doors = recovery(house, org);
    for (let count = 0; count < 10; count += 1)
      await (count % 3 || hardened
        ? change(caller, { oldPassword: 'Wrong-harbour-27' })
        : doors.byWord(person.userName, 'wrong'));
    expect((await change(caller)).body.messageCode).toBe('signIn.locked');
    expect((await doors.byWord(person.userName)).body.messageCode).toBe(
      hardened ? 'recovery.wordClosed' : 'recovery.locked',
    );
  });

  test('does the same work for a right and a wrong one, up to the making of the new', async () => {
    const { caller } = await fresh();
    vi.mocked(verify).mockClear();
    vi.mocked(hash).mockClear();
    await change(caller, { oldPassword: 'Wrong-harbour-27' });
    await change(caller, { newPassword: common, confirmPassword: common });
    expect([vi.mocked(verify).mock.calls.length, vi.mocked(hash).mock.calls.length]).toEqual([2, 0]);
  });

  test('is refused unheard, for as long as the pause still lasts, from an address with too many wrong tries, as is a new e-mail', async () => {
    const strict = await aServer({ databaseUrl: house.ownerUrl, addressTries: 2 });
    const person = await aUser(house, { at: store, rights: [] });
    await house.rows('delete from address_failures');
    const caller = await signedIn(strict, person);
    for (const name of ['one', 'two']) await signIn(strict, { userName: name, host: person.host, secret: 'no' });
    await house.rows(`update address_failures set since = since - interval '5 minutes'`);
    vi.mocked(verify).mockClear();
    const mine = { ...filledInOfOneself(person), emailId: 'new@mail.example', password, version: 1 };
    for (const { status, body, headers } of [
      await change(caller),
      await caller.put(`/user-management/users/${person.id}/profile`, mine),
    ]) {
      expect([status, body.messageCode]).toEqual([429, 'signIn.tooMany']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(500);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    }
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
    await house.rows('delete from address_failures');
    expect((await change(caller)).status).toBe(200);
  });

  test('that is sent again under its key, since its answer was lost, is answered as the first time, and made once', async () => {
    const { person, caller } = await fresh();
    const headers = { 'idempotency-key': newId() };
    const body = { oldPassword: password, newPassword: next, confirmPassword: next };
    const [first, again] = [await caller.post(url, body, headers), await caller.post(url, body, headers)];
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(again.text).toBe(first.text);
    expect((await caller.post(url, { ...body, oldPassword: next }, headers)).body.messageCode).toBe(
      'request.otherBody',
    );
    expect((await change(caller)).body.messageCode).toBe('password.oldWrong');
    expect((await mailsTo(house, person)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
  });

  test('of two at once takes one', async () => {
    const { caller, person } = await fresh();
    const words = ['Quiet-harbour-27', 'Quiet-harbour-28'];
    const answers = await Promise.all(
      words.map((word) => change(caller, { newPassword: word, confirmPassword: word })),
    );
    const won = words.filter((_, index) => answers[index]!.status === 200);
    expect(won).toHaveLength(1);
    expect((await signIn(house, { ...person, secret: won[0]! })).status).toBe(200);
  });

  test('knows what the organisation asks, from the lowest place in it', async () => {
    const strict = await anOrganisation(house);
    const setting = { id: newId(), org_id: strict.id, node_id: strict.id, tpath: strict.tpath, section: 'security' };
    await insert(house, 'setting_values', { ...setting, field: 'passwordMinimum', value: '20' });
    const below = await aNode(house, { parent: strict, nodeType: 'STORE' });
    const caller = await signedIn(house, await aUser(house, { at: below, rights: [] }));
    expect((await caller.get(`${url}/rules`)).body.result).toEqual({ ...rules, minimum: 20 });
    expect((await change(caller)).body.messageCode).toBe('password.tooShort');
  });
});

test('a given password is good for as long as it was given, at signing in and for choosing another', async () => {
  const apart = await aServer();
  const place = await anOrganisation(apart);
  const given = { manual_password: false, temporary_until: new Date(Date.now() + 3_600_000).toISOString() };
  const person = await aUser(apart, { at: place, ...given });
  const forGood = await aUser(apart, { at: place, manual_password: false });
  await apart.clockAhead('59 minutes');
  const caller = await signedIn(apart, person);
  await apart.rows(`update users set temporary_until = now() - interval '1 second' where id = $1`, [person.id]);
  expect((await change(caller)).body.messageCode).toBe('password.oldWrong');
  expect((await signIn(apart, person)).body.messageCode).toBe('signIn.wrong');
  expect((await signIn(apart, forGood)).status).toBe(200);
});
