import { beforeAll, describe, expect, test } from 'vitest';
import { aUser, type Caller, everyRight, platform, signedIn, signIn } from './builders.ts';
import { filledInOfAnOrganisation } from './doors.ts';
import { countOfMails, mailsTo } from './mails.ts';
import { changedText, recovery } from './recovery.ts';
import { aServer } from './server.ts';
import { codeOf, marksOf } from './small-tree.ts';

const house = await aServer();
let above: Caller;

beforeAll(async () => {
  above = await signedIn(house, await aUser(house, { at: platform }));
});

const person = { firstName: 'Ann', lastName: 'O’Hara', userName: 'ann.ohara', emailId: 'ann@mail.example' };
const chosen = 'Harbour-portal-31';
const make = (more: Record<string, unknown> = {}, headers = {}) =>
  above.post(
    '/node-management/node',
    { ...filledInOfAnOrganisation(), nodeType: 'organization', administrator: person, ...more },
    headers,
  );
const errorsOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]));
const read = async (id: string, caller = above) =>
  (await caller.get(`/node-management/organization/${id}`)).body.result;
const again = (id: string, caller = above) => caller.post(`/node-management/organization/${id}/invitation`);

/** A new organisation whose first administrator is invited, with their row and the doors of its portal. */
async function invitedTo(more: Record<string, unknown> = {}) {
  const { status, body, text } = await make(more);
  if (status !== 200) throw new Error(text);
  const organisation = body.result;
  const [user] = await house.rows('select * from users where org_id = $1', [organisation.id]);
  const at = { ...platform, id: organisation.id, orgId: organisation.id, host: organisation.url };
  const who = { id: user!['id'] as string, userName: person.userName, roleId: null, assignmentId: null, at };
  const doors = recovery(house, { host: organisation.url, domain: organisation.domains[0].domainName });
  const tokens = async () => (await mailsTo(house, who)).filter(({ kind }) => kind === 'invitation');
  const lastToken = async () => (await tokens()).at(-1)!.facts['token'] as string;
  return { organisation, user: user!, who: { ...who, host: organisation.url }, doors, tokens, lastToken };
}

describe('the first administrator of a new organisation', () => {
  test('is made with it: at its top, with its role, in its language, by its usual domain, and without a password', async () => {
    const domains = [
      { domainName: 'first.example', isDefault: false },
      { domainName: 'usual.example', isDefault: true },
    ];
    const { organisation, user } = await invitedTo({ defaultLanguage: 'de', domains });
    expect(user).toMatchObject({
      first_name: 'Ann',
      last_name: 'O’Hara',
      user_name: 'ann.ohara',
      email_id: 'ann@mail.example',
      domain_name: 'usual.example',
      language: 'de',
      country: 'GB',
      node_id: organisation.id,
      password_hash: null,
      created_by: above.person.id,
    });
    expect(
      await house.rows(
        'select a.node_id, a.until, r.name from assignments a join roles r on r.id = a.role_id where a.user_id = $1',
        [user['id']],
      ),
    ).toEqual([{ node_id: organisation.id, until: null, name: 'Organisation administrator' }]);
    expect(organisation).toMatchObject({ userCount: 1, invited: { ...person, goodUntil: expect.any(String) } });
    expect(await marksOf(house, user['id'] as string)).toMatchObject([
      { action: 'user.created', after: { ...person, domainName: 'usual.example' } },
      { action: 'user.invited' },
    ]);
  });

  test('chooses a password by the mailed link, on the new portal alone and once, and signs in there', async () => {
    const { organisation, who, doors, lastToken } = await invitedTo();
    const token = await lastToken();
    expect((await signIn(house, { ...who, secret: chosen })).body.message).toContain('Incorrect username or password.');
    const elsewhere = recovery(house, platform);
    expect((await elsewhere.reset(token, chosen)).body.messageCode).toBe('recovery.linkUnknown');
    expect((await doors.check(token)).status).toBe(200);
    expect((await doors.reset(token, 'short')).status).toBe(400);
    const { status, body } = await doors.reset(token, chosen);
    expect([status, body.message]).toEqual([200, changedText]);
    expect((await doors.reset(token, 'Another-portal-32')).body.messageCode).toBe('recovery.linkUsed');
    const first = await signedIn(house, who, chosen);
    expect((await first.get('/user-management/users')).body.total).toBe(1);
    const own = await read(organisation.id, first);
    expect([own.invited, own.can.edit]).toEqual([null, true]);
  });

  test('has seven days for it, and is invited once more when they are over', async () => {
    const { organisation, doors, lastToken } = await invitedTo();
    const token = await lastToken();
    await house.clockAhead('6 days 23 hours 59 minutes');
    expect((await doors.check(token)).status).toBe(200);
    await house.clockAhead('7 days 1 minute');
    expect((await doors.check(token)).body.messageCode).toBe('recovery.linkExpired');
    expect((await doors.reset(token, chosen)).body.messageCode).toBe('recovery.linkExpired');
    above = await signedIn(house, above.person);
    expect((await read(organisation.id)).invited).toEqual({ ...person, goodUntil: null });
    const { body } = await again(organisation.id);
    expect(body.result.invited.goodUntil).toEqual(expect.any(String));
    expect((await doors.reset(await lastToken(), chosen)).status).toBe(200);
    await house.clockAhead('0');
    above = await signedIn(house, above.person);
  });

  test('is nobody where none is named, and then nobody is invited either', async () => {
    for (const administrator of [null, undefined]) {
      const before = await countOfMails(house);
      const { id, invited, userCount } = (await make({ administrator })).body.result;
      expect([invited, userCount]).toEqual([null, 0]);
      expect(await countOfMails(house)).toBe(before);
      expect(codeOf(await again(id))).toEqual([409, 'organisation.nobodyToInvite']);
    }
  });

  test.for([
    [{ firstName: '' }, 'firstName', 'field.required'],
    [{ lastName: ' ' }, 'lastName', 'field.required'],
    [{ userName: '' }, 'userName', 'field.required'],
    [{ userName: 'ann ohara' }, 'userName', 'field.invalidCharacter'],
    [{ userName: 'ann@DOMAIN' }, 'userName', 'field.userNameDomain'],
    [{ emailId: '' }, 'emailId', 'field.emailRequired'],
    [{ emailId: 'ann@mail' }, 'emailId', 'field.email'],
  ] as const)('is refused with %o, and then there is no organisation either', async ([wrong, field, code]) => {
    const before = await house.rows('select count(*) from nodes');
    const { domains } = filledInOfAnOrganisation();
    const named = JSON.parse(JSON.stringify(wrong).replace('DOMAIN', domains[0]!.domainName.toUpperCase())) as object;
    const answer = await make({ domains, administrator: { ...person, ...named } });
    expect([answer.status, errorsOf(answer)]).toEqual([400, { [`administrator.${field}`]: code }]);
    expect(await house.rows('select count(*) from nodes')).toEqual(before);
  });

  test('is neither made nor mailed where the organisation is refused', async () => {
    const { organisation } = await invitedTo();
    const before = await countOfMails(house);
    expect(codeOf(await make({ url: organisation.url }))).toEqual([409, 'organisation.urlTaken']);
    expect(await countOfMails(house)).toBe(before);
  });

  test('is invited once, however often it is asked for under one key', async () => {
    const body = { ...filledInOfAnOrganisation() };
    const headers = { 'idempotency-key': 'one-invitation-once' };
    const [first, repeated] = [await make(body, headers), await make(body, headers)];
    expect(repeated.text).toBe(first.text);
    const mails = await house.rows('select kind from mails where org_id = $1', [first.body.result.id]);
    expect(mails).toEqual([{ kind: 'invitation' }]);
  });
});

describe('an invitation sent again', () => {
  test('replaces the one before, goes to the present address, and is written down', async () => {
    const { organisation, who, doors, tokens, lastToken } = await invitedTo();
    const before = await lastToken();
    await house.rows(`update users set email_id = 'new@mail.example' where id = $1`, [who.id]);
    const { status, body } = await again(organisation.id);
    expect([status, body.result.invited.emailId]).toEqual([200, 'new@mail.example']);
    expect((await tokens()).map(({ to }) => to)).toEqual(['ann@mail.example', 'new@mail.example']);
    expect((await doors.check(before)).body.messageCode).toBe('recovery.linkExpired');
    expect((await doors.reset(await lastToken(), chosen)).status).toBe(200);
    expect((await marksOf(house, who.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'user.invited',
      'user.invited',
      'password.reset',
    ]);
  });

  test('is refused once a password is chosen, and for whoever may not sign in', async () => {
    const { organisation, who, doors, lastToken } = await invitedTo();
    await house.rows('update users set status = false where id = $1', [who.id]);
    expect(codeOf(await again(organisation.id))).toEqual([409, 'organisation.nobodyToInvite']);
    expect((await doors.reset(await lastToken(), chosen)).body.messageCode).toBe('recovery.linkExpired');
    await house.rows('update users set status = true where id = $1', [who.id]);
    expect((await doors.reset(await lastToken(), chosen)).status).toBe(200);
    expect(codeOf(await again(organisation.id))).toEqual([409, 'organisation.nobodyToInvite']);
  });

  test('is refused after a few within an hour', async () => {
    const { organisation } = await invitedTo();
    const answers = [];
    for (let time = 0; time < 7; time += 1) answers.push(await again(organisation.id));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(codeOf(answer)).toEqual([429, 'recovery.tooManyMails']);
    expect(answers[0]!.status).toBe(200);
  });

  test('is asked for by those alone who stand above all organisations', async () => {
    const { organisation, who, user } = await invitedTo();
    const at = { ...who.at, tpath: user['tpath'] as string, nodeType: 'ORGANIZATION' as const };
    const own = await signedIn(
      house,
      await aUser(house, { at: { ...at, domain: user['domain_name'] }, rights: everyRight }),
    );
    expect(codeOf(await again(organisation.id, own))).toEqual([409, 'organisation.onlyFromAbove']);
    const placesOnly = await signedIn(house, await aUser(house, { at: platform, rights: ['view_organisation'] }));
    expect((await again(organisation.id, placesOnly)).status).toBe(403);
  });
});
