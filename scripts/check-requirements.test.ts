import { expect, test } from 'vitest';
import { attacks, ids, matrixFaults, rowsOf } from './check-requirements.ts';

const tests = new Map([
  [
    'api/src/users/service.test.ts',
    "test('renames a user of my sub-tree', () => {});\ntest('a person\\'s name', () => {});",
  ],
]);

/** The faults of a matrix with every row open, but for the lines that replace the row of their id. */
function faultsOf(...changed: string[]): string[] {
  const rows = ids
    .filter((id) => !changed.some((line) => line.startsWith(`| ${id} |`)))
    .map((id) => `| ${id} | A promise. | open |`);
  return matrixFaults(['| Id | Promise | Proof |', '|---|---|---|', ...rows, ...changed].join('\n'), (path) =>
    tests.get(path),
  );
}

test('a matrix that names every requirement once has nothing to mend', () => {
  expect(faultsOf()).toEqual([]);
  expect(ids).toHaveLength(318);
});

test('accepts a proof that is there, even with a quotation mark in its name', () => {
  const proofs =
    "api/src/users/service.test.ts > renames a user of my sub-tree ; api/src/users/service.test.ts > a person's name";
  expect(faultsOf(`| USR-05 | Saves. | ${proofs} |`)).toEqual([]);
});

test('names a requirement without a row', () => {
  expect(matrixFaults('', () => undefined)).toContain('USR-05 has no row');
});

test('names a requirement with two rows', () => {
  expect(faultsOf('| USR-05 | One. | open |', '| USR-05 | Two. | open |')).toEqual(['USR-05 has more than one row']);
});

test('names a row that is no requirement', () => {
  expect(faultsOf('| USR-99 | Strange. | open |')).toEqual(['USR-99 is no requirement']);
});

test('an attack whose proof is gone, or that has no row, is named like a requirement', () => {
  const rows = attacks.slice(1).map((id) => `| ${id} | What must not succeed. | open |`);
  const gone = '| T02 | A second address. | api/src/users/gone.test.ts > saves |';
  expect(matrixFaults([...rows.slice(1), gone].join('\n'), (path) => tests.get(path), attacks)).toEqual([
    'T01 has no row',
    'T02: api/src/users/gone.test.ts does not exist',
  ]);
});

test('names a proof whose file does not exist', () => {
  expect(faultsOf('| USR-05 | Saves. | api/src/users/gone.test.ts > saves |')).toEqual([
    'USR-05: api/src/users/gone.test.ts does not exist',
  ]);
});

test('names a proof whose test does not exist, also when only a part of its name does', () => {
  expect(faultsOf('| USR-05 | Saves. | api/src/users/service.test.ts > renames a user |')).toEqual([
    'USR-05: api/src/users/service.test.ts has no test called "renames a user"',
  ]);
});

test('names a proof that is not written as file and test', () => {
  expect(faultsOf('| USR-05 | Saves. | soon |')).toEqual([
    'USR-05: "soon" is neither "open" nor "path/to/file.test.ts > name of the test"',
  ]);
});

test('reads a promise that holds a bar of its own', () => {
  expect(rowsOf('| USR-05 | This | that. | open |')).toEqual([{ id: 'USR-05', proofs: [] }]);
});
