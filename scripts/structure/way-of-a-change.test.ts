import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from '../check-structure.ts';
import { dependenciesOf } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const decision = readFileSync(join(root, 'docs/decisions/0062-files-on-the-way-of-a-change.md'), 'utf8');
const way = decision
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, path]) => path!));

/** The files that are called from outside the way: by the page, the server, the session domain and the service. */
const entries = [
  'web/src/users/user-form.tsx',
  'api/src/platform/http/pipeline.ts',
  'api/src/sessions/authenticate.ts',
  'api/src/users/user-commands.ts',
];

test('the change of a user passes through at most 30 files, as many as the title of the decision says', () => {
  expect(new Set(way).size).toBe(way.length);
  expect(way.length).toBe(Number(/through (\d+) files/.exec(decision)?.[1]));
  expect(way.length).toBeLessThanOrEqual(30);
});

test('each file on the way of a change is imported by another one, except those that the change enters by', () => {
  const tree = readTree(root);
  const imported = new Set(
    dependenciesOf(tree).flatMap(({ from, to }) => (to !== undefined && way.includes(from) ? [to] : [])),
  );
  expect(way.filter((path) => !tree.has(path))).toEqual([]);
  expect(way.filter((path) => !imported.has(path)).sort()).toEqual(entries.sort());
});
