import { seeingHeader } from '@storeward/contract/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/db.ts';
import { endOverdueSeeings } from '../src/sessions/seeing-queries.ts';
import { sessionOf } from './browser.ts';
import { aNode, anOrganisation, aUser, type Caller, type Person, type Place, signedIn } from './builders.ts';
import { ownSeeing, seeingAs, seeingMarks, told } from './seeings.ts';
import { aServer } from './server.ts';

const house = await aServer();
let acorn: Place;
let north: Place;
let south: Place;
let store: Place;

/** A way to the database as the product has it. */
const database = openDatabase({ connectionString: house.appUrl });
afterAll(() => database.close());

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  [north, south] = [await aCompany(), await aCompany()];
  store = await aNode(house, { parent: north, nodeType: 'STORE' });
});
beforeEach(() => house.clockAhead('0'));

const aCompany = () => aNode(house, { parent: acorn, nodeType: 'COMPANY' });
const own = ({ id }: Person) => `/user-management/users/${id}`;
const clerkRights = ['list_users', 'view_profile'];

/** Somebody at a store who may do a little. */
const aClerk = (more: Record<string, unknown> = {}) => aUser(house, { at: store, rights: clerkRights, ...more });
const endOf = async (person: Person) =>
  (await seeingMarks(house, person)).find(({ action }) => action === 'seeing.ended')?.['after'];

describe('seeing as somebody ends', () => {
  async function looking(more: Record<string, unknown> = {}) {
    const [boss, clerk] = [await aUser(house, { at: north }), await aClerk(more)];
    const caller = await signedIn(house, boss);
    const as = await seeingAs(caller, clerk);
    expect((await caller.get(own(clerk), as)).status).toBe(200);
    return { boss, clerk, caller, as };
  }
  const isOver = async (caller: Caller, clerk: Person, as: Record<string, string>, how: string) => {
    expect(told(await caller.get(own(clerk), as))).toEqual([409, 'session.otherEyes']);
    expect((await caller.get(ownSeeing)).body.result).toEqual({ seeing: null });
    expect((await caller.get(own(caller.person))).body.result.id).toBe(caller.person.id);
    expect(await endOf(clerk)).toEqual({ how });
    expect(await seeingMarks(house, clerk)).toHaveLength(2);
  };

  test('by the viewer’s word, and the audit tells who it was, as whom, why and how it ended', async () => {
    const { boss, clerk, caller, as } = await looking();
    expect((await caller.delete(ownSeeing)).body).toEqual({ result: { ended: true } });
    expect((await caller.delete(ownSeeing)).body).toEqual({ result: { ended: false } });
    await isOver(caller, clerk, as, 'stopped');
    const session_id = sessionOf(caller.token);
    const common = { actor_id: boss.id, org_id: acorn.id, tpath: store.tpath, session_id };
    expect(await seeingMarks(house, clerk)).toEqual([
      {
        ...common,
        action: 'seeing.began',
        before: null,
        after: { role: expect.stringMatching(/^Role /), reason: 'finds no price list' },
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
    expect((await caller.get(ownSeeing)).status).toBe(401);
    expect(await endOf(clerk)).toEqual({ how: 'signedOut' });
  });

  test('after half an hour, however busy the viewer is', async () => {
    const { clerk, caller, as } = await looking();
    await house.clockAhead('29 minutes');
    expect((await caller.get(own(clerk), as)).status).toBe(200);
    await house.clockAhead('30 minutes');
    await isOver(caller, clerk, as, 'timeOver');
  });

  test.each(['GET', 'PUT'] as const)(
    'for good once it may not go on, although only a page that was drawn for it asks by %s',
    async (method) => {
      const { clerk, caller, as } = await looking();
      const stand = (status: boolean) => house.rows('update users set status = $2 where id = $1', [clerk.id, status]);
      const ask = () => (method === 'GET' ? caller.get(own(clerk), as) : caller.put(own(clerk), {}, as));
      await stand(false);
      expect(told(await ask())).toEqual([409, 'session.otherEyes']);
      await stand(true);
      expect(told(await ask())).toEqual([409, 'session.otherEyes']);
      expect(await endOf(clerk)).toEqual({ how: 'personClosed' });
    },
  );

  test('after half an hour also where nobody asks any more', async () => {
    const { clerk } = await looking();
    await database.transaction(endOverdueSeeings);
    expect(await endOf(clerk)).toBeUndefined();
    await house.clockAhead('31 minutes');
    await database.transaction(endOverdueSeeings);
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
    expect((await caller.get(ownSeeing)).body.result.seeing.userId).toBe(clerk.id);
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
    await caller.delete(ownSeeing);
    expect((await theirs.get(own(clerk))).status).toBe(200);
    const again = await seeingAs(caller, clerk);
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

test('whoever looks as somebody is told no more of them than they may know', async () => {
  const [boss, clerk] = [await aUser(house, { at: north, rights: [...clerkRights, 'view_user'] }), await aClerk()];
  await house.rows('update users set communication_email = true, communication_sms = true where id = $1', [clerk.id]);
  const caller = await signedIn(house, boss);
  const untold = { communicationEmail: null, communicationPush: null, communicationSms: null };
  expect((await caller.get(own(clerk))).body.result).toMatchObject(untold);
  const as = await seeingAs(caller, clerk);
  for (const path of [own(clerk), `${own(clerk)}/profile`])
    expect((await caller.get(path, as)).body.result).toMatchObject(untold);
  const self = await signedIn(house, clerk);
  expect((await self.get(own(clerk))).body.result.communicationEmail).toBe(true);
});
