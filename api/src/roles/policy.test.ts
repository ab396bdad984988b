import { type NodeType, nodeTypes, permissions, ranks } from '@storeward/contract/access';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import {
  changeError,
  exceeds,
  assignableLevels,
  assignmentError,
  grantError,
  levelsUpToOwn,
  roleAbilities,
} from './policy.ts';

const rights = ['list_roles', 'view_role', 'edit_role', 'enabled_role', 'delete_role'];
const home = 'their-own';

/** An actor at a node of this type with these rights; without a node if the type is undefined. */
const actorAt = (nodeType: NodeType | undefined, accessRights: readonly string[] = rights, orgId = home) =>
  ({
    userId: 'me',
    roleId: 'my-role',
    homeOrgId: home,
    rootNode: nodeType ? { id: 'x', name: 'x', nodeType } : null,
    accessRights,
    permissions: accessRights.map((right) => right.toUpperCase()),
    scope: { orgId, lo: 'a.', hi: 'a/', whole: true },
  }) as unknown as Actor;

const role = (level: NodeType, accessRights: readonly string[] = [], overrides: object = {}) => ({
  id: 'another',
  level,
  accessRights,
  status: true,
  own: false,
  heldBeyond: 0,
  ...overrides,
});

const company = actorAt('COMPANY');

test('an actor’s levels include none above their own, and none at all without a node', () => {
  expect(levelsUpToOwn(actorAt('STORE_GROUP'))).toEqual(['STORE_GROUP', 'SUB_STORE_GROUP', 'STORE']);
  expect(levelsUpToOwn(actorAt(undefined))).toEqual([]);
  expect(nodeTypes.every((level) => exceeds(actorAt(undefined), role(level)))).toBe(true);
});

describe('assigning a role', () => {
  test.for<[string, Actor, ReturnType<typeof role>, NodeType, string | undefined]>([
    ['is possible at the role’s level', company, role('COMPANY'), 'COMPANY', undefined],
    ['is possible below the role’s level', company, role('COMPANY'), 'STORE', undefined],
    ['is rejected above the role’s level', company, role('STORE'), 'STORE_GROUP', 'role.levelTooHigh'],
    ['is rejected for a disabled role', company, role('STORE', [], { status: false }), 'STORE', 'role.closed'],
    [
      'is rejected for a role with a right that the actor lacks',
      company,
      role('STORE', ['edit_user']),
      'STORE',
      'role.beyondYourOwn',
    ],
    ['is rejected for a role with an unknown right', company, role('STORE', ['gone']), 'STORE', 'role.beyondYourOwn'],
    [
      'is rejected for an invisible role above the actor’s level',
      company,
      role('ORGANIZATION'),
      'STORE',
      'role.unknown',
    ],
    [
      'is rejected for a role above the actor’s level that they act with',
      company,
      role('ORGANIZATION', [], { id: 'my-role' }),
      'STORE',
      'role.beyondYourOwn',
    ],
    ['is possible for a GLOBAL role at the platform', actorAt('GLOBAL'), role('GLOBAL'), 'GLOBAL', undefined],
    ['is rejected for a GLOBAL role below the platform', actorAt('GLOBAL'), role('GLOBAL'), 'STORE', 'role.levelWrong'],
    [
      'is rejected for an organisation’s role at the platform',
      actorAt('GLOBAL'),
      role('STORE'),
      'GLOBAL',
      'role.levelWrong',
    ],
    ['is rejected for an actor without a node', actorAt(undefined), role('STORE'), 'STORE', 'role.unknown'],
  ])('%s', ([, actor, grantedRole, nodeType, error]) => {
    expect(assignmentError(actor, grantedRole, nodeType)).toBe(error);
  });

  test('is offered at exactly those levels at which it is possible', () => {
    for (const level of nodeTypes)
      for (const nodeType of nodeTypes)
        for (const own of nodeTypes) {
          const actor = actorAt(own, []);
          const isAssignable = assignableLevels(actor, nodeType).includes(level);
          expect(isAssignable).toBe(assignmentError(actor, role(level), nodeType) === undefined);
        }
  });
});

describe('creating a role', () => {
  test('requires the granted rights and a level up to one’s own', () => {
    for (const level of nodeTypes) {
      const error =
        level === 'GLOBAL' ? 'role.levelWrong' : ranks[level] > ranks.COMPANY ? 'role.beyondYourOwn' : undefined;
      expect(grantError(company, role(level, rights))).toBe(error);
    }
    expect(grantError(company, role('STORE', ['create_role']))).toBe('role.beyondYourOwn');
  });

  test('is limited to GLOBAL for the platform and to other levels within an organisation', () => {
    const all = permissions.map((name) => name.toLowerCase());
    const [atPlatform, inOrganisation] = [actorAt('GLOBAL', all), actorAt('GLOBAL', all, 'another-one')];
    expect([grantError(atPlatform, role('GLOBAL')), grantError(atPlatform, role('STORE'))]).toEqual([
      undefined,
      'role.levelWrong',
    ]);
    expect([grantError(inOrganisation, role('GLOBAL')), grantError(inOrganisation, role('ORGANIZATION'))]).toEqual([
      'role.levelWrong',
      undefined,
    ]);
  });
});

describe('changing, disabling and deleting a role', () => {
  const can = (overrides: Parameters<typeof role>[2], accessRights: string[] = []) =>
    roleAbilities(company, role('COMPANY', accessRights, overrides));

  test('is rejected for one’s own role, for rights one lacks, and for roles held outside one’s scope', () => {
    const all = { view: true, edit: true, enable: true, delete: true };
    const viewOnly = { view: true, edit: false, enable: false, delete: false };
    expect(can({})).toEqual(all);
    expect(can({ own: true })).toEqual(viewOnly);
    expect(can({ heldBeyond: 1 })).toEqual(viewOnly);
    expect(can({}, ['edit_user'])).toEqual(viewOnly);
    expect([
      changeError(company, role('COMPANY', [], { own: true, heldBeyond: 3 })),
      changeError(company, role('COMPANY', ['edit_user'], { heldBeyond: 3 })),
      changeError(company, role('COMPANY', [], { heldBeyond: 3 })),
    ]).toEqual(['role.own', 'role.beyondYourOwn', 'role.heldBeyond']);
  });

  test('requires the permission of each action', () => {
    for (const right of rights) {
      const abilities = roleAbilities(actorAt('COMPANY', [right]), role('STORE'));
      expect(
        Object.entries(abilities)
          .filter(([, may]) => may)
          .map(([name]) => name),
      ).toEqual(
        { view_role: ['view'], edit_role: ['edit'], enabled_role: ['enable'], delete_role: ['delete'] }[right] ?? [],
      );
    }
  });
});
