import { newId } from '../src/platform/ids.ts';
import { aNode, anAssignment, aRole, aUser, type Person } from './builders.ts';
import { anImport } from './imports.ts';
import type { House } from './server.ts';
import type { Wish } from './wish.ts';

/** What is filled in about a new user who stands where somebody else does, and in the same role. */
export const filledInOfAUser = (like: Pick<Person, 'at' | 'roleId'>, more: object = {}) => {
  const word = `new.${newId().slice(-12)}`;
  return {
    userName: word,
    firstName: 'Grace',
    lastName: 'Hopper',
    emailId: `${word}@mail.example`,
    phoneNumber: '',
    language: 'en',
    timeZone: 'Europe/London',
    country: 'GB',
    rootNodeId: like.at.id,
    userRole: [{ id: like.roleId ?? newId() }],
    ...more,
  };
};

/** What the doors of users take, besides those that every user has been told by from the first. */
export const userSamples: Readonly<Record<string, (about: Person) => Wish>> = {
  'users.create': (about) => ({ body: filledInOfAUser(about) }),
  'users.remove': (about) => ({ id: about.id }),
  'seeings.begin': (about) => ({ id: about.id, body: { reason: 'finds no price list' } }),
  'assignments.list': (about) => ({ id: about.id }),
  'assignments.create': (about) => ({ id: about.id, body: { roleId: about.roleId ?? newId(), nodeId: about.at.id } }),
  'assignments.remove': (about) => ({ id: about.id, params: { assignmentId: about.assignmentId ?? newId() } }),
  'assignments.explain': (about) => ({ id: about.id, query: { permission: 'VIEW_USER', nodeId: about.at.id } }),
  'userImports.create': () => ({ body: Buffer.from('userName\nada\n') }),
  'userImports.head': () => ({ body: Buffer.from('Login\nada\n') }),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo', 'discard'].map((door) => [`userImports.${door}`, () => ({ id: newId() })]),
  ),
  'templates.get': () => ({ params: { name: 'Users' } }),
};

const imported = (state: string) => (house: House, about: Person) => anImport(house, about, state, 'users');

/** The same with users and imports that can be changed. */
export const usersGrown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> = {
  'users.remove': async (house, about) => ({ id: (await aUser(house, { at: about.at, rights: [] })).id }),
  'assignments.create': async (house, about) => ({
    id: (await aUser(house, { at: about.at, rights: [] })).id,
    body: { roleId: await aRole(house, { of: about.at, rights: [] }), nodeId: about.at.id },
  }),
  'assignments.remove': async (house, about) => {
    const person = await aUser(house, { at: about.at, rights: [] });
    const role = { userId: person.id, roleId: person.roleId ?? newId(), position: 1 };
    const below = await aNode(house, { parent: about.at, nodeType: 'STORE' });
    return { id: person.id, params: { assignmentId: await anAssignment(house, { ...role, at: below }) } };
  },
  'userImports.get': imported('ready'),
  'userImports.rows': imported('ready'),
  'userImports.start': imported('ready'),
  'userImports.stop': imported('running'),
  'userImports.undo': imported('done'),
  'userImports.discard': imported('ready'),
};
