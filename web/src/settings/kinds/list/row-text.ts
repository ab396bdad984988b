import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ColumnField } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/section';
import { formatNumber } from '../../../platform/text/i18n.ts';
import type { FieldParts, TextOf, Translate } from '../field-view.ts';

type Views = Pick<FieldParts, 'viewOf'>;

/** The value of a row in one column as text; of a row without a value the default of the column. */
export function cellText({ viewOf }: Views, column: ColumnField, value: unknown, t: Translate): string {
  const textOf: TextOf = (field, part, translate) => viewOf(field).text(part, translate, field, textOf);
  return textOf(column, value ?? column.defaultValue, t);
}

type Column = readonly [name: string, column: ColumnField];

/** The columns shown in the table of rows, and those shown only in the form of a row. */
export function splitColumns({ columns = {} }: Pick<SettingField, 'columns'>): { cells: Column[]; details: Column[] } {
  const { cells = [], details = [] } = Object.groupBy(Object.entries(columns), ([, { isDetail }]) =>
    isDetail ? 'details' : 'cells',
  );
  return { cells, details };
}

/** The name of a row: its key columns, else its first column, else its position. */
export function rowName(
  { columns = {}, keyColumns = [] }: SettingField,
  views: Views,
  { values }: { readonly values: RowValues },
  index: number,
  t: Translate,
): string {
  const names = keyColumns.length > 0 ? keyColumns : Object.keys(columns).slice(0, 1);
  const texts = names.flatMap((name) => {
    const isSet = values[name] !== null && values[name] !== undefined && values[name] !== '';
    return isSet && columns[name] ? [cellText(views, columns[name], values[name], t)] : [];
  });
  return texts.length > 0 ? texts.join(' · ') : t('settings.list.row', { position: formatNumber(index + 1) });
}

/** A layout of hotkeys with only the columns that identify its keys to readers. */
export const namedByText = (field: SettingField): SettingField => ({
  ...field,
  columns: Object.fromEntries(
    ['displayName', 'SKU'].flatMap((name) => (field.columns?.[name] ? [[name, field.columns[name]]] : [])),
  ),
});
