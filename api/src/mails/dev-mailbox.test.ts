import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOrganisation, createUser, type TestUser, type TestNode, platformNode } from '../../test/builders.ts';
import { resetTokensMailed } from '../../test/mails.ts';
import { emailOf, createRecoveryClient } from '../../test/recovery.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../test/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'storeward-outbox-'));
let testServer: TestServer;
let org: TestNode;
let ann: TestUser;

beforeAll(async () => {
  testServer = await startTestServer({ dataDir, publicUrl: 'http://localhost:8099', recoveryMails: 1000 });
  org = await createOrganisation(testServer, { slug: 'acorn', name: 'Äpfel & Söhne' });
  await testServer.query(`insert into portal_hosts (host, org_id) values ('other.acorn.example', $1)`, [org.id]);
  ann = await createUser(testServer, { node: org, firstName: '<b>Ann</b>', language: 'ja-JP' });
  await testServer.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => rmSync(dataDir, { recursive: true }));

type ListedMail = { id: string; to: string; subject: string; links: string[] };
const listMails = async () => (await testServer.request({ url: '/dev/mail' })).body.result as ListedMail[];
const waitForMails = async (user: TestUser, count = 1) =>
  vi.waitFor(async () => {
    const mails = (await listMails()).filter(({ to }) => to === emailOf(user));
    expect(mails).toHaveLength(count);
    return mails;
  });
const acceptHtml = { accept: 'text/html,application/xhtml+xml' };

/** Headers that claim another host. */
const forgedHostHeaders: Record<string, string>[] = [
  {},
  { 'x-forwarded-host': 'thief.example' },
  { 'x-forwarded-host': 'thief.example', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-port': '666' },
  { 'x-forwarded-server': 'thief.example' },
  { 'x-host': 'thief.example' },
  { 'x-original-host': 'thief.example' },
  { 'x-original-url': 'http://thief.example/' },
  { forwarded: 'host=thief.example;proto=https' },
  { referer: 'http://thief.example/' },
  { 'x-http-host-override': 'thief.example' },
  { host: 'acorn.localhost:666' },
];

describe('with forged host headers', () => {
  test.for(forgedHostHeaders)('%o: links use the portal’s own host', async (headers) => {
    const user = await createUser(testServer, { node: org });
    for (const [before, host] of [org.host, 'other.acorn.example'].entries()) {
      const recoveryApi = createRecoveryClient(testServer, { host, domain: org.domain });
      const { userId } = (await recoveryApi.start(emailOf(user), {}, headers)).body.result;
      expect((await recoveryApi.sendMail(userId, headers)).status).toBe(200);
      await waitForMails(user, before + 1); // wait: the next link replaces one that was not sent yet
    }
    const mails = await waitForMails(user, 2);
    // variables are wiped after sending
    await vi.waitFor(async () => expect((await resetTokensMailed(testServer, user)).filter(Boolean)).toEqual([]));
    for (const { links } of mails)
      expect(links).toEqual([expect.stringMatching(/^http:\/\/acorn\.localhost:8099\/resetPassword\/[\w-]{43}$/)]);
  });

  test('a request from another origin sends nothing', async () => {
    const user = await createUser(testServer, { node: org });
    const recoveryApi = createRecoveryClient(testServer, { host: org.host, domain: org.domain });
    const response = await recoveryApi.start(emailOf(user), {}, { origin: 'http://thief.example' });
    expect([response.status, response.body.messageCode]).toEqual([403, 'session.forged']);
  });

  test('an absolute URL as path and an unknown host send nothing', async () => {
    const before = readdirSync(join(dataDir, 'outbox')).length;
    const user = await createUser(testServer, { node: org });
    const body = { emailId: emailOf(user), domainName: org.domain };
    for (const request of [
      { url: '/user-management/validate-email-id', host: 'thief.example' },
      { url: 'http://thief.example/user-management/validate-email-id', host: 'thief.example' },
    ])
      expect((await testServer.request({ method: 'POST', body, ...request })).status).toBe(404);
    expect(readdirSync(join(dataDir, 'outbox')).length).toBe(before);
  });
});

describe('the outbox page', () => {
  test('lists and shows mails as a page without scripts and as JSON', async () => {
    const recoveryApi = createRecoveryClient(testServer, org);
    await recoveryApi.sendMail((await recoveryApi.start(emailOf(ann))).body.result.userId);
    const [mail] = await waitForMails(ann);
    expect(mail!.subject).toBe('新しいパスワードの設定');
    const mailDetails = (await testServer.request({ url: `/dev/mail/${mail!.id}` })).body.result;
    expect(mailDetails.text).toContain('<b>Ann</b>様');
    expect(mailDetails.text).toContain('Äpfel & Söhne');
    expect(mailDetails.links).toEqual(mail!.links);
    for (const url of ['/dev/mail', `/dev/mail/${mail!.id}`]) {
      const { text, headers } = await testServer.request({ url, headers: acceptHtml });
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
      expect(text).toContain(mail!.subject);
      expect(text).not.toMatch(/<script|<b>Ann/);
    }
    const htmlResponse = await testServer.request({ url: `/dev/mail/${mail!.id}/html` });
    expect(htmlResponse.headers['content-security-policy']).toMatch(
      /sandbox allow-popups allow-popups-to-escape-sandbox$/,
    );
    expect(htmlResponse.text).toContain('<base target="_blank">');
    expect(htmlResponse.text).toContain('&#60;b&#62;Ann');
    expect(
      (
        await testServer.request({
          url: mail!.links[0]!.replace(/^.*\/resetPassword/, '/user-management/validate-reset-token'),
          host: org.host,
        })
      ).status,
    ).toBe(200);
  });

  test.for(['nothing', '../secret.key', '%2e%2e%2fsecret.key', '01900000-0000-7000-8000-000000000001'])(
    'returns 404 for the mail id %s',
    async (name) => {
      expect((await testServer.request({ url: `/dev/mail/${name}` })).status).toBe(404);
      expect((await testServer.request({ url: `/dev/mail/${name}/html` })).status).toBe(404);
    },
  );

  test.for<{ host?: string; from?: string; headers?: Record<string, string> }>([
    { host: 'rebound.example' },
    { host: 'localhost.rebound.example' },
    { host: '192.0.2.7:8099' },
    { host: 'acorn.example' },
    { from: '192.0.2.7' },
    { headers: { 'x-forwarded-for': '192.0.2.7' } },
    { headers: { 'x-forwarded-host': 'portal.example' } },
    { headers: { 'x-forwarded-proto': 'https' } },
    { headers: { 'x-forwarded-port': '443' } },
    { headers: { forwarded: 'for=192.0.2.7' } },
    { headers: { via: '1.1 proxy' } },
    { headers: { 'x-real-ip': '127.0.0.1' } },
    { headers: { 'x-client-ip': '127.0.0.1' } },
    { headers: { 'true-client-ip': '127.0.0.1' } },
    { headers: { 'cf-connecting-ip': '127.0.0.1' } },
    { headers: { 'x-envoy-external-address': '127.0.0.1' } },
    { headers: { 'x-amzn-trace-id': 'Root=1-67891233-abcdef012345678912345678' } },
  ])('is not found from elsewhere or under a name that is not of this machine: %o', async (request) => {
    const [mail] = await listMails();
    for (const url of ['/dev/mail', `/dev/mail/${mail!.id}`, `/dev/mail/${mail!.id}/html`])
      expect((await testServer.request({ ...request, url })).status).toBe(404);
  });

  test.for([
    ['1.0', 404],
    ['1.1', 200],
  ] as const)('asked by HTTP/%s, which old proxies speak, it answers %i', async ([version, status]) => {
    const { port } = testServer.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(`GET /dev/mail HTTP/${version}\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    const [head] = (await once(socket, 'data')) as [string];
    socket.destroy();
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test.for(['localhost', 'LOCALHOST:8099', 'acorn.localhost', '127.0.0.1:8099', '[::1]:8099'])(
    'is served to this machine as %s',
    async (host) => expect((await testServer.request({ url: '/dev/mail', host })).status).toBe(200),
  );

  test('is not served in production, with a configured SMTP server or with a trusted proxy', async () => {
    const servers: TestServerOptions[] = [
      { environment: 'production' },
      { smtpUrl: 'smtp://127.0.0.1:9' },
      { trustProxy: ['192.0.2.1'] },
    ];
    for (const settings of servers) {
      const otherServer = await startTestServer({ databaseUrl: testServer.ownerUrl, dataDir, ...settings });
      expect((await otherServer.request({ url: '/dev/mail', host: platformNode.host })).status).toBe(404);
    }
  });
});
