import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Person, type Place } from '../../test/builders.ts';
import { countOfMails, mailsTo, tokensTo } from '../../test/mails.ts';
import { asBrowser, mailOf, recovery } from '../../test/recovery.ts';
import { aServer, describeUnlessHardened, hardened } from '../../test/server.ts';

const talkative = { recoveryUnknownByAddress: 1000, recoveryUnknownByPortal: 1000 };
const house = await aServer(talkative);
const strict = await aServer({
  ...talkative,
  databaseUrl: house.ownerUrl,
  securityProfile: 'hardened',
  resetLinkMinutes: 10,
});
let acorn: Place;
let beech: Place;
let ann: Person;

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  beech = await anOrganisation(house, { word: 'beech' });
  ann = await aUser(house, { at: acorn });
});

const on = (portal = acorn) => recovery(house, portal);
const fresh = (more: Record<string, unknown> = {}) => aUser(house, { at: acorn, ...more });
const emailUnknown = {
  status: 400,
  messageCode: 'recovery.emailUnknown',
  message:
    'UserNotFoundException: recovery.emailUnknown: Entered email ID does not exist or is invalid, retry or contact the administrator',
};

describe('beginning with an address', () => {
  test('answers a word that stands for nobody, under both names, and no token', async () => {
    const { status, body } = await on().begin(mailOf(ann));
    expect(status).toBe(200);
    expect(body.result).toEqual({ userId: expect.stringMatching(/^[\w-]{43}$/) });
    expect(body.message).toEqual(body.result);
    expect(body.result.userId).not.toBe((await on().begin(mailOf(ann))).body.result.userId);
  });

  test('takes the address however it is cased, and a domain with its @', async () => {
    expect((await on().begin(mailOf(ann).toUpperCase(), { domainName: '@ACORN.example' })).status).toBe(200);
  });

  test('means the portal’s usual domain where none is said', async () => {
    for (const domainName of [undefined, null, ''])
      expect((await on().begin(mailOf(ann), { domainName })).status).toBe(200);
  });

  test.for([
    ['', 'field.emailRequired'],
    [undefined, 'field.emailRequired'],
    ['ann', 'field.email'],
    ['ann smith@mail.example', 'field.email'],
    [' ann@mail.example', 'field.email'],
    [`${'x'.repeat(250)}@mail.example`, 'field.tooLong'],
  ] as const)('refuses "%s" as %s', async ([address, messageCode]) => {
    const { status, body } = await on().begin(address);
    expect([status, body.messageCode]).toEqual([400, 'input.invalid']);
    expect(body.errors[0]).toMatchObject({ path: 'emailId', messageCode });
  });

  test('binds itself to the browser by a cookie that is new each time and gone in ten minutes', async () => {
    const cookies = [1, 2].map(async () =>
      String((await on().begin(mailOf(ann), {}, asBrowser)).headers['set-cookie']),
    );
    const [first, second] = await Promise.all(cookies);
    expect(first).toMatch(/^__Host-recovery=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(first).not.toBe(second);
    expect((await on().begin(mailOf(ann))).headers).not.toHaveProperty('set-cookie');
  });
});

describeUnlessHardened('an address of nobody’s', () => {
  test.for(['nobody@mail.example', 'acorn.example@mail.example'])('is told to whoever asks: %s', async (address) => {
    expect((await on().begin(address)).body).toEqual(emailUnknown);
  });

  test('is one of another domain or another organisation too', async () => {
    expect((await on().begin(mailOf(ann), { domainName: 'other.example' })).body).toEqual(emailUnknown);
    expect((await on(beech).begin(mailOf(ann))).body).toEqual(emailUnknown);
    expect((await on(beech).begin(mailOf(ann), { domainName: acorn.domain })).body).toEqual(emailUnknown);
  });

  test.for([
    ['one address asks', { recoveryUnknownByAddress: 5 }, '16 minutes', 5],
    ['one portal is asked', { recoveryUnknownByAddress: 1000, recoveryUnknownByPortal: 7 }, '61 minutes', 7],
  ] as const)('is told no more once %s too often, for a while', async ([, limits, pause, most]) => {
    const apart = await aServer(limits);
    const org = await anOrganisation(apart);
    const doors = recovery(apart, org);
    let number = 0;
    const next = () => doors.begin(`nobody${(number += 1)}@mail.example`);
    for (let count = 0; count < most; count += 1) expect((await next()).body).toEqual(emailUnknown);
    const { body } = await next();
    expect(body.result).toEqual({ userId: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await doors.mail(body.result.userId)).body).toEqual({ result: { sent: true } });
    expect(await countOfMails(apart)).toBe(0);
    await apart.clockAhead(pause);
    expect((await next()).body).toEqual(emailUnknown);
  });
});

describe('the mail', () => {
  const begun = async (person: Person, more: Record<string, unknown> = {}) =>
    (await on().begin(mailOf(person), more)).body.result.userId as string;

  test('is queued with a link that only its hash remembers, and the user shows that a reset is on its way', async () => {
    const person = await fresh({ is_reset_token_used: true });
    expect((await on().mail(await begun(person))).body).toEqual({ result: { sent: true } });
    const [mail, ...more] = await mailsTo(house, person);
    expect(more).toEqual([]);
    expect(mail).toEqual({
      kind: 'resetLink',
      to: mailOf(person),
      facts: { token: expect.stringMatching(/^[\w-]{43}$/), minutes: hardened ? 10 : 30 },
    });
    const [row] = await house.rows(
      "select is_reset_token_used, reset_date > now() - interval '1 minute' as lately, version from users where id = $1",
      [person.id],
    );
    expect(row).toEqual({ is_reset_token_used: false, lately: true, version: 1 });
    const everything = await house.rows(
      `select t::text from reset_tokens t union all select m::text from mails m union all select a::text from audit a`,
    );
    expect(JSON.stringify(everything)).not.toContain(mail!.facts['token']);
  });

  test('goes to each of several with one address, and names the one who was named', async () => {
    const email_id = 'family@mail.example';
    const columns = { email_id, email_norm: email_id };
    const [one, two] = [await fresh(columns), await fresh(columns)];
    await on().mail((await on().begin(email_id)).body.result.userId);
    expect([(await mailsTo(house, one)).length, (await mailsTo(house, two)).length]).toEqual([1, 1]);
    await on().mail((await on().begin(email_id, { username: two.userName })).body.result.userId);
    expect([(await mailsTo(house, one)).length, (await mailsTo(house, two)).length]).toEqual([1, 2]);
  });

  test('does not go to somebody disabled, and nobody can tell', async () => {
    const person = await fresh({ status: false });
    const answer = await on().mail(await begun(person));
    expect([answer.status, answer.body]).toEqual([200, { result: { sent: true } }]);
    expect(await mailsTo(house, person)).toEqual([]);
  });

  test('goes out six times an hour and no more, and again an hour later', async () => {
    const apart = await aServer();
    const org = await anOrganisation(apart);
    const person = await aUser(apart, { at: org });
    const doors = recovery(apart, org);
    const again = async () =>
      (await doors.mail((await doors.begin(mailOf(person))).body.result.userId)).body.messageCode;
    for (let count = 0; count < 6; count += 1) expect(await again()).toBeUndefined();
    expect(await again()).toBe('recovery.tooManyMails');
    expect(await tokensTo(apart, person)).toHaveLength(6);
    await apart.clockAhead('61 minutes');
    expect(await again()).toBeUndefined();
    expect(await tokensTo(apart, person)).toHaveLength(7);
  });

  test('is not sent ten minutes after the address was typed, nor by a word that stands for nothing', async () => {
    const apart = await aServer();
    const org = await anOrganisation(apart);
    const person = await aUser(apart, { at: org });
    const doors = recovery(apart, org);
    const { userId } = (await doors.begin(mailOf(person))).body.result;
    await apart.clockAhead('10 minutes 1 second');
    for (const flow of [userId, person.id, 'x'])
      expect((await doors.mail(flow)).body.messageCode).toBe('recovery.flowOver');
    expect(await countOfMails(apart)).toBe(0);
  });

  test('is not sent on another portal', async () => {
    expect((await on(beech).mail(await begun(await fresh()))).body.messageCode).toBe('recovery.flowOver');
  });

  test('is sent by the browser alone that began, and by no browser for a program that did', async () => {
    const person = await fresh();
    const { headers, body } = await on().begin(mailOf(person), {}, asBrowser);
    const cookie = String(headers['set-cookie']).split(';', 1)[0]!;
    const other = String((await on().begin(mailOf(person), {}, asBrowser)).headers['set-cookie']).split(';', 1)[0]!;
    for (const wrong of [{}, asBrowser, { ...asBrowser, cookie: other }, { cookie: `${cookie.slice(0, -1)}_` }])
      expect((await on().mail(body.result.userId, wrong)).body.messageCode).toBe('recovery.flowOver');
    expect((await on().mail(body.result.userId, { ...asBrowser, cookie })).status).toBe(200);
    expect((await on().mail(await begun(person), asBrowser)).body.messageCode).toBe('recovery.flowOver');
    expect(await mailsTo(house, person)).toHaveLength(1);
  });
});

test('recoveries whose time is over are forgotten as others begin, whosever they were, and those under way go on', async () => {
  const apart = await aServer({ securityProfile: 'hardened' });
  const [oak, elm] = [await anOrganisation(apart), await anOrganisation(apart)];
  const person = await aUser(apart, { at: oak });
  const kept = async () => (await apart.rows('select from recovery_flows')).length;
  for (let time = 0; time < 40; time += 1) await recovery(apart, elm).begin(`nobody${time}@mail.example`);
  expect(await kept()).toBe(40);
  await apart.clockAhead('9 minutes');
  const underWay = (await recovery(apart, oak).begin(mailOf(person))).body.result.userId;
  expect(await kept()).toBe(41);
  await apart.clockAhead('11 minutes');
  const [before, each] = [await kept(), 10];
  await recovery(apart, oak).begin('nobody@mail.example');
  expect(await kept()).toBe(before - each + 1); // in bounded steps: nobody waits for all of them
  for (let time = 0; time < 10; time += 1) await recovery(apart, oak).begin('nobody@mail.example');
  expect(await kept()).toBe(12);
  expect((await recovery(apart, oak).mail(underWay)).status).toBe(200);
});

describe('whoever goes through a list of addresses', () => {
  test('learns nothing at all where the installation is hardened, and known people still get their mail', async () => {
    const doors = recovery(strict, acorn);
    const person = await fresh();
    const letters = async (address: string) => {
      const begun = await doors.begin(address);
      const sent = await doors.mail(begun.body.result.userId);
      return [begun, sent].map(({ status, body, headers }) => ({
        status,
        body: JSON.stringify(body).replaceAll(begun.body.result.userId, ''),
        headers: { ...headers, date: undefined },
      }));
    };
    expect(await letters('nobody@mail.example')).toEqual(await letters(mailOf(person)));
    expect((await mailsTo(house, person)).map(({ facts }) => facts['minutes'])).toEqual([10]);
  });

  test('gets as many mails refused for an address of nobody’s as for one of somebody’s', async () => {
    const doors = recovery(strict, acorn);
    const outcomes = async (address: string) => {
      const codes: unknown[] = [];
      for (let count = 0; count < 8; count += 1)
        codes.push((await doors.mail((await doors.begin(address)).body.result.userId)).body.messageCode);
      return codes;
    };
    expect(await outcomes('nobody.else@mail.example')).toEqual(await outcomes(mailOf(await fresh())));
  });
});

test.for(['validate-email-id', 'resetpassword/validate-attributes'])(
  '%s takes no field in another shape, and sends nothing',
  async (path) => {
    const sound: Record<string, string> = { emailId: mailOf(ann), username: ann.userName, domainName: acorn.domain };
    const before = await countOfMails(house);
    for (const field of [...Object.keys(sound), 'secretWord'])
      for (const value of [[sound[field]], [mailOf(ann), 'thief@mail.example'], { $gt: '' }, { 0: 'a' }, 7, true]) {
        const answer = await on().send('POST', path, { ...sound, [field]: value });
        expect([field, value, answer.status]).toEqual([field, value, 400]);
      }
    for (const doubled of [
      `{"emailId":"${mailOf(ann)}","emailId":"thief@mail.example"}`,
      `{"emailId":"thief@mail.example","email\\u0049d":"${mailOf(ann)}"}`,
    ]) {
      const answer = await on().send('POST', path, doubled, { 'content-type': 'application/json' });
      expect([answer.status, answer.body.messageCode]).toEqual([400, 'input.malformed']);
    }
    expect(await countOfMails(house)).toBe(before);
  },
);
