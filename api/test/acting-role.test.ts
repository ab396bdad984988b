import { beforeAll, describe, expect, test } from 'vitest';
import { sessionOf } from './browser.ts';
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
import { aServer } from './server.ts';

const house = await aServer();
const second = await aServer({ databaseUrl: house.ownerUrl });
let acorn: Place;
let store: Place;
let elsewhere: Place;

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  const company = await aNode(house, { parent: acorn, nodeType: 'COMPANY', name: 'Acorn North' });
  store = await aNode(house, { parent: company, nodeType: 'STORE', name: 'Leeds' });
  elsewhere = await aNode(house, { parent: company, nodeType: 'STORE', name: 'York' });
});

const url = '/user-management/sessions/current';
type Held = { id: string; roleName: string; place: { name: string } | null; until: string | null; acting: boolean };
const actingAt = (held: Held[]) => held.filter(({ acting }) => acting).map(({ place }) => place?.name);

/** Somebody who may only look at users in Leeds, and lists them in York. */
async function somebody(columns: Record<string, unknown> = {}) {
  const person = await aUser(house, { at: store, rights: ['view_user'] });
  const roleId = await aRole(house, { of: acorn, rights: ['list_users'] });
  const other = await anAssignment(house, { userId: person.id, roleId, at: elsewhere, position: 1, ...columns });
  const caller = await signedIn(house, person);
  const me = async () => (await caller.get(`/user-management/users/${person.id}`)).body.result;
  return { person, caller, other, me, own: person.assignmentId };
}

describe('whoever holds a role at two places', () => {
  test('is told of both, and by which of them they act', async () => {
    const { me, own, other } = await somebody({ until: '2100-01-01T00:00:00Z' });
    const { assignments } = await me();
    expect(assignments).toEqual([
      {
        id: own,
        roleName: expect.any(String),
        place: { id: store.id, name: 'Leeds', nodeType: 'STORE' },
        until: null,
        acting: true,
      },
      {
        id: other,
        roleName: expect.any(String),
        place: { id: elsewhere.id, name: 'York', nodeType: 'STORE' },
        until: expect.stringMatching(/^2100-01-01/),
        acting: false,
      },
    ]);
  });

  test('acts by the other from the next request on, at its place and with its rights alone, on any server', async () => {
    const { caller, other, me } = await somebody();
    const [first, next] = [await aUser(house, { at: store }), await aUser(house, { at: elsewhere })];
    expect((await caller.get('/user-management/users')).status).toBe(403);
    const { status, body } = await caller.put(url, { assignmentId: other });
    expect([status, actingAt(body.result)]).toEqual([200, ['York']]);
    for (const server of [house, second]) {
      const ask = (path: string) => server.ask({ url: path, host: caller.host, token: caller.token });
      const list = (await ask('/user-management/users?size=100')).body.result as { id: string }[];
      expect(list.map(({ id }) => id)).toContain(next.id);
      expect(list.map(({ id }) => id)).not.toContain(first.id);
      expect((await ask(`/user-management/users/${next.id}`)).status).toBe(403);
    }
    const told = await me();
    expect([told.rootNodeId, told.rootNode, told.path.map(({ name }: { name: string }) => name)]).toEqual([
      elsewhere.id,
      'STORE',
      ['York'],
    ]);
    expect(told.userRole[0].modules[0].accessRights.map(({ shortName }: { shortName: string }) => shortName)).toEqual([
      'list_users',
    ]);
    expect(actingAt(told.assignments)).toEqual(['York']);
  });

  test('goes on acting by it with renewed tokens, in this session and in no other', async () => {
    const { person, caller, other } = await somebody();
    const beside = await signedIn(house, person);
    await caller.put(url, { assignmentId: other });
    const body = { clientId: 'portal-web', refreshToken: caller.tokens.refreshToken };
    const renewed = await caller.post('/user-management/refresh-token', body);
    const claims = JSON.parse(
      Buffer.from(String(renewed.body.result.idToken).split('.')[1]!, 'base64url').toString(),
    ) as Record<string, string>;
    expect(claims['custom:rootNodeId']).toBe(`NODE::${elsewhere.id}`);
    expect((await beside.get('/user-management/users')).status).toBe(403);
  });

  test('comes back in the same way, and each change is written down once', async () => {
    const { person, caller, own, other } = await somebody();
    for (const assignmentId of [other, other, own]) await caller.put(url, { assignmentId });
    expect((await caller.get('/user-management/users')).status).toBe(403);
    const marks = await house.rows(
      `select actor_id, session_id, before ->> 'id' as before, after ->> 'id' as after from audit
        where entity_id = $1 and action = 'session.roleChosen' order by at, id`,
      [person.id],
    );
    const by = { actor_id: person.id, session_id: sessionOf(caller.token) };
    expect(marks).toEqual([
      { ...by, before: own, after: other },
      { ...by, before: other, after: own },
    ]);
  });
});

describe('whoever’s first place is closed', () => {
  let first: Place;
  const open = (status: boolean) => house.rows('update nodes set status = $2 where id = $1', [first.id, status]);

  beforeAll(async () => {
    first = await aNode(house, { parent: store.parent!, nodeType: 'TRADING_REGION', name: 'Wales' });
  });

  const twofold = async () => {
    const person = await aUser(house, { at: await aNode(house, { parent: first, nodeType: 'STORE' }) });
    const hold = async (position: number) =>
      anAssignment(house, { userId: person.id, roleId: await aRole(house, { of: acorn }), at: elsewhere, position });
    return { person, hold };
  };
  const actsAt = async ({ host, person }: Caller, token: string) => {
    const answer = await house.ask({ url: `/user-management/users/${person.id}`, host, token });
    return answer.status === 200 ? actingAt(answer.body.result.assignments) : answer.status;
  };

  test('signs in by the next that is open, and by the first again once that is', async () => {
    const { person, hold } = await twofold();
    await open(false);
    const { userName, host } = person;
    expect((await signIn(house, { userName, host })).body.messageCode).toBe('signIn.notAllowed');
    await hold(1);
    const caller = await signedIn(house, person);
    expect(await actsAt(caller, caller.token)).toEqual(['York']);
    await open(true);
    const again = await signedIn(house, person);
    expect(await actsAt(again, again.token)).toEqual([person.at.name]);
  });

  test('goes on by the next that is open with renewed tokens, where the one they acted by is taken from them', async () => {
    const { person, hold } = await twofold();
    const [other] = [await hold(1), await hold(2)];
    const caller = await signedIn(house, person);
    await caller.put(url, { assignmentId: other });
    await open(false);
    await house.rows('delete from assignments where id = $1', [other]);
    expect(await actsAt(caller, caller.token)).toBe(401);
    const body = { clientId: 'portal-web', refreshToken: caller.tokens.refreshToken };
    const renewed = await caller.post('/user-management/refresh-token', body);
    expect(renewed.status).toBe(200);
    expect(await actsAt(caller, renewed.body.result.accessToken)).toEqual(['York']);
    await open(true);
  });
});

describe('nobody acts by', () => {
  const actBy = async (
    { caller, person }: { caller: Awaited<ReturnType<typeof signedIn>>; person: Person },
    id: unknown,
  ) => {
    const { status, body } = await caller.put(url, { assignmentId: id });
    const { body: told } = await caller.get(`/user-management/users/${person.id}`);
    return [status, body.messageCode, actingAt(told.result.assignments)];
  };
  const refused = [404, 'assignment.unknown', ['Leeds']];

  test('an assignment of somebody else, or by one that nobody holds', async () => {
    const one = await somebody();
    const stranger = await somebody();
    expect(await actBy(one, stranger.other)).toEqual(refused);
    expect(await actBy(one, '0199a000-0000-7000-8000-00000000dead')).toEqual(refused);
  });

  test('one whose time is over', async () => {
    const one = await somebody({ until: '2026-01-01T00:00:00Z' });
    expect(await actBy(one, one.other)).toEqual(refused);
  });

  test('one whose role is disabled', async () => {
    const one = await somebody();
    await house.rows('update roles set status = false where id = (select role_id from assignments where id = $1)', [
      one.other,
    ]);
    expect(await actBy(one, one.other)).toEqual(refused);
  });

  test('one at a place that is closed', async () => {
    const one = await somebody();
    await house.rows('update nodes set status = false where id = $1', [elsewhere.id]);
    expect(await actBy(one, one.other)).toEqual(refused);
    await house.rows('update nodes set status = true where id = $1', [elsewhere.id]);
  });
});
