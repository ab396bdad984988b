import { beforeAll, describe, expect, test } from 'vitest';
import {
  aNode,
  anAssignment,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Person,
  type Place,
  signedIn,
} from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { marksOf } from '../../test/small-tree.ts';

const house = await aServer();
const users = '/user-management/users';
let org: Place;
let north: Place;
let south: Place;
let store: Place;
let admin: Caller;
let lister: string;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'aspen', name: 'Aspen' });
  north = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'North' });
  south = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'South' });
  store = await aNode(house, { parent: south, nodeType: 'STORE', name: 'Bath' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  lister = await aRole(house, { of: org, rights: ['list_users'], level: 'COMPANY', name: 'Lister' });
});

const aClerk = (at = north): Promise<Person> => aUser(house, { at, rights: ['om_dashboard'] });
const give = (person: Person, body: object, caller = admin) =>
  caller.post(`${users}/${person.id}/assignments`, { roleId: lister, nodeId: south.id, ...body });
const held = async (person: Person, caller = admin) =>
  (await caller.get(`${users}/${person.id}/assignments`)).body.result as {
    id: string;
    role: { name: string };
    first: boolean;
    over: boolean;
  }[];
const explained = async (person: Person, permission: string, nodeId: string, caller = admin) =>
  (await caller.get(`${users}/${person.id}/access?permission=${permission}&nodeId=${nodeId}`)).body.result;

describe('a further role', () => {
  test('is given at another place, acts once it is chosen, and ends at the next request when it is taken away', async () => {
    const clerk = await aClerk();
    const { status, body } = await give(clerk, {});
    expect(status).toBe(200);
    expect(body.result).toMatchObject([
      { first: true, place: { id: north.id } },
      {
        first: false,
        place: { id: south.id, name: 'South' },
        role: { id: lister, name: 'Lister' },
        until: null,
        over: false,
      },
    ]);
    const caller = await signedIn(house, clerk);
    expect((await caller.get(users)).status).toBe(403);
    const assignmentId = body.result[1].id;
    await caller.put('/user-management/sessions/current', { assignmentId });
    expect((await caller.get(users)).status).toBe(200);
    expect((await admin.delete(`${users}/${clerk.id}/assignments/${assignmentId}`)).status).toBe(200);
    expect((await caller.get(users)).status).toBe(403);
    const told = (await marksOf(house, clerk.id)).filter(({ action }) => action.startsWith('user.role'));
    expect(told.map(({ action, before, after }) => [action, before ?? after])).toMatchObject([
      ['user.roleGiven', { role: 'Lister', place: 'South' }],
      ['user.roleTaken', { role: 'Lister', place: 'South' }],
    ]);
  });

  test('that was given until a moment ends by itself', async () => {
    const clerk = await aClerk();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await give(clerk, { until: soon });
    const caller = await signedIn(house, clerk);
    await caller.put('/user-management/sessions/current', { assignmentId: body.result[1].id });
    expect((await caller.get(users)).status).toBe(200);
    await house.rows("update assignments set until = clock() - interval '1 second' where id = $1", [body.result[1].id]);
    expect((await caller.get(users)).status).toBe(403);
    expect((await held(clerk)).map(({ over }) => over)).toEqual([false, true]);
    // and can be given again
    expect((await give(clerk, {})).body.result).toHaveLength(2);
  });

  test('is refused by name where it cannot be given', async () => {
    const clerk = await aClerk();
    const high = await aRole(house, { of: org, rights: [], level: 'STORE' });
    const code = async (body: object, caller = admin) => (await give(clerk, body, caller)).body.messageCode;
    expect(await code({ until: '2020-01-01T00:00:00Z' })).toBe('assignment.past');
    expect(await code({ roleId: high })).toBe('role.levelTooHigh');
    expect(await code({ nodeId: crypto.randomUUID() })).toBe('node.unknown');
    expect(await code({})).toBeUndefined();
    expect(await code({})).toBe('assignment.doubled');
    const manager = await signedIn(
      house,
      await aUser(house, { at: north, rights: ['edit_user', 'view_user', 'om_dashboard'] }),
    );
    const other = await aClerk();
    expect((await give(other, {}, manager)).body.messageCode).toBe('node.unknown');
    expect((await give(other, { nodeId: north.id }, manager)).body.messageCode).toBe('role.beyondYourOwn');
    expect((await give(manager.person, { nodeId: north.id }, manager)).body.messageCode).toBe('user.ownStanding');
  });

  test('outside the reader’s area is not told, and keeps those from changing its holder who do not see it', async () => {
    const clerk = await aClerk();
    await give(clerk, {});
    const manager = await signedIn(house, await aUser(house, { at: north }));
    expect(await held(clerk, manager)).toHaveLength(1);
    expect((await give(clerk, { nodeId: north.id }, manager)).body.messageCode).toBe('user.beyondYourOwn');
    expect(await explained(clerk, 'LIST_USERS', north.id, manager)).toMatchObject({ allowed: false, beyond: true });
  });

  test('is not taken away where it is their own, or is not theirs', async () => {
    const clerk = await aClerk();
    const own = (await held(clerk))[0]!.id;
    for (const id of [own, crypto.randomUUID()]) {
      const { status, body } = await admin.delete(`${users}/${clerk.id}/assignments/${id}`);
      expect([status, body.messageCode]).toEqual([409, 'assignment.gone']);
    }
  });
});

describe('who may what', () => {
  test('is answered with the role that allows it, and with what each other one lacks', async () => {
    const clerk = await aClerk();
    await give(clerk, {});
    const yes = await explained(clerk, 'LIST_USERS', store.id);
    expect([yes.allowed, yes.beyond]).toEqual([true, false]);
    expect(yes.ways.map(({ role, lacks }: { role: { name: string }; lacks: string[] }) => [role.name, lacks])).toEqual([
      [expect.any(String), ['permission', 'place']],
      ['Lister', []],
    ]);
    const no = await explained(clerk, 'LIST_USERS', north.id);
    expect([no.allowed, no.ways[0].lacks, no.ways[1].lacks]).toEqual([false, ['permission'], ['place']]);
  });

  test('is no for whoever may not sign in, whose role is closed or over, or whose place is', async () => {
    const shut = await aNode(house, { parent: org, nodeType: 'COMPANY', status: false });
    const closed = await aRole(house, { of: org, rights: ['list_users'], level: 'COMPANY', status: false });
    const clerk = await aClerk();
    await anAssignment(house, { userId: clerk.id, roleId: lister, at: shut, position: 1 });
    await anAssignment(house, { userId: clerk.id, roleId: closed, at: south, position: 2 });
    await anAssignment(house, {
      userId: clerk.id,
      roleId: lister,
      at: south,
      position: 3,
      until: '2026-01-01T00:00:00Z',
    });
    expect((await explained(clerk, 'LIST_USERS', shut.id)).ways[1].lacks).toEqual(['placeClosed']);
    const { ways, allowed } = await explained(clerk, 'LIST_USERS', store.id);
    expect([allowed, ways[2].lacks, ways[3].lacks]).toEqual([false, ['roleClosed'], ['over']]);
    const disabled = await aUser(house, { at: south, roleId: lister, status: false });
    expect(await explained(disabled, 'LIST_USERS', store.id)).toMatchObject({ allowed: false, status: false });
  });

  test('is no for whoever stands nowhere, and for whoever has to choose a password first', async () => {
    const nowhere = await aUser(house, { at: org, rights: ['list_users'], nowhere: true });
    expect((await explained(nowhere, 'LIST_USERS', store.id)).ways[0].lacks).toEqual(['place']);
    const fresh = await aUser(house, { at: south, roleId: lister, manual_password: false });
    expect(await explained(fresh, 'LIST_USERS', store.id)).toMatchObject({ allowed: false, mustChangePassword: true });
  });

  test('agrees with the door: whoever may acts, and nobody else', async () => {
    for (const rights of [['list_users'], ['view_user'], []]) {
      const person = await aUser(house, { at: south, rights });
      const { allowed } = await explained(person, 'LIST_USERS', store.id);
      expect((await (await signedIn(house, person)).get(users)).status).toBe(allowed ? 200 : 403);
    }
  });
});
