import { expect, test } from 'vitest';
import { nodeTypes, permissions, permits, ranks, reaches } from './access.ts';

test('there are fifty permissions, each named once', () => {
  expect(permissions).toHaveLength(50);
  expect(new Set(permissions).size).toBe(50);
});

test('any one of the wanted permissions is enough, unless all are asked for', () => {
  const held = ['LIST_USERS', 'VIEW_USER'];
  expect(permits(held, ['VIEW_USER', 'EDIT_USER'])).toBe(true);
  expect(permits(held, ['VIEW_USER', 'EDIT_USER'], 'all')).toBe(false);
  expect(permits(held, ['VIEW_USER', 'LIST_USERS'], 'all')).toBe(true);
  expect(permits(held, ['EDIT_USER'])).toBe(false);
});

test('the letter case of a permission does not matter', () => {
  expect(permits(['list_users'], ['LIST_USERS'])).toBe(true);
  expect(permits(['LIST_USERS'], ['list_users'])).toBe(true);
});

test('whoever holds no permission is denied, whatever is asked', () => {
  expect(permits([], [], 'all')).toBe(false);
  expect(permits([], ['LIST_USERS'])).toBe(false);
});

test('the levels stand in order, the sub store group between its parent and its stores', () => {
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
] as const)('a rule that says %s lets a %s against %s pass: %s', (is, level, than, passes) => {
  expect(reaches(level, { is, than })).toBe(passes);
});

test('somebody without a root node passes every level rule', () => {
  expect(reaches(undefined, { is: 'equal', than: 'GLOBAL' })).toBe(true);
});
