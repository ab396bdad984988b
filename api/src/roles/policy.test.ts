import { type NodeType, nodeTypes, permissions, ranks } from '@storeward/contract/access';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { changeFault, exceeds, givableLevels, giveFault, grantFault, levelsWithin, roleAbilities } from './policy.ts';

const rights = ['list_roles', 'view_role', 'edit_role', 'enabled_role', 'delete_role'];
const home = 'their-own';

/** Somebody at a place of a kind, with these rights; nowhere without a kind. */
const somebody = (nodeType: NodeType | undefined, accessRights: readonly string[] = rights, orgId = home) =>
  ({
    userId: 'me',
    roleId: 'my-role',
    homeOrgId: home,
    rootNode: nodeType ? { id: 'x', name: 'x', nodeType } : null,
    accessRights,
    permissions: accessRights.map((right) => right.toUpperCase()),
    scope: { orgId, lo: 'a.', hi: 'a/', whole: true },
  }) as unknown as Actor;

const role = (level: NodeType, accessRights: readonly string[] = [], more: object = {}) => ({
  id: 'another',
  level,
  accessRights,
  status: true,
  own: false,
  heldBeyond: 0,
  ...more,
});

const company = somebody('COMPANY');

test('nobody stands above their own level, and who stands nowhere stands below all of them', () => {
  expect(levelsWithin(somebody('STORE_GROUP'))).toEqual(['STORE_GROUP', 'SUB_STORE_GROUP', 'STORE']);
  expect(levelsWithin(somebody(undefined))).toEqual([]);
  expect(nodeTypes.every((level) => exceeds(somebody(undefined), role(level)))).toBe(true);
});

describe('a role is given', () => {
  test.for<[string, Actor, ReturnType<typeof role>, NodeType, string | undefined]>([
    ['at its own level', company, role('COMPANY'), 'COMPANY', undefined],
    ['below it', company, role('COMPANY'), 'STORE', undefined],
    ['not above it', company, role('STORE'), 'STORE_GROUP', 'role.levelTooHigh'],
    ['not while it is closed', company, role('STORE', [], { status: false }), 'STORE', 'role.closed'],
    ['not with a right that one lacks', company, role('STORE', ['edit_user']), 'STORE', 'role.beyondYourOwn'],
    ['not with a right that nobody knows any more', company, role('STORE', ['gone']), 'STORE', 'role.beyondYourOwn'],
    ['not from above, where one does not see it', company, role('ORGANIZATION'), 'STORE', 'role.unknown'],
    [
      'not from above, though one acts by it',
      company,
      role('ORGANIZATION', [], { id: 'my-role' }),
      'STORE',
      'role.beyondYourOwn',
    ],
    ['of the platform to its people', somebody('GLOBAL'), role('GLOBAL'), 'GLOBAL', undefined],
    ['of the platform to nobody else', somebody('GLOBAL'), role('GLOBAL'), 'STORE', 'role.levelWrong'],
    ['of an organisation to nobody of the platform', somebody('GLOBAL'), role('STORE'), 'GLOBAL', 'role.levelWrong'],
    ['by nobody who stands nowhere', somebody(undefined), role('STORE'), 'STORE', 'role.unknown'],
  ])('%s', ([, actor, given, placeType, fault]) => {
    expect(giveFault(actor, given, placeType)).toBe(fault);
  });

  test('and offered for a place at just those levels at which it could be', () => {
    for (const level of nodeTypes)
      for (const placeType of nodeTypes)
        for (const own of nodeTypes) {
          const actor = somebody(own, []);
          const offered = givableLevels(actor, placeType).includes(level);
          expect(offered).toBe(giveFault(actor, role(level), placeType) === undefined);
        }
  });
});

describe('a role is made', () => {
  test('with rights that one holds, up to one’s own level', () => {
    for (const level of nodeTypes) {
      const fault =
        level === 'GLOBAL' ? 'role.levelWrong' : ranks[level] > ranks.COMPANY ? 'role.beyondYourOwn' : undefined;
      expect(grantFault(company, role(level, rights))).toBe(fault);
    }
    expect(grantFault(company, role('STORE', ['create_role']))).toBe('role.beyondYourOwn');
  });

  test('for the platform only where one acts for it, and for an organisation only where one acts in one', () => {
    const all = permissions.map((name) => name.toLowerCase());
    const [above, within] = [somebody('GLOBAL', all), somebody('GLOBAL', all, 'another-one')];
    expect([grantFault(above, role('GLOBAL')), grantFault(above, role('STORE'))]).toEqual([
      undefined,
      'role.levelWrong',
    ]);
    expect([grantFault(within, role('GLOBAL')), grantFault(within, role('ORGANIZATION'))]).toEqual([
      'role.levelWrong',
      undefined,
    ]);
  });
});

describe('a role is changed, closed and deleted', () => {
  const can = (more: Parameters<typeof role>[2], accessRights: string[] = []) =>
    roleAbilities(company, role('COMPANY', accessRights, more));

  test('by whoever may, unless they hold it, it holds more than they do, or somebody outside their area holds it', () => {
    const all = { view: true, edit: true, enable: true, delete: true };
    const looked = { view: true, edit: false, enable: false, delete: false };
    expect(can({})).toEqual(all);
    expect(can({ own: true })).toEqual(looked);
    expect(can({ heldBeyond: 1 })).toEqual(looked);
    expect(can({}, ['edit_user'])).toEqual(looked);
    expect([
      changeFault(company, role('COMPANY', [], { own: true, heldBeyond: 3 })),
      changeFault(company, role('COMPANY', ['edit_user'], { heldBeyond: 3 })),
      changeFault(company, role('COMPANY', [], { heldBeyond: 3 })),
    ]).toEqual(['role.own', 'role.beyondYourOwn', 'role.heldBeyond']);
  });

  test('each by its own permission', () => {
    for (const right of rights) {
      const abilities = roleAbilities(somebody('COMPANY', [right]), role('STORE'));
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
