import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  anOrganisation,
  aNode,
  aUser,
  type Caller,
  type Place,
  platform,
  secretWord,
  signedIn,
  withSecretWord,
} from '../../test/builders.ts';
import { countOfMails, mailsTo, tokensTo } from '../../test/mails.ts';
import { mailOf, recovery } from '../../test/recovery.ts';
import { aServer, describeUnlessHardened } from '../../test/server.ts';
import { openDatabase } from '../platform/db.ts';

const house = await aServer({ recoveryUnknownByAddress: 4, addressTries: 1_000_000 });
let org: Place;
let north: Place;
let south: Place;
let admin: Caller;

beforeAll(async () => {
  org = await anOrganisation(house);
  north = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  south = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  admin = await signedIn(house, await aUser(house, { at: north }));
});

const ask = async (method: 'GET' | 'POST', attributes: Record<string, string>, portal = org, at = house) => {
  const all = { domainName: portal.domain, ...attributes };
  const path = 'resetpassword/validate-attributes';
  const answer = await (method === 'POST'
    ? recovery(at, portal).send('POST', path, all)
    : recovery(at, portal).send('GET', `${path}?${String(new URLSearchParams(all))}`));
  return answer.body.result ?? answer.body.messageCode;
};

describeUnlessHardened('whether attributes fit', () => {
  test.for(['GET', 'POST'] as const)('is answered alike by %s, and leads to no token and no mail', async (method) => {
    const apart = await aServer({ databaseUrl: house.ownerUrl, recoveryUnknownByAddress: 1000 });
    const person = await aUser(house, { at: org, ...withSecretWord });
    const before = await countOfMails(house);
    const cases = [
      [{ emailId: mailOf(person) }, { valid: true }],
      [{ emailId: mailOf(person), username: person.userName }, { valid: true }],
      [{ emailId: mailOf(person), username: 'other' }, { valid: false }],
      [{ emailId: 'nobody@mail.example' }, { valid: false }],
      [{ username: person.userName, secretWord }, { valid: true }],
      [{ username: person.userName, secretWord: 'wrong' }, { valid: false }],
      [{ username: person.userName }, { valid: true }],
      [{ username: 'nobody' }, { valid: false }],
      [{ secretWord }, 'input.invalid'],
    ] as const;
    for (const [attributes, answer] of cases) expect(await ask(method, attributes, org, apart)).toEqual(answer);
    expect(await countOfMails(house)).toBe(before);
    expect(await house.rows('select from reset_tokens where user_id = $1', [person.id])).toEqual([]);
  });

  test('is guarded like the recovery itself: unknown addresses fit after a few, and words are counted', async () => {
    const apart = await aServer({ recoveryUnknownByAddress: 4 });
    const place = await anOrganisation(apart);
    const person = await aUser(apart, { at: place, ...withSecretWord });
    const answers: unknown[] = [];
    for (let count = 0; count < 6; count += 1)
      answers.push((await ask('POST', { emailId: `nobody${count}@mail.example` }, place, apart)).valid);
    expect(answers).toEqual([false, false, false, false, true, true]);
    for (let count = 0; count < 5; count += 1)
      await ask('GET', { username: person.userName, secretWord: 'wrong' }, place, apart);
    expect(await ask('POST', { username: person.userName, secretWord }, place, apart)).toBe('recovery.wordClosed');
  });

  test('is no way to go through names: unknown ones fit after a few, and no other page may ask', async () => {
    const apart = await aServer({ recoveryUnknownByAddress: 2 });
    const place = await anOrganisation(apart);
    const answers: unknown[] = [];
    for (let count = 0; count < 4; count += 1)
      answers.push((await ask('GET', { username: `nobody.${count}` }, place, apart)).valid);
    expect(answers).toEqual([false, false, true, true]);
    const url = '/user-management/resetpassword/validate-attributes?username=nobody';
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await apart.ask({ url, host: place.host, headers })).body.messageCode).toBe('session.forged');
  });
});

test('whether attributes fit is not told where the installation is hardened: every address does, and every word is refused unseen', async () => {
  const strict = await aServer({ databaseUrl: house.ownerUrl, securityProfile: 'hardened', addressTries: 1_000_000 });
  const person = await aUser(house, { at: org, ...withSecretWord });
  for (const method of ['GET', 'POST'] as const) {
    for (const who of [{ emailId: 'nobody@mail.example' }, { username: 'nobody' }, { emailId: mailOf(person) }])
      expect(await ask(method, who, org, strict)).toEqual({ valid: true });
    for (const word of [secretWord, 'wrong'])
      expect(await ask(method, { username: person.userName, secretWord: word }, org, strict)).toBe(
        'recovery.wordClosed',
      );
  }
});

describe('a link sent by an administrator', () => {
  const url = (person: { id: string }) => `/user-management/resetLink/${person.id}`;

  test('goes to the mailbox, and the administrator sees only until when it is good', async () => {
    const person = await aUser(house, { at: north });
    expect((await admin.get(url(person))).body.result).toEqual({ sent: false, expiresAt: null });
    const { body } = await admin.post(url(person));
    expect(body.result).toEqual({ sent: true, expiresAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    const later = await admin.get(url(person));
    expect(later.body).toEqual(body);
    const [token, ...more] = await tokensTo(house, person);
    expect(more).toEqual([]);
    expect(later.text + JSON.stringify(body)).not.toContain(token);
    expect((await recovery(house, org).reset(token!, 'Quiet-harbour-27')).status).toBe(200);
    expect((await admin.get(url(person))).body.result).toEqual({ sent: false, expiresAt: null });
    const marks = await house.rows('select action, actor_id from audit where entity_id = $1 order by at, id', [
      person.id,
    ]);
    expect(marks[0]).toEqual({ action: 'password.linkSent', actor_id: admin.person.id });
  });

  test('is not sent to somebody outside their area, above their rights, or disabled', async () => {
    const clerk = await signedIn(house, await aUser(house, { at: north, rights: ['edit_user'] }));
    const [outside, above, disabled] = [
      await aUser(house, { at: south }),
      await aUser(house, { at: north }),
      await aUser(house, { at: north, rights: [], status: false }),
    ];
    expect((await clerk.post(url(outside))).body.messageCode).toBe('user.unknown');
    expect((await clerk.get(url(outside))).body.messageCode).toBe('user.unknown');
    expect((await clerk.post(url(above))).body.messageCode).toBe('user.beyondYourOwn');
    expect((await clerk.post(url(disabled))).body.result).toEqual({ sent: false, expiresAt: null });
    for (const person of [outside, above, disabled]) expect(await mailsTo(house, person)).toEqual([]);
  });

  test('goes to the new address where it is changed in that very moment', async () => {
    const person = await aUser(house, { at: north });
    const database = openDatabase({ connectionString: house.ownerUrl });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { sent } = await database.transaction(async (db) => {
      await db.run(
        sql`update users set email_id = 'new@mail.example', email_norm = 'new@mail.example' where id = ${person.id}`,
      );
      const asked = admin.post(url(person));
      await vi.waitFor(async () => expect(await house.rows(waiting)).toHaveLength(1), { timeout: 20_000 });
      return { sent: asked };
    });
    expect((await sent).body.result.sent).toBe(true);
    expect((await mailsTo(house, person)).map(({ to }) => to)).toEqual(['new@mail.example']);
    await database.close();
  });

  test('is sent six times an hour at most', async () => {
    const person = await aUser(house, { at: north, rights: [] });
    for (let count = 0; count < 6; count += 1) expect((await admin.post(url(person))).status).toBe(200);
    const { status, body } = await admin.post(url(person));
    expect([status, body.messageCode]).toEqual([429, 'recovery.tooManyMails']);
  });

  test('is sent by the platform into the organisation of the person', async () => {
    const root = await signedIn(house, await aUser(house, { at: platform }));
    const person = await aUser(house, { at: south });
    expect((await root.post(url(person))).status).toBe(200);
    const [token] = await tokensTo(house, person);
    expect((await recovery(house, org).check(token!)).status).toBe(200);
    expect((await recovery(house, platform).check(token!)).body.messageCode).toBe('recovery.linkUnknown');
  });
});

test('no answer of any of these doors, nor what is written down, tells a secret or an id', async () => {
  const apart = await aServer({ databaseUrl: house.ownerUrl, recoveryUnknownByAddress: 1000 });
  const person = await aUser(house, { at: north, ...withSecretWord, rights: [] });
  const doors = recovery(apart, org);
  const root = await signedIn(house, admin.person);
  const begun = await doors.begin(mailOf(person));
  const answers = [begun, await doors.mail(begun.body.result.userId)];
  answers.push(await root.post(`/user-management/resetLink/${person.id}`));
  const [mailed, sent] = await tokensTo(house, person);
  answers.push(
    await doors.check(sent!),
    await doors.reset(mailed!, 'Quiet-harbour-27'),
    await doors.reset(sent!, 'password'),
  );
  answers.push(await doors.reset(sent!, 'Quiet-harbour-27'), await doors.byWord(person.userName, 'wrong'));
  answers.push(await root.get(`/user-management/users/${person.id}`));
  const [row] = await house.rows('select password_hash, secret_word_hash from users where id = $1', [person.id]);
  const secrets = [mailed!, sent!, 'Quiet-harbour-27', secretWord, row!['password_hash'], row!['secret_word_hash']];
  for (const { text, headers } of answers)
    for (const secret of secrets) expect(text + JSON.stringify(headers)).not.toContain(secret);
  expect(begun.text).not.toContain(person.id);
  const written = JSON.stringify(
    await house.rows('select t::text from audit t union all select b::text from brakes b'),
  );
  for (const secret of secrets) expect(written).not.toContain(secret);
});
