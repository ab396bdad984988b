import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListRow } from '@storeward/contract/settings/lists/list-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { ValuesAbove } from './row-changes.ts';

/** The operation of a node on an inherited row. */
export type RowChoice = 'inherit' | 'replace' | 'hide';

/** A row that is being edited; without a choice it was added by the node. */
export type RowDraft = {
  readonly choice: RowChoice | undefined;
  readonly values: RowValues;
  /** Whether the nodes below may replace and hide the row. */
  readonly mode: ListRow['mode'];
};

export type EditedRow = {
  readonly values: RowValues;
  readonly isHidden: boolean;
  readonly above: ValuesAbove | undefined;
  readonly mode?: ListRow['mode'] | undefined;
};

export function draftOf({ values, isHidden, above, mode = 'free' }: EditedRow): RowDraft {
  if (!above) return { choice: undefined, values, mode };
  if (isHidden) return { choice: 'hide', values: above.values, mode };
  return { choice: mode === 'free' && sameValue(values, above.values) ? 'inherit' : 'replace', values, mode };
}

/** Whether a column has another value than above. */
export const isSetHere = ({ values }: RowDraft, { above }: EditedRow, column: string): boolean =>
  above !== undefined && !sameValue(values[column] ?? null, above.values[column] ?? null);

/** Sets the value of a column; an inherited row becomes a replaced one. */
export const withValue = ({ choice, values, mode }: RowDraft, column: string, value: unknown): RowDraft => ({
  choice: choice && 'replace',
  values: { ...values, [column]: value },
  mode,
});

/** Changes the operation of the node on the row; the choice to inherit discards the input. */
export const withChoice = (draft: RowDraft, { above }: EditedRow, choice: RowChoice): RowDraft => ({
  choice,
  values: choice === 'inherit' && above ? above.values : draft.values,
  mode: choice === 'replace' ? draft.mode : 'free',
});

/** The outcome of a draft: values equal to those above are inherited, unless the row is locked. */
export const outcomeOf = (draft: RowDraft, { above }: EditedRow): RowDraft =>
  draft.choice === 'replace' && draft.mode === 'free' && above && sameValue(draft.values, above.values)
    ? { ...draft, choice: 'inherit' }
    : draft;
