import { expect, test } from 'vitest';
import { dependencyErrors } from './check-dependencies.ts';

const decision = `
| Package | Version | Purpose |
|---|---|---|
| one, two | 1.0.0, 2.0.0 | a pair |
| @many/a, @many/b | 3.0.0 | one version |
| @platform/* (five platforms) | 4.0.0-beta.1 | binaries |
`;
const dependencies = [
  { name: 'one', version: '1.0.0' },
  { name: 'two', version: '2.0.0' },
  { name: '@many/a', version: '3.0.0' },
  { name: '@many/b', version: '3.0.0' },
  { name: '@platform/linux', version: '4.0.0-beta.1' },
];

test('a decision with a row for each dependency has no error', () => {
  expect(dependencyErrors(decision, dependencies)).toEqual([]);
});

test('a dependency without a row, or with another version, is an error', () => {
  const changed = [...dependencies.slice(1), { name: 'one', version: '1.0.1' }, { name: 'three', version: '1.0.0' }];
  expect(dependencyErrors(decision, changed)).toEqual([
    'one 1.0.1 has no row',
    'three 1.0.0 has no row',
    'one 1.0.0 is in no package.json',
  ]);
});

test('a row without a dependency is an error', () => {
  expect(dependencyErrors(decision, dependencies.slice(0, -1))).toEqual([
    '@platform/* 4.0.0-beta.1 is in no package.json',
  ]);
});
