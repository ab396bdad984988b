import { expect, test } from 'vitest';
import { nodeTypes, permissions, permits, ranks, satisfiesLevelRule } from './access.ts';

test('there are fifty permissions without duplicates', () => {
  expect(permissions).toHaveLength(50);
  expect(new Set(permissions).size).toBe(50);
});

test('any of the required permissions suffices, unless the mode is all', () => {
  const held = ['LIST_USERS', 'VIEW_USER'];
  expect(permits(held, ['VIEW_USER', 'EDIT_USER'])).toBe(true);
  expect(permits(held, ['VIEW_USER', 'EDIT_USER'], 'all')).toBe(false);
  expect(permits(held, ['VIEW_USER', 'LIST_USERS'], 'all')).toBe(true);
  expect(permits(held, ['EDIT_USER'])).toBe(false);
});

test('permissions are compared case-insensitively', () => {
  expect(permits(['list_users'], ['LIST_USERS'])).toBe(true);
  expect(permits(['LIST_USERS'], ['list_users'])).toBe(true);
});

test('a user without permissions is denied, whatever is required', () => {
  expect(permits([], [], 'all')).toBe(false);
  expect(permits([], ['LIST_USERS'])).toBe(false);
});

test('the levels are ordered, with the sub store group between its parent and its stores', () => {
  const inOrder = nodeTypes.map((type) => ranks[type]);
  expect(inOrder).toEqual([60, 50, 40, 30, 20, 15, 10]);
});

test.each([
  ['equal', 'GLOBAL', 'GLOBAL', true],
  ['equal', 'STORE', 'GLOBAL', false],
  ['not-equal', 'STORE', 'GLOBAL', true],
  ['not-equal', 'GLOBAL', 'GLOBAL', false],
  ['greater', 'COMPANY', 'STORE_GROUP', true],
  ['greater', 'SUB_STORE_GROUP', 'STORE_GROUP', false],
  ['lower', 'SUB_STORE_GROUP', 'STORE_GROUP', true],
  ['lower', 'STORE_GROUP', 'STORE_GROUP', false],
] as const)('the level rule %s for a user at %s compared with %s is satisfied: %s', (is, level, than, passes) => {
  expect(satisfiesLevelRule(level, { is, than })).toBe(passes);
});

test('a user without a root node satisfies every level rule', () => {
  expect(satisfiesLevelRule(undefined, { is: 'equal', than: 'GLOBAL' })).toBe(true);
});
