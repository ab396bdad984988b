import { beforeAll, describe, expect, test } from 'vitest';
import {
  anOrganisation,
  aUser,
  insert,
  make,
  password,
  type Person,
  type Place,
  signedIn,
  signIn,
} from '../../test/builders.ts';
import { mailsTo, tokensTo } from '../../test/mails.ts';
import { aResetToken, changedText, mailOf, recovery } from '../../test/recovery.ts';
import { aServer, hardened } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

const house = await aServer({ recoveryMails: 1000, resetGuesses: 1_000_000 });
let acorn: Place;
let beech: Place;
const next = 'Quiet-harbour-27';
const rules = hardened ? { minimum: 15, spaces: true } : { minimum: 6, spaces: false };

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  beech = await anOrganisation(house, { word: 'beech' });
});

const on = (portal = acorn) => recovery(house, portal);
const fresh = (more: Record<string, unknown> = {}) => aUser(house, { at: acorn, ...more });
const rowOf = async ({ id }: Person) => (await house.rows('select * from users where id = $1', [id]))[0]!;
const enters = async ({ userName, host }: Person, secret: string) =>
  (await signIn(house, { userName, host, secret })).status === 200;
const three = /^\w+Exception: recovery\.\w+: [^:]+$/;

describe('a reset link', () => {
  test('gives its owner the new password, spends itself, ends all their sessions and tells them', async () => {
    const person = await fresh({ manual_password: false });
    const callers = [await signedIn(house, person), await signedIn(house, person)];
    await on().mail((await on().begin(mailOf(person))).body.result.userId);
    const [token] = await tokensTo(house, person);
    const answer = await on().reset(token!, next);
    expect(answer.body).toEqual({ result: { changed: true }, message: changedText, messageCode: 'password.changed' });
    for (const caller of callers) expect((await caller.get(`/user-management/users/${person.id}`)).status).toBe(401);
    expect([await enters(person, password), await enters(person, next)]).toEqual([false, true]);
    expect(await rowOf(person)).toMatchObject({ manual_password: true, is_reset_token_used: true, version: 2 });
    expect((await rowOf(person))['password_hash']).toMatch(/^\$argon2id\$/);
    expect((await mailsTo(house, person)).at(-1)).toMatchObject({
      kind: 'passwordChanged',
      to: mailOf(person),
      facts: { at: expect.stringMatching(/Z$/), address: '127.0.0.1' },
    });
    const marks = await house.rows('select action, reason from audit where entity_id = $1 order by at, id', [
      person.id,
    ]);
    expect(marks).toContainEqual({ action: 'password.reset', reason: 'mail' });
    expect((await on().reset(token!, 'Other-harbour-28')).body.messageCode).toBe('recovery.linkUsed');
    expect((await on().check(token!)).body.messageCode).toBe('recovery.linkUsed');
    expect(await enters(person, next)).toBe(true);
  });

  test('used with a key is answered again for a while to whoever sends the very same, and to nobody else', async () => {
    const apart = await aServer();
    const org = await anOrganisation(apart);
    const person = await aUser(apart, { at: org });
    const token = await aResetToken(apart, person);
    const send = (secret: string, key?: string) =>
      recovery(apart, org).send(
        'PUT',
        `reset-password/${token}`,
        { password: secret, confirmPassword: secret },
        key === undefined ? {} : { 'idempotency-key': key },
      );
    const [key, other] = [newId(), newId()];
    const all = await Promise.all(Array.from({ length: 12 }, () => send(next, key)));
    all.push(await send(next, key));
    for (const { status, text } of all) expect([status, text]).toEqual([200, all[0]!.text]);
    for (const answer of [await send(next), await send(next, other), await send('Other-harbour-28', key)])
      expect(answer.body.messageCode).toBe('recovery.linkUsed');
    expect((await mailsTo(apart, person)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
    await apart.clockAhead('11 minutes');
    expect((await send(next, key)).body.messageCode).toBe('recovery.linkUsed');
  });

  test('is looked at as often as one likes without being used up, at each of its addresses', async () => {
    const token = await aResetToken(house, await fresh());
    for (const path of ['reset-password/validation/', 'validate-reset-token/', 'reset-password/'])
      for (let count = 0; count < 3; count += 1) {
        const { status, body } = await on().send('GET', path + token);
        expect([status, body]).toEqual([200, { result: { valid: true, ...rules } }]);
        expect(
          (await house.ask({ method: 'HEAD', url: `/user-management/${path}${token}`, host: acorn.host })).status,
        ).toBe(200);
      }
    expect((await on().reset(token, next)).status).toBe(200);
  });

  test('works once when it is used many times at once', async () => {
    const patient = await aServer({ databaseUrl: house.ownerUrl, hashQueueSeconds: 30 });
    const person = await fresh();
    const token = await aResetToken(house, person);
    const words = Array.from({ length: 32 }, (_, index) => `Quiet-harbour-${index + 10}`);
    const answers = await Promise.all(words.map((word) => recovery(patient, acorn).reset(token, word)));
    const won = words.filter((_, index) => answers[index]!.status === 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.messageCode]).toEqual([400, 'recovery.linkUsed']);
    expect(await enters(person, won[0]!)).toBe(true);
    expect((await mailsTo(house, person)).filter(({ kind }) => kind === 'passwordChanged')).toHaveLength(1);
  });

  test('sets the password of its owner and of nobody else, whoever else is named', async () => {
    const people = [await fresh(), await fresh(), await fresh(), await aUser(house, { at: beech })];
    for (const owner of people)
      for (const other of people) {
        const token = await aResetToken(house, owner);
        const before = await Promise.all(people.map(rowOf));
        const secret = `Harbour-${newId()}`;
        // a hardened installation refuses the whole request for its stray fields
        const stray = hardened ? {} : { id: other.id, userId: other.id, emailId: mailOf(other) };
        const answer = await house.ask({
          method: 'PUT',
          url: `/user-management/reset-password/${token}?id=${other.id}&userId=${other.id}`,
          host: other.host,
          body: { password: secret, confirmPassword: secret, ...stray },
        });
        const here = owner.host === other.host;
        expect(answer.status).toBe(here ? 200 : 400);
        const after = await Promise.all(people.map(rowOf));
        const changed = people.filter((_, index) => before[index]!['password_hash'] !== after[index]!['password_hash']);
        expect(changed).toEqual(here ? [owner] : []);
      }
  });

  test('is no more after a new one, nor after its time, nor for somebody disabled, and each refusal says why in three parts', async () => {
    const person = await fresh();
    const before = (await rowOf(person))['password_hash'];
    const older = await aResetToken(house, person);
    const newer = await aResetToken(house, person);
    const gone = await aResetToken(house, await fresh({ status: false }));
    const over = await aResetToken(house, await fresh(), { expires_date: '2026-01-01T00:00:00Z' });
    for (const [token, code] of [
      [older, 'recovery.linkExpired'],
      [over, 'recovery.linkExpired'],
      [gone, 'recovery.linkExpired'],
      ['unknown', 'recovery.linkUnknown'],
      [person.id, 'recovery.linkUnknown'],
    ] as const)
      for (const answer of [await on().check(token), await on().reset(token, next)]) {
        expect([answer.status, answer.body.messageCode]).toEqual([400, code]);
        expect(answer.body.message).toMatch(three);
      }
    expect((await rowOf(person))['password_hash']).toBe(before);
    expect((await on().check(newer)).status).toBe(200);
    const marks = await house.rows(`select reason from audit where action = 'password.resetRefused'`);
    expect(marks.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['recovery.linkExpired', 'recovery.linkUnknown']),
    );
  });

  test(`is good for ${hardened ? 'ten minutes' : 'half an hour'}, and no longer`, async () => {
    const apart = await aServer();
    const org = await anOrganisation(apart);
    const person = await aUser(apart, { at: org });
    const doors = recovery(apart, org);
    await doors.mail((await doors.begin(mailOf(person))).body.result.userId);
    const [token] = await tokensTo(apart, person);
    const minutes = hardened ? 10 : 30;
    await apart.clockAhead(`${minutes - 1} minutes 50 seconds`);
    expect((await doors.check(token!)).status).toBe(200);
    await apart.clockAhead(`${minutes} minutes 1 second`);
    expect((await doors.reset(token!, next)).body.messageCode).toBe('recovery.linkExpired');
  });

  test('forgives the tries before it', async () => {
    const strict = await aServer({ databaseUrl: house.ownerUrl, signInTries: 1, resetGuesses: 1_000_000 });
    const person = await fresh();
    await signIn(strict, { ...person, secret: 'wrong' });
    expect((await signIn(strict, person)).body.messageCode).toBe('signIn.locked');
    await recovery(strict, acorn).reset(await aResetToken(house, person), next);
    expect((await signIn(strict, { ...person, secret: next })).status).toBe(200);
  });
});

test('whoever guesses links is told to wait, whatever they try then; spent and old ones are no guesses', async () => {
  const apart = await aServer();
  const org = await anOrganisation(apart);
  const doors = recovery(apart, org);
  const token = await aResetToken(apart, await aUser(apart, { at: org }));
  const spent = await aResetToken(apart, await aUser(apart, { at: org }), { used_date: '2026-01-01T00:00:00Z' });
  for (let count = 0; count < 20; count += 1)
    expect((await doors.check(spent)).body.messageCode).toBe('recovery.linkUsed');
  for (let count = 0; count < 10; count += 1) {
    const answer = count % 2 ? await doors.check(`guess-${count}`) : await doors.reset(`guess-${count}`, next);
    expect(answer.body.messageCode).toBe('recovery.linkUnknown');
  }
  for (const answer of [await doors.check('guess'), await doors.check(token), await doors.reset(token, next)])
    expect([answer.status, answer.body.messageCode, answer.headers['retry-after']]).toEqual([
      429,
      'recovery.tooManyGuesses',
      '600',
    ]);
  await apart.clockAhead('11 minutes');
  expect((await doors.reset(token, next)).status).toBe(200);
});

describe('the new password', () => {
  const long = 'Demo-portal-26-Demo';
  const refused = async (secret: unknown, confirm: unknown = secret, more: Record<string, unknown> = {}) => {
    const person = await fresh(more);
    const token = await aResetToken(house, person);
    const before = await rowOf(person);
    const { status, body } = await on().reset(token, secret, confirm);
    expect(await rowOf(person)).toEqual(before);
    expect((await on().check(token)).status).toBe(200);
    return [status, body.errors?.[0]?.messageCode ?? body.messageCode, body.errors?.[0]?.path];
  };

  const spaced = [
    ['Quiet harbour', 'field.spaces'],
    ['Quiet-harbour\u3000', 'field.spaces'],
  ] as const;

  test.for([
    ['', 'field.required'],
    ['a7-Yz', 'field.passwordTooShort'],
    ...(hardened ? [] : spaced),
    ['x'.repeat(129), 'field.tooLong'],
    [['Quiet-harbour-27'], 'field.required'],
    [{ $gt: '' }, 'field.required'],
    [7, 'field.required'],
    [null, 'field.required'],
  ] as const)('%o is refused under its field', async ([secret, code]) => {
    expect(await refused(secret)).toEqual([400, code, 'password']);
  });

  const foreseen = [
    ['Password', 'password.common'],
    ['Storeward1', 'password.likePlace'],
    ['acorn-2026', 'password.likePlace'],
    ['aaaaaaaa', 'password.common'],
    ['zyxwvuts', 'password.common'],
    ['lovelace.1', 'password.likeYou'],
    [password, 'password.sameAsBefore'],
  ] as const;
  // where fifteen signs are wanted, the same weaknesses are longer
  const foreseenLonger = [
    ['Fourteen-sign!', 'password.tooShort'],
    ['Storeward-Storeward', 'password.likePlace'],
    ['aaaaaaaaaaaaaaaa', 'password.common'],
    ['zyxwvutsrqponmlk', 'password.common'],
    ['lovelace lovelace', 'password.likeYou'],
    [long, 'password.sameAsBefore'],
  ] as const;

  test.for<readonly [string, string]>(hardened ? foreseenLonger : foreseen)(
    '%s is refused by name, and the link stays good',
    async ([secret, code]) => {
      const before = secret === long ? { password_hash: await make(long) } : {};
      expect(await refused(secret, secret, { lastName: 'Lovelace', ...before })).toEqual([400, code, undefined]);
    },
  );

  test('is another one than the secret word, also for whoever holds a link', async () => {
    const word = 'Orange-harbour-31';
    expect(await refused(word, word, { secret_word_hash: await make(word) })).toEqual([
      400,
      'password.secretWord',
      undefined,
    ]);
  });

  test('must be typed twice alike', async () => {
    expect(await refused(next, `${next}x`)).toEqual([400, 'field.passwordsDiffer', 'confirmPassword']);
  });

  const taken = hardened
    ? ['漢字 の パスワード は 十五 文字', ' quiet harbour at dawn', `${'Long-'.repeat(25)}abc`]
    : ['Demo-portal-27', 'Shop-window-42', '漢字のパスワード', `${'Long-'.repeat(25)}abc`, 'ÄÖÜßäöü'];

  test.for(taken)('%s is taken as it was typed', async (secret) => {
    const person = await fresh();
    expect((await on().reset(await aResetToken(house, person), secret)).status).toBe(200);
    expect(await enters(person, secret)).toBe(true);
    if (secret.toLowerCase() !== secret) expect(await enters(person, secret.toLowerCase())).toBe(false);
  });

  test('is as long as its organisation asks, which the page of the link is told', async () => {
    const org = await anOrganisation(house);
    const setting = { id: newId(), org_id: org.id, node_id: org.id, tpath: org.tpath, section: 'security' };
    await insert(house, 'setting_values', { ...setting, field: 'passwordMinimum', value: '20' });
    const token = await aResetToken(house, await aUser(house, { at: org }));
    expect((await on(org).check(token)).body.result).toEqual({ ...rules, valid: true, minimum: 20 });
    expect((await on(org).reset(token, next)).body.messageCode).toBe('password.tooShort');
    expect((await on(org).reset(token, `${next}-longer`)).status).toBe(200);
  });
});
