import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from './check-structure.ts';
import { dependenciesOf } from './structure/imports.ts';
import type { SourceTree } from './structure/layers.ts';

/** Number of requirements per group; ids are numbered from 01. */
export const groups: Readonly<Record<string, number>> = {
  PROD: 5,
  AUTH: 27,
  REC: 31,
  SES: 9,
  IDL: 7,
  RTE: 7,
  SHL: 16,
  APP: 5,
  DASH: 8,
  USR: 17,
  IMP: 4,
  PRF: 4,
  ROL: 11,
  PERM: 9,
  ORG: 10,
  NOD: 12,
  CFG: 8,
  THM: 7,
  I18N: 7,
  BSK: 6,
  STK: 3,
  HKY: 4,
  RCP: 1,
  SEX: 4,
  SKU: 2,
  ENG: 3,
  SFC: 1,
  PAY: 3,
  RSN: 2,
  DEV: 4,
  CHB: 2,
  INT: 1,
  DAP: 2,
  DQU: 1,
  DBG: 12,
  DNN: 8,
  DHK: 6,
  DHG: 5,
  DCF: 1,
  PRD: 5,
  UPL: 11,
  COM: 6,
  API: 9,
  ERR: 7,
  CON: 3,
  ENU: 2,
};

/** A row of the matrix: the requirement's id and the tests that prove it (none while it is open). */
export type Row = { readonly id: string; readonly proofs: readonly string[] };

/** The ids that need a row, in order. */
export const ids: readonly string[] = Object.entries(groups).flatMap(([group, count]) =>
  Array.from({ length: count }, (_, index) => `${group}-${String(index + 1).padStart(2, '0')}`),
);

/** The attacks that need a row in docs/security-tests.md, in order. */
export const attacks: readonly string[] = Array.from(
  { length: 31 },
  (_, index) => `T${String(index + 1).padStart(2, '0')}`,
).filter((id) => id !== 'T18');

/** The rows of the matrix: `| id | promise | proof; proof |`. */
export function rowsOf(matrix: string): Row[] {
  return [...matrix.matchAll(/^\| ([A-Z][A-Z0-9]*-\d+|T\d+) \|(.*)\|[ \t]*$/gm)].map(([, id = '', cells = '']) => {
    const proof = cells.slice(cells.lastIndexOf(' | ') + 3).trim();
    return { id, proofs: proof === 'open' ? [] : proof.split(' ; ').map((one) => one.trim()) };
  });
}

/** Reads the text of a project file; undefined if it does not exist. */
export type ReadSource = (path: string) => string | undefined;

/** Ids that are missing, duplicate or unknown, tests that do not exist, and proofs of code that the product does not use. */
export function matrixErrors(
  matrix: string,
  sourceOf: ReadSource,
  expected: readonly string[] = ids,
  isUsed: (module: string) => boolean = () => true,
): string[] {
  const rows = rowsOf(matrix);
  const found = rows.map((row) => row.id);
  return [
    ...expected.filter((id) => !found.includes(id)).map((id) => `${id} has no row`),
    ...[...new Set(found.filter((id, index) => found.indexOf(id) !== index))].map(
      (id) => `${id} has more than one row`,
    ),
    ...found.filter((id) => !expected.includes(id)).map((id) => `${id} is no requirement`),
    ...rows.flatMap(({ id, proofs }) =>
      proofs.flatMap((proof) => proofErrors(proof, sourceOf, isUsed).map((error) => `${id}: ${error}`)),
    ),
  ];
}

/** What is wrong with a proof such as `path/to/file.test.ts > name of the test`. */
export function proofErrors(
  proof: string,
  sourceOf: ReadSource,
  isUsed: (module: string) => boolean = () => true,
): string[] {
  const [path = '', name = ''] = proof.replaceAll('`', '').split(/ > (.*)/);
  if (path === '' || name === '') return [`"${proof}" is neither "open" nor "path/to/file.test.ts > name of the test"`];
  const source = sourceOf(path);
  if (source === undefined) return [`${path} does not exist`];
  const quoted = ["'", '"', '`'].some((quote) =>
    source.includes(`${quote}${name.replaceAll(quote, `\\${quote}`)}${quote}`),
  );
  if (!quoted) return [`${path} has no test called "${name}"`];
  const subject = subjectOf(path, sourceOf);
  return subject === undefined || isUsed(subject) ? [] : [`${path} tests ${subject}, which the product does not use`];
}

/** The module a unit or component test is about: the file beside it with the same name; undefined for tests through HTTP or a browser. */
function subjectOf(testPath: string, sourceOf: ReadSource): string | undefined {
  const base = /^((?:api|web|contract)\/src\/.*)\.test\.tsx?$/.exec(testPath)?.[1];
  return base === undefined ? undefined : [`${base}.ts`, `${base}.tsx`].find((path) => sourceOf(path) !== undefined);
}

const entryPoints = ['api/src/main.ts', 'web/src/main.tsx', 'web/src/login.ts'];

/** The modules that are imported, directly or not, from the entry points of the product; tests import nothing for it. */
export function usedModules(tree: SourceTree): ReadonlySet<string> {
  const imports = Map.groupBy(dependenciesOf(tree), ({ from }) => from);
  const used = new Set<string>();
  const queue = [...entryPoints];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (used.has(path)) continue;
    used.add(path);
    for (const { to } of imports.get(path) ?? []) if (to !== undefined) queue.push(to);
  }
  return used;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const sourceOf: ReadSource = (path) => {
    const file = join(root, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const used = usedModules(readTree(root));
  for (const [file, expected] of [
    ['docs/requirements.md', ids],
    ['docs/security-tests.md', attacks],
  ] as const) {
    const matrix = readFileSync(join(root, file), 'utf8');
    const errors = matrixErrors(matrix, sourceOf, expected, (module) => used.has(module));
    for (const error of errors) console.error(`${file}: ${error}`);
    if (errors.length > 0) process.exitCode = 1;
    else
      console.log(
        `${file}: ${expected.length} rows, ${rowsOf(matrix).filter((row) => row.proofs.length > 0).length} proved by a test`,
      );
  }
}
