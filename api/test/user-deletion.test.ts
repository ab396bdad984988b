import { beforeAll, describe, expect, test } from 'vitest';
import {
  aNode,
  anAssignment,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Place,
  signedIn,
  signIn,
} from './builders.ts';
import { aServer } from './server.ts';
import { marksOf } from './small-tree.ts';

const house = await aServer();
const users = '/user-management/users';
let org: Place;
let company: Place;
let store: Place;
let admin: Caller;
let manager: Caller;
let tillRole: string;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'birch', name: 'Birch' });
  company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'Birch North' });
  store = await aNode(house, { parent: company, nodeType: 'STORE', name: 'Leeds' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  manager = await signedIn(house, await aUser(house, { at: company }));
  tillRole = await aRole(house, { of: org, rights: ['om_dashboard', 'view_profile'], level: 'STORE', name: 'Till' });
});

describe('deleting a user', () => {
  const remove = (id: string, caller = admin, headers = {}) =>
    caller.delete(`${users}/${id}/delete`, undefined, headers);

  test('ends their sessions, shuts the door, and hides them everywhere; the audit keeps who it was', async () => {
    const person = await aUser(house, { at: store, roleId: tillRole });
    const caller = await signedIn(house, person);
    const { status, body } = await remove(person.id);
    expect([status, body.result.userName]).toEqual([200, person.userName]);
    expect((await caller.get(`${users}/${person.id}`)).status).toBe(401);
    expect((await signIn(house, person)).status).toBe(400);
    expect((await admin.get(`${users}/${person.id}`)).status).toBe(404);
    expect((await admin.get(`${users}?search=${person.userName}`)).body.total).toBe(0);
    expect((await marksOf(house, person.id)).at(-1)).toMatchObject({
      action: 'user.deleted',
      before: { userName: person.userName, place: 'Leeds', role: 'Till' },
    });
    expect((await remove(person.id)).status).toBe(404);
  });

  test('is refused for oneself, for who holds more, and in a version that is not theirs', async () => {
    expect((await remove(admin.person.id)).body.messageCode).toBe('user.self');
    const limited = await signedIn(house, await aUser(house, { at: company, rights: ['delete_user'] }));
    const stronger = await aUser(house, { at: store, rights: ['delete_user', 'edit_user'] });
    expect((await remove(stronger.id, limited)).body.messageCode).toBe('user.beyondYourOwn');
    expect((await remove(stronger.id, admin, { 'if-match': '"9"' })).status).toBe(412);
    expect((await admin.get(`${users}/${stronger.id}`)).status).toBe(200);
  });

  test('is refused for somebody who was given a role outside one’s area', async () => {
    const person = await aUser(house, { at: store, roleId: tillRole });
    const other = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    await anAssignment(house, { userId: person.id, roleId: tillRole, at: other, position: 1 });
    expect((await remove(person.id, manager)).body.messageCode).toBe('user.beyondYourOwn');
    expect((await remove(person.id)).status).toBe(200);
  });
});
