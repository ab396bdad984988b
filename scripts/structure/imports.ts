import { posix } from 'node:path';
import type { SourceTree } from './layers.ts';

/** A dependency of one file: the specifier it imports by, and the project file that resolves to (undefined for a library). */
export type Dependency = { readonly from: string; readonly specifier: string; readonly to: string | undefined };

const contractName = '@storeward/contract/';
const statement = /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm;
const bare = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const called = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** The specifiers a file imports, type-only imports included. */
function specifiersOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^[ \t]*\/\/.*$/gm, '');
  return [statement, bare, called].flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''));
}

/** Every dependency of the tree. */
export function dependenciesOf(tree: SourceTree): Dependency[] {
  return [...tree]
    .filter(([path]) => isCode(path))
    .flatMap(([from, source]) =>
      specifiersOf(source).map((specifier) => ({ from, specifier, to: resolve(from, specifier) })),
    );
}

/** Whether a file holds code that can import. */
export function isCode(path: string): boolean {
  return /\.(?:ts|tsx|mjs|js)$/.test(path);
}

/** The cycles among the files, each once, from its first file back to the same file. */
export function cyclesOf(dependencies: readonly Dependency[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of dependencies) if (to) next.set(from, [...(next.get(from) ?? []), to]);

  const cycles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (path: string): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      cycles.push([...trail.slice(start), path]);
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const neighbour of next.get(path) ?? []) walk(neighbour);
    trail.pop();
    done.add(path);
  };
  for (const path of [...next.keys()].sort()) walk(path);
  return cycles;
}

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
  if (specifier.startsWith(contractName)) return `contract/src/${specifier.slice(contractName.length)}.ts`;
  return undefined;
}
