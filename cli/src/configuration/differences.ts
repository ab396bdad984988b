import { isDeepStrictEqual } from 'node:util';
import { type Configuration, textOf, type Value } from './document.ts';

/** A value that a file has in place of the running one; undefined for none. */
export type Difference = {
  readonly path: readonly string[];
  readonly from: Value | undefined;
  readonly to: Value | undefined;
};

/**
 * The differences of a file from a running configuration, in the order of the file. Parts that the file does not have, such as a section of
 * settings, are left as they are.
 */
export function differencesOf(file: Configuration, running: Configuration): Difference[] {
  const differences: Difference[] = [];
  const compare = (path: readonly string[], depth: number, to: unknown, from: unknown) => {
    if (depth === 0) {
      if (!isDeepStrictEqual(to, from)) differences.push({ path, from: from as Value, to: to as Value });
      return;
    }
    const [next, before] = [to ?? {}, from ?? {}] as Record<string, unknown>[];
    for (const name of new Set([...Object.keys(next!), ...Object.keys(before!)]))
      compare([...path, name], depth - 1, next![name], before![name]);
  };
  compare(['roles'], file.roles ? 2 : 0, file.roles, file.roles && running.roles);
  for (const name of new Set(file.nodes && [...Object.keys(file.nodes), ...Object.keys(running.nodes ?? {})])) {
    const [to, from] = [file.nodes?.[name], running.nodes?.[name]];
    // a field that a node of the file does not name stays as it is
    const named = to && from ? Object.fromEntries(Object.keys(to).map((field) => [field, from[field] ?? ''])) : from;
    compare(['nodes', name], 1, to, named);
  }
  for (const [name, nodes] of Object.entries(file.settings ?? {}))
    compare(['settings', name], 2, nodes, running.settings?.[name]);
  for (const [name, nodes] of Object.entries(file.lists ?? {}))
    compare(['lists', name], 3, nodes, running.lists?.[name]);
  return differences;
}

/** One line: `+` for a value that is new, `-` for one that ends, `~` for a changed one. */
export function formatDifference({ path, from, to }: Difference): string {
  const sign = from === undefined ? '+' : to === undefined ? '-' : '~';
  const values = [from, to].filter((value) => value !== undefined).map(textOf);
  return `${sign} ${path.join(' / ')}: ${values.join(' → ')}`.replaceAll(/\p{Cc}/gu, ' ');
}
