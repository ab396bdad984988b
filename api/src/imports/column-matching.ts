import { columnKey, errorColumn, type ImportHeader } from '@storeward/contract/imports';
import { entryOf, namesIn } from '@storeward/contract/imports/column-mapping';
import type { RunColumns } from './kind.ts';
import type { StoredMapping } from './mapping-queries.ts';

/**
 * Proposes a known column for each column of a file: by exact name, by the user's last mapping, or by aliases of other
 * systems.
 */
export function matchColumns(
  columns: readonly string[],
  { known, aliases = {} }: Pick<RunColumns, 'known' | 'aliases'>,
  remembered: StoredMapping | undefined,
): ImportHeader {
  const names = known.map(({ name }) => name);
  const exactMatches = assignColumns(columns, new Map(names.map((name) => [columnKey(name), name])), columnKey);
  const byChoice = new Set(known.filter(({ onlyByChoice }) => onlyByChoice).map(({ name }) => name));
  const isKnown = columns.every((column, index) => {
    const name = exactMatches[index];
    return name ? !byChoice.has(name) : !isHeading(column);
  });
  if (isKnown && !remembered) return { columns: [...columns], mapping: exactMatches, constants: {}, source: 'known' };
  // a remembered column that no longer exists has to be chosen again
  if (remembered) {
    const mapping = remembered.mapping.map((entry) => entryOf(namesIn(entry).filter((name) => names.includes(name))));
    const constants = Object.fromEntries(Object.entries(remembered.constants).filter(([name]) => names.includes(name)));
    return { columns: [...columns], mapping, constants, source: 'remembered' };
  }
  const nameByAlias = new Map(
    Object.entries(aliases).flatMap(([name, aliasesOfName]) =>
      aliasesOfName.split(/\s+/).map((alias) => [normaliseHeading(alias), name] as const),
    ),
  );
  const guessed = assignColumns(columns, nameByAlias, normaliseHeading, exactMatches);
  return { columns: [...columns], mapping: guessed, constants: {}, source: 'guessed' };
}

const isHeading = (column: string) => column.trim() !== '' && columnKey(column.trim()) !== errorColumn;

/** Assigns each known column at most once; columns assigned earlier keep their assignment. */
function assignColumns(
  columns: readonly string[],
  nameByKey: ReadonlyMap<string, string>,
  toKey: (heading: string) => string,
  previous: readonly string[] = [],
): string[] {
  const assigned = new Set(previous.filter(Boolean));
  return columns.map((column, index) => {
    if (previous[index]) return previous[index];
    const name = nameByKey.get(toKey(column.trim()));
    if (!name || assigned.has(name)) return '';
    assigned.add(name);
    return name;
  });
}

/** Reduces a heading to letters and digits, with accents of Latin letters removed. */
export const normaliseHeading = (heading: string) =>
  heading
    .toLowerCase()
    .normalize('NFKD')
    // only Latin combining marks: in other scripts a mark makes a different letter
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '');
