import { useEffect, useRef, useState } from 'react';
import type { TreeRow } from '../tree/tree-rows.ts';

/**
 * Tracks the active (keyboard-focused) tree row, which Mantine's Tree does not do for virtualised rows. It can wait for
 * a row that is still loading.
 */
export function useActiveRow<T>(
  rows: readonly TreeRow<T>[],
  selected: string | undefined,
  scrollTo: (index: number) => void,
) {
  const [key, setKey] = useState<string>();
  const pending = useRef<{ previousKey: string; parentId: string | null }>(undefined);
  const index = activeIndex(rows, key, selected);

  function goTo(target: number) {
    pending.current = undefined;
    setKey(rows[target]?.key);
    scrollTo(target);
  }

  /**
   * Keeps the current row active until the row after it has loaded, then moves there unless the focus has moved
   * meanwhile.
   */
  function goToNext(target: number) {
    goTo(target);
    const [previous, next] = [rows[target], rows[target + 1]];
    pending.current = previous && next && { previousKey: previous.key, parentId: next.parentId };
  }

  function cancelPending() {
    pending.current = undefined;
  }

  useEffect(() => {
    if (!pending.current) return;
    const { previousKey, parentId } = pending.current;
    const next = rows.findIndex((row) => row.key === previousKey) + 1;
    if (next === 0 || rows[next]?.parentId !== parentId) cancelPending();
    else if (rows[next].kind !== 'loading') goTo(next);
    // Depends on `rows` only: the pending row is identified by its key, not by index.
  }, [rows]); // oxlint-disable-line react/exhaustive-deps

  // Scrolls to a selection made elsewhere, such as in a search, once its row is loaded.
  const selectedIndex = selected === undefined ? -1 : rows.findIndex((row) => row.key === selected);
  const scrolledTo = useRef<string>(undefined);
  useEffect(() => {
    if (selectedIndex < 0 || scrolledTo.current === selected) return;
    scrolledTo.current = selected;
    goTo(selectedIndex);
  }, [selectedIndex, selected]); // oxlint-disable-line react/exhaustive-deps

  return { index, goTo, goToNext, cancelPending };
}

function activeIndex<T>(
  rows: readonly TreeRow<T>[],
  activeKey: string | undefined,
  selected: string | undefined,
): number {
  const indexOfKey = (key: string | undefined) => (key === undefined ? -1 : rows.findIndex((row) => row.key === key));
  const currentIndex = indexOfKey(activeKey);
  if (currentIndex >= 0) return currentIndex;
  const selectedIndex = indexOfKey(selected);
  return selectedIndex >= 0 ? selectedIndex : rows.findIndex((row) => row.kind !== 'loading');
}
