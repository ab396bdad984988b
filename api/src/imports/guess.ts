import { columnWord, faultColumn, type ImportHead } from '@storeward/contract/imports';
import type { ImportKind } from './kind.ts';

/** What the columns of a file are offered to be taken for: what they are called, what was chosen the last time, or what other systems call ours. */
export function offeredFor(
  columns: readonly string[],
  kind: Pick<ImportKind, 'columns' | 'alsoCalled'>,
  remembered: readonly string[] | undefined,
): ImportHead {
  const names = kind.columns.map(({ name }) => name);
  const ours = taken(columns, new Map(names.map((name) => [columnWord(name), name])), columnWord);
  const foreign = columns.some((column, at) => isHeading(column) && !ours[at]);
  if (!foreign) return { columns: [...columns], mapping: ours, source: 'known' };
  // a column of ours that is gone since then is chosen anew
  const kept = remembered?.map((name) => (names.includes(name) ? name : ''));
  if (kept) return { columns: [...columns], mapping: kept, source: 'remembered' };
  const called = new Map(
    Object.entries(kind.alsoCalled ?? {}).flatMap(([name, words]) =>
      words.split(/\s+/).map((word) => [plain(word), name] as const),
    ),
  );
  const guessed = taken(columns, called, plain, ours);
  return { columns: [...columns], mapping: guessed, source: 'guessed' };
}

const isHeading = (column: string) => column.trim() !== '' && columnWord(column.trim()) !== faultColumn;

/** Gives each column the name that its heading leads to; none is given twice, and what is given already stays. */
function taken(
  columns: readonly string[],
  words: ReadonlyMap<string, string>,
  wordOf: (heading: string) => string,
  before: readonly string[] = [],
): string[] {
  const given = new Set(before.filter(Boolean));
  return columns.map((column, at) => {
    if (before[at]) return before[at];
    const name = words.get(wordOf(column.trim()));
    if (!name || given.has(name)) return '';
    given.add(name);
    return name;
  });
}

/** A heading without its accents, and without all that is neither letter nor digit. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .normalize('NFKD')
    // only the accents of our letters: those of others make another letter
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '');
