import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { directionFaults } from './structure/directions.ts';
import { isCode } from './structure/imports.ts';
import { roomFaults } from './structure/rooms.ts';
import type { Tree } from './structure/storeys.ts';

const passedOver = ['node_modules', '.git', 'dist', 'data', 'coverage', 'test-results', 'playwright-report'];

/** Everything that stands in the wrong room or leans the wrong way, each with the way to mend it. */
export function structureFaults(tree: Tree): string[] {
  return [...roomFaults(tree), ...migrationFaults([...tree.keys()]), ...directionFaults(tree)].sort();
}

/** Reads the folders of the house from disk; only code is read as text. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (passedOver.includes(entry.name) || entry.isSymbolicLink()) continue;
      if (entry.isDirectory()) walk(path);
      else {
        const name = relative(root, path).split(sep).join('/');
        tree.set(name, isCode(name) ? readFileSync(path, 'utf8') : '');
      }
    }
  };
  walk(root);
  return tree;
}

/** Migrations count 0001, 0002, … without a gap: two branches that take one number must meet before they ship. */
function migrationFaults(paths: readonly string[]): string[] {
  const numbers = paths
    .map((path) => /^api\/migrations\/(\d{4})-/.exec(path)?.[1])
    .filter((number) => number !== undefined)
    .sort();
  return numbers
    .map((number, index) => ({ number, due: String(index + 1).padStart(4, '0') }))
    .filter(({ number, due }) => number !== due)
    .slice(0, 1)
    .map(({ number, due }) => `api/migrations/${number}-…: ${due} is due here; number the migrations one by one`);
}

if (import.meta.main) {
  const tree = readTree(join(import.meta.dirname, '..'));
  const faults = structureFaults(tree);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else
    console.log(`structure: ${[...tree.keys()].filter(isCode).length} files, every one in its room, every arrow falls`);
}
