import type { TreeRow } from './tree-rows.ts';

/** What a key press in a tree asks for. */
export type TreeMove =
  | { go: number }
  | { goBelow: number }
  | { open: string[] }
  | { close: string }
  | { act: number }
  | undefined;

const PAGE = 10;

/** Reads a key by the pattern that trees have everywhere: arrows, Home, End, Enter, star. */
export function treeMove<T>(key: string, rows: readonly TreeRow<T>[], at: number): TreeMove {
  const row = rows[at];
  if (!row) return undefined;
  switch (key) {
    case 'ArrowDown':
      return goTo(rows, at + 1, 1);
    case 'ArrowUp':
      return goTo(rows, at - 1, -1);
    case 'PageDown':
      return goTo(rows, Math.min(rows.length - 1, at + PAGE), -1);
    case 'PageUp':
      return goTo(rows, Math.max(0, at - PAGE), 1);
    case 'Home':
      return goTo(rows, 0, 1);
    case 'End':
      return goTo(rows, rows.length - 1, -1);
    case 'ArrowRight':
      return inwards(rows, at, row);
    case 'ArrowLeft':
      return outwards(rows, row);
    case 'Enter':
    case ' ':
      return { act: at };
    case '*':
      return { open: closedSiblings(rows, row) };
    default:
      return undefined;
  }
}

/** The next entry below, round the end, whose name begins with the letters typed. */
export function treeJump<T>(letters: string, rows: readonly TreeRow<T>[], at: number): TreeMove {
  const wanted = letters.toLocaleLowerCase();
  const from = letters.length > 1 ? at : at + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const index = (from + step) % rows.length;
    const row = rows[index];
    if (row?.kind === 'item' && row.item.label.toLocaleLowerCase().startsWith(wanted)) return { go: index };
  }
  return undefined;
}

function goTo<T>(rows: readonly TreeRow<T>[], from: number, step: 1 | -1): TreeMove {
  let at = from;
  while (rows[at]?.kind === 'loading') at += step;
  return rows[at] ? { go: at } : undefined;
}

function inwards<T>(rows: readonly TreeRow<T>[], at: number, row: TreeRow<T>): TreeMove {
  if (row.kind !== 'item' || !row.item.parent) return undefined;
  if (!row.open) return { open: [row.item.id] };
  const child = rows[at + 1];
  if (!child || child.level <= row.level) return undefined;
  return child.kind === 'loading' ? { goBelow: at } : { go: at + 1 };
}

function outwards<T>(rows: readonly TreeRow<T>[], row: TreeRow<T>): TreeMove {
  if (row.kind === 'item' && row.open) return { close: row.item.id };
  const parent = rows.findIndex((other) => other.key === row.parentId);
  return parent < 0 ? undefined : { go: parent };
}

function closedSiblings<T>(rows: readonly TreeRow<T>[], row: TreeRow<T>): string[] {
  return rows.flatMap((other) =>
    other.kind === 'item' && other.parentId === row.parentId && other.item.parent && !other.open ? [other.item.id] : [],
  );
}
