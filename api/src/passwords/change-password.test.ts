import { hash, verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createOrganisation,
  createNode,
  createUser,
  type ApiClient,
  insertRow,
  password,
  type TestNode,
  platformNode,
  createClient,
  signIn,
  withSecretWord,
} from '../../test/builders.ts';
import { signInWithBrowser } from '../../test/browser.ts';
import { profileFields } from '../../test/input-fields.ts';
import { queuedMails } from '../../test/mails.ts';
import { createResetToken, passwordChangedText, createRecoveryClient } from '../../test/recovery.ts';
import { startTestServer, hardened } from '../../test/server.ts';
import { newId } from '../platform/database/ids.ts';

vi.mock('@node-rs/argon2', { spy: true }); // spies on the real implementation

const testServer = await startTestServer({ addressTries: 1_000_000 });
const newPassword = 'Quiet-harbour-27';
const rules = hardened ? { minimum: 15, spaces: true } : { minimum: 6, spaces: false };
let org: TestNode;
let store: TestNode;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  store = await createNode(testServer, { parent: org, nodeType: 'STORE' });
});

const url = '/user-management/resetpassword';
const commonPassword = hardened ? 'zyxwvutsrqponmlk' : 'password';
const createUserAndClient = async (more: Record<string, unknown> = {}) => {
  const user = await createUser(testServer, { node: store, rights: [], ...more });
  return { user, client: await createClient(testServer, user) };
};
const change = (client: ApiClient, more: Record<string, unknown> = {}) =>
  client.post(url, { oldPassword: password, newPassword, confirmPassword: newPassword, ...more });
const isSignedIn = async ({ get, user }: ApiClient) => (await get(`/user-management/users/${user.id}`)).status === 200;

describe('changing a password with the old one', () => {
  test('returns the confirmation text, ends all other sessions and mails the owner', async () => {
    const { user, client } = await createUserAndClient();
    const otherClient = await createClient(testServer, user);
    const token = await createResetToken(testServer, user);
    const { status, body } = await change(client);
    expect([status, body]).toEqual([200, { result: passwordChangedText }]);
    expect([await isSignedIn(client), await isSignedIn(otherClient)]).toEqual([true, false]);
    expect((await createRecoveryClient(testServer, org).check(token)).body.messageCode).toBe('recovery.linkExpired');
    expect((await signIn(testServer, { ...user, secret: password })).status).toBe(400);
    expect((await signIn(testServer, { ...user, secret: newPassword })).status).toBe(200);
    expect((await queuedMails(testServer, user)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
    const auditEntries = await testServer.query('select action, actor_id from audit where entity_id = $1', [user.id]);
    expect(auditEntries).toContainEqual({ action: 'password.changed', actor_id: user.id });
  });

  test('works in a known browser while the name is locked by others', async () => {
    const { user, client } = await createUserAndClient();
    const browser = await signInWithBrowser(testServer, user);
    for (let tries = 0; tries < 10; tries += 1) await signIn(testServer, { ...user, secret: 'no' });
    expect((await change(client)).body.messageCode).toBe('signIn.locked');
    const body = { oldPassword: password, newPassword, confirmPassword: newPassword };
    expect((await browser.request({ method: 'POST', url, body })).status).toBe(200);
  });

  test('is one of the few actions allowed with a temporary password, and ends all sessions', async () => {
    const { user, client } = await createUserAndClient({ manual_password: false });
    const otherClient = await createClient(testServer, user);
    expect((await client.get('/user-management/resetpassword/rules')).body.result).toEqual(rules);
    expect((await change(client)).status).toBe(200);
    expect([await isSignedIn(client), await isSignedIn(otherClient)]).toEqual([false, false]);
    const [row] = await testServer.query('select manual_password, temporary_until from users where id = $1', [user.id]);
    expect(row).toEqual({ manual_password: true, temporary_until: null });
    expect(await isSignedIn(await createClient(testServer, { ...user }, newPassword))).toBe(true);
  });

  test('affects only the actor, whichever user the body names', async () => {
    const [{ user, client }, victim] = [await createUserAndClient(), await createUserAndClient()];
    const before = await testServer.query('select password_hash from users where id = $1', [victim.user.id]);
    const otherUserFields = {
      updatedBy: victim.user.id,
      accessKey: victim.client.token,
      // the hardened profile rejects requests with unknown fields
      ...(hardened ? {} : { id: victim.user.id, orgId: platformNode.id }),
    };
    expect((await change(client, otherUserFields)).status).toBe(200);
    expect(await testServer.query('select password_hash from users where id = $1', [victim.user.id])).toEqual(before);
    expect((await signIn(testServer, { ...user, secret: newPassword })).status).toBe(200);
    expect(await isSignedIn(victim.client)).toBe(true);
  });

  test.for([
    [{ oldPassword: 'Wrong-harbour-27' }, 'password.oldWrong'],
    [{ oldPassword: '' }, 'field.required'],
    [{ oldPassword: undefined }, 'field.required'],
    [{ oldPassword: ['Demo-portal-26'] }, 'field.required'],
    [{ confirmPassword: 'Quiet-harbour-28' }, 'field.passwordsDiffer'],
    [{ newPassword: 'a7-Yz', confirmPassword: 'a7-Yz' }, 'field.passwordTooShort'],
    [{ newPassword: 'a 7-Yz!', confirmPassword: 'a 7-Yz!' }, hardened ? 'password.tooShort' : 'field.spaces'],
    [{ newPassword: commonPassword, confirmPassword: commonPassword }, 'password.common'],
    [{ newPassword: password, confirmPassword: password }, hardened ? 'password.tooShort' : 'password.sameAsBefore'],
  ] as const)('rejects %o with %s and changes nothing', async ([more, code]) => {
    const { user, client } = await createUserAndClient();
    const before = await testServer.query('select * from users where id = $1', [user.id]);
    const { status, body } = await change(client, more);
    expect([status, body.errors?.[0]?.messageCode ?? body.messageCode]).toEqual([400, code]);
    expect(await testServer.query('select * from users where id = $1', [user.id])).toEqual(before);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('is locked after ten wrong old passwords or secret words, even for the right password', async () => {
    const { user, client } = await createUserAndClient(withSecretWord);
    const recoveryApi = createRecoveryClient(testServer, org);
    for (let count = 0; count < 10; count += 1)
      await (count % 3 || hardened
        ? change(client, { oldPassword: 'Wrong-harbour-27' })
        : recoveryApi.startBySecretWord(user.userName, 'wrong'));
    expect((await change(client)).body.messageCode).toBe('signIn.locked');
    expect((await recoveryApi.startBySecretWord(user.userName)).body.messageCode).toBe(
      hardened ? 'recovery.wordClosed' : 'recovery.locked',
    );
  });

  test('does the same hashing work for a right and a wrong old password', async () => {
    const { client } = await createUserAndClient();
    vi.mocked(verify).mockClear();
    vi.mocked(hash).mockClear();
    await change(client, { oldPassword: 'Wrong-harbour-27' });
    await change(client, { newPassword: commonPassword, confirmPassword: commonPassword });
    expect([vi.mocked(verify).mock.calls.length, vi.mocked(hash).mock.calls.length]).toEqual([2, 0]);
  });

  test('succeeds although strangers have blocked the address, as does a change of e-mail', async () => {
    const strict = await startTestServer({ databaseUrl: testServer.ownerUrl, addressTries: 2 });
    const user = await createUser(testServer, { node: store, rights: [] });
    await testServer.query('delete from address_failures');
    const client = await createClient(strict, user);
    for (const name of ['one', 'two']) await signIn(strict, { userName: name, host: user.host, secret: 'no' });
    expect((await signIn(strict, { userName: user.userName, host: user.host })).body.messageCode).toBe(
      'signIn.tooMany',
    );
    const profileBody = { ...profileFields(user), emailId: 'new@mail.example', password, version: 1 };
    expect((await client.put(`/user-management/users/${user.id}/profile`, profileBody)).status).toBe(200);
    expect((await change(client)).status).toBe(200);
    await testServer.query('delete from address_failures');
  });

  test('is replayed under the same idempotency key and applied once', async () => {
    const { user, client } = await createUserAndClient();
    const headers = { 'idempotency-key': newId() };
    const body = { oldPassword: password, newPassword, confirmPassword: newPassword };
    const [first, retry] = [await client.post(url, body, headers), await client.post(url, body, headers)];
    expect([first.status, retry.status, retry.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(retry.text).toBe(first.text);
    expect((await client.post(url, { ...body, oldPassword: newPassword }, headers)).body.messageCode).toBe(
      'request.otherBody',
    );
    expect((await change(client)).body.messageCode).toBe('password.oldWrong');
    expect((await queuedMails(testServer, user)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
  });

  test('accepts one of two concurrent changes', async () => {
    const { client, user } = await createUserAndClient();
    const passwords = ['Quiet-harbour-27', 'Quiet-harbour-28'];
    const responses = await Promise.all(
      passwords.map((candidate) => change(client, { newPassword: candidate, confirmPassword: candidate })),
    );
    const succeeded = passwords.filter((_, index) => responses[index]!.status === 200);
    expect(succeeded).toHaveLength(1);
    expect((await signIn(testServer, { ...user, secret: succeeded[0]! })).status).toBe(200);
  });

  test('applies the organisation’s password rules also to users of its lowest nodes', async () => {
    const strict = await createOrganisation(testServer);
    const setting = { id: newId(), org_id: strict.id, node_id: strict.id, tpath: strict.tpath, section: 'security' };
    await insertRow(testServer, 'setting_values', { ...setting, field: 'passwordMinimum', value: '20' });
    const childNode = await createNode(testServer, { parent: strict, nodeType: 'STORE' });
    const client = await createClient(testServer, await createUser(testServer, { node: childNode, rights: [] }));
    expect((await client.get(`${url}/rules`)).body.result).toEqual({ ...rules, minimum: 20 });
    expect((await change(client)).body.messageCode).toBe('password.tooShort');
  });
});

test('a temporary password is valid until its expiry, for sign-in and for choosing another', async () => {
  const separateServer = await startTestServer();
  const node = await createOrganisation(separateServer);
  const temporaryPassword = { manual_password: false, temporary_until: new Date(Date.now() + 3_600_000).toISOString() };
  const user = await createUser(separateServer, { node, ...temporaryPassword });
  const withoutExpiry = await createUser(separateServer, { node, manual_password: false });
  await separateServer.advanceClock('59 minutes');
  const client = await createClient(separateServer, user);
  await separateServer.query(`update users set temporary_until = now() - interval '1 second' where id = $1`, [user.id]);
  expect((await change(client)).body.messageCode).toBe('password.oldWrong');
  expect((await signIn(separateServer, user)).body.messageCode).toBe('signIn.wrong');
  expect((await signIn(separateServer, withoutExpiry)).status).toBe(200);
});
