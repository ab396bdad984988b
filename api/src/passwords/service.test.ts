import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createOrganisation,
  createNode,
  createUser,
  type ApiClient,
  type TestNode,
  platformNode,
  secretWord,
  createClient,
  withSecretWord,
} from '../../test/builders.ts';
import { countMails, queuedMails, resetTokensMailed } from '../../test/mails.ts';
import { emailOf, createRecoveryClient } from '../../test/recovery.ts';
import { startTestServer, describeUnlessHardened } from '../../test/server.ts';
import { openDatabase } from '../platform/database/db.ts';

const testServer = await startTestServer({ recoveryUnknownByAddress: 4, addressTries: 1_000_000 });
let org: TestNode;
let north: TestNode;
let south: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  north = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
  south = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
  admin = await createClient(testServer, await createUser(testServer, { node: north }));
});

const checkAttributes = async (
  method: 'GET' | 'POST',
  attributes: Record<string, string>,
  portal = org,
  server = testServer,
) => {
  const parameters = { domainName: portal.domain, ...attributes };
  const path = 'resetpassword/validate-attributes';
  const response = await (method === 'POST'
    ? createRecoveryClient(server, portal).send('POST', path, parameters)
    : createRecoveryClient(server, portal).send('GET', `${path}?${String(new URLSearchParams(parameters))}`));
  return response.body.result ?? response.body.messageCode;
};

describeUnlessHardened('the attribute check', () => {
  test.for(['GET', 'POST'] as const)('returns the same by %s and issues no token or mail', async (method) => {
    const separateServer = await startTestServer({ databaseUrl: testServer.ownerUrl, recoveryUnknownByAddress: 1000 });
    const user = await createUser(testServer, { node: org, ...withSecretWord });
    const before = await countMails(testServer);
    const cases = [
      [{ emailId: emailOf(user) }, { valid: true }],
      [{ emailId: emailOf(user), username: user.userName }, { valid: true }],
      [{ emailId: emailOf(user), username: 'other' }, { valid: false }],
      [{ emailId: 'nobody@mail.example' }, { valid: false }],
      [{ username: user.userName, secretWord }, { valid: true }],
      [{ username: user.userName, secretWord: 'wrong' }, { valid: false }],
      [{ username: user.userName }, { valid: true }],
      [{ username: 'nobody' }, { valid: false }],
      [{ secretWord }, 'input.invalid'],
    ] as const;
    for (const [attributes, response] of cases)
      expect(await checkAttributes(method, attributes, org, separateServer)).toEqual(response);
    expect(await countMails(testServer)).toBe(before);
    expect(await testServer.query('select from reset_tokens where user_id = $1', [user.id])).toEqual([]);
  });

  test('has the limits of recovery: unknown addresses match after a few, and secret words are counted', async () => {
    const separateServer = await startTestServer({ recoveryUnknownByAddress: 4 });
    const node = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node, ...withSecretWord });
    const responses: unknown[] = [];
    for (let count = 0; count < 6; count += 1)
      responses.push(
        (await checkAttributes('POST', { emailId: `nobody${count}@mail.example` }, node, separateServer)).valid,
      );
    expect(responses).toEqual([false, false, false, false, true, true]);
    for (let count = 0; count < 5; count += 1)
      await checkAttributes('GET', { username: user.userName, secretWord: 'wrong' }, node, separateServer);
    expect(await checkAttributes('POST', { username: user.userName, secretWord }, node, separateServer)).toBe(
      'recovery.wordClosed',
    );
  });

  test('prevents enumeration of names: unknown ones match after a few, and other origins are rejected', async () => {
    const separateServer = await startTestServer({ recoveryUnknownByAddress: 2 });
    const node = await createOrganisation(separateServer);
    const responses: unknown[] = [];
    for (let count = 0; count < 4; count += 1)
      responses.push((await checkAttributes('GET', { username: `nobody.${count}` }, node, separateServer)).valid);
    expect(responses).toEqual([false, false, true, true]);
    const url = '/user-management/resetpassword/validate-attributes?username=nobody';
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await separateServer.request({ url, host: node.host, headers })).body.messageCode).toBe('session.forged');
  });
});

test('the attribute check reveals nothing in the hardened profile: every address matches and every secret word is rejected unverified', async () => {
  const hardenedServer = await startTestServer({
    databaseUrl: testServer.ownerUrl,
    securityProfile: 'hardened',
    addressTries: 1_000_000,
  });
  const user = await createUser(testServer, { node: org, ...withSecretWord });
  for (const method of ['GET', 'POST'] as const) {
    for (const attributes of [{ emailId: 'nobody@mail.example' }, { username: 'nobody' }, { emailId: emailOf(user) }])
      expect(await checkAttributes(method, attributes, org, hardenedServer)).toEqual({ valid: true });
    for (const candidate of [secretWord, 'wrong'])
      expect(
        await checkAttributes(method, { username: user.userName, secretWord: candidate }, org, hardenedServer),
      ).toBe(method === 'GET' ? 'recovery.wordInAddress' : 'recovery.wordClosed');
  }
});

describe('a reset link sent by an administrator', () => {
  const url = (user: { id: string }) => `/user-management/resetLink/${user.id}`;

  test('goes to the user’s mailbox, and the administrator sees only its expiry', async () => {
    const user = await createUser(testServer, { node: north });
    expect((await admin.get(url(user))).body.result).toEqual({ sent: false, expiresAt: null });
    const { body } = await admin.post(url(user));
    expect(body.result).toEqual({ sent: true, expiresAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    const later = await admin.get(url(user));
    expect(later.body).toEqual(body);
    const [token, ...more] = await resetTokensMailed(testServer, user);
    expect(more).toEqual([]);
    expect(later.text + JSON.stringify(body)).not.toContain(token);
    expect((await createRecoveryClient(testServer, org).reset(token!, 'Quiet-harbour-27')).status).toBe(200);
    expect((await admin.get(url(user))).body.result).toEqual({ sent: false, expiresAt: null });
    const auditEntries = await testServer.query(
      'select action, actor_id from audit where entity_id = $1 order by at, id',
      [user.id],
    );
    expect(auditEntries[0]).toEqual({ action: 'password.linkSent', actor_id: admin.user.id });
  });

  test('is not sent to a user outside the scope, with more rights, or disabled', async () => {
    const clerk = await createClient(testServer, await createUser(testServer, { node: north, rights: ['edit_user'] }));
    const [outside, moreRights, disabled] = [
      await createUser(testServer, { node: south }),
      await createUser(testServer, { node: north }),
      await createUser(testServer, { node: north, rights: [], status: false }),
    ];
    expect((await clerk.post(url(outside))).body.messageCode).toBe('user.unknown');
    expect((await clerk.get(url(outside))).body.messageCode).toBe('user.unknown');
    expect((await clerk.post(url(moreRights))).body.messageCode).toBe('user.beyondYourOwn');
    expect((await clerk.post(url(disabled))).body.result).toEqual({ sent: false, expiresAt: null });
    for (const user of [outside, moreRights, disabled]) expect(await queuedMails(testServer, user)).toEqual([]);
  });

  test('goes to the new address if that is changed concurrently', async () => {
    const user = await createUser(testServer, { node: north });
    const database = openDatabase({ connectionString: testServer.ownerUrl });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { sent } = await database.transaction(async (db) => {
      await db.run(
        sql`update users set email_id = 'new@mail.example', email_norm = 'new@mail.example' where id = ${user.id}`,
      );
      const pendingRequest = admin.post(url(user));
      await vi.waitFor(async () => expect(await testServer.query(waiting)).toHaveLength(1));
      return { sent: pendingRequest };
    });
    expect((await sent).body.result.sent).toBe(true);
    expect((await queuedMails(testServer, user)).map(({ to }) => to)).toEqual(['new@mail.example']);
    await database.close();
  });

  test('is limited to six per hour', async () => {
    const user = await createUser(testServer, { node: north, rights: [] });
    for (let count = 0; count < 6; count += 1) expect((await admin.post(url(user))).status).toBe(200);
    const { status, body } = await admin.post(url(user));
    expect([status, body.messageCode]).toEqual([429, 'recovery.tooManyMails']);
  });

  test('can be sent from the platform into the user’s organisation', async () => {
    const platformClient = await createClient(testServer, await createUser(testServer, { node: platformNode }));
    const user = await createUser(testServer, { node: south });
    expect((await platformClient.post(url(user))).status).toBe(200);
    const [token] = await resetTokensMailed(testServer, user);
    expect((await createRecoveryClient(testServer, org).check(token!)).status).toBe(200);
    expect((await createRecoveryClient(testServer, platformNode).check(token!)).body.messageCode).toBe(
      'recovery.linkUnknown',
    );
  });
});

test('no response of the recovery endpoints and no audit entry contains a secret or user id', async () => {
  const separateServer = await startTestServer({ databaseUrl: testServer.ownerUrl, recoveryUnknownByAddress: 1000 });
  const user = await createUser(testServer, { node: north, ...withSecretWord, rights: [] });
  const recoveryApi = createRecoveryClient(separateServer, org);
  const platformClient = await createClient(testServer, admin.user);
  const started = await recoveryApi.start(emailOf(user));
  const responses = [started, await recoveryApi.sendMail(started.body.result.userId)];
  responses.push(await platformClient.post(`/user-management/resetLink/${user.id}`));
  const [mailed, sent] = await resetTokensMailed(testServer, user);
  responses.push(
    await recoveryApi.check(sent!),
    await recoveryApi.reset(mailed!, 'Quiet-harbour-27'),
    await recoveryApi.reset(sent!, 'password'),
  );
  responses.push(
    await recoveryApi.reset(sent!, 'Quiet-harbour-27'),
    await recoveryApi.startBySecretWord(user.userName, 'wrong'),
  );
  responses.push(await platformClient.get(`/user-management/users/${user.id}`));
  const [row] = await testServer.query('select password_hash, secret_word_hash from users where id = $1', [user.id]);
  const secrets = [mailed!, sent!, 'Quiet-harbour-27', secretWord, row!['password_hash'], row!['secret_word_hash']];
  for (const { text, headers } of responses)
    for (const secret of secrets) expect(text + JSON.stringify(headers)).not.toContain(secret);
  expect(started.text).not.toContain(user.id);
  const written = JSON.stringify(
    await testServer.query('select t::text from audit t union all select b::text from rate_limits b'),
  );
  for (const secret of secrets) expect(written).not.toContain(secret);
});
