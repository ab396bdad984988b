import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { IconName } from './icon.tsx';
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
  icon,
  trailing,
  words,
  onMore,
  onRetry,
}: Props<T>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(branch, open), [branch, open]);
  const [activeKey, setActiveKey] = useState<string>();
  const active = activeIndex(rows, activeKey, selected);
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

  // A choice made elsewhere, such as in a search, is brought into sight once its line is there.
  const chosen = selected === undefined ? -1 : rows.findIndex(({ key }) => key === selected);
  const shownChoice = useRef<string>(undefined);
  useEffect(() => {
    if (chosen < 0 || shownChoice.current === selected) return;
    shownChoice.current = selected;
    setActiveKey(selected);
    virtualizer.scrollToIndex(chosen, { align: 'auto' });
  }, [chosen, selected, virtualizer]);

  function act(row: TreeRow<T>) {
    if (row.kind === 'item') onSelect(row.item);
    if (row.kind === 'more') onMore(row.parentId);
    if (row.kind === 'failed') onRetry(row.parentId);
  }

  function carryOut(move: TreeMove) {
    if (!move) return;
    if ('go' in move) {
      setActiveKey(rows[move.go]?.key);
      virtualizer.scrollToIndex(move.go, { align: 'auto' });
    }
    if ('open' in move) onOpen(move.open, true);
    if ('close' in move) onOpen([move.close], false);
    const row = 'act' in move ? rows[move.act] : undefined;
    if (row) act(row);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = event.key.length === 1 && !'* '.includes(event.key) ? letters.add(event.key) : undefined;
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
      aria-activedescendant={rows[active] && idOf(rows[active].key)}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="none" className={classes.lines} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const item = row.kind === 'item' ? row.item : undefined;
          return (
            <div
              key={key}
              {...ariaOf(row, selected)}
              id={idOf(row.key)}
              className={classes.row}
              data-kind={row.kind}
              data-active={index === active || undefined}
              data-muted={item?.muted || undefined}
              style={{ '--level': row.level - 1, height, transform: `translateY(${start}px)` } as React.CSSProperties}
              onClick={() => {
                setActiveKey(row.key);
                act(row);
              }}
            >
              <span className={classes.guides} aria-hidden />
              <TreeRowContent
                row={row}
                words={words}
                icon={item && icon?.(item)}
                trailing={item && trailing?.(item)}
                onToggle={() => {
                  setActiveKey(row.key);
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

function activeIndex<T>(
  rows: readonly TreeRow<T>[],
  activeKey: string | undefined,
  selected: string | undefined,
): number {
  const find = (key: string | undefined) => (key === undefined ? -1 : rows.findIndex((row) => row.key === key));
  const kept = find(activeKey);
  if (kept >= 0) return kept;
  const chosen = find(selected);
  return chosen >= 0 ? chosen : rows.findIndex((row) => row.kind !== 'loading');
}

/** The height of a line in pixels, which follows the font size and is larger where fingers touch. */
function useRowHeight(): number {
  const rem = useNarrow() ? 2.75 : 2.25;
  return useMemo(() => rem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16), [rem]);
}

/** Gathers letters typed in quick succession into one word. */
function useLetters() {
  const gathered = useRef({ word: '', until: 0 });
  return {
    add(letter: string): string {
      const now = performance.now();
      const word = now < gathered.current.until ? gathered.current.word + letter : letter;
      gathered.current = { word, until: now + PAUSE_BETWEEN_LETTERS };
      return word;
    },
  };
}
