import { isOpenWhileSeeing } from '@storeward/contract/endpoint';
import { seeingHeader } from '@storeward/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/db.ts';
import { openSession } from '../src/sessions/queries.ts';
import { sessionOf } from './browser.ts';
import { anOrganisation, aUser, type Person, type Place, platform, signedIn } from './builders.ts';
import { type Door, fromAbove, guarded, readySample } from './doors.ts';
import { beginSeeing, ownSeeing, seeingAs, told } from './seeings.ts';
import { aServer } from './server.ts';

const house = await aServer();
let acorn: Place;
let colleague: Person;

/** A way to the database as the product has it. */
const database = openDatabase({ connectionString: house.appUrl });
afterAll(() => database.close());

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  colleague = await aUser(house, { at: acorn, rights: [] });
});

const own = ({ id }: Person) => `/user-management/users/${id}`;

describe('while seeing as somebody', () => {
  const changes = guarded.filter(({ endpoint }) => !isOpenWhileSeeing(endpoint) && endpoint.method !== 'GET');
  const reads = guarded.filter(
    ({ endpoint }) => isOpenWhileSeeing(endpoint) && endpoint.whileSeeing !== 'asOneself' && !endpoint.live,
  );

  test('what may be done all the same is known one by one', () => {
    const open = guarded.filter(({ endpoint }) => endpoint.method !== 'GET' && isOpenWhileSeeing(endpoint));
    expect(open.map(({ name }) => name).toSorted()).toEqual([
      'bulkOverrides.preview',
      'openSessions.activity',
      'reference.qrCode',
      'seeings.stop',
      'sessions.logout',
      'sessions.logoutAgain',
      'settings.clashes',
      'userBulk.preview',
    ]);
    const shut = guarded.filter(({ endpoint }) => endpoint.method === 'GET' && !isOpenWhileSeeing(endpoint));
    expect(shut.map(({ name }) => name).toSorted()).toEqual([
      'files.sign',
      'openSessions.mine',
      'openSessions.signIns',
    ]);
    expect(changes.length).toBeGreaterThan(60);
  });

  /** An administrator of everything, as another one who stands at the same place. */
  async function among(at: Place) {
    const [viewer, person] = [await aUser(house, { at }), await aUser(house, { at })];
    const caller = await signedIn(house, viewer);
    return { caller, person, as: await seeingAs(caller, person) };
  }

  /** The same before a door, with a sound request to it about a colleague. */
  async function before(door: Door) {
    const { caller, person, as } = await among(fromAbove.includes(door.name) ? platform : acorn);
    const { headers, ...sample } = await readySample(house, door, colleague, { ...caller, person });
    const ask = (mark: Record<string, string>) =>
      house.ask({ ...sample, host: caller.host, token: caller.token, headers: { ...headers, ...mark } });
    return { ask, as };
  }

  test.for(changes)('the door $name is shut, by name, and does nothing', async (door) => {
    const { ask, as } = await before(door);
    const known = await house.rows('select count(*)::int as n from audit');
    for (const mark of [as, {}]) expect(told(await ask(mark))).toEqual([409, 'session.readOnly']);
    expect(await house.rows('select count(*)::int as n from audit')).toEqual(known);
  });

  test.for(reads)('the door $name answers, and the database takes no change from it', async (door) => {
    const { ask, as } = await before(door);
    expect((await ask(as)).status).toBe(200);
  });

  test('a transaction of such a session writes nothing, whatever asks it to', async () => {
    const { caller } = await among(acorn);
    const opening = {
      sessionId: sessionOf(caller.token),
      ends: new Date(Date.now() + 3_600_000).toISOString(),
      host: acorn.host,
      target: null,
      orgId: null,
      knownStamp: null,
      apiKey: null,
      idleSeconds: null,
      idle: { usual: 2400, longest: null, grace: 360 },
      ownEyes: false,
    };
    const work = database.transaction(async (db) => {
      expect(await openSession(db, opening)).not.toBeNull();
      await db.run(sql`update users set first_name = 'Mallory' where org_id = ${acorn.id}`);
    });
    await expect(work).rejects.toThrow(/read-only transaction/);
  });

  test('a page that was drawn for other eyes is answered by neither', async () => {
    const { caller, person, as } = await among(acorn);
    const other = { [seeingHeader]: '01900000-0000-7000-8000-0000000000ff' };
    for (const mark of [{}, other])
      expect(told(await caller.get(own(person), mark))).toEqual([409, 'session.otherEyes']);
    expect((await caller.get(own(person), as)).status).toBe(200);
    expect((await caller.delete(ownSeeing)).status).toBe(200);
    for (const mark of [as, other]) {
      expect(told(await caller.get(own(person), mark))).toEqual([409, 'session.otherEyes']);
      expect(told(await caller.put(`${own(person)}/status`, { status: false }, mark))).toEqual([
        409,
        'session.otherEyes',
      ]);
    }
    expect((await caller.get(own(person))).status).toBe(200);
  });

  test('one cannot begin to see as a third, not even at the same moment', async () => {
    const admin = await signedIn(house, await aUser(house, { at: acorn }));
    const [ann, bob] = [await aUser(house, { at: acorn }), await aUser(house, { at: acorn })];
    const answers = await Promise.all([beginSeeing(admin, ann), beginSeeing(admin, bob)]);
    expect(answers.map(told).toSorted(([one], [other]) => one - other)).toEqual([
      [200, undefined],
      [409, 'session.readOnly'],
    ]);
    expect(told(await beginSeeing(admin, bob))).toEqual([409, 'session.readOnly']);
  });

  test('a listener hears what the person may hear, until the seeing ends', async () => {
    const { caller, person, as } = await among(acorn);
    const { url } = await readySample(
      house,
      guarded.find(({ name }) => name === 'userBulk.get')!,
      person,
      caller,
    );
    const listened = await caller.get(url, { ...as, accept: 'text/event-stream' });
    expect([listened.status, listened.text.startsWith('data: ')]).toEqual([200, true]);
    await caller.delete(ownSeeing);
    const after = await caller.get(url, { ...as, accept: 'text/event-stream' });
    expect(told(after)).toEqual([409, 'session.otherEyes']);
  });
});
