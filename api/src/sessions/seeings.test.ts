import { isOpenWhileSeeing } from '@storeward/contract/endpoint';
import { seeingHeader } from '@storeward/contract/seeings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionOf, signedInByBrowser } from '../../test/browser.ts';
import {
  aNode,
  anAssignment,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  everyRight,
  type Person,
  type Place,
  platform,
  signedIn,
} from '../../test/builders.ts';
import { type Door, fromAbove, guarded, readySample } from '../../test/doors.ts';
import { aServer } from '../../test/server.ts';
import { type Db, openDatabase } from '../platform/db.ts';
import { openSession } from './queries.ts';
import { endOverdueSeeings } from './seeing-queries.ts';

const house = await aServer();
const second = await aServer({ databaseUrl: house.ownerUrl });
let acorn: Place;
let beech: Place;
let north: Place;
let south: Place;
let store: Place;
let colleague: Person;

/** A way to the database as the product has it. */
const database = openDatabase({ connectionString: house.appUrl });
afterAll(() => database.close());
const asTheApp = async <T>(work: (db: Db) => Promise<T>) => database.transaction(work);
const opening = {
  host: 'acorn.localhost',
  target: null,
  orgId: null,
  knownStamp: null,
  apiKey: null,
  idleSeconds: null,
  idle: { usual: 2400, longest: null, grace: 360 },
  ownEyes: false,
};

beforeAll(async () => {
  [acorn, beech] = [await anOrganisation(house, { word: 'acorn' }), await anOrganisation(house, { word: 'beech' })];
  [north, south] = [await aCompany(), await aCompany()];
  store = await aNode(house, { parent: north, nodeType: 'STORE' });
  colleague = await aUser(house, { at: acorn, rights: [] });
});
beforeEach(() => house.clockAhead('0'));

const aCompany = () => aNode(house, { parent: acorn, nodeType: 'COMPANY' });
const current = '/user-management/sessions/current/seeing';
const own = ({ id }: Person) => `/user-management/users/${id}`;
const clerkRights = ['list_users', 'view_profile'];

/** Somebody at a store who may do a little. */
const aClerk = (more: Record<string, unknown> = {}) => aUser(house, { at: store, rights: clerkRights, ...more });
const begin = (caller: Caller, person: Person, reason = 'finds no price list') =>
  caller.post(`${own(person)}/seeing`, { reason });
/** Lets somebody see as another, and says what every request has to say then. */
async function seeing(caller: Caller, person: Person) {
  const { status, body, text } = await begin(caller, person);
  if (status !== 200) throw new Error(text);
  return { [seeingHeader]: body.result.id as string };
}
const told = ({ status, body }: { status: number; body: { messageCode?: string } }) => [status, body.messageCode];
const marksOf = (person: Person) =>
  house.rows(
    `select action, actor_id, org_id, tpath, session_id, before, after, reason from audit
      where entity_id = $1 and action like 'seeing.%' order by at, id`,
    [person.id],
  );
const endOf = async (person: Person) =>
  (await marksOf(person)).find(({ action }) => action === 'seeing.ended')?.['after'];

describe('whoever sees the portal as somebody else', () => {
  test('is shown what that person would see, in their role, and with their rights', async () => {
    const [admin, clerk] = [await signedIn(house, await aUser(house, { at: acorn })), await aClerk()];
    await aUser(house, { at: north, userName: 'far.away' });
    const as = await seeing(admin, clerk);
    const mine = (await admin.get(own(clerk), as)).body.result;
    const theirs = (await (await signedIn(house, clerk)).get(own(clerk))).body.result;
    expect(mine).toEqual({ ...theirs, apiKey: '', assignments: [], lastActive: null });
    expect(mine.can).toEqual({ view: true, edit: false, enable: false, delete: false, seeAs: false });
    const list = (await admin.get('/user-management/users?size=100', as)).body.result as { id: string }[];
    expect(list.map(({ id }) => id)).toContain(clerk.id);
    expect(list.map(({ id }) => id)).not.toContain(admin.person.id);
    expect(told(await admin.get(own(admin.person), as))).toEqual([403, 'access.denied']);
    expect(told(await admin.get('/role-management/roles', as))).toEqual([403, 'access.denied']);
  });

  test('is told as whom, until when, and stays so on every server and through a renewal of the tokens', async () => {
    const boss = await aUser(house, { at: acorn });
    const [browser, clerk] = [
      await signedInByBrowser(house, boss),
      await aClerk({ first_name: 'Cleo', last_name: 'Clerk' }),
    ];
    const { body } = await browser.ask({ method: 'POST', url: `${own(clerk)}/seeing`, body: { reason: 'x' } });
    expect(body.result).toMatchObject({
      userId: clerk.id,
      firstName: 'Cleo',
      lastName: 'Clerk',
      roleId: clerk.roleId,
      roleName: expect.stringMatching(/^Role /),
      rootNodeId: store.id,
    });
    const left = Date.parse(body.result.until) - Date.now();
    expect([left > 29 * 60_000, left <= 30 * 60_000]).toEqual([true, true]);
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.ask({ url: current })).body.result).toEqual({ seeing: body.result });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'sec-fetch-site': 'same-origin', [seeingHeader]: body.result.id as string };
    const elsewhere = await second.ask({
      url: own(clerk),
      host: acorn.host,
      token: browser.tokens!.accessToken,
      headers,
    });
    expect(elsewhere.body.result.id).toBe(clerk.id);
  });

  test('is not told what only that person is: open sessions, sign-ins, where a picture may be sent', async () => {
    const [admin, clerk] = [
      await signedIn(house, await aUser(house, { at: acorn })),
      await aClerk({ rights: everyRight }),
    ];
    const as = await seeing(admin, clerk);
    const shut = ['/user-management/sessions', '/user-management/sign-ins', '/common/getPreSignedUrl?key=a.png'];
    for (const url of shut) expect(told(await admin.get(url, as))).toEqual([409, 'session.ownerOnly']);
  });

  test('leaves no trace of being there with that person, and is the one who is active', async () => {
    const [boss, clerk] = [await aUser(house, { at: acorn }), await aClerk()];
    const theirs = await signedIn(house, clerk);
    const admin = await signedIn(house, boss);
    await house.rows(`update users set last_active = '2020-01-01' where id = any($1)`, [[boss.id, clerk.id]]);
    await house.rows(`update sessions set last_activity = clock() - interval '3 minutes'`);
    const as = await seeing(admin, clerk);
    await house.rows(`update sessions set last_activity = clock() - interval '3 minutes'`);
    await admin.get(own(clerk), as);
    const idle = async (caller: Caller) =>
      (
        await house.rows(
          'select extract(epoch from clock() - last_activity)::int as idle from sessions where id = $1',
          [sessionOf(caller.token)],
        )
      )[0]!['idle'] as number;
    await expect.poll(() => idle(admin)).toBeLessThan(60);
    expect(await idle(theirs)).toBeGreaterThanOrEqual(180);
    const active = await house.rows(
      `select extract(year from last_active)::int = 2020 as old from users where id = any($1) order by id = $2`,
      [[boss.id, clerk.id], clerk.id],
    );
    expect(active).toEqual([{ old: false }, { old: true }]);
    expect((await theirs.get('/user-management/sessions')).body.result).toHaveLength(1);
    expect(
      await house.rows("select id from mails where user_id = $1 and created_date > now() - interval '1 hour'", [
        clerk.id,
      ]),
    ).toEqual([]);
  });
});

describe('seeing the portal as somebody', () => {
  test.for([
    ['stands within the own area and holds no more', () => aClerk(), 200, undefined],
    ['stands at the very same place', () => aClerk({ at: north }), 200, undefined],
    ['was given a password that they have not changed yet', () => aClerk({ manual_password: false }), 200, undefined],
    ['stands above', () => aClerk({ at: acorn }), 404, 'user.unknown'],
    ['stands beside', () => aClerk({ at: south }), 404, 'user.unknown'],
    ['belongs to another organisation', () => aClerk({ at: beech }), 404, 'user.unknown'],
    ['holds a right more', () => aClerk({ rights: [...clerkRights, 'delete_node'] }), 409, 'user.beyondYourOwn'],
    ['holds a further role elsewhere', () => aTraveller(south), 409, 'user.beyondYourOwn'],
    ['holds a further role here that allows more', () => aTraveller(store, ['delete_node']), 409, 'user.beyondYourOwn'],
    ['is disabled', () => aClerk({ status: false }), 409, 'seeing.personClosed'],
    ['holds no role', () => withoutRole(), 409, 'seeing.personClosed'],
    ['works in a role that is disabled', () => withClosed('roles'), 409, 'seeing.personClosed'],
    ['works at a place that is disabled', () => withClosed('nodes'), 409, 'seeing.personClosed'],
    ['was deleted', () => aClerk({ deleted_date: '2025-01-01T00:00:00Z' }), 404, 'user.unknown'],
  ] as const)('who %s', async ([, someone, status, messageCode]) => {
    const viewer = await aUser(house, { at: north, rights: [...clerkRights, 'view_user'] });
    const caller = await signedIn(house, viewer);
    const person = await someone();
    expect(told(await begin(caller, person))).toEqual([status, messageCode]);
    expect(await marksOf(person)).toHaveLength(status === 200 ? 1 : 0);
  });

  test('is for whoever may look at users, with a reason, and never as oneself', async () => {
    const clerk = await aClerk();
    const without = await signedIn(house, await aUser(house, { at: north, rights: [...clerkRights, 'edit_user'] }));
    expect(told(await begin(without, clerk))).toEqual([403, 'access.denied']);
    const admin = await signedIn(house, await aUser(house, { at: north }));
    for (const reason of ['', '   ', 'x'.repeat(257)]) expect((await begin(admin, clerk, reason)).status).toBe(400);
    expect((await admin.post(`${own(clerk)}/seeing`, {})).status).toBe(400);
    expect(told(await begin(admin, admin.person))).toEqual([409, 'seeing.self']);
    expect((await admin.get(current)).body.result).toEqual({ seeing: null });
  });

  test('reaches from the platform into every organisation, and back again', async () => {
    const [admin, clerk] = [await signedIn(house, await aUser(house, { at: platform })), await aClerk()];
    const as = await seeing(admin, clerk);
    expect((await admin.get(own(clerk), as)).body.result).toMatchObject({ id: clerk.id, organizationId: acorn.id });
    expect((await admin.get(current)).body.result.seeing.userId).toBe(clerk.id);
    const foreign = await admin.get(`/node-management/node/${beech.id}/configuration?orgId=${beech.id}`, as);
    expect(told(foreign)).toEqual([404, 'node.unknown']);
    expect((await admin.delete(current)).body).toEqual({ result: { ended: true } });
    expect((await admin.get(own(admin.person))).body.result.id).toBe(admin.person.id);
    expect((await marksOf(clerk)).map(({ org_id, tpath }) => [org_id, tpath])).toEqual(
      Array(2).fill([acorn.id, store.tpath]),
    );
  });
});

/** Somebody with a further role at another place. */
async function aTraveller(at: Place, rights: readonly string[] = clerkRights) {
  const person = await aClerk();
  const roleId = await aRole(house, { of: acorn, rights });
  await anAssignment(house, { userId: person.id, roleId, at, position: 1 });
  return person;
}

/** Somebody whose only role was taken away. */
async function withoutRole() {
  const person = await aClerk();
  await house.rows('delete from assignments where user_id = $1', [person.id]);
  return person;
}

/** Somebody whose role or place was disabled. */
async function withClosed(what: 'roles' | 'nodes') {
  const at = await aNode(house, { parent: north, nodeType: 'STORE' });
  const person = await aClerk({ at });
  await house.rows(`update ${what} set status = false where id = $1`, [what === 'roles' ? person.roleId : at.id]);
  return person;
}

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
    return { caller, person, as: await seeing(caller, person) };
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
    const ends = new Date(Date.now() + 3_600_000).toISOString();
    const work = asTheApp((db) =>
      Promise.all([
        openSession(db, { ...opening, sessionId: sessionOf(caller.token), ends }),
        db.run(sql`update users set first_name = 'Mallory' where org_id = ${acorn.id}`),
      ]),
    );
    await expect(work).rejects.toThrow(/read-only transaction/);
  });

  test('a page that was drawn for other eyes is answered by neither', async () => {
    const { caller, person, as } = await among(acorn);
    const other = { [seeingHeader]: '01900000-0000-7000-8000-0000000000ff' };
    for (const mark of [{}, other])
      expect(told(await caller.get(own(person), mark))).toEqual([409, 'session.otherEyes']);
    expect((await caller.get(own(person), as)).status).toBe(200);
    expect((await caller.delete(current)).status).toBe(200);
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
    const [ann, bob] = [await aClerk(), await aClerk()];
    const answers = await Promise.all([begin(admin, ann), begin(admin, bob)]);
    expect(answers.map(told).toSorted()).toEqual([
      [200, undefined],
      [409, 'session.readOnly'],
    ]);
    expect(told(await begin(admin, bob))).toEqual([409, 'session.readOnly']);
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
    await caller.delete(current);
    const after = await caller.get(url, { ...as, accept: 'text/event-stream' });
    expect(told(after)).toEqual([409, 'session.otherEyes']);
  });
});

describe('seeing as somebody ends', () => {
  async function looking(more: Record<string, unknown> = {}) {
    const [boss, clerk] = [await aUser(house, { at: north }), await aClerk(more)];
    const caller = await signedIn(house, boss);
    const as = await seeing(caller, clerk);
    expect((await caller.get(own(clerk), as)).status).toBe(200);
    return { boss, clerk, caller, as };
  }
  const isOver = async (caller: Caller, clerk: Person, as: Record<string, string>, how: string) => {
    expect(told(await caller.get(own(clerk), as))).toEqual([409, 'session.otherEyes']);
    expect((await caller.get(current)).body.result).toEqual({ seeing: null });
    expect((await caller.get(own(caller.person))).body.result.id).toBe(caller.person.id);
    expect(await endOf(clerk)).toEqual({ how });
    expect(await marksOf(clerk)).toHaveLength(2);
  };

  test('by the viewer’s word, and the audit tells who it was, as whom, why and how it ended', async () => {
    const { boss, clerk, caller, as } = await looking();
    expect((await caller.delete(current)).body).toEqual({ result: { ended: true } });
    expect((await caller.delete(current)).body).toEqual({ result: { ended: false } });
    await isOver(caller, clerk, as, 'stopped');
    const session_id = sessionOf(caller.token);
    const common = { actor_id: boss.id, org_id: acorn.id, tpath: store.tpath, session_id };
    expect(await marksOf(clerk)).toEqual([
      {
        ...common,
        action: 'seeing.began',
        before: null,
        after: { role: expect.stringMatching(/^Role /) },
        reason: 'finds no price list',
      },
      { ...common, action: 'seeing.ended', before: null, after: { how: 'stopped' }, reason: null },
    ]);
    const { body } = await caller.get(`/audit?entity=user&entityId=${clerk.id}&action=seeing`);
    expect(body.result.map(({ action }: { action: string }) => action)).toEqual(['seeing.ended', 'seeing.began']);
    expect(body.result[1]).toMatchObject({ actorId: boss.id, entityId: clerk.id, reason: 'finds no price list' });
  });

  test('by signing out, for both', async () => {
    const { clerk, caller } = await looking();
    expect((await caller.post('/user-management/logout')).body).toEqual({ result: { ended: true } });
    expect((await caller.get(current)).status).toBe(401);
    expect(await endOf(clerk)).toEqual({ how: 'signedOut' });
  });

  test('after half an hour, however busy the viewer is', async () => {
    const { clerk, caller, as } = await looking();
    await house.clockAhead('29 minutes');
    expect((await caller.get(own(clerk), as)).status).toBe(200);
    await house.clockAhead('30 minutes');
    await isOver(caller, clerk, as, 'timeOver');
  });

  test('after half an hour also where nobody asks any more', async () => {
    const { clerk } = await looking();
    await asTheApp(endOverdueSeeings);
    expect(await endOf(clerk)).toBeUndefined();
    await house.clockAhead('31 minutes');
    await asTheApp(endOverdueSeeings);
    expect(await endOf(clerk)).toEqual({ how: 'timeOver' });
  });

  test.for([
    [
      'the person is disabled',
      'personClosed',
      (clerk: Person) => house.rows('update users set status = false where id = $1', [clerk.id]),
    ],
    [
      'the person is deleted',
      'personClosed',
      (clerk: Person) => house.rows('update users set deleted_date = now() where id = $1', [clerk.id]),
    ],
    [
      'the person’s role is disabled',
      'personClosed',
      (clerk: Person) => house.rows('update roles set status = false where id = $1', [clerk.roleId]),
    ],
    [
      'the person’s place is disabled',
      'personClosed',
      (clerk: Person) => house.rows('update nodes set status = false where id = $1', [clerk.at.id]),
    ],
    [
      'the person’s role allows more than the viewer’s',
      'outOfReach',
      (clerk: Person) =>
        house.rows(`update roles set access_rights = access_rights || '{om_secret}'::text[] where id = $1`, [
          clerk.roleId,
        ]),
    ],
    [
      'the person is moved away',
      'outOfReach',
      async (clerk: Person) => {
        await house.rows('update users set node_id = $2, tpath = $3 where id = $1', [clerk.id, south.id, south.tpath]);
        await house.rows('update assignments set node_id = $2, tpath = $3 where user_id = $1', [
          clerk.id,
          south.id,
          south.tpath,
        ]);
      },
    ],
    [
      'the viewer loses the right',
      'outOfReach',
      (_: Person, boss: Person) =>
        house.rows(`update roles set access_rights = array_remove(access_rights, 'view_user') where id = $1`, [
          boss.roleId,
        ]),
    ],
    [
      'the viewer is moved away',
      'outOfReach',
      (_: Person, boss: Person) =>
        house.rows('update assignments set node_id = $2, tpath = $3 where user_id = $1', [
          boss.id,
          south.id,
          south.tpath,
        ]),
    ],
  ] as const)('with the next request once %s', async ([, how, happen]) => {
    const at = await aNode(house, { parent: north, nodeType: 'STORE' });
    const { boss, clerk, caller, as } = await looking({ at });
    await happen(clerk, boss);
    await isOver(caller, clerk, as, how);
  });

  test('with the viewer’s session, whoever ends that', async () => {
    const { boss, clerk, caller, as } = await looking();
    const above = await signedIn(house, await aUser(house, { at: acorn }));
    expect((await above.delete(`${own(boss)}/sessions`)).body).toEqual({ result: { ended: 1 } });
    expect((await caller.get(own(clerk), as)).status).toBe(401);
    expect(await endOf(clerk)).toEqual({ how: 'sessionOver' });
  });

  test('with the viewer themselves: once they are disabled nothing answers any more', async () => {
    const { boss, clerk, caller, as } = await looking();
    const above = await signedIn(house, await aUser(house, { at: acorn }));
    expect((await above.put(`${own(boss)}/status`, { status: false })).status).toBe(200);
    expect((await caller.get(own(clerk), as)).status).toBe(401);
    expect(await endOf(clerk)).toEqual({ how: 'sessionOver' });
  });

  test('not because the person signs out, nor does it end their own session', async () => {
    const { clerk, caller, as } = await looking();
    const theirs = await signedIn(house, clerk);
    await caller.delete(current);
    expect((await theirs.get(own(clerk))).status).toBe(200);
    const again = await seeing(caller, clerk);
    expect(again[seeingHeader]).not.toBe(as[seeingHeader]);
    await theirs.post('/user-management/logout');
    expect((await caller.get(own(clerk), again)).status).toBe(200);
  });

  test('when nobody has touched anything for as long as the viewer’s own place allows, whatever the person’s says', async () => {
    const { clerk, caller, as } = await looking();
    await house.rows(`update sessions set last_activity = clock() - interval '3 hours' where id = $1`, [
      sessionOf(caller.token),
    ]);
    expect((await caller.get(own(clerk), as)).status).toBe(401);
  });
});
