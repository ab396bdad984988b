import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { IconName } from '../icon.tsx';
import { useActiveRow } from '../list/use-active-row.ts';
import { treeTypeahead, treeCommand } from './tree-keys.ts';
import type { TreeCommand } from './tree-keys.ts';
import { TreeRowContent } from './tree-row.tsx';
import type { TreeLabels } from './tree-row.tsx';
import { treeRows } from './tree-rows.ts';
import type { BranchOf, TreeItem, TreeRow } from './tree-rows.ts';
import classes from './tree-view.module.css';
import { useNarrow } from '../page/viewport.ts';

export type { Branch, TreeItem } from './tree-rows.ts';

type Props<T> = {
  label: string;
  branch: BranchOf<T>;
  open: ReadonlySet<string>;
  onOpen: (ids: string[], open: boolean) => void;
  selected?: string | undefined;
  onSelect: (item: TreeItem<T>) => void;
  /** Checkbox mode: `onSelect` receives the entry to toggle. */
  checkable?: boolean;
  icon?: (item: TreeItem<T>) => IconName;
  trailing?: (item: TreeItem<T>) => ReactNode;
  labels: TreeLabels;
  onMore: (parentId: string | null) => void;
  onRetry: (parentId: string | null) => void;
};

const TYPEAHEAD_PAUSE_MS = 600;

/**
 * Virtualised tree view: only visible rows are rendered, children are loaded when their parent opens. Mantine's Tree
 * does neither.
 */
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
  labels,
  onMore,
  onRetry,
}: Props<T>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(branch, open), [branch, open]);
  const activeRow = useActiveRow(rows, selected, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  const activeIndex = activeRow.index;
  const height = useRowHeight();
  const typeahead = useTypeahead();

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingStart: 6,
    paddingEnd: 6,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      // Keep the active row rendered while out of view: `aria-activedescendant` refers to its id.
      if (activeIndex < 0) return indexes;
      return activeIndex < first ? [activeIndex, ...indexes] : activeIndex > last ? [...indexes, activeIndex] : indexes;
    },
  });

  function activate(index: number) {
    const row = rows[index];
    if (!row || row.kind === 'loading') return;
    // After "show more" or retry, continue with the first loaded row.
    if (row.kind === 'item') activeRow.goTo(index);
    else activeRow.goToNext(Math.max(0, index - 1));
    if (row.kind === 'item' && !row.item.disabled) onSelect(row.item);
    if (row.kind === 'more') onMore(row.parentId);
    if (row.kind === 'failed') onRetry(row.parentId);
  }

  function execute(command: TreeCommand) {
    if (!command) return;
    if ('go' in command) activeRow.goTo(command.go);
    if ('goToNext' in command) activeRow.goToNext(command.goToNext);
    if ('open' in command) onOpen(command.open, true);
    if ('close' in command) onOpen([command.close], false);
    if ('activate' in command) activate(command.activate);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = event.key.length === 1 ? typeahead.add(event.key, event.timeStamp) : undefined;
    const command = typed ? treeTypeahead(typed, rows, activeIndex) : treeCommand(event.key, rows, activeIndex);
    if (!command && !typed) return;
    event.preventDefault();
    execute(command);
  }

  const idOf = (key: string) => id + encodeURIComponent(key);
  return (
    <div
      ref={scroller}
      className={classes.tree}
      role="tree"
      aria-label={label}
      aria-multiselectable={checkable || undefined}
      aria-activedescendant={rows[activeIndex] && idOf(rows[activeIndex].key)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={activeRow.cancelPending}
    >
      <div role="none" className={classes.lines} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const item = row.kind === 'item' ? row.item : undefined;
          return (
            <div
              key={key}
              {...(checkable ? checkableAriaProps(row) : ariaProps(row, selected))}
              id={idOf(row.key)}
              className={classes.row}
              data-kind={row.kind}
              data-active={index === activeIndex || undefined}
              data-muted={item?.muted || undefined}
              style={{ '--level': row.level - 1, height, transform: `translateY(${start}px)` } as React.CSSProperties}
              onClick={() => activate(index)}
            >
              <span className={classes.guides} aria-hidden />
              <TreeRowContent
                row={row}
                checkable={checkable}
                labels={labels}
                icon={item && icon?.(item)}
                trailing={item && trailing?.(item)}
                onToggle={() => {
                  activeRow.goTo(index);
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

function ariaProps<T>(row: TreeRow<T>, selected: string | undefined) {
  const base = { role: 'treeitem', 'aria-level': row.level };
  if (row.kind === 'loading') return { ...base, 'aria-disabled': true, 'aria-selected': false };
  if (row.kind !== 'item') return { ...base, 'aria-selected': false };
  return {
    ...base,
    'aria-posinset': row.position,
    'aria-setsize': row.size,
    'aria-selected': row.item.id === selected,
    ...(row.item.children ? { 'aria-expanded': row.open } : {}),
  };
}

function checkableAriaProps<T>(row: TreeRow<T>) {
  const { 'aria-selected': _, ...base } = ariaProps(row, undefined);
  if (row.kind !== 'item') return base;
  const { checked = false, disabled } = row.item;
  return { ...base, 'aria-checked': checked, ...(disabled && { 'aria-disabled': true }) };
}

/** Row height in pixels; follows the font size and is larger on phones. */
function useRowHeight(): number {
  const rem = useNarrow() ? 2.75 : 2.25;
  return useMemo(() => rem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16), [rem]);
}

/**
 * Collects quickly typed letters into one search text. Uses event timestamps, so that a busy main thread does not
 * split it.
 */
function useTypeahead() {
  const buffer = useRef({ text: '', until: 0 });
  return {
    /** The letters typed so far; undefined for a key that is a command of its own unless letters were just typed. */
    add(letter: string, time: number): string | undefined {
      const isTyping = time < buffer.current.until;
      if (!isTyping && '* '.includes(letter)) return undefined;
      const text = isTyping ? buffer.current.text + letter : letter;
      buffer.current = { text, until: time + TYPEAHEAD_PAUSE_MS };
      return text;
    },
  };
}
