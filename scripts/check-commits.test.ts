import { expect, test } from 'vitest';
import { type Commit, commitErrors } from './check-commits.ts';

const commit = (more: Partial<Commit>): Commit => ({
  hash: 'c0ffee',
  subject: 'users: fix the list',
  tree: 'merged',
  parentTrees: [],
  ...more,
});

test('accepts a subject of 72 characters, and refuses a longer one', () => {
  expect(commitErrors([commit({ subject: 'x'.repeat(72) })])).toEqual([]);
  expect(commitErrors([commit({ subject: 'x'.repeat(73) })])).toEqual([
    'c0ffee: the subject has 73 characters, at most 72; say the rest in the body',
  ]);
});

test('accepts a long subject of a merge, which names its branches', () => {
  expect(commitErrors([commit({ subject: 'x'.repeat(99), parentTrees: ['ours', 'theirs'] })])).toEqual([]);
});

test('refuses a merge that leaves the tree as it was', () => {
  expect(commitErrors([commit({ tree: 'ours', parentTrees: ['ours', 'theirs'] })])).toEqual([
    'c0ffee: the merge leaves the tree as it was, so what it names is lost; merge the content, or do not merge',
  ]);
});

test('accepts a merge whose branches have the same content', () => {
  expect(commitErrors([commit({ tree: 'ours', parentTrees: ['ours', 'ours'] })])).toEqual([]);
});
