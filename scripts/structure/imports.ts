import { posix } from 'node:path';
import type { Tree } from './storeys.ts';

/** One arrow of the house: a file, the words it imports by, and the file of ours they lead to. */
export type Arrow = { readonly from: string; readonly spoken: string; readonly to: string | undefined };

const contractName = '@storeward/contract/';
const statement = /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm;
const bare = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const called = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** The modules a file names, types included: who needs another's type depends on it just as well. */
function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^[ \t]*\/\/.*$/gm, '');
  return [statement, bare, called].flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));
}

/** Every arrow of the tree; imports of a library lead to no file of ours. */
export function arrowsOf(tree: Tree): Arrow[] {
  return [...tree]
    .filter(([path]) => isCode(path))
    .flatMap(([from, source]) => importsOf(source).map((spoken) => ({ from, spoken, to: resolve(from, spoken) })));
}

/** Whether a file holds code that can import. */
export function isCode(path: string): boolean {
  return /\.(?:ts|tsx|mjs|js)$/.test(path);
}

/** The circles among the files, each told once, from its first file round to it again. */
export function circlesOf(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of arrows) if (to) next.set(from, [...(next.get(from) ?? []), to]);

  const circles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (path: string): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      circles.push([...trail.slice(start), path]);
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const neighbour of next.get(path) ?? []) walk(neighbour);
    trail.pop();
    done.add(path);
  };
  for (const path of [...next.keys()].sort()) walk(path);
  return circles;
}

function resolve(from: string, spoken: string): string | undefined {
  if (spoken.startsWith('.')) return posix.join(posix.dirname(from), spoken.replace(/\?.*$/, ''));
  if (spoken.startsWith(contractName)) return `contract/src/${spoken.slice(contractName.length)}.ts`;
  return undefined;
}
