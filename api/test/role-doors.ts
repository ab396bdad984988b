import { newId } from '../src/platform/ids.ts';
import { aRole, type Caller, type Person, rootOf } from './builders.ts';
import type { House } from './server.ts';
import type { Wish } from './wish.ts';

/** What is filled in about a role: for stores, with rights of organisation management, none unless said otherwise. */
export const filledInOfARole = (rights: readonly string[] = [], more: object = {}) => ({
  name: `Role ${newId().slice(-12)}`,
  description: 'For the tills',
  level: 'STORE',
  modules: [{ shortName: 'om', accessRights: rights.map((shortName) => ({ shortName })) }],
  ...more,
});

const heldBy = (about: Person, caller: Caller | undefined) => ({
  id: caller?.person.roleId ?? about.roleId ?? newId(),
});

/** What the doors of roles take. */
export const roleSamples: Readonly<Record<string, (about: Person, caller: Caller | undefined) => Wish>> = {
  'roles.choices': () => ({ query: { givableAt: 'STORE' } }),
  'roles.get': heldBy,
  'roles.modules': heldBy,
  'roles.create': () => ({ body: filledInOfARole() }),
  'roles.update': (about, caller) => ({ ...heldBy(about, caller), body: filledInOfARole() }),
  'roles.setStatus': (about, caller) => ({ ...heldBy(about, caller), body: { status: true } }),
  'roles.remove': heldBy,
};

/** A role that nobody holds, for the doors that change one. */
const aFreeRole =
  (body?: () => object) =>
  async (house: House, about: Person): Promise<Wish> => ({
    id: await aRole(house, { of: rootOf(about.at), rights: [], level: 'STORE' }),
    ...(body && { body: body() }),
  });

/** The same with roles that can be changed. */
export const rolesGrown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> = {
  'roles.update': aFreeRole(() => filledInOfARole()),
  'roles.setStatus': aFreeRole(() => ({ status: false })),
  'roles.remove': aFreeRole(),
};
