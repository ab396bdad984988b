// Checks names, lengths and imports of all source files: npm run structure
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { dependencyErrors } from './structure/dependencies.ts';
import { fileNameErrors } from './structure/file-names.ts';
import { isCode } from './structure/imports.ts';
import type { SourceTree } from './structure/layers.ts';
import { sqlFileErrors } from './structure/sql-files.ts';
import { styleSheetErrors } from './structure/style-sheets.ts';

const ignored = ['node_modules', '.git', 'dist', 'data', 'coverage', 'test-results', 'playwright-report'];

/** Every violation of the structure's rules, sorted, each with the way to fix it. */
export function structureErrors(tree: SourceTree): string[] {
  return [
    ...fileNameErrors(tree),
    ...migrationErrors([...tree.keys()]),
    ...sqlFileErrors(tree),
    ...dependencyErrors(tree),
    ...styleSheetErrors(tree),
  ].sort();
}

/** Reads the source tree from disk; files that hold neither code, SQL nor styles are listed with an empty text. */
export function readTree(root: string): SourceTree {
  const tree = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (ignored.includes(entry.name) || entry.isSymbolicLink()) continue;
      if (entry.isDirectory()) walk(path);
      else {
        const name = relative(root, path).split(sep).join('/');
        tree.set(name, isCode(name) || /\.(?:sql|css)$/.test(name) ? readFileSync(path, 'utf8') : '');
      }
    }
  };
  walk(root);
  return tree;
}

/** Migrations are numbered 0001, 0002, … without a gap, so that two branches with the same number conflict before a release. */
function migrationErrors(paths: readonly string[]): string[] {
  const numbers = paths
    .map((path) => /^api\/migrations\/(\d{4})-/.exec(path)?.[1])
    .filter((number) => number !== undefined)
    .sort();
  return numbers
    .map((number, index) => ({ number, expected: String(index + 1).padStart(4, '0') }))
    .filter(({ number, expected }) => number !== expected)
    .slice(0, 1)
    .map(
      ({ number, expected }) => `api/migrations/${number}-…: expected ${expected}; number the migrations one by one`,
    );
}

if (import.meta.main) {
  const tree = readTree(join(import.meta.dirname, '..'));
  const errors = structureErrors(tree);
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`structure: ${[...tree.keys()].filter(isCode).length} files, names and dependencies keep the rules`);
}
