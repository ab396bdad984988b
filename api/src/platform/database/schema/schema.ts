import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { functionAccess } from './function-access.ts';

/** The number of this release: the next release has the next one, and only a newer release replaces the functions of a database. */
const release = 3;

/** The baseline's files, each after those it refers to. */
const domains = [
  'foundation',
  'nodes',
  'roles',
  'users',
  'organisations',
  'sessions',
  'idempotency',
  'rate-limits',
  'passwords',
  'mails',
  'audit',
  'settings',
  'devices',
  'imports',
  'files',
  'webhooks',
];

const api = fileURLToPath(new URL('../../../../', import.meta.url));

/** SQL that is run once per database: the baseline, then each migration. */
export type Step = { readonly name: string; readonly sql: string; readonly checksum: string };

export type SqlFunction = { readonly name: string; readonly sql: string };

/** The parts of the database of this release. */
export type Schema = {
  readonly release: number;
  readonly steps: readonly Step[];
  /** Sorted by dependency, since the body of an SQL function is checked when it is created. */
  readonly functions: readonly SqlFunction[];
  /** The checksum of all functions and their access. */
  readonly functionsChecksum: string;
};

let cachedSchema: Schema | undefined;

/** The schema of this release, read once: the files of a later one may replace those of a running process. */
export const readSchema = (): Schema => (cachedSchema ??= readFiles());

function readFiles(): Schema {
  const read = (path: string) => readFileSync(`${api}${path}`, 'utf8');
  const functions = sqlFiles('sql/functions').map((file) => ({
    name: file.replace('.sql', ''),
    sql: read(`sql/functions/${file}`),
  }));
  return {
    release,
    steps: [
      step('0000-baseline.sql', domains.map((name) => read(`sql/${name}.sql`)).join('\n')),
      ...sqlFiles('migrations').map((file) => step(file, read(`migrations/${file}`))),
    ],
    functions: inOrderOfCalls(functions),
    functionsChecksum: checksum(JSON.stringify([functions, [...functionAccess]])),
  };
}

/** A step with its checksum. */
export function step(name: string, sql: string): Step {
  return { name, sql, checksum: checksum(sql) };
}

/** The functions that an SQL text calls or names. */
export function functionsIn<T extends { readonly name: string }>(sql: string, functions: readonly T[]): T[] {
  const called = new Set([...sql.replace(/--.*/g, '').matchAll(/\b(\w+)\s*\(/g)].map(([, name]) => name));
  return functions.filter(({ name }) => called.has(name));
}

function inOrderOfCalls(functions: readonly SqlFunction[]): SqlFunction[] {
  const ordered = new Set<SqlFunction>();
  const visit = (one: SqlFunction, dependents: readonly SqlFunction[]) => {
    for (const called of functionsIn(one.sql, functions))
      if (called !== one && !dependents.includes(called)) visit(called, [...dependents, one]);
    ordered.add(one);
  };
  for (const one of functions) visit(one, []);
  return [...ordered];
}

function sqlFiles(folder: string): string[] {
  return readdirSync(`${api}${folder}`)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
