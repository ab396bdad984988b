import type { TreeRow } from './tree-rows.ts';

/** The action of a key press in a tree. */
export type TreeCommand =
  | { go: number }
  | { goToNext: number }
  | { open: string[] }
  | { close: string }
  | { activate: number }
  | undefined;

const PAGE_SIZE = 10;

/** Maps a key to an action as in the WAI-ARIA tree view pattern. */
export function treeCommand<T>(key: string, rows: readonly TreeRow<T>[], current: number): TreeCommand {
  const row = rows[current];
  if (!row) return undefined;
  switch (key) {
    case 'ArrowDown':
      return goTo(rows, current + 1, 1);
    case 'ArrowUp':
      return goTo(rows, current - 1, -1);
    case 'PageDown':
      return goTo(rows, Math.min(rows.length - 1, current + PAGE_SIZE), -1);
    case 'PageUp':
      return goTo(rows, Math.max(0, current - PAGE_SIZE), 1);
    case 'Home':
      return goTo(rows, 0, 1);
    case 'End':
      return goTo(rows, rows.length - 1, -1);
    case 'ArrowRight':
      return expandOrEnter(rows, current, row);
    case 'ArrowLeft':
      return collapseOrLeave(rows, row);
    case 'Enter':
    case ' ':
      return { activate: current };
    case '*':
      return { open: closedSiblings(rows, row) };
    default:
      return undefined;
  }
}

/** Typeahead: the next entry, wrapping at the end, whose label starts with the typed letters. */
export function treeTypeahead<T>(letters: string, rows: readonly TreeRow<T>[], current: number): TreeCommand {
  const prefix = letters.toLocaleLowerCase();
  const from = letters.length > 1 ? current : current + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (from + step) % rows.length;
    const row = rows[index];
    if (row?.kind === 'item' && row.item.text.toLocaleLowerCase().startsWith(prefix)) return { go: index };
  }
  return undefined;
}

function goTo<T>(rows: readonly TreeRow<T>[], from: number, step: 1 | -1): TreeCommand {
  let target = from;
  while (rows[target]?.kind === 'loading') target += step;
  return rows[target] ? { go: target } : undefined;
}

function expandOrEnter<T>(rows: readonly TreeRow<T>[], current: number, row: TreeRow<T>): TreeCommand {
  if (row.kind !== 'item' || !row.item.children) return undefined;
  if (!row.open) return { open: [row.item.id] };
  const child = rows[current + 1];
  if (!child || child.level <= row.level) return undefined;
  return child.kind === 'loading' ? { goToNext: current } : { go: current + 1 };
}

function collapseOrLeave<T>(rows: readonly TreeRow<T>[], row: TreeRow<T>): TreeCommand {
  if (row.kind === 'item' && row.open) return { close: row.item.id };
  const parent = rows.findIndex((candidate) => candidate.key === row.parentId);
  return parent < 0 ? undefined : { go: parent };
}

function closedSiblings<T>(rows: readonly TreeRow<T>[], row: TreeRow<T>): string[] {
  return rows.flatMap((candidate) =>
    candidate.kind === 'item' && candidate.parentId === row.parentId && candidate.item.children && !candidate.open
      ? [candidate.item.id]
      : [],
  );
}
