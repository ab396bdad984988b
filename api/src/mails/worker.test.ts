import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createClient,
  createNode,
  createOrganisation,
  createUser,
  insertRow,
  password,
  type TestUser,
  type TestNode,
} from '../../test/builders.ts';
import { startMailServer, failureModes, type MailServer, smtpSteps } from '../../test/mail-server.ts';
import { emailOf, createRecoveryClient } from '../../test/recovery.ts';
import { saveProfile } from '../../test/profiles.ts';
import { startMailWorker } from '../../test/mail-worker.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { newId } from '../platform/database/ids.ts';
import { fileTransport, type MailTransport, smtpTransport } from '../platform/mail/mail-transport.ts';

const waitOptions = { interval: 50 };
let mailServer: MailServer;
let testServer: TestServer;
let org: TestNode;
const folder = mkdtempSync(join(tmpdir(), 'storeward-mails-'));

beforeAll(async () => {
  mailServer = await startMailServer();
  testServer = await startTestServer({ smtpUrl: mailServer.url, smtpTimeoutSeconds: 600, recoveryMails: 1000 });
  org = await createOrganisation(testServer);
  await testServer.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await mailServer.close();
  rmSync(folder, { recursive: true });
});

const stateOf = async ({ id }: TestUser, server = testServer) =>
  (
    await server.query(
      `select sent_date is not null as sent, failed_date is not null as failed, encrypted_content is null as wiped, next_try is null as over, tries, last_error
         from mails where user_id = $1`,
      [id],
    )
  )[0]!;

/** Requests a reset mail through the recovery endpoints. */
async function requestResetMail(user: TestUser, server = testServer, node = org): Promise<void> {
  const recoveryApi = createRecoveryClient(server, node);
  const { status } = await recoveryApi.sendMail((await recoveryApi.start(emailOf(user))).body.result.userId);
  expect(status).toBe(200);
}

const deliveredTo = (user: TestUser) => mailServer.accepted.filter((mail) => mail.includes(`To: ${emailOf(user)}`));
/** Makes pending retries due immediately. */
const retriesDue = 'update mails set next_try = clock() where next_try is not null and last_error is not null';

test('a mail has the date order of its reader’s node, not one that a node above has locked out', async () => {
  const company = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
  const store = await createNode(testServer, { parent: company, nodeType: 'STORE' });
  const orders = [
    [company, 'en-US', 'locked'],
    [store, 'en-GB', 'free'],
  ] as const;
  for (const [node, locale, mode] of orders)
    await insertRow(testServer, 'setting_values', {
      id: newId(),
      org_id: org.id,
      node_id: node.id,
      tpath: node.tpath,
      section: 'dates',
      field: 'dateLocale',
      value: JSON.stringify(locale),
      mode,
      valid_from: '2026-01-01T00:00:00Z',
      created_date: '2026-01-01T00:00:00Z',
    });
  const order = async (node: TestNode) => {
    const user = await createUser(testServer, { node, rights: ['view_profile'] });
    await saveProfile(await createClient(testServer, user), { secretWord: 'orange juice', password });
    await vi.waitFor(() => expect(deliveredTo(user)).toHaveLength(1), waitOptions);
    return /Time: (\d+ \p{L}+|\p{L}+ \d+,) \d{4} at \d\d:/u.exec(deliveredTo(user)[0]!)?.[1];
  };
  expect(await order(store)).toMatch(/^\p{L}+ \d+,$/u);
  expect(await order(org)).toMatch(/^\d+ \p{L}+$/u);
});

test('a mail is sent right after its change with its own Message-ID, and its variables are wiped', async () => {
  const user = await createUser(testServer, { node: org });
  await requestResetMail(user);
  await vi.waitFor(async () => expect((await stateOf(user)).sent).toBe(true), waitOptions);
  expect(await stateOf(user)).toEqual({
    sent: true,
    failed: false,
    wiped: true,
    over: true,
    tries: 1,
    last_error: null,
  });
  const [row] = await testServer.query('select id from mails where user_id = $1', [user.id]);
  const [mail, ...more] = deliveredTo(user);
  expect(more).toEqual([]);
  expect(mail).toContain(`Message-ID: <${row!['id']}@storeward.example>`);
  expect(mail).toMatch(/From: no-reply@storeward\.example\r\n/);
  expect(mail!.match(/Content-Transfer-Encoding: (\S+)/g)!.every((line) => /7bit|quoted-printable/.test(line))).toBe(
    true,
  );
});

describe.for(failureModes)('a failing mail server: %s', (failureMode) => {
  let server: TestServer;
  let node: TestNode;
  beforeAll(async () => {
    [server, node] = [testServer, org];
    if (failureMode !== 'hang') return;
    server = await startTestServer({ smtpUrl: mailServer.url, smtpTimeoutSeconds: 2, recoveryMails: 1000 });
    node = await createOrganisation(server);
    const before = mailServer.connections();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    // the failures are for mails, not for the check of the mail server at the start
    await vi.waitUntil(() => mailServer.connections() > before && mailServer.openConnections() === 0, waitOptions);
  });

  test.for(smtpSteps)('at the step %s loses no mail and duplicates at most one', async (smtpStep) => {
    const user = await createUser(server, { node });
    mailServer.failAt({ at: smtpStep, failureMode, times: 1 });
    const before = mailServer.connections();
    await requestResetMail(user, server, node);
    await vi.waitFor(() => expect(mailServer.connections()).toBeGreaterThan(before), waitOptions);
    expect((await createRecoveryClient(server, node).start(emailOf(user))).status).toBe(200);
    await vi.waitFor(
      async () => {
        await server.query(retriesDue);
        await requestResetMail(await createUser(server, { node }), server, node); // wakes the worker
        expect((await stateOf(user, server)).sent).toBe(true);
      },
      { interval: 500 },
    );
    mailServer.failAt(undefined);
    const copyCount = deliveredTo(user).length;
    expect([1, smtpStep === 'accepted' ? 2 : 1]).toContain(copyCount);
    expect(await stateOf(user, server)).toMatchObject({ failed: false, wiped: true });
  });
});

test('no request waits for an unresponsive mail server', async () => {
  const silentServer = await startMailServer();
  silentServer.failAt({ at: 'connect', failureMode: 'hang', times: Infinity });
  const separateServer = await startTestServer({ smtpUrl: silentServer.url, smtpTimeoutSeconds: 600 });
  await separateServer.app.listen({ host: '127.0.0.1', port: 0 });
  const node = await createOrganisation(separateServer);
  const user = await createUser(separateServer, { node });
  await requestResetMail(user, separateServer, node); // the request is completed although the mail server does not respond
  const checkAndMail = 2;
  await vi.waitFor(() => expect(silentServer.connections()).toBe(checkAndMail), waitOptions);
  expect(await stateOf(user, separateServer)).toMatchObject({ sent: false, last_error: null });
  await silentServer.close();
});

describe('a queued mail', () => {
  const queueMails = async (server: TestServer, count: number) => {
    const node = await createOrganisation(server);
    const users = await Promise.all(Array.from({ length: count }, () => createUser(server, { node })));
    const recoveryApi = createRecoveryClient(server, node);
    for (const user of users) await recoveryApi.sendMail((await recoveryApi.start(emailOf(user))).body.result.userId);
    return users;
  };

  test('from before a start is sent once with two concurrent workers', async () => {
    const separateServer = await startTestServer();
    const users = await queueMails(separateServer, 23);
    const sent: string[] = [];
    const transport: MailTransport = { send: async ({ to }) => void sent.push(to) };
    const workers = [startMailWorker(separateServer, transport), startMailWorker(separateServer, transport)];
    for (const { worker } of workers) worker.start();
    await vi.waitFor(async () => {
      const [row] = await separateServer.query('select count(*)::int as left from mails where sent_date is null');
      expect(row!['left']).toBe(0);
    }, waitOptions);
    for (const worker of workers) await worker.close();
    expect(sent.toSorted()).toEqual(users.map(emailOf).sort());
  });

  test('is claimed again after its worker died and is sent at most twice', async () => {
    const separateServer = await startTestServer();
    const [user] = await queueMails(separateServer, 1);
    const sent: string[] = [];
    let crashed = false;
    const crashingWorker = startMailWorker(separateServer, {
      send: async ({ id }) => {
        sent.push(id);
        crashed = true;
        await new Promise(() => undefined); // sent, but not marked as sent
      },
    });
    crashingWorker.worker.start();
    await vi.waitFor(() => expect(crashed).toBe(true), waitOptions);
    expect(await stateOf(user!, separateServer)).toMatchObject({ sent: false, wiped: false, tries: 1 });
    const nextWorker = startMailWorker(separateServer, { send: async ({ id }) => void sent.push(id) });
    nextWorker.worker.start();
    await separateServer.query('update mails set next_try = clock() where next_try is not null');
    nextWorker.worker.wake();
    await vi.waitFor(async () => expect((await stateOf(user!, separateServer)).sent).toBe(true), waitOptions);
    await nextWorker.close();
    await crashingWorker.close();
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1); // recipients can recognise the duplicate by its id
  });

  test('is retried with growing delays and marked as failed after a day', async () => {
    const separateServer = await startTestServer();
    const [user] = await queueMails(separateServer, 1);
    await separateServer.query(`update reset_tokens set expires_date = clock() + interval '7 days'`); // so that the mail is not discarded first
    const failingWorker = startMailWorker(separateServer, {
      send: async () => {
        throw Object.assign(new Error('550 to somebody@mail.example, says the server'), {
          code: 'EENVELOPE',
          responseCode: 550,
        });
      },
    });
    failingWorker.worker.start();
    await vi.waitFor(
      async () => expect((await stateOf(user!, separateServer)).last_error).toBe('EENVELOPE 550'),
      waitOptions,
    );
    for (const [offset, longest] of [
      ['10 minutes', 10],
      ['20 minutes', 20],
    ] as const) {
      const { tries } = await stateOf(user!, separateServer);
      await separateServer.query('update clock_offset set ahead = $1', [offset]);
      await separateServer.query('update mails set next_try = clock()');
      failingWorker.worker.wake();
      await vi.waitFor(
        async () => expect((await stateOf(user!, separateServer)).tries).toBeGreaterThan(tries),
        waitOptions,
      );
      const [row] = await separateServer.query(
        `select next_try < clock() + make_interval(secs => $1 * 8) as soon from mails`,
        [longest],
      );
      expect(row!['soon']).toBe(true);
    }
    await separateServer.query(`update clock_offset set ahead = '24 hours 1 minute'`);
    failingWorker.worker.wake();
    await vi.waitFor(
      async () =>
        expect(await stateOf(user!, separateServer)).toMatchObject({
          failed: true,
          over: true,
          wiped: true,
          sent: false,
        }),
      waitOptions,
    );
    expect(JSON.stringify(failingWorker.warnings)).not.toContain('somebody@');
    await failingWorker.close();
  });
});

test('the outbox transport writes complete mail files', async () => {
  const message = {
    id: 'one',
    from: 'Storeward <no-reply@storeward.example>',
    to: 'ann@mail.example',
    subject: 'Hello\r\nBcc: thief@mail.example',
    text: 'Grüße',
    html: '<p>Grüße</p>',
  };
  await fileTransport(folder).send(message);
  const { readdirSync, readFileSync } = await import('node:fs');
  expect(readdirSync(folder)).toEqual(['one.eml']);
  const source = readFileSync(join(folder, 'one.eml'), 'utf8');
  expect(source).toMatch(/^From: Storeward <no-reply@storeward\.example>$/m);
  expect(source).not.toMatch(/^Bcc:/im);
  expect([...source.matchAll(/Content-Transfer-Encoding: (\S+)/g)].map(([, name]) => name)).toEqual([
    'quoted-printable',
    'quoted-printable',
  ]);
});

test('a connection to an unreachable mail server fails within seconds', async () => {
  const message = {
    id: 'one',
    from: 'no-reply@storeward.example',
    to: 'ann@mail.example',
    subject: 'x',
    text: 'x',
    html: 'x',
  };
  await expect(smtpTransport('smtp://127.0.0.1:9', 1).send(message)).rejects.toMatchObject({ code: 'ESOCKET' });
});
