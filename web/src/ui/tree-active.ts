import { useEffect, useRef, useState } from 'react';
import type { TreeRow } from './tree-rows.ts';

/** Which line of a tree the keys act on; a line that is still on its way can be waited for. */
export function useActiveLine<T>(
  rows: readonly TreeRow<T>[],
  selected: string | undefined,
  show: (at: number) => void,
) {
  const [key, setKey] = useState<string>();
  const awaited = useRef<{ above: string; under: string | null }>(undefined);
  const at = activeIndex(rows, key, selected);

  function goTo(line: number) {
    awaited.current = undefined;
    setKey(rows[line]?.key);
    show(line);
  }

  /** Stays on a line until the one below it has arrived, and goes there unless the reader has turned elsewhere. */
  function goBelow(line: number) {
    goTo(line);
    const [above, below] = [rows[line], rows[line + 1]];
    awaited.current = above && below && { above: above.key, under: below.parentId };
  }

  function forget() {
    awaited.current = undefined;
  }

  useEffect(() => {
    if (!awaited.current) return;
    const { above, under } = awaited.current;
    const below = rows.findIndex((row) => row.key === above) + 1;
    if (below === 0 || rows[below]?.parentId !== under) forget();
    else if (rows[below].kind !== 'loading') goTo(below);
    // Only what has arrived is looked at: where the reader waits is named by its key.
  }, [rows]); // oxlint-disable-line react/exhaustive-deps

  // A choice made elsewhere, such as in a search, is brought into sight once its line is there.
  const chosen = selected === undefined ? -1 : rows.findIndex((row) => row.key === selected);
  const shownChoice = useRef<string>(undefined);
  useEffect(() => {
    if (chosen < 0 || shownChoice.current === selected) return;
    shownChoice.current = selected;
    goTo(chosen);
  }, [chosen, selected]); // oxlint-disable-line react/exhaustive-deps

  return { at, goTo, goBelow, forget };
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
