import { expect, test } from 'vitest';
import {
  attacks,
  dialogRules,
  ids,
  journeyErrors,
  matrixErrors,
  proofErrors,
  rowsOf,
  steps,
  unseenErrors,
  usedModules,
} from './check-requirements.ts';

const tests = new Map([
  [
    'api/src/users/service.test.ts',
    "test('renames a user of my sub-tree', () => {});\ntest('a person\\'s name', () => {});",
  ],
]);

/** The errors of a matrix with every row open, except for the given lines, which replace the rows of their ids. */
function errorsOf(...changed: string[]): string[] {
  const rows = ids
    .filter((id) => !changed.some((line) => line.startsWith(`| ${id} |`)))
    .map((id) => `| ${id} | A promise. | open |`);
  return matrixErrors(['| Id | Promise | Proof |', '|---|---|---|', ...rows, ...changed].join('\n'), (path) =>
    tests.get(path),
  );
}

test('reports nothing for a matrix with one row per requirement', () => {
  expect(errorsOf()).toEqual([]);
  expect(ids).toHaveLength(318);
});

test('accepts an existing proof, also with a quotation mark in its name', () => {
  const proofs =
    "api/src/users/service.test.ts > renames a user of my sub-tree ; api/src/users/service.test.ts > a person's name";
  expect(errorsOf(`| USR-05 | Saves. | ${proofs} |`)).toEqual([]);
});

test('reports a requirement without a row', () => {
  expect(matrixErrors('', () => undefined)).toContain('USR-05 has no row');
});

test('reports a requirement with two rows', () => {
  expect(errorsOf('| USR-05 | One. | open |', '| USR-05 | Two. | open |')).toEqual(['USR-05 has more than one row']);
});

test('reports a row that is no requirement', () => {
  expect(errorsOf('| USR-99 | Strange. | open |')).toEqual(['USR-99 is no requirement']);
});

test('reports attacks without a row or with a missing proof like requirements', () => {
  const rows = attacks.slice(1).map((id) => `| ${id} | What must not succeed. | open |`);
  const done = '| T02 | A second address. | api/src/users/gone.test.ts > saves |';
  expect(matrixErrors([...rows.slice(1), done].join('\n'), (path) => tests.get(path), attacks)).toEqual([
    'T01 has no row',
    'T02: api/src/users/gone.test.ts does not exist',
  ]);
});

test('reports steps of journeys without a row, with two rows and with a missing proof like requirements', () => {
  const rows = steps.slice(2).map((id) => `| ${id} | What the user sees. | open |`);
  const step = '| J01.2 | Signs in. | api/src/users/gone.test.ts > saves |';
  expect(matrixErrors([step, ...rows, rows[0]].join('\n'), (path) => tests.get(path), steps)).toEqual([
    'J01.1 has no row',
    'J01.3 has more than one row',
    'J01.2: api/src/users/gone.test.ts does not exist',
  ]);
});

test('reports a journey none of whose steps is seen by a test in a browser', () => {
  const proofOf = (id: string) => {
    if (id.startsWith('J02.')) return 'open';
    if (id.startsWith('J03.')) return 'web/src/users/user-page.test.tsx > saves';
    return 'api/src/users/service.test.ts > saves ; e2e/users.spec.ts > saves';
  };
  const rows = steps.map((id) => `| ${id} | What the user sees. | ${proofOf(id)} |`);
  expect(journeyErrors(rows.join('\n'))).toEqual(['J02 is seen by no test of e2e', 'J03 is seen by no test of e2e']);
});

test('reports a rule of a dialog that has no row, or no test in a browser', () => {
  const rows = dialogRules.slice(1).map((id) => `| ${id} | What holds. | e2e/hotkeys.spec.ts > saves |`);
  const table = [...rows.slice(1), `| ${dialogRules[1]} | What holds. | web/src/users/user-page.test.tsx > saves |`];
  expect(matrixErrors(table.join('\n'), () => "test('saves', () => {});", dialogRules)).toEqual([
    'DAP-01.1 has no row',
  ]);
  expect(unseenErrors(table.join('\n'))).toEqual(['DAP-01.2 is seen by no test of e2e']);
});

test('reports a proof whose file does not exist', () => {
  expect(errorsOf('| USR-05 | Saves. | api/src/users/gone.test.ts > saves |')).toEqual([
    'USR-05: api/src/users/gone.test.ts does not exist',
  ]);
});

test('reports a proof whose test does not exist, also if only a part of its name does', () => {
  expect(errorsOf('| USR-05 | Saves. | api/src/users/service.test.ts > renames a user |')).toEqual([
    'USR-05: api/src/users/service.test.ts has no test called "renames a user"',
  ]);
});

test('reports a proof that is not written as file and test', () => {
  expect(errorsOf('| USR-05 | Saves. | soon |')).toEqual([
    'USR-05: "soon" is neither "open" nor "path/to/file.test.ts > name of the test"',
  ]);
});

test('reads a promise that contains a vertical bar', () => {
  expect(rowsOf('| USR-05 | This | that. | open |')).toEqual([{ id: 'USR-05', proofs: [] }]);
});

test('reports a proof of modules that the test imports from its folder, where none has its name', () => {
  const files = new Map([
    [
      'web/src/nodes/branches.test.tsx',
      "import { tree } from './node-tree.tsx';\ntest('opens a branch', () => tree());",
    ],
    ['web/src/nodes/node-tree.tsx', ''],
  ]);
  const proof = 'web/src/nodes/branches.test.tsx > opens a branch';
  const sourceOf = (path: string) => files.get(path);
  expect(proofErrors(proof, sourceOf, () => true)).toEqual([]);
  expect(proofErrors(proof, sourceOf, () => false)).toEqual([
    'web/src/nodes/branches.test.tsx tests web/src/nodes/node-tree.tsx, which the product does not use',
  ]);
});

test('reports a proof of a module that the product does not import', () => {
  const files = new Map([
    ['web/src/nodes/node-tree.test.tsx', "test('opens a branch', () => {});"],
    ['web/src/nodes/node-tree.tsx', ''],
  ]);
  const errors = (used: boolean) =>
    matrixErrors(
      '| NOD-06 | A tree. | web/src/nodes/node-tree.test.tsx > opens a branch |',
      (path) => files.get(path),
      ['NOD-06'],
      () => used,
    );
  expect(errors(true)).toEqual([]);
  expect(errors(false)).toEqual([
    'NOD-06: web/src/nodes/node-tree.test.tsx tests web/src/nodes/node-tree.tsx, which the product does not use',
  ]);
});

test('counts a module as used if an entry point imports it, directly or not, and not if only a test does', () => {
  const used = usedModules(
    new Map([
      ['web/src/main.tsx', "import('./app/router.tsx');"],
      ['web/src/app/router.tsx', "import { UserList } from '../users/user-list.tsx';"],
      ['web/src/users/user-list.tsx', ''],
      ['web/src/users/user-card.test.tsx', "import { UserCard } from './user-card.tsx';"],
      ['web/src/users/user-card.tsx', ''],
    ]),
  );
  expect([...used].filter((path) => path.startsWith('web/src/users/'))).toEqual(['web/src/users/user-list.tsx']);
});
