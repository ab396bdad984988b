import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { IconName } from './icon.tsx';
import { useActiveLine } from './tree-active.ts';
import { treeJump, treeMove } from './tree-keys.ts';
import type { TreeMove } from './tree-keys.ts';
import { TreeRowContent } from './tree-row.tsx';
import type { TreeWords } from './tree-row.tsx';
import { treeRows } from './tree-rows.ts';
import type { BranchOf, TreeItem, TreeRow } from './tree-rows.ts';
import classes from './tree-view.module.css';
import { useNarrow } from './viewport.ts';

export type { Branch, TreeItem } from './tree-rows.ts';

type Props<T> = {
  label: string;
  branch: BranchOf<T>;
  open: ReadonlySet<string>;
  onOpen: (ids: string[], open: boolean) => void;
  selected?: string | undefined;
  onSelect: (item: TreeItem<T>) => void;
  /** Entries are ticked instead of chosen: `onSelect` hears of the one whose tick is to change. */
  checkable?: boolean;
  icon?: (item: TreeItem<T>) => IconName;
  trailing?: (item: TreeItem<T>) => ReactNode;
  words: TreeWords;
  onMore: (parentId: string | null) => void;
  onRetry: (parentId: string | null) => void;
};

const PAUSE_BETWEEN_LETTERS = 600;

/** A tree of any size: only the lines in sight are drawn, and what lies below an entry is asked for when it opens. */
export function TreeView<T>({
  label,
  branch,
  open,
  onOpen,
  selected,
  onSelect,
  checkable = false,
  icon,
  trailing,
  words,
  onMore,
  onRetry,
}: Props<T>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(branch, open), [branch, open]);
  const line = useActiveLine(rows, selected, (at) => virtualizer.scrollToIndex(at, { align: 'auto' }));
  const active = line.at;
  const height = useRowHeight();
  const letters = useLetters();

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 8,
    paddingStart: 6,
    paddingEnd: 6,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const shown = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      // The active line stays drawn while it is out of sight: screen readers are told of it by its id.
      if (active < 0) return shown;
      return active < first ? [active, ...shown] : active > last ? [...shown, active] : shown;
    },
  });

  function act(at: number) {
    const row = rows[at];
    if (!row || row.kind === 'loading') return;
    // Whoever asks for more goes on with the first line that comes.
    if (row.kind === 'item') line.goTo(at);
    else line.goBelow(Math.max(0, at - 1));
    if (row.kind === 'item' && !row.item.disabled) onSelect(row.item);
    if (row.kind === 'more') onMore(row.parentId);
    if (row.kind === 'failed') onRetry(row.parentId);
  }

  function carryOut(move: TreeMove) {
    if (!move) return;
    if ('go' in move) line.goTo(move.go);
    if ('goBelow' in move) line.goBelow(move.goBelow);
    if ('open' in move) onOpen(move.open, true);
    if ('close' in move) onOpen([move.close], false);
    if ('act' in move) act(move.act);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed =
      event.key.length === 1 && !'* '.includes(event.key) ? letters.add(event.key, event.timeStamp) : undefined;
    const move = typed ? treeJump(typed, rows, active) : treeMove(event.key, rows, active);
    if (!move) return;
    event.preventDefault();
    carryOut(move);
  }

  const idOf = (key: string) => id + encodeURIComponent(key);
  return (
    <div
      ref={scroller}
      className={classes.tree}
      role="tree"
      aria-label={label}
      aria-multiselectable={checkable || undefined}
      aria-activedescendant={rows[active] && idOf(rows[active].key)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={line.forget}
    >
      <div role="none" className={classes.lines} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const item = row.kind === 'item' ? row.item : undefined;
          return (
            <div
              key={key}
              {...(checkable ? ariaOfTick(row) : ariaOf(row, selected))}
              id={idOf(row.key)}
              className={classes.row}
              data-kind={row.kind}
              data-active={index === active || undefined}
              data-muted={item?.muted || undefined}
              style={{ '--level': row.level - 1, height, transform: `translateY(${start}px)` } as React.CSSProperties}
              onClick={() => act(index)}
            >
              <span className={classes.guides} aria-hidden />
              <TreeRowContent
                row={row}
                checkable={checkable}
                words={words}
                icon={item && icon?.(item)}
                trailing={item && trailing?.(item)}
                onToggle={() => {
                  line.goTo(index);
                  onOpen([row.key], !(row.kind === 'item' && row.open));
                }}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function ariaOf<T>(row: TreeRow<T>, selected: string | undefined) {
  const place = { role: 'treeitem', 'aria-level': row.level };
  if (row.kind === 'loading') return { ...place, 'aria-disabled': true, 'aria-selected': false };
  if (row.kind !== 'item') return { ...place, 'aria-selected': false };
  return {
    ...place,
    'aria-posinset': row.position,
    'aria-setsize': row.size,
    'aria-selected': row.item.id === selected,
    ...(row.item.parent ? { 'aria-expanded': row.open } : {}),
  };
}

function ariaOfTick<T>(row: TreeRow<T>) {
  const { 'aria-selected': _, ...place } = ariaOf(row, undefined);
  if (row.kind !== 'item') return place;
  const { checked = false, disabled } = row.item;
  return { ...place, 'aria-checked': checked, ...(disabled && { 'aria-disabled': true }) };
}

/** The height of a line in pixels, which follows the font size and is larger where fingers touch. */
function useRowHeight(): number {
  const rem = useNarrow() ? 2.75 : 2.25;
  return useMemo(() => rem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16), [rem]);
}

/** Gathers letters typed in quick succession into one word; what counts is when the keys went down, not when a busy page got to them. */
function useLetters() {
  const gathered = useRef({ word: '', until: 0 });
  return {
    add(letter: string, at: number): string {
      const word = at < gathered.current.until ? gathered.current.word + letter : letter;
      gathered.current = { word, until: at + PAUSE_BETWEEN_LETTERS };
      return word;
    },
  };
}
