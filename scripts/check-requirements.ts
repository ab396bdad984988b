import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many requirements each group counts; their ids run from 01 up. */
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

/** What a row of the matrix says: which requirement, and the tests that prove it (none while it is open). */
export type Row = { readonly id: string; readonly proofs: readonly string[] };

/** Every id there must be a row for, in order. */
export const ids: readonly string[] = Object.entries(groups).flatMap(([group, count]) =>
  Array.from({ length: count }, (_, index) => `${group}-${String(index + 1).padStart(2, '0')}`),
);

/** The attacks there must be a row for in docs/security-tests.md, in order. */
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

/** Every id that is missing, doubled or unknown, and every proof that is not there. */
export function matrixFaults(
  matrix: string,
  sourceOf: (path: string) => string | undefined,
  wanted: readonly string[] = ids,
): string[] {
  const rows = rowsOf(matrix);
  const told = rows.map((row) => row.id);
  return [
    ...wanted.filter((id) => !told.includes(id)).map((id) => `${id} has no row`),
    ...[...new Set(told.filter((id, index) => told.indexOf(id) !== index))].map((id) => `${id} has more than one row`),
    ...told.filter((id) => !wanted.includes(id)).map((id) => `${id} is no requirement`),
    ...rows.flatMap(({ id, proofs }) =>
      proofs.flatMap((proof) => proofFaults(proof, sourceOf).map((fault) => `${id}: ${fault}`)),
    ),
  ];
}

function proofFaults(proof: string, sourceOf: (path: string) => string | undefined): string[] {
  const [path = '', name = ''] = proof.replaceAll('`', '').split(/ > (.*)/);
  if (path === '' || name === '') return [`"${proof}" is neither "open" nor "path/to/file.test.ts > name of the test"`];
  const source = sourceOf(path);
  if (source === undefined) return [`${path} does not exist`];
  const quoted = ["'", '"', '`'].some((quote) =>
    source.includes(`${quote}${name.replaceAll(quote, `\\${quote}`)}${quote}`),
  );
  return quoted ? [] : [`${path} has no test called "${name}"`];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const sourceOf = (path: string) => {
    const place = join(root, path);
    return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
  };
  for (const [file, wanted] of [
    ['docs/requirements.md', ids],
    ['docs/security-tests.md', attacks],
  ] as const) {
    const matrix = readFileSync(join(root, file), 'utf8');
    const faults = matrixFaults(matrix, sourceOf, wanted);
    for (const fault of faults) console.error(`${file}: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
    else
      console.log(
        `${file}: ${wanted.length} rows, ${rowsOf(matrix).filter((row) => row.proofs.length > 0).length} proved by a test`,
      );
  }
}
