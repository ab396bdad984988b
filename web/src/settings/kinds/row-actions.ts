import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ShownRow } from './row-changes.ts';
import type { DropEdge } from './row-drag.ts';

/** What the user can do with a row. */
export type RowActions = {
  readonly open: (row: ShownRow) => void;
  readonly edit: (row: ShownRow, values: RowValues) => void;
  /** Closes the form of a row; unless it is done, the row is as it was before. */
  readonly close: (row: ShownRow, isDone: boolean) => void;
  readonly duplicate: (row: ShownRow) => void;
  readonly remove: (row: ShownRow) => void;
  readonly restore: (row: ShownRow) => void;
  readonly moveBy: (row: ShownRow, steps: number, action?: string) => void;
  readonly drop: (sourceKey: string, row: ShownRow, edge: DropEdge) => void;
};
