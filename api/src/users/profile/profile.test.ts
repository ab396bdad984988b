import { describe, expect, test } from 'vitest';
import { createUser, password, platformNode, createClient } from '../../../test/builders.ts';
import { profileFields } from '../../../test/input-fields.ts';
import { profilePath, saveProfile, createProfileFixture, profileInput } from '../../../test/profiles.ts';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/database/ids.ts';

const server = await startTestServer();
const { org, store, createClient: createTestClient, rowOf, mailsOf } = await createProfileFixture(server);

describe('own profile', () => {
  test('returns the whole profile with flags instead of secrets', async () => {
    const client = await createTestClient({
      date_of_birth: '1990-02-03',
      secret_word_hash: '$argon2id$canary-word',
      pin_hash: '$argon2id$canary-pin',
      communication_sms: true,
    });
    const { status, body, headers, text } = await client.get(profilePath(client.user));
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      id: client.user.id,
      userName: client.user.userName,
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
    'returns the same 404 for another user’s profile as for an unknown user: %s',
    async (method) => {
      const admin = await createClient(server, await createUser(server, { node: org }));
      const colleague = await createUser(server, { node: store });
      const before = await rowOf(colleague);
      const request = (id: string) =>
        method === 'GET'
          ? admin.get(profilePath({ id }))
          : admin.put(profilePath({ id }), { ...profileFields(colleague), firstName: 'Taken' });
      const [foreign, unknown] = [await request(colleague.id), await request('0199a000-0000-7000-8000-000000000042')];
      expect([foreign.status, foreign.body.messageCode]).toEqual([404, 'user.unknown']);
      expect(foreign.text).toBe(unknown.text);
      expect(await rowOf(colleague)).toEqual(before);
    },
  );

  test('accepts the profile as it was read and changes no data', async () => {
    const client = await createTestClient({
      secret_word_hash: 'x',
      pin_hash: 'y',
      phone_number: '+44 113 496 0000',
      date_of_birth: '1990-02-03',
    });
    const before = await rowOf(client.user);
    const { body, headers } = await client.get(profilePath(client.user));
    const saved = await client.put(profilePath(client.user), body.result, { 'if-match': String(headers['etag']) });
    expect([saved.status, saved.headers['etag']]).toEqual([200, '"2"']);
    const { version: _, updated_by: __, updated_date: ___, ...after } = await rowOf(client.user);
    expect(before).toMatchObject(after);
    expect(await mailsOf(client.user)).toEqual([]);
  });

  test('stores the submitted profile, updates the search text and audits the change', async () => {
    const client = await createTestClient();
    const { status, body } = await saveProfile(client, {
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
    const expected = {
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
    expect(body.result).toMatchObject({ ...expected, version: 2, updatedBy: client.user.id });
    expect((await client.get(profilePath(client.user))).body.result).toEqual(body.result);
    expect(await rowOf(client.user)).toMatchObject({
      name_norm: 'grace hopper',
      search_text: expect.stringMatching(/^ grace hopper /),
    });
    const [event] = await server.query(`select * from audit where entity_id = $1 and action = 'user.profileUpdated'`, [
      client.user.id,
    ]);
    expect(event).toMatchObject({ actor_id: client.user.id, tpath: store.tpath });
    expect(event!['after']).toMatchObject({ firstName: 'Grace', dateOfBirth: '1906-12-09', communicationEmail: true });
  });

  test('lets users without a node and global users save their profile', async () => {
    const withoutNode = await createTestClient({ withoutNode: true, rights: null });
    const globalUser = await createClient(
      server,
      await createUser(server, { node: platformNode, userName: 'the.global' }),
    );
    for (const client of [withoutNode, globalUser]) {
      expect((await saveProfile(client, { firstName: 'Nemo' })).body.result.firstName).toBe('Nemo');
      expect((await rowOf(client.user))['first_name']).toBe('Nemo');
    }
  });

  test('ignores all fields that are not profile input', async () => {
    const client = await createTestClient();
    const before = await rowOf(client.user);
    const pollutedBody = JSON.stringify(profileInput(client)).replace('{', '{"__proto__":{"status":false},');
    expect(
      (await client.put(profilePath(client.user), pollutedBody, { 'content-type': 'application/json' })).status,
    ).toBe(400);
    const columns = Object.keys(before);
    const camelCaseColumns = columns.map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
    const unknown = [
      ...columns,
      ...camelCaseColumns,
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
    const massAssignment = Object.fromEntries(unknown.map((name) => [name, 'ffffffff-ffff-4fff-bfff-ffffffffffff']));
    const input = profileInput(client, { firstName: 'Grace', status: false, manualPassword: false, version: 1 });
    const { status } = await client.put(profilePath(client.user), {
      ...massAssignment,
      ...input,
      pin: null,
      secretWord: null,
      password: null,
    });
    expect(status).toBe(200);
    const after = await rowOf(client.user);
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
    expect(await server.query('select role_id from assignments where user_id = $1', [client.user.id])).toEqual([
      { role_id: client.user.roleId },
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
  ] as const)('rejects invalid field values with their path: %s as %o', async ([field, value]) => {
    const client = await createTestClient();
    const { status, body } = await saveProfile(client, { [field]: value });
    expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
    expect(body.errors.map(({ path }: { path: string }) => path)).toContain(field);
    expect((await rowOf(client.user))['version']).toBe(1);
  });

  test('returns 412 with the current record for a stale version and keeps that record', async () => {
    const client = await createTestClient();
    expect((await saveProfile(client, { version: 1, firstName: 'One' })).status).toBe(200);
    const stale = await saveProfile(client, { version: 1, firstName: 'Two' });
    expect([stale.status, stale.body.messageCode]).toEqual([412, 'record.stale']);
    expect(stale.body.current).toEqual((await client.get(profilePath(client.user))).body.result);
    expect((await rowOf(client.user))['first_name']).toBe('One');
  });

  test('requires a version in the hardened security profile', async () => {
    const hardenedServer = await startTestServer({ databaseUrl: server.ownerUrl, securityProfile: 'hardened' });
    const client = await createClient(hardenedServer, await createUser(server, { node: store }));
    expect((await saveProfile(client)).body).toMatchObject({ status: 428, messageCode: 'record.versionRequired' });
    expect((await saveProfile(client, { version: 1 })).status).toBe(200);
  });

  test('replays the response for a repeated idempotency key, saves once and stores no password', async () => {
    const client = await createTestClient();
    const body = profileInput(client, { emailId: 'moved@mail.example', password, version: 1 });
    const headers = { 'idempotency-key': newId() };
    const first = await client.put(profilePath(client.user), body, headers);
    const repeated = await client.put(profilePath(client.user), body, headers);
    expect([repeated.status, repeated.text, repeated.headers['etag']]).toEqual([
      200,
      first.text,
      first.headers['etag'],
    ]);
    expect([first.headers['idempotency-replayed'], repeated.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect((await client.put(profilePath(client.user), { ...body, firstName: 'Else' }, headers)).status).toBe(422);
    expect((await rowOf(client.user))['version']).toBe(2);
    expect(await mailsOf(client.user)).toHaveLength(2);
    const storedResponses = JSON.stringify(
      await server.query('select * from idempotency_keys where user_id = $1', [client.user.id]),
    );
    expect(storedResponses).not.toContain(password);
  });

  test('accepts one of eight concurrent saves from the same version', async () => {
    const client = await createTestClient();
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, index) => saveProfile(client, { firstName: `First${index}`, version: 1 })),
    );
    expect(saves.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(412)]);
    expect((await rowOf(client.user))['first_name']).toBe(`First${saves.findIndex(({ status }) => status === 200)}`);
  });
});
