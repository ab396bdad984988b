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

/** Number of steps per journey of docs/journeys.md; steps are numbered from 1. */
export const journeys: Readonly<Record<string, number>> = {
  J01: 9,
  J02: 6,
  J03: 7,
  J04: 8,
  J05: 6,
  J06: 5,
  J07: 7,
  J08: 7,
  J09: 7,
  J10: 7,
  J11: 8,
  J12: 6,
  J13: 6,
  J14: 6,
  J15: 5,
  J16: 6,
  J17: 5,
  J18: 7,
  J19: 6,
  J20: 6,
  J21: 6,
  J22: 7,
  J23: 6,
  J24: 7,
  J25: 7,
  J26: 4,
  J27: 6,
  J28: 6,
  J29: 5,
  J30: 8,
  J31: 6,
  J32: 7,
  J33: 6,
  J34: 6,
  J35: 7,
};

/** Number of rules per requirement of the dialogs in docs/dialog-rules.md; rules are numbered from 1. */
const rulesPerRequirement = {
  DAP: [2, 3],
  DQU: [3],
  DBG: [1, 1, 3, 2, 1, 2, 1, 2, 3, 4, 2, 2],
  DNN: [1, 2, 1, 1, 1, 1, 2, 2],
  DHK: [2, 1, 1, 3, 2, 2],
  DHG: [2, 2, 2, 1, 1],
  DCF: [4],
} as const;

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

/** The steps that need a row in docs/journeys.md, in order: `J01.1`. */
export const steps: readonly string[] = Object.entries(journeys).flatMap(([journey, count]) =>
  Array.from({ length: count }, (_, index) => `${journey}.${index + 1}`),
);

/** The rules that need a row in docs/dialog-rules.md, in order: `DBG-08.1`. */
export const dialogRules: readonly string[] = Object.entries(rulesPerRequirement).flatMap(([group, counts]) =>
  counts.flatMap((count, index) =>
    Array.from({ length: count }, (_, rule) => `${group}-${String(index + 1).padStart(2, '0')}.${rule + 1}`),
  ),
);

/** The rows of the matrix: `| id | promise | proof; proof |`. */
export function rowsOf(matrix: string): Row[] {
  return [...matrix.matchAll(/^\| ([A-Z][A-Z0-9]*-\d+(?:\.\d+)?|T\d+|J\d+\.\d+) \|(.*)\|[ \t]*$/gm)].map(
    ([, id = '', cells = '']) => {
      const proof = cells.slice(cells.lastIndexOf(' | ') + 3).trim();
      return { id, proofs: proof === 'open' ? [] : proof.split(' ; ').map((one) => one.trim()) };
    },
  );
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

/** The journeys none of whose steps is seen by a test in a browser. */
export function journeyErrors(table: string): string[] {
  const rows = rowsOf(table);
  return Object.keys(journeys)
    .filter(
      (journey) =>
        !rows.some(
          ({ id, proofs }) => id.startsWith(`${journey}.`) && proofs.some((proof) => proof.startsWith('e2e/')),
        ),
    )
    .map((journey) => `${journey} is seen by no test of e2e`);
}

/** The rows none of whose tests runs in a browser. */
export const unseenErrors = (table: string): string[] =>
  rowsOf(table)
    .filter(({ proofs }) => !proofs.some((proof) => proof.startsWith('e2e/')))
    .map(({ id }) => `${id} is seen by no test of e2e`);

/** The errors of a proof such as `path/to/file.test.ts > name of the test`. */
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
  return subjectsOf(path, source, sourceOf)
    .filter((subject) => !isUsed(subject))
    .map((subject) => `${path} tests ${subject}, which the product does not use`);
}

/**
 * The modules that a unit or component test is about: the file beside it with the same name, else those of its own folder that it
 * imports. None for tests through HTTP or a browser.
 */
function subjectsOf(testPath: string, source: string, sourceOf: ReadSource): string[] {
  const base = /^((?:api|web|contract)\/src\/.*)\.test\.tsx?$/.exec(testPath)?.[1];
  if (base === undefined) return [];
  const beside = [`${base}.ts`, `${base}.tsx`].find((path) => sourceOf(path) !== undefined);
  if (beside !== undefined) return [beside];
  const folder = testPath.slice(0, testPath.lastIndexOf('/') + 1);
  return dependenciesOf(new Map([[testPath, source]]))
    .flatMap(({ to }) => (to?.startsWith(folder) && sourceOf(to) !== undefined ? [to] : []))
    .filter((path) => !path.slice(folder.length).includes('/'));
}

const entryPoints = /^(?:api\/src\/(?:main|cli\/[^/]+)\.ts|web\/src\/(?:main\.tsx|login\.ts))$/;

/** The modules that are imported, directly or not, from the entry points of the product; tests import nothing for it. */
export function usedModules(tree: SourceTree): ReadonlySet<string> {
  const imports = Map.groupBy(dependenciesOf(tree), ({ from }) => from);
  const used = new Set<string>();
  const queue = [...tree.keys()].filter((path) => entryPoints.test(path));
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
    ['docs/journeys.md', steps],
    ['docs/dialog-rules.md', dialogRules],
  ] as const) {
    const matrix = readFileSync(join(root, file), 'utf8');
    const errors = [
      ...matrixErrors(matrix, sourceOf, expected, (module) => used.has(module)),
      ...(expected === steps ? journeyErrors(matrix) : []),
      ...(expected === dialogRules ? unseenErrors(matrix) : []),
    ];
    for (const error of errors) console.error(`${file}: ${error}`);
    if (errors.length > 0) process.exitCode = 1;
    else
      console.log(
        `${file}: ${expected.length} rows, ${rowsOf(matrix).filter((row) => row.proofs.length > 0).length} proved by a test`,
      );
  }
}
