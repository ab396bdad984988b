import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anOrganisation, aUser, type Person, type Place, platform } from '../../test/builders.ts';
import { tokensTo } from '../../test/mails.ts';
import { mailOf, recovery } from '../../test/recovery.ts';
import { aServer, type House } from '../../test/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'storeward-outbox-'));
let house: House;
let org: Place;
let ann: Person;

beforeAll(async () => {
  house = await aServer({ dataDir, publicUrl: 'http://localhost:8099', recoveryMails: 1000 });
  org = await anOrganisation(house, { word: 'acorn', name: 'Äpfel & Söhne' });
  await house.rows(`insert into portal_hosts (host, org_id) values ('other.acorn.example', $1)`, [org.id]);
  ann = await aUser(house, { at: org, firstName: '<b>Ann</b>', language: 'ja-JP' });
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => rmSync(dataDir, { recursive: true }));

type Listed = { id: string; to: string; subject: string; links: string[] };
const listed = async () => (await house.ask({ url: '/dev/mail' })).body.result as Listed[];
const arrived = async (person: Person, count = 1) =>
  vi.waitFor(
    async () => {
      const mails = (await listed()).filter(({ to }) => to === mailOf(person));
      expect(mails).toHaveLength(count);
      return mails;
    },
    { timeout: 10_000 },
  );
const asPage = { accept: 'text/html,application/xhtml+xml' };

/** Ways in which a request can lie about the host it is for. */
const lies: Record<string, string>[] = [
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

describe('whatever a request says of the host it is for', () => {
  test.for(lies)('%o: links lead to the portal’s own', async (headers) => {
    const person = await aUser(house, { at: org });
    for (const [before, host] of [org.host, 'other.acorn.example'].entries()) {
      const doors = recovery(house, { host, domain: org.domain });
      const { userId } = (await doors.begin(mailOf(person), {}, headers)).body.result;
      expect((await doors.mail(userId, headers)).status).toBe(200);
      await arrived(person, before + 1); // the next link takes the place of one that has not left yet
    }
    const mails = await arrived(person, 2);
    // wiped out once they have left
    await vi.waitFor(async () => expect((await tokensTo(house, person)).filter(Boolean)).toEqual([]));
    for (const { links } of mails)
      expect(links).toEqual([expect.stringMatching(/^http:\/\/acorn\.localhost:8099\/resetPassword\/[\w-]{43}$/)]);
  });

  test('a page of another origin has nothing sent at all', async () => {
    const person = await aUser(house, { at: org });
    const doors = recovery(house, { host: org.host, domain: org.domain });
    const answer = await doors.begin(mailOf(person), {}, { origin: 'http://thief.example' });
    expect([answer.status, answer.body.messageCode]).toEqual([403, 'session.forged']);
  });

  test('an address in place of a path, and a host that is none of ours, send nothing', async () => {
    const before = readdirSync(join(dataDir, 'outbox')).length;
    const person = await aUser(house, { at: org });
    const body = { emailId: mailOf(person), domainName: org.domain };
    for (const request of [
      { url: '/user-management/validate-email-id', host: 'thief.example' },
      { url: 'http://thief.example/user-management/validate-email-id', host: 'thief.example' },
    ])
      expect((await house.ask({ method: 'POST', body, ...request })).status).toBe(404);
    expect(readdirSync(join(dataDir, 'outbox')).length).toBe(before);
  });
});

describe('the outbox page', () => {
  test('lists the mails and shows each, as a page without scripts and as JSON', async () => {
    const doors = recovery(house, org);
    await doors.mail((await doors.begin(mailOf(ann))).body.result.userId);
    const [mail] = await arrived(ann);
    expect(mail!.subject).toBe('新しいパスワードの設定');
    const whole = (await house.ask({ url: `/dev/mail/${mail!.id}` })).body.result;
    expect(whole.text).toContain('<b>Ann</b> 様');
    expect(whole.text).toContain('Äpfel & Söhne');
    expect(whole.links).toEqual(mail!.links);
    for (const url of ['/dev/mail', `/dev/mail/${mail!.id}`]) {
      const { text, headers } = await house.ask({ url, headers: asPage });
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
      expect(text).toContain(mail!.subject);
      expect(text).not.toMatch(/<script|<b>Ann/);
    }
    const inside = await house.ask({ url: `/dev/mail/${mail!.id}/html` });
    expect(inside.headers['content-security-policy']).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(inside.text).toContain('<base target="_blank">');
    expect(inside.text).toContain('&#60;b&#62;Ann');
    expect(
      (
        await house.ask({
          url: mail!.links[0]!.replace(/^.*\/resetPassword/, '/user-management/validate-reset-token'),
          host: org.host,
        })
      ).status,
    ).toBe(200);
  });

  test.for(['nothing', '../secret.key', '%2e%2e%2fsecret.key', '01900000-0000-7000-8000-000000000001'])(
    'knows no mail called %s',
    async (name) => {
      expect((await house.ask({ url: `/dev/mail/${name}` })).status).toBe(404);
      expect((await house.ask({ url: `/dev/mail/${name}/html` })).status).toBe(404);
    },
  );

  test('is not there in production, nor where a mail server sends the mails', async () => {
    for (const settings of [{ environment: 'production' }, { smtpUrl: 'smtp://127.0.0.1:9' }] as const) {
      const other = await aServer({ databaseUrl: house.ownerUrl, dataDir, ...settings });
      expect((await other.ask({ url: '/dev/mail', host: platform.host })).status).toBe(404);
    }
  });
});
