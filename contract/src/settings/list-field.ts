import type { ColumnField, FieldKind } from './kinds/registry.ts';
import { defaultMaxRows } from './kinds/list.ts';
import type { SettingField } from './section.ts';

/** A column of a list: of any kind but a secret, which has no place in a list, or another list. */
export type ListColumn = ColumnField & { readonly kind: Exclude<FieldKind, 'list' | 'hotkeys' | 'secret'> };

type ListDefinition = Pick<SettingField, 'required' | 'hint'> & {
  /** `id` is the row's own. */
  readonly columns: Readonly<Record<string, ListColumn>> & { readonly id?: never };
  /** The columns whose values together identify a row: no two rows of a node's effective list have the same. */
  readonly keyColumns?: readonly string[];
  /** As a whole: a node has its own list or that above. By rows: a node adds, replaces and hides single rows. */
  readonly inheritance: 'whole' | 'rows';
  /** The maximum number of rows of a node's effective list. */
  readonly maxRows?: number;
};

/** Defines a list of rows. Restricting the nodes below to hiding rows is possible if it is inherited by rows. */
export const listOf = ({ maxRows = defaultMaxRows, ...definition }: ListDefinition): SettingField => ({
  kind: 'list',
  defaultValue: [],
  maxRows,
  ...definition,
});
