import { beforeAll, describe, expect, test } from 'vitest';
import {
  createOrganisation,
  createUser,
  insertRow,
  hash,
  password,
  type TestUser,
  type TestNode,
  createClient,
  signIn,
} from '../../../test/builders.ts';
import { queuedMails, resetTokensMailed } from '../../../test/mails.ts';
import { createResetToken, passwordChangedText, emailOf, createRecoveryClient } from '../../../test/recovery.ts';
import { startTestServer, hardened } from '../../../test/server.ts';
import { newId } from '../../platform/database/ids.ts';

const server = await startTestServer({ recoveryMails: 1000, resetGuesses: 1_000_000 });
let acorn: TestNode;
let beech: TestNode;
const next = 'Quiet-harbour-27';
const past = '2026-01-01T00:00:00Z';
const rules = hardened ? { minimum: 15, spaces: true } : { minimum: 6, spaces: false };

beforeAll(async () => {
  acorn = await createOrganisation(server, { slug: 'acorn' });
  beech = await createOrganisation(server, { slug: 'beech' });
});

const on = (portal = acorn) => createRecoveryClient(server, portal);
const freshUser = (more: Record<string, unknown> = {}) => createUser(server, { node: acorn, ...more });
const storedUser = async ({ id }: TestUser) => (await server.query('select * from users where id = $1', [id]))[0]!;
const canSignIn = async ({ userName, host }: TestUser, secret: string) =>
  (await signIn(server, { userName, host, secret })).status === 200;
const threePartMessage = /^\w+Exception: recovery\.\w+: [^:]+$/;

describe('a reset link', () => {
  test('sets the new password, is consumed, ends all sessions and mails the owner', async () => {
    const user = await freshUser({ manual_password: false });
    const clients = [await createClient(server, user), await createClient(server, user)];
    await on().sendMail((await on().start(emailOf(user))).body.result.userId);
    const [token] = await resetTokensMailed(server, user);
    const { body } = await on().reset(token!, next);
    expect(body).toEqual({ result: { changed: true }, message: passwordChangedText, messageCode: 'password.changed' });
    for (const client of clients) expect((await client.get(`/user-management/users/${user.id}`)).status).toBe(401);
    expect([await canSignIn(user, password), await canSignIn(user, next)]).toEqual([false, true]);
    expect(await storedUser(user)).toMatchObject({ manual_password: true, is_reset_token_used: true, version: 2 });
    expect((await storedUser(user))['password_hash']).toMatch(/^\$argon2id\$/);
    expect((await queuedMails(server, user)).at(-1)).toMatchObject({
      kind: 'passwordChanged',
      to: emailOf(user),
      variables: { at: expect.stringMatching(/Z$/), address: '127.0.0.1' },
    });
    const auditEntries = await server.query('select action, reason from audit where entity_id = $1 order by at, id', [
      user.id,
    ]);
    expect(auditEntries).toContainEqual({ action: 'password.reset', reason: 'mail' });
    expect((await on().reset(token!, 'Other-harbour-28')).body.messageCode).toBe('recovery.linkUsed');
    expect((await on().check(token!)).body.messageCode).toBe('recovery.linkUsed');
    expect(await canSignIn(user, next)).toBe(true);
  });

  test('used with an idempotency key accepts an identical retry for ten minutes, and no other request', async () => {
    const separate = await startTestServer();
    const org = await createOrganisation(separate);
    const user = await createUser(separate, { node: org });
    const token = await createResetToken(separate, user);
    const send = (secret: string, key?: string) =>
      createRecoveryClient(separate, org).send(
        'PUT',
        `reset-password/${token}`,
        { password: secret, confirmPassword: secret },
        key === undefined ? {} : { 'idempotency-key': key },
      );
    const [key, other] = [newId(), newId()];
    const responses = await Promise.all(Array.from({ length: 12 }, () => send(next, key)));
    responses.push(await send(next, key));
    for (const { status, text } of responses) expect([status, text]).toEqual([200, responses[0]!.text]);
    for (const response of [await send(next), await send(next, other), await send('Other-harbour-28', key)])
      expect(response.body.messageCode).toBe('recovery.linkUsed');
    expect((await queuedMails(separate, user)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
    await separate.advanceClock('11 minutes');
    expect((await send(next, key)).body.messageCode).toBe('recovery.linkUsed');
  });

  test('can be checked repeatedly at each of its paths without being consumed', async () => {
    const token = await createResetToken(server, await freshUser());
    for (const path of ['reset-password/validation/', 'validate-reset-token/', 'reset-password/'])
      for (let count = 0; count < 3; count += 1) {
        const { status, body } = await on().send('GET', path + token);
        expect([status, body]).toEqual([200, { result: { valid: true, ...rules } }]);
        expect(
          (await server.request({ method: 'HEAD', url: `/user-management/${path}${token}`, host: acorn.host })).status,
        ).toBe(200);
      }
    expect((await on().reset(token, next)).status).toBe(200);
  });

  test('succeeds once for concurrent uses', async () => {
    const slow = await startTestServer({ databaseUrl: server.ownerUrl, hashQueueSeconds: 30 });
    const user = await freshUser();
    const token = await createResetToken(server, user);
    const passwords = Array.from({ length: 32 }, (_, index) => `Quiet-harbour-${index + 10}`);
    const { reset } = createRecoveryClient(slow, acorn);
    const responses = await Promise.all(passwords.map((candidate) => reset(token, candidate)));
    const succeeded = passwords.filter((_, index) => responses[index]!.status === 200);
    expect(succeeded).toHaveLength(1);
    for (const { status, body } of responses)
      if (status !== 200) expect([status, body.messageCode]).toEqual([400, 'recovery.linkUsed']);
    expect(await canSignIn(user, succeeded[0]!)).toBe(true);
    expect((await queuedMails(server, user)).filter(({ kind }) => kind === 'passwordChanged')).toHaveLength(1);
  });

  test('sets only its owner’s password, whichever user the request names', async () => {
    const users = [await freshUser(), await freshUser(), await freshUser(), await createUser(server, { node: beech })];
    for (const owner of users)
      for (const other of users) {
        const token = await createResetToken(server, owner);
        const before = await Promise.all(users.map(storedUser));
        const secret = `Harbour-${newId()}`;
        // the hardened profile rejects requests with unknown fields
        const extraFields = hardened ? {} : { id: other.id, userId: other.id, emailId: emailOf(other) };
        const response = await server.request({
          method: 'PUT',
          url: `/user-management/reset-password/${token}?id=${other.id}&userId=${other.id}`,
          host: other.host,
          body: { password: secret, confirmPassword: secret, ...extraFields },
        });
        const isOwnPortal = owner.host === other.host;
        expect(response.status).toBe(isOwnPortal ? 200 : 400);
        const after = await Promise.all(users.map(storedUser));
        const changed = users.filter((_, index) => before[index]!['password_hash'] !== after[index]!['password_hash']);
        expect(changed).toEqual(isOwnPortal ? [owner] : []);
      }
  });

  test('is rejected with a three-part message once replaced, expired or if the user is disabled', async () => {
    const user = await freshUser();
    const before = (await storedUser(user))['password_hash'];
    const olderToken = await createResetToken(server, user);
    const newerToken = await createResetToken(server, user);
    const disabledToken = await createResetToken(server, await freshUser({ status: false }));
    const expiredToken = await createResetToken(server, await freshUser(), { expires_date: past });
    for (const [token, code] of [
      [olderToken, 'recovery.linkExpired'],
      [expiredToken, 'recovery.linkExpired'],
      [disabledToken, 'recovery.linkExpired'],
      ['unknown', 'recovery.linkUnknown'],
      [user.id, 'recovery.linkUnknown'],
    ] as const)
      for (const response of [await on().check(token), await on().reset(token, next)]) {
        expect([response.status, response.body.messageCode]).toEqual([400, code]);
        expect(response.body.message).toMatch(threePartMessage);
      }
    expect((await storedUser(user))['password_hash']).toBe(before);
    expect((await on().check(newerToken)).status).toBe(200);
    const auditEntries = await server.query(`select reason from audit where action = 'password.resetRefused'`);
    expect(auditEntries.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['recovery.linkExpired', 'recovery.linkUnknown']),
    );
  });

  test(`expires after ${hardened ? 'ten minutes' : 'half an hour'}`, async () => {
    const separate = await startTestServer();
    const org = await createOrganisation(separate);
    const user = await createUser(separate, { node: org });
    const recoveryApi = createRecoveryClient(separate, org);
    await recoveryApi.sendMail((await recoveryApi.start(emailOf(user))).body.result.userId);
    const [token] = await resetTokensMailed(separate, user);
    const minutes = hardened ? 10 : 30;
    await separate.advanceClock(`${minutes - 1} minutes 50 seconds`);
    expect((await recoveryApi.check(token!)).status).toBe(200);
    await separate.advanceClock(`${minutes} minutes 1 second`);
    expect((await recoveryApi.reset(token!, next)).body.messageCode).toBe('recovery.linkExpired');
  });

  test('resets the failed sign-in attempts', async () => {
    const strict = await startTestServer({ databaseUrl: server.ownerUrl, signInTries: 1, resetGuesses: 1_000_000 });
    const user = await freshUser();
    await signIn(strict, { ...user, secret: 'wrong' });
    expect((await signIn(strict, user)).body.messageCode).toBe('signIn.locked');
    await createRecoveryClient(strict, acorn).reset(await createResetToken(server, user), next);
    expect((await signIn(strict, { ...user, secret: next })).status).toBe(200);
  });
});

describe('the new password', () => {
  const long = 'Demo-portal-26-Demo';
  const expectRefused = async (secret: unknown, confirm: unknown = secret, more: Record<string, unknown> = {}) => {
    const user = await freshUser(more);
    const token = await createResetToken(server, user);
    const before = await storedUser(user);
    const { status, body } = await on().reset(token, secret, confirm);
    expect(await storedUser(user)).toEqual(before);
    expect((await on().check(token)).status).toBe(200);
    return [status, body.errors?.[0]?.messageCode ?? body.messageCode, body.errors?.[0]?.path];
  };

  const passwordsWithSpaces = [
    ['Quiet harbour', 'field.spaces'],
    ['Quiet-harbour\u3000', 'field.spaces'],
  ] as const;

  test.for([
    ['', 'field.required'],
    ['a7-Yz', 'field.passwordTooShort'],
    ...(hardened ? [] : passwordsWithSpaces),
    ['x'.repeat(129), 'field.tooLong'],
    [['Quiet-harbour-27'], 'field.required'],
    [{ $gt: '' }, 'field.required'],
    [7, 'field.required'],
    [null, 'field.required'],
  ] as const)('%o is rejected with a field error', async ([secret, code]) => {
    expect(await expectRefused(secret)).toEqual([400, code, 'password']);
  });

  const weakPasswords = [
    ['Password', 'password.common'],
    ['Storeward1', 'password.likePlace'],
    ['acorn-2026', 'password.likePlace'],
    ['aaaaaaaa', 'password.common'],
    ['zyxwvuts', 'password.common'],
    ['lovelace.1', 'password.likeYou'],
    [password, 'password.sameAsBefore'],
  ] as const;
  // the same weaknesses at the hardened minimum length
  const weakLongPasswords = [
    ['Fourteen-sign!', 'password.tooShort'],
    ['Storeward-Storeward', 'password.likePlace'],
    ['aaaaaaaaaaaaaaaa', 'password.common'],
    ['zyxwvutsrqponmlk', 'password.common'],
    ['lovelace lovelace', 'password.likeYou'],
    [long, 'password.sameAsBefore'],
  ] as const;

  test.for<readonly [string, string]>(hardened ? weakLongPasswords : weakPasswords)(
    '%s is rejected with its error code, and the link stays valid',
    async ([secret, code]) => {
      const before = secret === long ? { password_hash: await hash(long) } : {};
      expect(await expectRefused(secret, secret, { lastName: 'Lovelace', ...before })).toEqual([400, code, undefined]);
    },
  );

  test('must differ from the secret word, also with a reset link', async () => {
    const candidate = 'Orange-harbour-31';
    expect(await expectRefused(candidate, candidate, { secret_word_hash: await hash(candidate) })).toEqual([
      400,
      'password.secretWord',
      undefined,
    ]);
  });

  test('must equal its confirmation', async () => {
    expect(await expectRefused(next, `${next}x`)).toEqual([400, 'field.passwordsDiffer', 'confirmPassword']);
  });

  const acceptedPasswords = hardened
    ? ['漢字 の パスワード は 十五 文字', ' quiet harbour at dawn', `${'Long-'.repeat(25)}abc`]
    : ['Demo-portal-27', 'Shop-window-42', '漢字のパスワード', `${'Long-'.repeat(25)}abc`, 'ÄÖÜßäöü'];

  test.for(acceptedPasswords)('%s is accepted exactly as typed', async (secret) => {
    const user = await freshUser();
    expect((await on().reset(await createResetToken(server, user), secret)).status).toBe(200);
    expect(await canSignIn(user, secret)).toBe(true);
    if (secret.toLowerCase() !== secret) expect(await canSignIn(user, secret.toLowerCase())).toBe(false);
  });

  test('has the organisation’s minimum length, which the link check returns', async () => {
    const org = await createOrganisation(server);
    const setting = { id: newId(), org_id: org.id, node_id: org.id, tpath: org.tpath, section: 'security' };
    await insertRow(server, 'setting_values', { ...setting, field: 'passwordMinimum', value: '20' });
    const token = await createResetToken(server, await createUser(server, { node: org }));
    expect((await on(org).check(token)).body.result).toEqual({ ...rules, valid: true, minimum: 20 });
    expect((await on(org).reset(token, next)).body.messageCode).toBe('password.tooShort');
    expect((await on(org).reset(token, `${next}-longer`)).status).toBe(200);
  });
});
