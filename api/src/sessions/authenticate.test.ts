import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Person,
  type Place,
  platform,
  signedIn,
} from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let acorn: Place;
let beech: Place;
let store: Place;
let ann: Person;

beforeAll(async () => {
  [acorn, beech] = [await anOrganisation(house, { word: 'acorn' }), await anOrganisation(house, { word: 'beech' })];
  store = await aNode(house, { parent: acorn, nodeType: 'STORE' });
  ann = await aUser(house, { at: store });
});

describe('a session', () => {
  const own = (person: Person) => `/user-management/users/${person.id}`;
  const fresh = async (more: Record<string, unknown> = {}) => {
    const person = await aUser(house, { at: store, ...more });
    return { person, caller: await signedIn(house, person) };
  };

  test.for(['POST', 'PUT'] as const)('ends at once by %s to logout, and stays ended', async (method) => {
    const { person, caller } = await fresh();
    const leave = () => house.ask({ method, url: '/user-management/logout', host: caller.host, token: caller.token });
    expect((await caller.get(own(person))).status).toBe(200);
    expect((await leave()).body).toEqual({ result: { ended: true } });
    expect((await caller.get(own(person))).body).toMatchObject({
      status: 401,
      messageCode: 'session.expired',
      message: 'Session Timeout',
    });
    expect((await leave()).status).toBe(401);
    const marks = await house.rows(`select action from audit where entity_id = $1 order by at, id`, [person.id]);
    expect(marks.map(({ action }) => action)).toEqual(['session.began', 'session.ended']);
  });

  test('ends for somebody who stands nowhere, too', async () => {
    const { caller } = await fresh({ nowhere: true });
    expect((await caller.post('/user-management/logout')).body).toEqual({ result: { ended: true } });
  });

  test('of one device goes on when another one ends', async () => {
    const { person, caller } = await fresh();
    const other = await signedIn(house, person);
    await other.post('/user-management/logout');
    expect((await caller.get(own(person))).status).toBe(200);
  });

  test('is over with the next request once it was revoked', async () => {
    const { person, caller } = await fresh();
    expect((await caller.get(own(person))).status).toBe(200);
    await house.rows('update sessions set ended_date = now() where user_id = $1', [person.id]);
    expect((await caller.get(own(person))).status).toBe(401);
  });

  test('is good on its own portal alone', async () => {
    const { person, caller } = await fresh();
    for (const host of [beech.host, 'localhost'])
      expect((await house.ask({ url: own(person), host, token: caller.token })).status).toBe(401);
    expect((await house.ask({ url: own(person), host: 'nobody.localhost', token: caller.token })).status).toBe(404);
    expect((await caller.get(own(person))).status).toBe(200);
  });

  test('of the platform is not good on the portal of an organisation', async () => {
    const admin = await aUser(house, { at: platform });
    const { token } = await signedIn(house, admin);
    expect((await house.ask({ url: own(admin), host: acorn.host, token })).status).toBe(401);
  });

  test.for([
    ['the person', 'update users set status = false where id = $1'],
    ['their role', 'update roles set status = false where id = (select role_id from assignments where user_id = $1)'],
    ['their place', 'update nodes set status = false where id = (select node_id from users where id = $1)'],
    [
      'a place above theirs',
      'update nodes set status = false where id = (select parent_id from nodes where id = (select node_id from users where id = $1))',
    ],
  ] as const)('is over at once when %s was disabled', async ([, sql]) => {
    const company = await aNode(house, { parent: acorn, nodeType: 'COMPANY' });
    const person = await aUser(house, { at: await aNode(house, { parent: company, nodeType: 'STORE' }) });
    const caller = await signedIn(house, person);
    expect((await caller.get(own(person))).status).toBe(200);
    await house.rows(sql, [person.id]);
    expect((await caller.get(own(person))).status).toBe(401);
  });

  test('is over at once for somebody who stands nowhere when the organisation was disabled', async () => {
    const { caller, person } = await fresh({ nowhere: true });
    expect((await caller.get(own(person))).status).toBe(200);
    await house.rows('update nodes set status = false where id = (select org_id from users where id = $1)', [
      person.id,
    ]);
    try {
      expect((await caller.get(own(person))).status).toBe(401);
    } finally {
      await house.rows('update nodes set status = true where id = (select org_id from users where id = $1)', [
        person.id,
      ]);
    }
  });

  test('allows at once no more than what the role still allows', async () => {
    const { person, caller } = await fresh();
    expect((await caller.get('/user-management/users')).status).toBe(200);
    await house.rows(`update roles set access_rights = '{view_user}' where id = $1`, [person.roleId]);
    expect((await caller.get('/user-management/users')).body).toMatchObject({
      status: 403,
      messageCode: 'access.denied',
    });
    await house.rows('delete from assignments where user_id = $1', [person.id]);
    expect((await caller.get(own(person))).status).toBe(200);
    expect((await caller.get(own(ann))).status).toBe(403);
  });

  test('answers by name what the database cannot read, also when the role has changed since the last time', async () => {
    const { person, caller } = await fresh();
    const cursor = Buffer.from(JSON.stringify(['lastActive false', 'never', person.id])).toString('base64url');
    expect((await caller.get('/user-management/users?sort=lastActive:asc')).status).toBe(200);
    await house.rows('update roles set version = version + 1 where id = $1', [person.roleId]);
    expect((await caller.get(`/user-management/users?sort=lastActive:asc&cursor=${cursor}`)).body).toMatchObject({
      status: 400,
      messageCode: 'input.badCursor',
    });
  });

  test('goes by the first role that has not run out', async () => {
    const { person, caller } = await fresh({ rights: [] });
    await anAssignment(house, {
      userId: person.id,
      roleId: await aRole(house, { of: store }),
      at: store,
      position: -1,
      until: '2000-01-01T00:00:00Z',
    });
    expect((await caller.get('/user-management/users')).status).toBe(403);
  });

  test('shows within a minute that its person was there', async () => {
    const { person, caller } = await fresh();
    await house.rows(`update sessions set last_activity = now() - interval '2 minutes' where user_id = $1`, [
      person.id,
    ]);
    await house.rows(`update users set last_active = now() - interval '2 minutes' where id = $1`, [person.id]);
    await caller.get(own(person));
    const lately = () =>
      house.rows(`select id from users where id = $1 and last_active > now() - interval '1 minute'`, [person.id]);
    // nobody waits for this to be stored
    await vi.waitFor(async () => expect(await lately()).toHaveLength(1));
  });

  test('ends with its token after an hour, and with its twelve hours at the latest, by the product’s own clock', async () => {
    // where the installation is hardened, nobody may be idle for so long
    const apart = await aServer({ idleSeconds: 43_200, securityProfile: 'compat' });
    const org = await anOrganisation(apart);
    const person = await aUser(apart, { at: org });
    const caller = await signedIn(apart, person);
    const after = async (interval: string) => {
      await apart.clockAhead(interval);
      return (await caller.get(own(person))).status;
    };
    expect(await after('59 minutes 50 seconds')).toBe(200);
    expect(await after('60 minutes 1 second')).toBe(401);
    await apart.clockAhead('0');
    await apart.rows(`update sessions set expires_date = now() + interval '30 minutes'`);
    expect(await after('29 minutes')).toBe(200);
    expect(await after('31 minutes')).toBe(401);
  });
});
