import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  password,
  platformNode,
  type TestNode,
  type TestUser,
} from '../../test/builders.ts';
import { countsOf, importsAt, toCsv } from '../../test/imports.ts';
import { organisationFields, userFields } from '../../test/input-fields.ts';
import { type Failure, type MailServer, startMailServer } from '../../test/mail-server.ts';
import { enterEmail, userUrl } from '../../test/pending-emails.ts';
import { saveProfile } from '../../test/profiles.ts';
import type { TestResponse } from '../../test/response.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

const usersUrl = '/user-management/users';
const { uploadAndCheck, cellErrorsOf } = importsAt(`${usersUrl}/import`);
const unicode = 'jörg@mail.example';
let mailServer: MailServer;
let server: TestServer;
let org: TestNode;
let admin: ApiClient;
let user: TestUser;
let roleId: string;

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ smtpUrl: mailServer.url, smtpTimeoutSeconds: 600 });
  org = await createOrganisation(server);
  await createNode(server, { parent: org, nodeType: 'STORE', name: 'Leeds', code: 'UK-1' });
  roleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], name: 'Till', name_norm: 'till' });
  admin = await createClient(server, await createUser(server, { node: org }));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => void (user = await createUser(server, { node: org })));
afterAll(() => mailServer.close());

/** A mail server that replies to EHLO with these extensions. */
const offering = (extensions: string): Failure => ({
  at: 'EHLO',
  failureMode: 'refuse',
  times: Infinity,
  reply: `250-sink\r\n250 ${extensions}`,
});

const ownMailServers: MailServer[] = [];
afterAll(() => Promise.all(ownMailServers.map((one) => one.close())));

/** Waits until a process that has started has checked its mail server. */
const untilChecked = (one: MailServer) => vi.waitUntil(() => one.connections() === 1 && one.openConnections() === 0);

/** A process that starts beside a mail server with this behaviour; `create` creates a user with such an address. */
async function startOwnServer(behaviour: Failure) {
  const ownMailServer = await startMailServer();
  ownMailServer.failAt(behaviour);
  const ownServer = await startTestServer({ smtpUrl: ownMailServer.url, smtpTimeoutSeconds: 600 });
  const ownOrg = await createOrganisation(ownServer);
  const ownRole = await createRole(ownServer, { organisation: ownOrg, rights: ['om_dashboard'] });
  const ownAdmin = await createClient(ownServer, await createUser(ownServer, { node: ownOrg }));
  const recipient = await createUser(ownServer, { node: ownOrg });
  await ownServer.app.listen({ host: '127.0.0.1', port: 0 });
  ownMailServers.push(ownMailServer);
  const create = () => createdUser(unicode, ownAdmin, ownOrg, ownRole);
  return {
    ownServer,
    ownMailServer,
    create,
    sendMail: () => ownAdmin.post(`/user-management/resetLink/${recipient.id}`),
  };
}

/** Has the mail server accept a mail, having offered these extensions. */
async function sendMail(extensions: string) {
  const recipient = await createUser(server, { node: org });
  mailServer.failAt(offering(extensions));
  expect((await admin.post(`/user-management/resetLink/${recipient.id}`)).status).toBe(200);
  const sent = () => server.query('select from mails where user_id = $1 and sent_date is not null', [recipient.id]);
  const waiting = () => server.query('select from mails where next_try is not null and last_error is null');
  await vi.waitFor(async () => expect([(await sent()).length, (await waiting()).length]).toEqual([1, 0]), {
    interval: 50,
  });
}
const errorsOf = ({ status, body }: TestResponse) => [
  status,
  (body as unknown as { errors?: { path: string; messageCode: string }[] }).errors?.map(({ path, messageCode }) => [
    path,
    messageCode,
  ]),
];
const refusedAt = (path: string) => [400, [[path, 'field.emailLetters']]];
const createdUser = (emailId: string, client = admin, node = org, role = roleId) => {
  const roles = { rootNodeId: node.id, userRole: [{ id: role }] };
  return client.post(usersUrl, { ...userFields(user), userName: randomUUID(), emailId, ...roles });
};
const fileOf = (emailId: string) =>
  toCsv([
    {
      userName: `${user.userName}.c`,
      firstName: 'Jörg',
      lastName: 'Müller',
      emailId,
      phoneNumber: '',
      roleName: 'Till',
      nodeName: 'Leeds',
      language: 'en',
      timeZone: 'Europe/London',
      status: '',
    },
  ]);

describe('an address with letters beyond ASCII before the @', () => {
  test('is accepted while the mail server has not answered, which the log reports', async () => {
    const { ownServer, create } = await startOwnServer({ at: 'connect', failureMode: 'drop', times: Infinity });
    await vi.waitFor(() => expect(ownServer.logOutput()).toContain('the mail server (SMTP_URL) cannot be used'));
    expect((await create()).status).toBe(200);
  });

  test('is refused from the start of a process, without any mail, if the mail server does not offer SMTPUTF8', async () => {
    const { ownMailServer, create } = await startOwnServer(offering('SIZE 1000'));
    await untilChecked(ownMailServer);
    expect(errorsOf(await create())).toEqual(refusedAt('emailId'));
    expect(ownMailServer.connections()).toBe(1);
  });

  test('is refused also after a mail that has failed', async () => {
    const { ownServer, ownMailServer, create, sendMail: requestMail } = await startOwnServer(offering('SMTPUTF8'));
    await untilChecked(ownMailServer);
    ownMailServer.failAt({ at: 'RCPT', failureMode: 'refuse', times: Infinity });
    expect((await requestMail()).status).toBe(200);
    await vi.waitFor(async () =>
      expect(await ownServer.query('select from mails where last_error is not null')).toHaveLength(1),
    );
    expect(errorsOf(await create())).toEqual(refusedAt('emailId'));
  });

  test('is refused at its field once the mail server has not offered SMTPUTF8', async () => {
    await sendMail('SIZE 1000');
    expect(errorsOf(await createdUser(unicode))).toEqual(refusedAt('emailId'));
    expect(errorsOf(await enterEmail(admin, user, unicode))).toEqual(refusedAt('emailId'));
    const own = await createClient(server, user);
    expect(errorsOf(await saveProfile(own, { emailId: unicode, password }))).toEqual(refusedAt('emailId'));
    expect((await admin.get(userUrl(user))).body.result.pendingEmail).toBeNull();
    const platform = await createClient(server, await createUser(server, { node: platformNode }));
    const administrator = { firstName: 'Jörg', lastName: 'Müller', userName: 'joerg', emailId: unicode };
    const organisation = { ...organisationFields(), nodeType: 'organization', administrator };
    expect(errorsOf(await platform.post('/node-management/node', organisation))).toEqual(
      refusedAt('administrator.emailId'),
    );
    const run = await uploadAndCheck(admin, fileOf(unicode));
    expect(await cellErrorsOf(admin, run)).toEqual({ 2: { emailId: 'field.emailLetters' } });
  });

  test('does not keep a user who has one from being changed, and no domain is refused', async () => {
    const holder = await createUser(server, { node: org, email_id: unicode });
    await sendMail('SIZE 1000');
    expect((await admin.put(userUrl(holder), { ...userFields(holder), emailId: unicode })).status).toBe(200);
    expect((await enterEmail(admin, user, 'joerg@müller.example')).status).toBe(200);
  });

  test('is accepted once the mail server has offered SMTPUTF8', async () => {
    await sendMail('SIZE 1000');
    await sendMail('SMTPUTF8');
    expect((await createdUser(unicode)).status).toBe(200);
    expect(countsOf(await uploadAndCheck(admin, fileOf(unicode)))).toEqual([1, 0, 0, 0]);
  });
});
