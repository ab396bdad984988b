import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type TestUser, type TestNode } from '../../../test/builders.ts';
import { countMails, queuedMails, resetTokensMailed } from '../../../test/mails.ts';
import { browserHeaders, emailOf, createRecoveryClient } from '../../../test/recovery.ts';
import { startTestServer, describeUnlessHardened, hardened } from '../../../test/server.ts';

const revealingLimits = { recoveryUnknownByAddress: 1000, recoveryUnknownByPortal: 1000 };
const testServer = await startTestServer(revealingLimits);
const hardenedServer = await startTestServer({
  ...revealingLimits,
  databaseUrl: testServer.ownerUrl,
  securityProfile: 'hardened',
  resetLinkMinutes: 10,
});
let acorn: TestNode;
let beech: TestNode;
let ann: TestUser;

beforeAll(async () => {
  acorn = await createOrganisation(testServer, { slug: 'acorn' });
  beech = await createOrganisation(testServer, { slug: 'beech' });
  ann = await createUser(testServer, { node: acorn });
});

const recoveryOn = (portal = acorn) => createRecoveryClient(testServer, portal);
const createFreshUser = (more: Record<string, unknown> = {}) => createUser(testServer, { node: acorn, ...more });
const emailUnknown = {
  status: 400,
  messageCode: 'recovery.emailUnknown',
  message:
    'UserNotFoundException: recovery.emailUnknown: Entered email ID does not exist or is invalid, retry or contact the administrator',
};

describe('starting a reset by e-mail', () => {
  test('returns an opaque flow id under result and message, and no token', async () => {
    const { status, body } = await recoveryOn().start(emailOf(ann));
    expect(status).toBe(200);
    expect(body.result).toEqual({ userId: expect.stringMatching(/^[\w-]{43}$/), resetToken: null });
    expect(body.message).toEqual(body.result);
    expect(body.result.userId).not.toBe((await recoveryOn().start(emailOf(ann))).body.result.userId);
  });

  test('ignores the case of the address and accepts a domain with its @', async () => {
    expect((await recoveryOn().start(emailOf(ann).toUpperCase(), { domainName: '@ACORN.example' })).status).toBe(200);
  });

  test('uses the portal’s default domain if none is given', async () => {
    for (const domainName of [undefined, null, ''])
      expect((await recoveryOn().start(emailOf(ann), { domainName })).status).toBe(200);
  });

  test.for([
    ['', 'field.emailRequired'],
    [undefined, 'field.emailRequired'],
    ['ann', 'field.email'],
    ['ann smith@mail.example', 'field.email'],
    ['ann@ mail.example', 'field.email'],
    [`${'x'.repeat(250)}@mail.example`, 'field.tooLong'],
  ] as const)('rejects "%s" with %s', async ([address, messageCode]) => {
    const { status, body } = await recoveryOn().start(address);
    expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
    expect(body.errors[0]).toMatchObject({ path: 'emailId', messageCode });
  });

  test('leaves the blanks around an address out', async () => {
    expect((await recoveryOn().start(`\u00A0${emailOf(ann)} `)).status).toBe(200);
  });

  test('binds the flow to the browser by a new cookie that expires after ten minutes', async () => {
    const cookies = [1, 2].map(async () =>
      String((await recoveryOn().start(emailOf(ann), {}, browserHeaders)).headers['set-cookie']),
    );
    const [first, second] = await Promise.all(cookies);
    expect(first).toMatch(/^__Host-recovery=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(first).not.toBe(second);
    expect((await recoveryOn().start(emailOf(ann))).headers).not.toHaveProperty('set-cookie');
  });
});

describeUnlessHardened('an unknown e-mail address', () => {
  test.for(['nobody@mail.example', 'acorn.example@mail.example'])('is reported as unknown: %s', async (address) => {
    expect((await recoveryOn().start(address)).body).toEqual(emailUnknown);
  });

  test('includes addresses of another domain or organisation', async () => {
    expect((await recoveryOn().start(emailOf(ann), { domainName: 'other.example' })).body).toEqual(emailUnknown);
    expect((await recoveryOn(beech).start(emailOf(ann))).body).toEqual(emailUnknown);
    expect((await recoveryOn(beech).start(emailOf(ann), { domainName: acorn.domain })).body).toEqual(emailUnknown);
  });

  test.for([
    ['one client address asks', { recoveryUnknownByAddress: 5 }, '16 minutes', 5],
    ['one portal is asked', { recoveryUnknownByAddress: 1000, recoveryUnknownByPortal: 7 }, '61 minutes', 7],
  ] as const)('is no longer reported for a while once %s too often', async ([, limits, pause, limit]) => {
    const separateServer = await startTestServer(limits);
    const org = await createOrganisation(separateServer);
    const recoveryApi = createRecoveryClient(separateServer, org);
    let number = 0;
    const startUnknown = () => recoveryApi.start(`nobody${(number += 1)}@mail.example`);
    for (let count = 0; count < limit; count += 1) expect((await startUnknown()).body).toEqual(emailUnknown);
    const { body } = await startUnknown();
    expect(body.result).toEqual({ userId: expect.stringMatching(/^[\w-]{43}$/), resetToken: null });
    expect((await recoveryApi.sendMail(body.result.userId)).body).toEqual({ result: { sent: true } });
    expect(await countMails(separateServer)).toBe(0);
    await separateServer.advanceClock(pause);
    expect((await startUnknown()).body).toEqual(emailUnknown);
  });
});

describe('the reset mail', () => {
  const startFlow = async (user: TestUser, more: Record<string, unknown> = {}) =>
    (await recoveryOn().start(emailOf(user), more)).body.result.userId as string;

  test('is queued with a token stored only as a hash, and marks the reset as pending on the user', async () => {
    const user = await createFreshUser({ is_reset_token_used: true });
    expect((await recoveryOn().sendMail(await startFlow(user))).body).toEqual({ result: { sent: true } });
    const [mail, ...more] = await queuedMails(testServer, user);
    expect(more).toEqual([]);
    expect(mail).toEqual({
      kind: 'resetLink',
      to: emailOf(user),
      variables: { token: expect.stringMatching(/^[\w-]{43}$/), minutes: hardened ? 10 : 30 },
    });
    const [row] = await testServer.query(
      "select is_reset_token_used, reset_date > now() - interval '1 minute' as lately, version from users where id = $1",
      [user.id],
    );
    expect(row).toEqual({ is_reset_token_used: false, lately: true, version: 1 });
    const everything = await testServer.query(
      `select t::text from reset_tokens t union all select m::text from mails m union all select a::text from audit a`,
    );
    expect(JSON.stringify(everything)).not.toContain(mail!.variables['token']);
  });

  test('is sent to every user with the address, or only to the one whose name was given', async () => {
    const email_id = 'family@mail.example';
    const columns = { email_id, email_norm: email_id };
    const [firstUser, secondUser] = [await createFreshUser(columns), await createFreshUser(columns)];
    await recoveryOn().sendMail((await recoveryOn().start(email_id)).body.result.userId);
    expect([
      (await queuedMails(testServer, firstUser)).length,
      (await queuedMails(testServer, secondUser)).length,
    ]).toEqual([1, 1]);
    await recoveryOn().sendMail(
      (await recoveryOn().start(email_id, { username: secondUser.userName })).body.result.userId,
    );
    expect([
      (await queuedMails(testServer, firstUser)).length,
      (await queuedMails(testServer, secondUser)).length,
    ]).toEqual([1, 2]);
  });

  test('is not sent to a disabled user, with the same response', async () => {
    const user = await createFreshUser({ status: false });
    const response = await recoveryOn().sendMail(await startFlow(user));
    expect([response.status, response.body]).toEqual([200, { result: { sent: true } }]);
    expect(await queuedMails(testServer, user)).toEqual([]);
  });

  test('is limited to six per hour', async () => {
    const separateServer = await startTestServer();
    const org = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node: org });
    const recoveryApi = createRecoveryClient(separateServer, org);
    const requestMail = async () =>
      (await recoveryApi.sendMail((await recoveryApi.start(emailOf(user))).body.result.userId)).body.messageCode;
    for (let count = 0; count < 6; count += 1) expect(await requestMail()).toBeUndefined();
    expect(await requestMail()).toBe('recovery.tooManyMails');
    expect(await resetTokensMailed(separateServer, user)).toHaveLength(6);
    await separateServer.advanceClock('61 minutes');
    expect(await requestMail()).toBeUndefined();
    expect(await resetTokensMailed(separateServer, user)).toHaveLength(7);
  });

  test('is not sent ten minutes after the start or for an unknown flow id', async () => {
    const separateServer = await startTestServer();
    const org = await createOrganisation(separateServer);
    const user = await createUser(separateServer, { node: org });
    const recoveryApi = createRecoveryClient(separateServer, org);
    const { userId } = (await recoveryApi.start(emailOf(user))).body.result;
    await separateServer.advanceClock('10 minutes 1 second');
    for (const flow of [userId, user.id, 'x'])
      expect((await recoveryApi.sendMail(flow)).body.messageCode).toBe('recovery.flowOver');
    expect(await countMails(separateServer)).toBe(0);
  });

  test('is not sent on another portal', async () => {
    expect((await recoveryOn(beech).sendMail(await startFlow(await createFreshUser()))).body.messageCode).toBe(
      'recovery.flowOver',
    );
  });

  test('is sent only for the browser that started the flow, and for no browser if a program did', async () => {
    const user = await createFreshUser();
    const { headers, body } = await recoveryOn().start(emailOf(user), {}, browserHeaders);
    const cookie = String(headers['set-cookie']).split(';', 1)[0]!;
    const otherCookie = String(
      (await recoveryOn().start(emailOf(user), {}, browserHeaders)).headers['set-cookie'],
    ).split(';', 1)[0]!;
    for (const wrongHeaders of [
      {},
      browserHeaders,
      { ...browserHeaders, cookie: otherCookie },
      { cookie: `${cookie.slice(0, -1)}_` },
    ])
      expect((await recoveryOn().sendMail(body.result.userId, wrongHeaders)).body.messageCode).toBe(
        'recovery.flowOver',
      );
    expect((await recoveryOn().sendMail(body.result.userId, { ...browserHeaders, cookie })).status).toBe(200);
    expect((await recoveryOn().sendMail(await startFlow(user), browserHeaders)).body.messageCode).toBe(
      'recovery.flowOver',
    );
    expect(await queuedMails(testServer, user)).toHaveLength(1);
  });
});

test('expired recovery flows of all organisations are deleted in steps as new ones start, and open flows continue', async () => {
  const separateServer = await startTestServer({ securityProfile: 'hardened' });
  const [oak, elm] = [await createOrganisation(separateServer), await createOrganisation(separateServer)];
  const user = await createUser(separateServer, { node: oak });
  const countFlows = async () => (await separateServer.query('select from recovery_flows')).length;
  for (let count = 0; count < 40; count += 1)
    await createRecoveryClient(separateServer, elm).start(`nobody${count}@mail.example`);
  expect(await countFlows()).toBe(40);
  await separateServer.advanceClock('9 minutes');
  const openFlow = (await createRecoveryClient(separateServer, oak).start(emailOf(user))).body.result.userId;
  expect(await countFlows()).toBe(41);
  await separateServer.advanceClock('11 minutes');
  const [before, batch] = [await countFlows(), 10];
  await createRecoveryClient(separateServer, oak).start('nobody@mail.example');
  expect(await countFlows()).toBe(before - batch + 1); // bounded number of deletions per insert
  for (let count = 0; count < 10; count += 1)
    await createRecoveryClient(separateServer, oak).start('nobody@mail.example');
  expect(await countFlows()).toBe(12);
  expect((await createRecoveryClient(separateServer, oak).sendMail(openFlow)).status).toBe(200);
});

describe('an enumeration of addresses', () => {
  test('reveals nothing in the hardened profile, while known users still receive their mail', async () => {
    const recoveryApi = createRecoveryClient(hardenedServer, acorn);
    const user = await createFreshUser();
    const comparableResponses = async (address: string) => {
      const started = await recoveryApi.start(address);
      const sent = await recoveryApi.sendMail(started.body.result.userId);
      return [started, sent].map(({ status, body, headers }) => ({
        status,
        body: JSON.stringify(body).replaceAll(started.body.result.userId, ''),
        headers: { ...headers, date: undefined, 'x-request-id': undefined },
      }));
    };
    expect(await comparableResponses('nobody@mail.example')).toEqual(await comparableResponses(emailOf(user)));
    expect((await queuedMails(testServer, user)).map(({ variables }) => variables['minutes'])).toEqual([10]);
  });

  test('hits the same mail limit for unknown and known addresses', async () => {
    const recoveryApi = createRecoveryClient(hardenedServer, acorn);
    const outcomes = async (address: string) => {
      const codes: unknown[] = [];
      for (let count = 0; count < 8; count += 1)
        codes.push(
          (await recoveryApi.sendMail((await recoveryApi.start(address)).body.result.userId)).body.messageCode,
        );
      return codes;
    };
    expect(await outcomes('nobody.else@mail.example')).toEqual(await outcomes(emailOf(await createFreshUser())));
  });
});

test.for(['validate-email-id', 'resetpassword/validate-attributes'])(
  '%s rejects fields of the wrong JSON type and sends nothing',
  async (path) => {
    const validBody: Record<string, string> = {
      emailId: emailOf(ann),
      username: ann.userName,
      domainName: acorn.domain,
    };
    const before = await countMails(testServer);
    for (const field of [...Object.keys(validBody), 'secretWord'])
      for (const value of [
        [validBody[field]],
        [emailOf(ann), 'thief@mail.example'],
        { $gt: '' },
        { 0: 'a' },
        7,
        true,
      ]) {
        const response = await recoveryOn().send('POST', path, { ...validBody, [field]: value });
        expect([field, value, response.status]).toEqual([field, value, 400]);
      }
    for (const duplicateKeys of [
      `{"emailId":"${emailOf(ann)}","emailId":"thief@mail.example"}`,
      `{"emailId":"thief@mail.example","email\\u0049d":"${emailOf(ann)}"}`,
    ]) {
      const response = await recoveryOn().send('POST', path, duplicateKeys, { 'content-type': 'application/json' });
      expect([response.status, response.body.messageCode]).toEqual([400, 'input.malformed']);
    }
    expect(await countMails(testServer)).toBe(before);
  },
);
