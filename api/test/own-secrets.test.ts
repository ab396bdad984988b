import { describe, expect, test } from 'vitest';
import { anOrganisation, aUser, insert, matches, password, signedIn, signIn } from './builders.ts';
import { filledIn } from './doors.ts';
import { aResetToken, mailOf, recovery } from './recovery.ts';
import { save, someProfiles } from './profiles.ts';
import { aServer } from './server.ts';
import { newId } from '../src/platform/ids.ts';

const house = await aServer();
const { org, store, someone, rowOf, mailsOf } = await someProfiles(house);

describe('a change of what leads to a new password', () => {
  const changes = [
    ['emailId', { emailId: 'new@mail.example' }],
    ['phoneNumber', { phoneNumber: '+44 113 496 0999' }],
    ['secretWord', { secretWord: 'orange juice' }],
  ] as const;

  test.for(changes)('asks for the password, and tells the address before it: %s', async ([what, change]) => {
    const me = await someone({ email_id: `old-${what.toLowerCase()}@mail.example` });
    const own = { emailId: `old-${what.toLowerCase()}@mail.example`, ...change };
    const before = await rowOf(me.person);
    for (const missing of [{}, { password: '' }, { password: null }]) {
      const { status, body } = await save(me, { ...own, ...missing });
      expect([status, body.messageCode]).toEqual([400, 'password.needed']);
    }
    const wrong = await save(me, { ...own, password: 'Not-the-password-1' });
    expect([wrong.status, wrong.body.messageCode]).toEqual([400, 'password.oldWrong']);
    expect(await rowOf(me.person)).toEqual(before);
    expect(await mailsOf(me.person)).toEqual([]);

    const right = await save(me, { ...own, password });
    expect(right.status).toBe(200);
    expect(right.text).not.toContain('orange');
    expect(await mailsOf(me.person)).toEqual([
      { kind: 'contactChanged', to: before['email_id'], what, at: right.body.result.updatedDate },
    ]);
  });

  test.for(changes)('ends a link that is on its way, unless the phone alone is another: %s', async ([what, change]) => {
    const me = await someone();
    const token = await aResetToken(house, me.person);
    await save(me, { ...change, password });
    const { status } = await recovery(house, org).check(token);
    expect(status).toBe(what === 'phoneNumber' ? 200 : 400);
  });

  test('by an administrator is told to the address before it too, and ends a link that went there', async () => {
    const admin = await signedIn(house, await aUser(house, { at: org }));
    const person = await aUser(house, { at: store, rights: [] });
    const change = (more: object) => admin.put(`/user-management/users/${person.id}`, { ...filledIn(person), ...more });
    const token = await aResetToken(house, person);
    await change({ phoneNumber: '+44 113 496 0111' });
    expect((await recovery(house, org).check(token)).status).toBe(200);
    const { body } = await change({ emailId: 'moved@mail.example' });
    expect((await recovery(house, org).check(token)).body.messageCode).toBe('recovery.linkExpired');
    expect((await change({ emailId: 'moved@mail.example' })).status).toBe(200);
    const [to, at] = [mailOf(person), body.result.updatedDate as string];
    const mails = await mailsOf(person);
    expect(mails[0]).toMatchObject({ kind: 'contactChanged', to, what: 'phoneNumber' });
    expect(mails.slice(1)).toHaveLength(2);
    expect(mails.slice(1)).toEqual(
      expect.arrayContaining(['emailId', 'phoneNumber'].map((what) => ({ kind: 'contactChanged', to, what, at }))),
    );
  });

  test('goes with the old address although the e-mail is among it, one mail for each', async () => {
    const me = await someone({ email_id: 'before@mail.example' });
    await save(me, {
      emailId: 'after@mail.example',
      phoneNumber: '+44 113 496 0998',
      secretWord: 'orange juice',
      password,
    });
    const mails = await mailsOf(me.person);
    expect(mails.map(({ what }) => String(what)).toSorted()).toEqual(['emailId', 'phoneNumber', 'secretWord']);
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(['before@mail.example']));
    expect(await rowOf(me.person)).toMatchObject({ email_id: 'after@mail.example', email_norm: 'after@mail.example' });
  });

  test('asks for nothing where all stays as it is, and for no password for a PIN', async () => {
    const me = await someone();
    expect((await save(me, { firstName: 'Grace', pin: '004711' })).status).toBe(200);
    expect(await matches('004711', (await rowOf(me.person))['pin_hash'] as string)).toBe(true);
    expect((await save(me, { pin: null })).body.result.hasPin).toBe(true);
    expect((await save(me)).body.result.hasPin).toBe(true);
    expect(await mailsOf(me.person)).toEqual([]);
  });

  test('holds the word to what the organisation asks of passwords: how long, not its own name, not one sign again and again', async () => {
    const strict = await anOrganisation(house, { name: 'Hawthorn' });
    const setting = { id: newId(), org_id: strict.id, node_id: strict.id, tpath: strict.tpath, section: 'security' };
    await insert(house, 'setting_values', { ...setting, field: 'passwordMinimum', value: '12' });
    const me = await signedIn(house, await aUser(house, { at: strict }));
    for (const [secretWord, code] of [
      ['orange dawn', 'field.secretWordShort'],
      ['aaaaaaaaaaaaaa', 'field.secretWordCommon'],
      ['hawthorn 2026', 'field.secretWordCommon'],
    ] as const) {
      const { status, body } = await save(me, { secretWord, password });
      expect([status, body.errors?.[0]]).toMatchObject([400, { path: 'secretWord', messageCode: code }]);
    }
    expect((await save(me, { secretWord: 'orange at dawn', password })).status).toBe(200);
  });

  test('keeps secrets as hashes alone, the word without the spaces around it, and writes none down', async () => {
    const me = await someone();
    const { body } = await save(me, { secretWord: '  Orange Juice ', pin: '815471', password });
    expect(body.result).toMatchObject({ secretWord: null, hasSecretWord: true, pin: null, hasPin: true });
    const row = await rowOf(me.person);
    expect(row['secret_word_hash']).toMatch(/^\$argon2id\$/);
    expect(await matches('Orange Juice', row['secret_word_hash'] as string)).toBe(true);
    const stored = JSON.stringify([row, await house.rows('select * from audit where entity_id = $1', [me.person.id])]);
    expect(stored).not.toMatch(/orange|815471|Demo-portal/i);
    expect(stored).toContain('"secretWord":"replaced"');
  });

  test.for([
    ['the password', password],
    ['the password in other letters', 'DEMO-portal-26'],
    ['the user name', 'grace.brewster'],
    ['the user name and more', 'xgracebrewster1'],
    ['the first name, as it will be', 'Gráceline'],
    ['both names', 'Gráceline Höpper'],
    ['the e-mail', 'hoppers@mail.example'],
    ['what stands before the @', 'hoppers'],
  ] as const)('takes no secret word that tells %s', async ([, secretWord]) => {
    const me = await someone({ userName: `grace.brewster`, email_id: 'hoppers@mail.example', deleted_date: null });
    const own = { firstName: 'Gráceline', lastName: 'Höpper', emailId: 'hoppers@mail.example', password };
    const { status, body } = await save(me, { ...own, secretWord });
    expect([status, body.errors?.[0]]).toMatchObject([
      400,
      { path: 'secretWord', messageCode: 'field.secretWordLikeYou' },
    ]);
    expect((await rowOf(me.person))['secret_word_hash']).toBeNull();
    await house.rows(`update users set deleted_date = now() where id = $1`, [me.person.id]);
  });

  test('takes no secret word from the list of common and leaked ones', async () => {
    const me = await someone();
    for (const secretWord of ['password1', 'Football']) {
      const { status, body } = await save(me, { secretWord, password });
      expect([status, body.errors?.[0]]).toMatchObject([
        400,
        { path: 'secretWord', messageCode: 'field.secretWordCommon' },
      ]);
    }
    expect((await rowOf(me.person))['secret_word_hash']).toBeNull();
  });

  test('leads back to a forgotten password by the new secret word', async () => {
    const me = await someone();
    expect((await save(me, { secretWord: ' Orange Juice ', password })).status).toBe(200);
    const recover = (secretWord: string) =>
      house.ask({
        method: 'POST',
        url: '/user-management/validate-email-id',
        host: me.host,
        body: { username: me.person.userName, domainName: me.person.at.domain, secretWord },
      });
    expect((await recover('orange juice')).body.messageCode).toBe('recovery.wordWrong');
    const { status, body } = await recover('Orange Juice');
    expect([status, typeof body.result?.resetToken]).toEqual([200, 'string']);
  });

  test('counts wrong passwords together with those at sign-in, also while it refuses, and locks after ten', async () => {
    const me = await someone();
    const guess = () => save(me, { secretWord: 'orange juice', password: 'Not-the-password-1' });
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).body.messageCode).toBe('password.oldWrong');
    const locked = await save(me, { secretWord: 'orange juice', password });
    expect([locked.status, locked.body.messageCode]).toEqual([400, 'signIn.locked']);
    expect((await rowOf(me.person))['secret_word_hash']).toBeNull();
    expect((await save(me, { firstName: 'Still mine' })).status).toBe(200);
    await house.clockAhead('31 minutes');
    const again = await signIn(house, { userName: me.person.userName, host: me.host });
    expect(again.status).toBe(200);
    await house.clockAhead('0');
  });

  test('sent ten at a time counts each, and locks all the same', async () => {
    const me = await someone();
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => save(me, { secretWord: 'orange juice', password: 'Not-the-password-1' })),
    );
    const codes = answers.map(({ body }) => body.messageCode as string).toSorted();
    expect(codes).toEqual(
      [...Array<string>(10).fill('password.oldWrong'), ...Array<string>(4).fill('signIn.locked')].sort(),
    );
  });
});
