import type { ColumnField, ColumnKind } from '../kinds/registry.ts';
import { defaultMaxRows } from '../kinds/list.ts';
import type { SettingField } from '../engine/section.ts';

/** A column of a list, of any kind except lists and secrets. */
export type ListColumn = ColumnField & { readonly kind: ColumnKind };

type ListDefinition = Pick<SettingField, 'required' | 'hint'> & {
  /** The name `id` is reserved for the id of the row. */
  readonly columns: Readonly<Record<string, ListColumn>> & { readonly id?: never };
  /** The columns whose values together identify a row: no two rows of a node's effective list have the same. */
  readonly keyColumns?: readonly string[];
  /** `whole`: a node has its own list or inherits the one above. `rows`: a node adds, replaces and hides single rows. */
  readonly inheritance: 'whole' | 'rows';
  /** The maximum number of rows of a node's effective list. */
  readonly maxRows?: number;
};

/** Defines a list of rows. The mode `tighten`, which allows nodes below to hide rows only, requires inheritance by rows. */
export const listOf = ({ maxRows = defaultMaxRows, ...definition }: ListDefinition): SettingField => ({
  kind: 'list',
  defaultValue: [],
  maxRows,
  ...definition,
});
