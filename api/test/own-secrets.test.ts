import { describe, expect, test } from 'vitest';
import { createOrganisation, createUser, insertRow, verify, password, createClient, signIn } from './builders.ts';
import { userFields } from './input-fields.ts';
import { createResetToken, emailOf, createRecoveryClient } from './recovery.ts';
import { saveProfile, createProfileFixture } from './profiles.ts';
import { startTestServer } from './server.ts';
import { newId } from '../src/platform/database/ids.ts';

const testServer = await startTestServer();
const { org, store, createClient: createTestClient, rowOf, mailsOf } = await createProfileFixture(testServer);

describe('changes of recovery data', () => {
  const changes = [
    ['emailId', { emailId: 'new@mail.example' }],
    ['phoneNumber', { phoneNumber: '+44 113 496 0999' }],
    ['secretWord', { secretWord: 'orange juice' }],
  ] as const;

  test.for(changes)(
    'a change requires the password, and notifies the address that counts: %s',
    async ([what, change]) => {
      const me = await createTestClient({ email_id: `old-${what.toLowerCase()}@mail.example` });
      const own = { emailId: `old-${what.toLowerCase()}@mail.example`, ...change };
      const before = await rowOf(me.user);
      for (const missing of [{}, { password: '' }, { password: null }]) {
        const { status, body } = await saveProfile(me, { ...own, ...missing });
        expect([status, body.messageCode]).toEqual([400, 'password.needed']);
      }
      const rejected = await saveProfile(me, { ...own, password: 'Not-the-password-1' });
      expect([rejected.status, rejected.body.messageCode]).toEqual([400, 'password.oldWrong']);
      expect(await rowOf(me.user)).toEqual(before);
      expect(await mailsOf(me.user)).toEqual([]);

      const right = await saveProfile(me, { ...own, password });
      expect(right.status).toBe(200);
      expect(right.text).not.toContain('orange');
      const mails = (await mailsOf(me.user)).filter(({ to }) => to === before['email_id']);
      const at = right.body.result.updatedDate as string;
      expect(mails).toMatchObject(
        what === 'emailId'
          ? [{ kind: 'emailChange', address: 'new@mail.example', byOwner: true }]
          : [{ kind: 'contactChanged', what, at }],
      );
    },
  );

  test.for(changes)(
    'a change invalidates pending reset links, unless only the phone number changes: %s',
    async ([what, change]) => {
      const me = await createTestClient();
      const token = await createResetToken(testServer, me.user);
      await saveProfile(me, { ...change, password });
      const { status } = await createRecoveryClient(testServer, org).check(token);
      expect(status).toBe(what === 'phoneNumber' ? 200 : 400);
    },
  );

  test('a change by an administrator notifies the address that counts too, and invalidates reset links sent there', async () => {
    const admin = await createClient(testServer, await createUser(testServer, { node: org }));
    const user = await createUser(testServer, { node: store, rights: [] });
    const change = (more: object) => admin.put(`/user-management/users/${user.id}`, { ...userFields(user), ...more });
    const token = await createResetToken(testServer, user);
    await change({ phoneNumber: '+44 113 496 0111' });
    expect((await createRecoveryClient(testServer, org).check(token)).status).toBe(200);
    const { body } = await change({ emailId: 'moved@mail.example' });
    expect((await createRecoveryClient(testServer, org).check(token)).body.messageCode).toBe('recovery.linkExpired');
    expect((await change({ emailId: 'moved@mail.example' })).status).toBe(200);
    const [to, at] = [emailOf(user), body.result.updatedDate as string];
    const mails = await mailsOf(user);
    expect(mails[0]).toMatchObject({ kind: 'contactChanged', to, what: 'phoneNumber' });
    expect(mails.slice(1)).toHaveLength(3);
    expect(mails.slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'emailConfirmation', to: 'moved@mail.example' }),
        expect.objectContaining({ kind: 'emailChange', to, address: 'moved@mail.example', byOwner: false }),
        { kind: 'contactChanged', to, what: 'phoneNumber', at },
      ]),
    );
  });

  test('notifications go to the address that counts even if the e-mail changes, one mail for each change', async () => {
    const me = await createTestClient({ email_id: 'before@mail.example' });
    await saveProfile(me, {
      emailId: 'after@mail.example',
      phoneNumber: '+44 113 496 0998',
      secretWord: 'orange juice',
      password,
    });
    const mails = await mailsOf(me.user);
    const notified = mails.filter(({ kind }) => kind !== 'emailConfirmation');
    expect(notified.map(({ kind, what }) => String(what ?? kind)).toSorted()).toEqual([
      'emailChange',
      'phoneNumber',
      'secretWord',
    ]);
    expect(new Set(notified.map(({ to }) => to))).toEqual(new Set(['before@mail.example']));
    expect(await rowOf(me.user)).toMatchObject({
      email_id: 'before@mail.example',
      pending_email: 'after@mail.example',
    });
  });

  test('saving without changes or with a new PIN requires no password', async () => {
    const me = await createTestClient();
    expect((await saveProfile(me, { firstName: 'Grace', pin: '004711' })).status).toBe(200);
    expect(await verify('004711', (await rowOf(me.user))['pin_hash'] as string)).toBe(true);
    expect((await saveProfile(me, { pin: null })).body.result.hasPin).toBe(true);
    expect((await saveProfile(me)).body.result.hasPin).toBe(true);
    expect(await mailsOf(me.user)).toEqual([]);
  });

  test('a secret word follows the organisation’s password rules: length, not the own name, no repeated character', async () => {
    const strict = await createOrganisation(testServer, { name: 'Hawthorn' });
    const setting = { id: newId(), org_id: strict.id, node_id: strict.id, tpath: strict.tpath, section: 'security' };
    await insertRow(testServer, 'setting_values', { ...setting, field: 'passwordMinimum', value: '12' });
    const me = await createClient(testServer, await createUser(testServer, { node: strict }));
    for (const [secretWord, code] of [
      ['orange dawn', 'field.secretWordShort'],
      ['aaaaaaaaaaaaaa', 'field.secretWordCommon'],
      ['hawthorn 2026', 'field.secretWordCommon'],
    ] as const) {
      const { status, body } = await saveProfile(me, { secretWord, password });
      expect([status, body.errors?.[0]]).toMatchObject([400, { path: 'secretWord', messageCode: code }]);
    }
    expect((await saveProfile(me, { secretWord: 'orange at dawn', password })).status).toBe(200);
  });

  test('secrets are stored as hashes only, the word trimmed, and none is audited', async () => {
    const me = await createTestClient();
    const { body } = await saveProfile(me, { secretWord: '  Orange Juice ', pin: '815471', password });
    expect(body.result).toMatchObject({ secretWord: null, hasSecretWord: true, pin: null, hasPin: true });
    const row = await rowOf(me.user);
    expect(row['secret_word_hash']).toMatch(/^\$argon2id\$/);
    expect(await verify('Orange Juice', row['secret_word_hash'] as string)).toBe(true);
    const stored = JSON.stringify([
      row,
      await testServer.query('select * from audit where entity_id = $1', [me.user.id]),
    ]);
    expect(stored).not.toMatch(/orange|815471|Demo-portal/i);
    expect(stored).toContain('"secretWord":"replaced"');
  });

  test.for([
    ['the password', password],
    ['the password in other case', 'DEMO-portal-26'],
    ['the user name', 'grace.brewster'],
    ['the user name inside other characters', 'xgracebrewster1'],
    ['the new first name', 'Gráceline'],
    ['both names', 'Gráceline Höpper'],
    ['the e-mail', 'hoppers@mail.example'],
    ['the local part of the e-mail', 'hoppers'],
  ] as const)('rejects a secret word that contains %s', async ([, secretWord]) => {
    const me = await createTestClient({
      userName: `grace.brewster`,
      email_id: 'hoppers@mail.example',
      deleted_date: null,
    });
    const own = { firstName: 'Gráceline', lastName: 'Höpper', emailId: 'hoppers@mail.example', password };
    const { status, body } = await saveProfile(me, { ...own, secretWord });
    expect([status, body.errors?.[0]]).toMatchObject([
      400,
      { path: 'secretWord', messageCode: 'field.secretWordLikeYou' },
    ]);
    expect((await rowOf(me.user))['secret_word_hash']).toBeNull();
    await testServer.query(`update users set deleted_date = now() where id = $1`, [me.user.id]);
  });

  test('rejects a secret word from the list of common and leaked ones', async () => {
    const me = await createTestClient();
    for (const secretWord of ['password1', 'Football']) {
      const { status, body } = await saveProfile(me, { secretWord, password });
      expect([status, body.errors?.[0]]).toMatchObject([
        400,
        { path: 'secretWord', messageCode: 'field.secretWordCommon' },
      ]);
    }
    expect((await rowOf(me.user))['secret_word_hash']).toBeNull();
  });

  test('a forgotten password can be reset with the new secret word', async () => {
    const me = await createTestClient();
    expect((await saveProfile(me, { secretWord: ' Orange Juice ', password })).status).toBe(200);
    const recover = (secretWord: string) =>
      testServer.request({
        method: 'POST',
        url: '/user-management/validate-email-id',
        host: me.host,
        body: { username: me.user.userName, domainName: me.user.node.domain, secretWord },
      });
    expect((await recover('orange juice')).body.messageCode).toBe('recovery.wordWrong');
    const { status, body } = await recover('Orange Juice');
    expect([status, typeof body.result?.resetToken]).toEqual([200, 'string']);
  });

  test('wrong passwords count together with failed sign-ins, also while locked, and lock after ten', async () => {
    const me = await createTestClient();
    const guess = () => saveProfile(me, { secretWord: 'orange juice', password: 'Not-the-password-1' });
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).body.messageCode).toBe('password.oldWrong');
    const locked = await saveProfile(me, { secretWord: 'orange juice', password });
    expect([locked.status, locked.body.messageCode]).toEqual([400, 'signIn.locked']);
    expect((await rowOf(me.user))['secret_word_hash']).toBeNull();
    expect((await saveProfile(me, { firstName: 'Still mine' })).status).toBe(200);
    await testServer.advanceClock('31 minutes');
    const again = await signIn(testServer, { userName: me.user.userName, host: me.host });
    expect(again.status).toBe(200);
    await testServer.advanceClock('0');
  });

  test('ten concurrent wrong passwords are all counted, and lock as well', async () => {
    const me = await createTestClient();
    const responses = await Promise.all(
      Array.from({ length: 14 }, () => saveProfile(me, { secretWord: 'orange juice', password: 'Not-the-password-1' })),
    );
    const codes = responses.map(({ body }) => body.messageCode as string).toSorted();
    expect(codes).toEqual(
      [...Array<string>(10).fill('password.oldWrong'), ...Array<string>(4).fill('signIn.locked')].sort(),
    );
  });
});
