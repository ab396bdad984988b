import { useLayoutEffect, useRef, useState } from 'react';
import type { InactiveRow, ShownRow } from './row-changes.ts';
import type { DropEdge } from './row-drag.ts';

/** The actions on a row. */
export type RowActions = {
  readonly open: (row: ShownRow | InactiveRow) => void;
  readonly duplicate: (row: ShownRow) => void;
  readonly remove: (row: ShownRow) => void;
  readonly restore: (row: ShownRow | InactiveRow) => void;
  readonly moveBy: (row: ShownRow, steps: number, action?: string) => void;
  readonly drop: (sourceKey: string, row: ShownRow, edge: DropEdge) => void;
};

/** Returns the same functions in every render, so that only changed rows render again; they call the latest handlers. */
export function useRowActions(handlers: RowActions): RowActions {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [actions] = useState((): RowActions => ({
    open: (row) => latest.current.open(row),
    duplicate: (row) => latest.current.duplicate(row),
    remove: (row) => latest.current.remove(row),
    restore: (row) => latest.current.restore(row),
    moveBy: (row, steps, action) => latest.current.moveBy(row, steps, action),
    drop: (sourceKey, row, edge) => latest.current.drop(sourceKey, row, edge),
  }));
  return actions;
}
