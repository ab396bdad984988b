import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient, createRole, createUser, type TestUser, withSecretWord } from './builders.ts';
import { createProfileFixture, saveProfile } from './profiles.ts';
import { createRecoveryClient, createResetToken } from './recovery.ts';
import { startTestServer } from './server.ts';
import { newUserInput } from './user-endpoints.ts';

const server = await startTestServer();
const { org, store } = await createProfileFixture(server);
const admin = await createClient(server, await createUser(server, { node: org }));
const roleId = await createRole(server, { organisation: org, rights: ['view_profile'], level: 'STORE', name: 'Till' });
const ownPassword = 'Chosen-by-the-owner-26';
const hashes = { secret_word_hash: withSecretWord.secret_word_hash, pin_hash: withSecretWord.secret_word_hash };

/** A user created with these secrets who chose a password and then own secrets; both hashes are stored, as before the migration. */
async function userOf({ given, own, chosen = true }: { given: object; own?: object; chosen?: boolean }) {
  const { body } = await admin.post('/user-management/users', newUserInput({ node: store, roleId }, given));
  const user: TestUser = {
    id: body.result.id,
    userName: body.result.userName,
    roleId,
    assignmentId: null,
    node: store,
    host: org.host,
  };
  if (chosen) await createRecoveryClient(server, org).reset(await createResetToken(server, user), ownPassword);
  if (own) {
    const client = await createClient(server, user, ownPassword);
    expect((await saveProfile(client, { ...own, emailId: body.result.emailId, password: ownPassword })).status).toBe(
      200,
    );
  }
  await server.query('update users set secret_word_hash = $2, pin_hash = $3 where id = $1', [
    user.id,
    hashes.secret_word_hash,
    hashes.pin_hash,
  ]);
  return user.id;
}

test('the migration ends exactly the secret words and PINs that others chose and their owners have not replaced', async () => {
  const both = { secretWord: 'harbour lights', pin: '4711' };
  const users: [string, { word: boolean; pin: boolean }][] = [
    [await userOf({ given: both }), { word: false, pin: false }],
    [await userOf({ given: { secretWord: both.secretWord } }), { word: false, pin: true }],
    [await userOf({ given: both, own: { secretWord: 'orange juice' } }), { word: true, pin: false }],
    [await userOf({ given: both, own: { secretWord: 'orange juice', pin: '0815' } }), { word: true, pin: true }],
    [await userOf({ given: {} }), { word: true, pin: true }],
    // the first own password will end them
    [await userOf({ given: both, chosen: false }), { word: true, pin: true }],
  ];
  const usersBefore = await server.query('select count(*)::int as users from users');

  const sql = readFileSync(join(import.meta.dirname, '../migrations/0027-givers-of-addresses.sql'), 'utf8');
  await server.query(sql.slice(sql.indexOf('-- A secret word and PIN')));

  const kept = await server.query<{ id: string; word: boolean; pin: boolean }>(
    'select id, secret_word_hash is not null as word, pin_hash is not null as pin from users where id = any($1)',
    [users.map(([id]) => id)],
  );
  expect(new Map(kept.map(({ id, ...secrets }) => [id, secrets]))).toEqual(new Map(users));
  expect(await server.query('select count(*)::int as users from users')).toEqual(usersBefore);
});
