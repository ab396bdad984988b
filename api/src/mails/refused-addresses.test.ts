import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  password,
  platformNode,
  type TestNode,
  type TestUser,
} from '../../test/builders.ts';
import { organisationFields } from '../../test/input-fields.ts';
import { addressRejections, otherRejections } from '../../test/mail-replies.ts';
import { type Failure, type MailServer, startMailServer } from '../../test/mail-server.ts';
import { enterEmail } from '../../test/pending-emails.ts';
import { createRecoveryClient, emailOf } from '../../test/recovery.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { userBulkUrl } from '../../test/user-bulk.ts';

const waitOptions = { interval: 50 };
let mailServer: MailServer;
let server: TestServer;
let org: TestNode;
let admin: ApiClient;
let user: TestUser;

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ smtpUrl: mailServer.url, smtpTimeoutSeconds: 600, recoveryMails: 1000 });
  org = await createOrganisation(server);
  admin = await createClient(server, await createUser(server, { node: org }));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  mailServer.failAt(undefined);
  await endWaitingMails();
  user = await createUser(server, { node: org });
});
afterAll(() => mailServer.close());

/** So that no mail of an earlier test gets the reply meant for that of the next one. */
async function endWaitingMails() {
  await server.query('update mails set next_try = null where last_error is not null');
  await vi.waitFor(
    async () => expect(await server.query('select from mails where next_try is not null')).toEqual([]),
    waitOptions,
  );
}
const replyWith = (reply: string, at: Failure['at'] = 'RCPT', times = 1) =>
  mailServer.failAt({ at, failureMode: 'refuse', times, reply });
const urlOf = ({ id }: TestUser) => `/user-management/users/${id}`;
const markOf = async (of = user) => (await admin.get(urlOf(of))).body.result.mailRefused;
const mattersOf = async (client: ApiClient) =>
  (await client.get('/node-management/dashboard/attention')).body.result.map(({ kind }: { kind: string }) => kind);
const sendLink = async (to = user, by = admin) =>
  expect((await by.post(`/user-management/resetLink/${to.id}`)).status).toBe(200);
const mailsOf = (to: TestUser) =>
  server.query(
    `select sent_date is not null as sent, failed_date is not null as failed, next_try is not null as waiting, encrypted_content is null as wiped,
            tries, last_error from mails where user_id = $1 order by created_date, id`,
    [to.id],
  );
/** Waits until the last mail to the user has had an outcome. */
const outcome = (to = user) =>
  vi.waitFor(async () => {
    const mail = (await mailsOf(to)).at(-1)!;
    expect(mail['sent'] || mail['last_error'] !== null).toBe(true);
    return mail;
  }, waitOptions);
async function refuseMail(reply = '550 5.1.1 <somebody@mail.example> unknown') {
  replyWith(reply);
  await sendLink();
  await outcome();
}
/** Lets no mail that follows mark or unmark its user. */
const postponeMails = () => replyWith('451 4.3.0 later', 'RCPT', 100);
/** Sends a reset link as somebody does who has forgotten the password. */
async function recover(of = user) {
  const recovery = createRecoveryClient(server, org);
  const started = await recovery.start(emailOf(of));
  const sent = await recovery.sendMail(started.body.result.userId);
  return [started.status, sent.status, sent.body];
}

describe('a mail whose address the mail server refuses', () => {
  test.for(addressRejections)(
    'with %s is given up at once, and its user is marked with the codes alone',
    async ([reply, reason]) => {
      await refuseMail(reply);
      expect((await mailsOf(user)).at(-1)).toEqual({
        sent: false,
        failed: true,
        waiting: false,
        wiped: true,
        tries: 1,
        last_error: expect.stringMatching(/^EENVELOPE \d{3} RCPT TO$/),
      });
      expect(await markOf()).toEqual({ since: expect.any(String), reason });
    },
  );

  test.for(otherRejections)('at %s with %s is tried again, and nobody is marked', async ([at, reply]) => {
    replyWith(reply, at, 2); // nodemailer repeats a refused EHLO as HELO
    await sendLink();
    expect(await outcome()).toMatchObject({ failed: false, waiting: true, wiped: false });
    expect(await markOf()).toBeNull();
  });

  test('is audited once for each mark, by the system, without the text of the mail server', async () => {
    await refuseMail();
    const mark = await markOf();
    replyWith('550 5.1.1 <somebody@mail.example> unknown');
    await recover();
    await vi.waitFor(async () => expect((await mailsOf(user))[1]).toMatchObject({ failed: true }), waitOptions);
    expect(await markOf()).toEqual(mark);
    const entries = await server.query(
      `select actor_id, tpath, after from audit where entity_id = $1 and action = 'user.mailRefused'`,
      [user.id],
    );
    expect(entries).toEqual([
      { actor_id: null, tpath: org.tpath, after: { emailId: emailOf(user), mailRefused: '550 5.1.1' } },
    ]);
  });

  test('marks nobody if the user has another address by then', async () => {
    mailServer.failAt({ at: 'RCPT', failureMode: 'refuse', times: 1 });
    await sendLink();
    await outcome();
    await server.query(`update users set email_id = 'other@mail.example' where id = $1`, [user.id]);
    replyWith('550 5.1.1 unknown', 'RCPT', 2);
    await server.query('update mails set next_try = clock() where user_id = $1', [user.id]);
    await sendLink(await createUser(server, { node: org })); // wakes the worker
    await vi.waitFor(async () => expect((await mailsOf(user))[0]).toMatchObject({ failed: true }), waitOptions);
    expect(await markOf()).toBeNull();
  });
});

describe('the mark of a user', () => {
  test('goes with a mail that the server accepts, and with a link that an administrator sends until that is refused', async () => {
    await refuseMail();
    await recover();
    await vi.waitFor(async () => expect(await markOf()).toBeNull(), waitOptions);
    await refuseMail();
    expect(await markOf()).not.toBeNull();
    mailServer.failAt({ at: 'RCPT', failureMode: 'refuse', times: 1 });
    await sendLink();
    expect(await markOf()).toBeNull();
    await outcome();
    await refuseMail('551 not local');
    expect(await markOf()).toMatchObject({ reason: '551' });
  });

  test('goes with the address, by an administrator or by its owner, and stays when another field is saved', async () => {
    user = await createUser(server, { node: org, manual_password: false });
    await refuseMail();
    postponeMails();
    await enterEmail(admin, user, emailOf(user));
    expect(await markOf()).not.toBeNull();
    await enterEmail(admin, user, 'corrected@mail.example');
    expect(await markOf()).toBeNull();

    user = await createUser(server, { node: org, last_active: '2026-01-01' });
    replyWith('550 5.1.1 unknown', 'RCPT', 100); // also of the mails that wait for the user before
    await sendLink();
    await outcome();
    postponeMails();
    await enterEmail(admin, user, 'pending@mail.example');
    expect(await markOf()).not.toBeNull();
    const owner = await createClient(server, user);
    const accepted = { address: 'pending@mail.example', password };
    expect((await owner.post(`${urlOf(user)}/pending-email/accept`, accepted)).status).toBe(200);
    expect(await markOf()).toBeNull();
  });

  test('selects the user in lists, exports, bulk changes and the dashboard of their administrators alone', async () => {
    await refuseMail();
    const filter = { status: 'mailRefused', search: user.userName };
    const query = String(new URLSearchParams(filter));
    const found = (await admin.get(`/user-management/users?${query}`)).body;
    expect([found.result.map(({ id }: TestUser) => id), found.total]).toEqual([[user.id], 1]);
    const unmarked = await createUser(server, { node: org });
    const none = new URLSearchParams({ ...filter, search: unmarked.userName });
    expect((await admin.get(`/user-management/users?${String(none)}`)).body.total).toBe(0);
    expect((await admin.get(`/user-management/user-export?${query}`)).body.result).toMatchObject([
      { userName: user.userName },
    ]);
    const preview = await admin.post(`${userBulkUrl}/preview`, { action: 'sendReset', matching: filter });
    expect(preview.body.result.changes).toBe(1);

    expect(await mattersOf(admin)).toContain('refusedEmails');

    const store = await createNode(server, { parent: org, nodeType: 'STORE' });
    const strangers = [
      await createUser(server, { node: store }),
      await createUser(server, { node: await createOrganisation(server) }),
    ];
    for (const stranger of strangers) {
      const client = await createClient(server, stranger);
      expect((await client.get(`/user-management/users?${query}`)).body.total).toBe(0);
      expect((await client.get(urlOf(user))).status).toBe(404);
      expect(await mattersOf(client)).not.toContain('refusedEmails');
    }
  });

  test('is shown to the platform with the invitation of a new organisation, until it is sent again', async () => {
    const platform = await createClient(server, await createUser(server, { node: platformNode }));
    const administrator = { firstName: 'Ann', lastName: 'Lee', userName: 'ann.lee', emailId: 'ann@mail.example' };
    replyWith('550 5.1.1 unknown');
    const created = await platform.post('/node-management/node', {
      ...organisationFields(),
      nodeType: 'organization',
      administrator,
    });
    const url = `/node-management/organization/${created.body.result.id}`;
    const refused = { since: expect.any(String), reason: '550 5.1.1' };
    const readMark = async () => (await platform.get(url)).body.result.invited.mailRefused;
    await vi.waitFor(async () => expect(await readMark()).toEqual(refused), waitOptions);
    replyWith('450 4.1.1 try again later');
    expect((await platform.post(`${url}/invitation`)).body.result.invited.mailRefused).toBeNull();
  });

  test('is seen by its user in the own profile', async () => {
    await refuseMail();
    const owner = await createClient(server, user);
    expect((await owner.get(`${urlOf(user)}/profile`)).body.result.mailRefused).toEqual(await markOf());
  });

  test('changes nothing of what a recovery answers', async () => {
    const other = await createUser(server, { node: org });
    await refuseMail();
    expect(await recover()).toEqual(await recover(other));
  });
});
