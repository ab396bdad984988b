import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import {
  aNode,
  anAssignment,
  aUser,
  type Caller,
  everyRight,
  insert,
  type Person,
  type Place,
  signedIn,
} from './builders.ts';
import { filledInOfADevice } from './device-doors.ts';
import { filledIn } from './doors.ts';
import { aServer } from './server.ts';
import { addNode, aSmallTree, codeOf, marksOf, ofNode } from './small-tree.ts';

const house = await aServer();
// all that somebody may do who runs a part of the tree and the people in it, and no more
const someRights = [
  'list_node_structure',
  'view_node',
  'edit_node',
  'list_users',
  'view_user',
  'edit_user',
  'enabled_user',
];

let org: Place;
let south: Place;
let region: Place;
let group: Place;
let store: Place;
let admin: Caller;
let manager: Caller;

beforeEach(async () => {
  ({ org, south, region, group, store, admin } = await aSmallTree(house));
  manager = await signedIn(house, await aUser(house, { at: region, rights: someRights }));
});

const move = (caller: Caller, place: Place, parent: Place) =>
  caller.put(`${ofNode(place)}/move`, { parentId: parent.id });

/** What a manager is told who tries to take a person over: by their e-mail, a reset link, shutting them out or ending their sessions. */
const takeOver = async ({ id, userName }: Person) =>
  Promise.all([
    manager.put(`/user-management/users/${id}`, { ...filledIn({ userName }), emailId: 'thief@mail.example' }),
    manager.post(`/user-management/resetLink/${id}`),
    manager.put(`/user-management/users/${id}/status`, { status: false }),
    manager.delete(`/user-management/users/${id}/sessions`),
  ]);
const refusals = async (person: Person) => [
  ...new Set((await takeOver(person)).map((answer) => codeOf(answer).join(' '))),
];

const ownRights = async (caller: Caller) =>
  (await caller.get(`/user-management/users/${caller.person.id}`)).body.result.userRole;

describe('moving a place', () => {
  test('brings nobody within reach who stood outside it: neither what is fetched nor where it is brought may lie outside', async () => {
    const elsewhere = await aNode(house, { parent: south, nodeType: 'TRADING_REGION' });
    const rich = await aNode(house, { parent: elsewhere, nodeType: 'STORE_GROUP' });
    const person = await aUser(house, { at: rich, rights: [] });
    for (const [place, parent] of [
      [rich, region],
      [group, elsewhere],
      [region, south],
      [org, region],
    ] as const)
      expect(codeOf(await move(manager, place, parent))).toEqual([404, 'node.unknown']);
    expect(await refusals(person)).toEqual(['404 user.unknown']);
  });

  test('gives no power over people who hold more, whether they are moved by oneself or brought by somebody above', async () => {
    const chief = await aUser(house, { at: group, rights: everyRight });
    const sub = await aNode(house, { parent: region, nodeType: 'STORE_GROUP', name: 'Bradford' });
    expect(await refusals(chief)).toEqual(['409 user.beyondYourOwn']);
    expect((await move(manager, store, sub)).status).toBe(200);
    expect(await refusals(chief)).toEqual(['409 user.beyondYourOwn']);

    const elsewhere = await aNode(house, { parent: south, nodeType: 'TRADING_REGION' });
    const headOffice = await aNode(house, { parent: elsewhere, nodeType: 'STORE_GROUP' });
    const head = await aUser(house, { at: headOffice, rights: everyRight });
    expect((await move(admin, headOffice, region)).status).toBe(200);
    expect((await manager.get(`/user-management/users/${head.id}`)).status).toBe(200);
    expect(await refusals(head)).toEqual(['409 user.beyondYourOwn']);
  });

  test('gives no power over people who also work outside one’s area, though their own place comes into it', async () => {
    const elsewhere = await aNode(house, { parent: south, nodeType: 'TRADING_REGION' });
    const branch = await aNode(house, { parent: elsewhere, nodeType: 'STORE' });
    const both = await aUser(house, { at: branch, rights: ['view_node'] });
    await anAssignment(house, { userId: both.id, roleId: both.roleId!, at: south, position: 1 });
    expect((await move(admin, branch, region)).status).toBe(200);
    expect(await refusals(both)).toEqual(['409 user.beyondYourOwn']);
  });

  test('takes along what somebody reaches, and leaves their rights as they were', async () => {
    const clerk = await signedIn(house, await aUser(house, { at: group, rights: someRights }));
    const before = await ownRights(clerk);
    expect((await move(admin, region, south)).status).toBe(200);
    expect(await ownRights(clerk)).toEqual(before);
    for (const place of [south, region]) expect(codeOf(await clerk.get(ofNode(place)))).toEqual([404, 'node.unknown']);
    expect((await clerk.get(ofNode(store))).status).toBe(200);
  });
});

test('a place that takes the code of a deleted one takes over nothing else of it', async () => {
  const old = await aNode(house, { parent: group, nodeType: 'STORE', name: 'Old', code: 'AGAIN' });
  const device = { ...filledInOfADevice, nodeId: old.id };
  const { body } = await admin.post('/module-management/device', device);
  await insert(house, 'setting_values', {
    id: newId(),
    org_id: org.id,
    node_id: old.id,
    tpath: old.tpath,
    section: 'ebasketDisplay',
    field: 'displayName',
    value: '"Old basket"',
    valid_from: '2026-01-01',
  });
  await admin.delete(`/module-management/device/${body.result.id}`);
  expect((await admin.delete(`${ofNode(old)}/delete`)).status).toBe(200);

  const made = (await addNode(admin, group, 'STORE', { name: 'New', code: 'again' })).body.result;
  const fresh = { id: made.nodeId as string };
  expect(made).toMatchObject({ isOverride: false, userCount: 0, deviceCount: 0, version: 1 });
  expect(fresh.id).not.toBe(old.id);
  expect(codeOf(await admin.get(ofNode(old)))).toEqual([404, 'node.unknown']);
  expect((await admin.get(`/module-management/device?nodeId=${fresh.id}`)).body).toEqual({ result: [], total: 0 });
  expect((await admin.get(`${ofNode(fresh)}/configuration`)).text).not.toContain('Old basket');
  expect((await marksOf(house, fresh.id)).map(({ action }) => action)).toEqual(['node.created']);
  const [paths] = await house.rows('select count(distinct tpath)::int as paths from nodes where id = any($1)', [
    [old.id, fresh.id],
  ]);
  expect(paths).toEqual({ paths: 2 });
});
