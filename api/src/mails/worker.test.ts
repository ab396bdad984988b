import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anOrganisation, aUser, type Person, type Place } from '../../test/builders.ts';
import { aMailServer, failures, type MailServer, steps } from '../../test/mail-server.ts';
import { mailOf, recovery } from '../../test/recovery.ts';
import { aWorker } from '../../test/mail-worker.ts';
import { aServer, type House } from '../../test/server.ts';
import { outboxPost, type Post, smtpPost } from '../platform/mail.ts';

const patience = { timeout: 20_000, interval: 50 };
let sink: MailServer;
let house: House;
let org: Place;
const folder = mkdtempSync(join(tmpdir(), 'storeward-mails-'));

beforeAll(async () => {
  sink = await aMailServer();
  house = await aServer({ smtpUrl: sink.url, smtpTimeoutSeconds: 1, recoveryMails: 1000 });
  org = await anOrganisation(house);
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await sink.close();
  rmSync(folder, { recursive: true });
});

const stateOf = async ({ id }: Person, at = house) =>
  (
    await at.rows(
      `select sent_date is not null as sent, failed_date is not null as failed, sealed is null as wiped, next_try is null as over, tries, last_error
         from mails where user_id = $1`,
      [id],
    )
  )[0]!;

/** Asks for a link as a person would. */
async function asked(person: Person, at = house, place = org): Promise<void> {
  const doors = recovery(at, place);
  const { status } = await doors.mail((await doors.begin(mailOf(person))).body.result.userId);
  expect(status).toBe(200);
}

const copies = (person: Person) => sink.taken.filter((mail) => mail.includes(`To: ${mailOf(person)}`));
/** What waits for its next try need not wait. */
const hurry = () =>
  house.rows('update mails set next_try = clock() where next_try is not null and last_error is not null');

test('a mail leaves right after the change it tells of, bears its own id, and nothing of it is kept', async () => {
  const person = await aUser(house, { at: org });
  await asked(person);
  await vi.waitFor(async () => expect((await stateOf(person)).sent).toBe(true), patience);
  expect(await stateOf(person)).toEqual({
    sent: true,
    failed: false,
    wiped: true,
    over: true,
    tries: 1,
    last_error: null,
  });
  const [row] = await house.rows('select id from mails where user_id = $1', [person.id]);
  const [mail, ...more] = copies(person);
  expect(more).toEqual([]);
  expect(mail).toContain(`Message-ID: <${row!['id']}@storeward.example>`);
  expect(mail).toMatch(/From: no-reply@storeward\.example\r\n/);
  expect(mail!.match(/Content-Transfer-Encoding: (\S+)/g)!.every((line) => /7bit|quoted-printable/.test(line))).toBe(
    true,
  );
});

describe.for(failures)('a mail server that says no or nothing: %s', (how) => {
  test.for(steps)('at the step %s, no mail is lost, and at most one is doubled', { timeout: 60_000 }, async (at) => {
    const person = await aUser(house, { at: org });
    sink.misbehave({ at, how, times: 1 });
    const before = sink.visits();
    await asked(person);
    await vi.waitFor(() => expect(sink.visits()).toBeGreaterThan(before), patience);
    expect((await recovery(house, org).begin(mailOf(person))).status).toBe(200);
    await vi.waitFor(
      async () => {
        await hurry();
        const doors = recovery(house, org);
        await doors.mail((await doors.begin(mailOf(await aUser(house, { at: org })))).body.result.userId); // a nudge
        expect((await stateOf(person)).sent).toBe(true);
      },
      { timeout: 45_000, interval: 500 },
    );
    sink.misbehave(undefined);
    const found = copies(person).length;
    expect([1, at === 'accepted' ? 2 : 1]).toContain(found);
    expect(await stateOf(person)).toMatchObject({ failed: false, wiped: true });
  });
});

test('no request waits for a mail server, however long that says nothing', async () => {
  const silent = await aMailServer();
  silent.misbehave({ at: 'connect', how: 'hang', times: 1 });
  const apart = await aServer({ smtpUrl: silent.url, smtpTimeoutSeconds: 600 });
  await apart.server.listen({ host: '127.0.0.1', port: 0 });
  const place = await anOrganisation(apart);
  const person = await aUser(apart, { at: place });
  await asked(person, apart, place); // answered, and the mail server has not said a word yet
  await vi.waitFor(() => expect(silent.visits()).toBe(1), patience);
  expect(await stateOf(person, apart)).toMatchObject({ sent: false, last_error: null });
  await silent.close();
});

describe('what is in the queue', () => {
  const queued = async (at: House, count: number) => {
    const place = await anOrganisation(at);
    const people = await Promise.all(Array.from({ length: count }, () => aUser(at, { at: place })));
    const doors = recovery(at, place);
    for (const person of people) await doors.mail((await doors.begin(mailOf(person))).body.result.userId);
    return people;
  };

  test('before a start leaves after it, once each, though two work at it', async () => {
    const apart = await aServer();
    const people = await queued(apart, 23);
    const sent: string[] = [];
    const post: Post = { send: async ({ to }) => void sent.push(to) };
    const workers = [aWorker(apart, post), aWorker(apart, post)];
    for (const { worker } of workers) worker.start();
    await vi.waitFor(async () => {
      const [row] = await apart.rows('select count(*)::int as left from mails where sent_date is null');
      expect(row!['left']).toBe(0);
    }, patience);
    for (const each of workers) await each.end();
    expect(sent.toSorted()).toEqual(people.map(mailOf).sort());
  });

  test('falls due again when whoever had it is gone, and is then sent twice at most', async () => {
    const apart = await aServer();
    const [person] = await queued(apart, 1);
    const sent: string[] = [];
    let died = false;
    const dying = aWorker(apart, {
      send: async ({ id }) => {
        sent.push(id);
        died = true;
        await new Promise(() => undefined); // it went out, and nobody ever heard of it
      },
    });
    dying.worker.start();
    await vi.waitFor(() => expect(died).toBe(true), patience);
    expect(await stateOf(person!, apart)).toMatchObject({ sent: false, wiped: false, tries: 1 });
    const next = aWorker(apart, { send: async ({ id }) => void sent.push(id) });
    next.worker.start();
    await apart.rows('update mails set next_try = clock() where next_try is not null');
    next.worker.nudge();
    await vi.waitFor(async () => expect((await stateOf(person!, apart)).sent).toBe(true), patience);
    await next.end();
    await dying.end();
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1); // by its id whoever gets both can tell
  });

  test('is tried again and again with growing pauses, and given up after a day', async () => {
    const apart = await aServer();
    const [person] = await queued(apart, 1);
    await apart.rows(`update reset_tokens set expires_date = clock() + interval '7 days'`); // so its mail is not given up before
    const failing = aWorker(apart, {
      send: async () => {
        throw Object.assign(new Error('550 to somebody@mail.example, says the server'), {
          code: 'EENVELOPE',
          responseCode: 550,
        });
      },
    });
    failing.worker.start();
    await vi.waitFor(async () => expect((await stateOf(person!, apart)).last_error).toBe('EENVELOPE 550'), patience);
    for (const [ahead, longest] of [
      ['10 minutes', 10],
      ['20 minutes', 20],
    ] as const) {
      const { tries } = await stateOf(person!, apart);
      await apart.rows('update clock_offset set ahead = $1', [ahead]);
      await apart.rows('update mails set next_try = clock()');
      failing.worker.nudge();
      await vi.waitFor(async () => expect((await stateOf(person!, apart)).tries).toBeGreaterThan(tries), patience);
      const [row] = await apart.rows(`select next_try < clock() + make_interval(secs => $1 * 8) as soon from mails`, [
        longest,
      ]);
      expect(row!['soon']).toBe(true);
    }
    await apart.rows(`update clock_offset set ahead = '24 hours 1 minute'`);
    failing.worker.nudge();
    await vi.waitFor(
      async () =>
        expect(await stateOf(person!, apart)).toMatchObject({ failed: true, over: true, wiped: true, sent: false }),
      patience,
    );
    expect(JSON.stringify(failing.troubles)).not.toContain('somebody@');
    await failing.end();
  });
});

test('the outbox shows a mail only when it is whole', async () => {
  const letter = {
    id: 'one',
    from: 'Storeward <no-reply@storeward.example>',
    to: 'ann@mail.example',
    subject: 'Hello\r\nBcc: thief@mail.example',
    text: 'Grüße',
    html: '<p>Grüße</p>',
  };
  await outboxPost(folder).send(letter);
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

test('a mail server that is not there is given up within seconds', async () => {
  const letter = {
    id: 'one',
    from: 'no-reply@storeward.example',
    to: 'ann@mail.example',
    subject: 'x',
    text: 'x',
    html: 'x',
  };
  await expect(smtpPost('smtp://127.0.0.1:9', 1).send(letter)).rejects.toMatchObject({ code: 'ESOCKET' });
});
