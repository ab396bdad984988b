import { useEffect, useState } from 'react';

/** Selected rows of a list: single rows from any page, or everything that matches the filter. */
export type RowSelectionState = {
  readonly ids: ReadonlySet<string>;
  readonly allSelected: boolean;
  readonly select: (rows: readonly { id: string }[], isSelected: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
};

const noIds: ReadonlySet<string> = new Set();

/** Row selection that is cleared when `filterKey` changes. */
export function useRowSelection(filterKey: string): RowSelectionState {
  const [ids, setIds] = useState(noIds);
  const [allSelected, setAllSelected] = useState(false);
  const clear = () => {
    setIds(noIds);
    setAllSelected(false);
  };
  useEffect(clear, [filterKey]);
  return {
    ids,
    allSelected,
    select(rows, isSelected) {
      // `allSelected` has no exceptions: unselecting one row clears the selection.
      if (allSelected) {
        setAllSelected(false);
        setIds(noIds);
        return;
      }
      setIds((previous) => {
        const next = new Set(previous);
        for (const { id } of rows) {
          if (isSelected) next.add(id);
          else next.delete(id);
        }
        return next;
      });
    },
    selectAll: () => setAllSelected(true),
    clear,
  };
}
