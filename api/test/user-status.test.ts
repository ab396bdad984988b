import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Person,
  type Place,
  signedIn,
  signIn,
} from './builders.ts';
import { mailsTo } from './mails.ts';
import { aServer } from './server.ts';
import { attempts, type AttemptLimits } from '../src/attempts/queries.ts';
import { openDatabase } from '../src/platform/db.ts';
import type { Origin, Portal, Scope } from '../src/platform/actor.ts';

const house = await aServer();
const limits: AttemptLimits = { most: 3, lockMinutes: 30, mostInRow: 6, mostByAddress: 10_000, windowMinutes: 15 };

let org: Place;
let company: Place;
let store: Place;
let admin: Caller;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn', name: 'Acorn' });
  company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  store = await aNode(house, { parent: company, nodeType: 'STORE' });
  admin = await signedIn(house, await aUser(house, { at: org }));
});

const url = (person: { id: string }) => `/user-management/users/${person.id}`;
const setStatus = (who: Caller, person: { id: string }, status: unknown, headers: Record<string, string> = {}) =>
  who.put(`${url(person)}/status`, { status }, headers);
const someone = (more: Record<string, unknown> = {}) => aUser(house, { at: store, rights: ['list_users'], ...more });
const rowOf = async ({ id }: Person) => (await house.rows('select * from users where id = $1', [id]))[0]!;
const marksOf = async ({ id }: Person) =>
  house.rows(
    `select action, before, after, actor_id, tpath from audit where entity_id = $1 and action like 'user.%' order by at, id`,
    [id],
  );

describe('disabling a user', () => {
  test('shuts them out at once, on every device, and for good', async () => {
    const person = await someone();
    const [phone, till] = [await signedIn(house, person), await signedIn(house, person)];
    const { status, body, headers } = await setStatus(admin, person, false);
    expect([status, headers['etag']]).toEqual([200, '"2"']);
    expect(body.result).toMatchObject({
      id: person.id,
      status: false,
      locked: false,
      version: 2,
      updatedBy: admin.person.id,
    });
    for (const device of [phone, till]) expect((await device.get(url(person))).status).toBe(401);
    expect((await signIn(house, person)).body.message).toMatch(
      /Message:You are not allowed to logged in, please contact system admin$/,
    );
    await setStatus(admin, person, true);
    for (const device of [phone, till]) expect((await device.get(url(person))).status).toBe(401);
    expect((await signIn(house, person)).status).toBe(200);
  });

  test('ends nobody else’s session', async () => {
    const [person, other] = [await someone(), await signedIn(house, await someone())];
    await setStatus(admin, person, false);
    expect((await other.get(url(other.person))).status).toBe(200);
  });

  test('is written down together with the change, and only where something changes', async () => {
    const person = await someone();
    for (const status of [false, false, true, true]) expect((await setStatus(admin, person, status)).status).toBe(200);
    const by = { actor_id: admin.person.id, tpath: store.tpath };
    expect(await marksOf(person)).toEqual([
      { action: 'user.disabled', before: { status: true }, after: { status: false }, ...by },
      { action: 'user.enabled', before: { status: false }, after: { status: true }, ...by },
    ]);
    expect((await rowOf(person))['version']).toBe(3);
  });

  test('shows in the list', async () => {
    const person = await someone({ userName: 'shown.in.list' });
    await setStatus(admin, person, false);
    const { body } = await admin.get('/user-management/users?search=shown.in.list');
    expect(body.result).toMatchObject([{ status: false, locked: false, can: { enable: true } }]);
  });

  test('counts once however often it is asked for under one key', async () => {
    const person = await someone();
    const again = { 'idempotency-key': 'the-very-same-key' };
    const first = await setStatus(admin, person, false, again);
    await setStatus(admin, person, true);
    const repeated = await setStatus(admin, person, false, again);
    expect([repeated.status, repeated.text, repeated.headers['idempotency-replayed']]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect((await rowOf(person))['status']).toBe(true);
    expect((await setStatus(admin, person, true, again)).status).toBe(422);
  });

  test('starts from the version that was seen, and overwrites no other', async () => {
    const person = await someone();
    expect((await setStatus(admin, person, false, { 'if-match': '"1"' })).status).toBe(200);
    const stale = await setStatus(admin, person, true, { 'if-match': '"1"' });
    expect([stale.status, stale.body.messageCode, stale.body.current.status]).toEqual([412, 'record.stale', false]);
    expect((await rowOf(person))['status']).toBe(false);
  });

  test('of eight at once is one change', async () => {
    const person = await someone();
    const answers = await Promise.all(Array.from({ length: 8 }, () => setStatus(admin, person, false)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect([(await rowOf(person))['version'], (await marksOf(person)).length]).toEqual([2, 1]);
  });

  test.for([undefined, null, 'false', 0, {}])('takes nothing but yes or no: %o', async (status) => {
    const person = await someone();
    const answer = await setStatus(admin, person, status);
    expect([answer.status, answer.body.messageCode]).toEqual([400, 'input.invalid']);
    expect((await rowOf(person))['status']).toBe(true);
  });
});

describe('enabling somebody without a password', () => {
  test('asks them to choose one', async () => {
    const user = await someone({ status: false, password_hash: null, manual_password: false });
    await admin.put(`${url(user)}/status`, { status: true });
    expect((await mailsTo(house, user)).map(({ kind }) => kind)).toEqual(['invitation']);
  });
});

describe('nobody changes the status', () => {
  test('of their own account, not even to enabled', async () => {
    for (const status of [false, true]) {
      const answer = await setStatus(admin, admin.person, status);
      expect([answer.status, answer.body.messageCode]).toEqual([409, 'user.self']);
    }
    expect((await admin.get(url(admin.person))).body.result).toMatchObject({ status: true, can: { enable: false } });
  });

  test('of somebody who holds more than they do, here or elsewhere', async () => {
    const manager = await signedIn(house, await aUser(house, { at: company, rights: ['enabled_user', 'list_users'] }));
    const stronger = await someone({ rights: ['list_users', 'create_user'] });
    const elsewhere = await someone({ rights: [] });
    const roleId = await aRole(house, { of: org, rights: ['list_users'] });
    await anAssignment(house, { userId: elsewhere.id, roleId, at: org, position: 5 });
    for (const person of [stronger, elsewhere]) {
      const answer = await setStatus(manager, person, false);
      expect([answer.status, answer.body.messageCode]).toEqual([409, 'user.beyondYourOwn']);
      expect((await rowOf(person))['status']).toBe(true);
    }
    expect((await setStatus(manager, await someone(), false)).status).toBe(200);
  });

  test('of somebody outside their own area, who is as absent as nobody', async () => {
    const manager = await signedIn(house, await aUser(house, { at: store }));
    const nothing = await setStatus(manager, { id: store.id }, false);
    for (const person of [
      await aUser(house, { at: company }),
      await aUser(house, { at: await anOrganisation(house) }),
    ]) {
      const answer = await setStatus(manager, person, false);
      expect([answer.status, answer.text]).toEqual([404, nothing.text]);
    }
  });
});

describe('a locked user', () => {
  // the portal's own counter, with limits that a test can reach; the marks it makes are those of the product
  const counter = attempts(house.secretKey, limits);
  const database = openDatabase({ connectionString: house.appUrl });
  afterAll(() => database.close());
  const origin: Origin = {
    host: 'acorn.localhost',
    address: '203.0.113.9',
    device: '',
    browser: false,
    cookies: {},
    apiKey: undefined,
    idleSeconds: undefined,
    seeing: undefined,
  };

  const atPortal = async <T>(
    work: (db: Parameters<typeof counter.forgive>[0], scope: Scope) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (db) => {
      const { portal } = (await db.first(sql<{ portal: string }>`select open_portal(${org.host}) as portal`))!;
      const { orgId } = JSON.parse(portal) as Portal;
      return work(db, { orgId } as Scope);
    });
  const failing = async ({ userName }: Person, times: number) => {
    for (let index = 0; index < times; index += 1)
      await atPortal((db, scope) => counter.judge(db, scope, origin, { userName, domainName: 'acorn.example' }, false));
  };

  test('is marked in the list and on their own page, with the moment the lock opens by itself', async () => {
    const person = await someone({ userName: 'Łócked.Person' });
    await failing(person, 2);
    expect((await admin.get(url(person))).body.result).toMatchObject({ locked: false, lockedUntil: null });
    await failing(person, 1);
    const { body } = await admin.get(url(person));
    expect(body.result).toMatchObject({ status: true, locked: true, lockedUntil: expect.stringMatching(/^20.*Z$/) });
    const minutes = (Date.parse(body.result.lockedUntil) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThan(31);
    const list = await admin.get('/user-management/users?size=100');
    const locked = list.body.result.filter((row: { locked: boolean }) => row.locked);
    expect(locked).toMatchObject([{ id: person.id, lockedUntil: body.result.lockedUntil }]);
  });

  test('is locked no more once the time is over', async () => {
    const person = await someone();
    await failing(person, 3);
    await house.clockAhead('31 minutes');
    const late = await signedIn(house, admin.person);
    expect((await late.get(url(person))).body.result).toMatchObject({ locked: false, lockedUntil: null });
    await house.clockAhead('0');
  });

  test('is unlocked by enabling, which is written down; the version stays', async () => {
    const person = await someone();
    await failing(person, 3);
    const { status, body } = await setStatus(admin, person, true);
    expect([status, body.result.locked, body.result.lockedUntil, body.result.version]).toEqual([200, false, null, 1]);
    expect(await marksOf(person)).toMatchObject([
      { action: 'user.unlocked', before: { locked: true }, after: { locked: false }, actor_id: admin.person.id },
    ]);
    // the counter begins anew: it takes as many tries again
    await failing(person, 2);
    expect((await admin.get(url(person))).body.result.locked).toBe(false);
  });

  test('for good has no moment at which it opens, and is unlocked all the same', async () => {
    const person = await someone();
    for (let round = 0; round < 2; round += 1) {
      await failing(person, 3);
      await house.rows(`update attempts set locked_until = null where locked_until < 'infinity'`);
    }
    expect((await admin.get(url(person))).body.result).toMatchObject({ locked: true, lockedUntil: null });
    await setStatus(admin, person, false);
    expect((await admin.get(url(person))).body.result).toMatchObject({ status: false, locked: true });
    expect((await setStatus(admin, person, true)).body.result).toMatchObject({ status: true, locked: false });
  });

  test('is found among more locks than are looked through in one go', async () => {
    const person = await someone();
    await failing(person, 3);
    await house.rows(
      `insert into attempts (org_id, subject, last_failure, locked_until)
       select $1, sha256(number::text::bytea), now(), now() + interval '1 hour' from generate_series(1, 1500) number`,
      [org.id],
    );
    expect((await admin.get(url(person))).body.result.locked).toBe(true);
    const { body } = await admin.get(`/user-management/users?search=${person.userName}`);
    expect(body.result).toMatchObject([{ locked: true }]);
  });

  test('of the same name at another organisation is somebody else', async () => {
    const namesake = await someone();
    const other = await anOrganisation(house);
    const theirs = await aUser(house, { at: other, userName: namesake.userName });
    await failing(namesake, 3);
    const elsewhere = await signedIn(house, await aUser(house, { at: other }));
    expect((await elsewhere.get(url(theirs))).body.result.locked).toBe(false);
  });
});
