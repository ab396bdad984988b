import { describe, expect, test } from 'vitest';
import { aUser, password, platform, signedIn } from '../../test/builders.ts';
import { filledInOfOneself } from '../../test/doors.ts';
import { ofProfile, save, someProfiles, wish } from '../../test/profiles.ts';
import { aServer } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

const house = await aServer();
const { org, store, someone, rowOf, mailsOf } = await someProfiles(house);

describe('the own profile', () => {
  test('is told whole, by no secret but whether there is one', async () => {
    const me = await someone({
      date_of_birth: '1990-02-03',
      secret_word_hash: '$argon2id$canary-word',
      pin_hash: '$argon2id$canary-pin',
      communication_sms: true,
    });
    const { status, body, headers, text } = await me.get(ofProfile(me.person));
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      id: me.person.id,
      userName: me.person.userName,
      dateOfBirth: '1990-02-03',
      communicationSms: true,
      secretWord: null,
      hasSecretWord: true,
      pin: null,
      hasPin: true,
      resetToken: null,
    });
    expect(headers['etag']).toBe('"1"');
    expect(text).not.toMatch(/argon2|canary/);
  });

  test.for(['GET', 'PUT'] as const)(
    'of somebody else is as unknown as one of nobody, also to those who may do all: %s',
    async (method) => {
      const admin = await signedIn(house, await aUser(house, { at: org }));
      const colleague = await aUser(house, { at: store });
      const before = await rowOf(colleague);
      const ask = (id: string) =>
        method === 'GET'
          ? admin.get(ofProfile({ id }))
          : admin.put(ofProfile({ id }), { ...filledInOfOneself(colleague), firstName: 'Taken' });
      const [theirs, nobodys] = [await ask(colleague.id), await ask('0199a000-0000-7000-8000-000000000042')];
      expect([theirs.status, theirs.body.messageCode]).toEqual([404, 'user.unknown']);
      expect(theirs.text).toBe(nobodys.text);
      expect(await rowOf(colleague)).toEqual(before);
    },
  );

  test('takes back what it told, and nothing changes by it', async () => {
    const me = await someone({
      secret_word_hash: 'x',
      pin_hash: 'y',
      phone_number: '+44 113 496 0000',
      date_of_birth: '1990-02-03',
    });
    const before = await rowOf(me.person);
    const { body, headers } = await me.get(ofProfile(me.person));
    const saved = await me.put(ofProfile(me.person), body.result, { 'if-match': String(headers['etag']) });
    expect([saved.status, saved.headers['etag']]).toEqual([200, '"2"']);
    const { version: _, updated_by: __, updated_date: ___, ...after } = await rowOf(me.person);
    expect(before).toMatchObject(after);
    expect(await mailsOf(me.person)).toEqual([]);
  });

  test('is saved as it was filled in, found by its new name, and written down', async () => {
    const me = await someone();
    const { status, body } = await save(me, {
      firstName: ' Grace ',
      lastName: 'Höpper',
      language: 'de',
      timeZone: 'Asia/Tokyo',
      country: 'JP',
      dateOfBirth: '1906-12-09',
      communicationEmail: true,
      communicationPush: true,
    });
    expect(status).toBe(200);
    const kept = {
      firstName: 'Grace',
      lastName: 'Höpper',
      language: 'de',
      timeZone: 'Asia/Tokyo',
      country: 'JP',
      dateOfBirth: '1906-12-09',
      communicationEmail: true,
      communicationPush: true,
      communicationSms: false,
    };
    expect(body.result).toMatchObject({ ...kept, version: 2, updatedBy: me.person.id });
    expect((await me.get(ofProfile(me.person))).body.result).toEqual(body.result);
    expect(await rowOf(me.person)).toMatchObject({
      name_norm: 'grace hopper',
      search_text: expect.stringMatching(/^grace hopper /),
    });
    const [mark] = await house.rows(`select * from audit where entity_id = $1 and action = 'user.profileUpdated'`, [
      me.person.id,
    ]);
    expect(mark).toMatchObject({ actor_id: me.person.id, tpath: store.tpath });
    expect(mark!['after']).toMatchObject({ firstName: 'Grace', dateOfBirth: '1906-12-09', communicationEmail: true });
  });

  test('of somebody without a place, and of a global user, is theirs as well', async () => {
    const nowhere = await someone({ nowhere: true, rights: null });
    const global = await signedIn(house, await aUser(house, { at: platform, userName: 'the.global' }));
    for (const me of [nowhere, global]) {
      expect((await save(me, { firstName: 'Nemo' })).body.result.firstName).toBe('Nemo');
      expect((await rowOf(me.person))['first_name']).toBe('Nemo');
    }
  });

  test('changes nothing that is not filled in there, whatever is sent besides', async () => {
    const me = await someone();
    const before = await rowOf(me.person);
    const poisoned = JSON.stringify(wish(me)).replace('{', '{"__proto__":{"status":false},');
    expect((await me.put(ofProfile(me.person), poisoned, { 'content-type': 'application/json' })).status).toBe(400);
    const columns = Object.keys(before);
    const camel = columns.map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
    const unknown = [
      ...columns,
      ...camel,
      'roles',
      'userRole',
      'permissions',
      'can',
      'rootNode',
      'rootNodeId',
      'admin',
      'isAdmin',
      'constructor',
    ];
    const mass = Object.fromEntries(unknown.map((name) => [name, 'ffffffff-ffff-4fff-bfff-ffffffffffff']));
    const sent = wish(me, { firstName: 'Grace', status: false, manualPassword: false, version: 1 });
    const { status } = await me.put(ofProfile(me.person), {
      ...mass,
      ...sent,
      pin: null,
      secretWord: null,
      password: null,
    });
    expect(status).toBe(200);
    const after = await rowOf(me.person);
    const changed = columns.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    expect(changed.sort()).toEqual([
      'country',
      'first_name',
      'last_name',
      'name_norm',
      'search_text',
      'updated_by',
      'updated_date',
      'version',
    ]);
    expect(await house.rows('select role_id from assignments where user_id = $1', [me.person.id])).toEqual([
      { role_id: me.person.roleId },
    ]);
  });

  test.for([
    ['firstName', ''],
    ['dateOfBirth', '2999-01-01'],
    ['dateOfBirth', '1899-12-31'],
    ['dateOfBirth', '2001-02-30'],
    ['dateOfBirth', ''],
    ['dateOfBirth', 5],
    ['pin', '123'],
    ['pin', '1234567'],
    ['pin', '12a4'],
    ['pin', '１２３４'],
    ['pin', 1234],
    ['pin', ''],
    ['secretWord', ''],
    ['secretWord', '  five5   '],
    ['secretWord', 'x'.repeat(129)],
    ['secretWord', 'with\u0000zero'],
    ['secretWord', ['orange juice']],
    ['communicationSms', 'yes'],
    ['communicationPush', null],
    ['phoneNumber', '0113'],
    ['language', 'xx'],
    ['password', 7],
    ['password', 'x'.repeat(1025)],
  ] as const)('refuses by name what nobody could have filled in: %s as %o', async ([field, value]) => {
    const me = await someone();
    const { status, body } = await save(me, { [field]: value });
    expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
    expect(body.errors.map(({ path }: { path: string }) => path)).toContain(field);
    expect((await rowOf(me.person))['version']).toBe(1);
  });

  test('starts from the version named, shows the present one otherwise, and keeps it', async () => {
    const me = await someone();
    expect((await save(me, { version: 1, firstName: 'One' })).status).toBe(200);
    const stale = await save(me, { version: 1, firstName: 'Two' });
    expect([stale.status, stale.body.messageCode]).toEqual([412, 'record.stale']);
    expect(stale.body.current).toEqual((await me.get(ofProfile(me.person))).body.result);
    expect((await rowOf(me.person))['first_name']).toBe('One');
  });

  test('has to name its version where the installation is hardened', async () => {
    const strict = await aServer({ databaseUrl: house.ownerUrl, securityProfile: 'hardened' });
    const me = await signedIn(strict, await aUser(house, { at: store }));
    expect((await save(me)).body).toMatchObject({ status: 428, messageCode: 'record.versionRequired' });
    expect((await save(me, { version: 1 })).status).toBe(200);
  });

  test('that is sent again under its key is answered as the first time, and saved once, also with the password', async () => {
    const me = await someone();
    const body = wish(me, { emailId: 'moved@mail.example', password, version: 1 });
    const headers = { 'idempotency-key': newId() };
    const first = await me.put(ofProfile(me.person), body, headers);
    const again = await me.put(ofProfile(me.person), body, headers);
    expect([again.status, again.text, again.headers['etag']]).toEqual([200, first.text, first.headers['etag']]);
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
    expect((await me.put(ofProfile(me.person), { ...body, firstName: 'Else' }, headers)).status).toBe(422);
    expect((await rowOf(me.person))['version']).toBe(2);
    expect(await mailsOf(me.person)).toHaveLength(1);
    const kept = JSON.stringify(await house.rows('select * from repeated_requests where user_id = $1', [me.person.id]));
    expect(kept).not.toContain(password);
  });

  test('of eight saves from one version keeps one', async () => {
    const me = await someone();
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(me, { firstName: `First${index}`, version: 1 })),
    );
    expect(saves.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(412)]);
    expect((await rowOf(me.person))['first_name']).toBe(`First${saves.findIndex(({ status }) => status === 200)}`);
  });
});
