import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ColumnField, KindField } from '@storeward/contract/settings/kinds/registry';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import { formatNumber, type t as translate } from './i18n.ts';
import { isUnset } from './loose-values.ts';
import { cellText } from './setting-values.ts';

type Translate = typeof translate;

type Column = readonly [name: string, column: ColumnField];

/** The columns shown in the table of rows, and those shown only in the form of a row. */
export function splitColumns({ columns = {} }: Pick<KindField, 'columns'>): { cells: Column[]; details: Column[] } {
  const { cells = [], details = [] } = Object.groupBy(Object.entries(columns), ([, { isDetail }]) =>
    isDetail ? 'details' : 'cells',
  );
  return { cells, details };
}

/** The name of a row: its naming or key columns, else its first column; undefined if they have no values. */
export function namedRow({ columns = {}, nameColumn, keyColumns = [] }: KindField, values: RowValues, t: Translate) {
  const keys = keyColumns.length > 0 ? keyColumns : Object.keys(columns).slice(0, 1);
  const texts = (nameColumn ? [nameColumn] : keys).flatMap((name) =>
    isUnset(values[name]) || !columns[name] ? [] : [cellText(columns[name], values[name], t)],
  );
  return texts.length > 0 ? texts.join(' · ') : undefined;
}

/** The name of a row, else its position. */
export const rowName = (field: KindField, { values }: { readonly values: RowValues }, index: number, t: Translate) =>
  namedRow(field, values, t) ?? t('settings.list.row', { position: formatNumber(index + 1) });

type CellTexts = {
  readonly label: (column: string) => string;
  /** The name of another row of the list. */
  readonly nameOf: (id: string) => string | undefined;
};

/** A column of a row whose value has changed, with both values as text. */
export type ChangedCell = { readonly label: string; readonly before: string; readonly after: string };

/** The columns with different values in two versions of a row; of a row that is new or removed, those with values. */
export function changedCells(
  { columns = {}, parentColumn }: KindField,
  before: RowValues | undefined,
  after: RowValues | undefined,
  { label, nameOf }: CellTexts,
  t: Translate,
): ChangedCell[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const valueIn = (row: RowValues | undefined) => row?.[name] ?? column.defaultValue;
    if (sameValue(valueIn(before), valueIn(after))) return [];
    const textIn = (row: RowValues | undefined) => {
      if (!row) return '';
      const value = valueIn(row);
      return name === parentColumn && typeof value === 'string'
        ? (nameOf(value) ?? t('settings.list.otherRow'))
        : cellText(column, value, t);
    };
    return [{ label: label(name), before: textIn(before), after: textIn(after) }];
  });
}
