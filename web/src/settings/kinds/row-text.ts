import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ColumnField } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/section';
import { formatNumber } from '../../platform/i18n.ts';
import type { FieldParts, TextOf, Translate } from './field-view.ts';

type Views = Pick<FieldParts, 'viewOf'>;

/** The text of a cell. */
export function cellText({ viewOf }: Views, column: ColumnField, value: unknown, t: Translate): string {
  const textOf: TextOf = (field, part, translate) => viewOf(field).text(part, translate, field, textOf);
  return textOf(column, value ?? column.defaultValue, t);
}

type Column = readonly [name: string, column: ColumnField];

/** The columns of the table of rows, and those that only the form of a row shows in full. */
export function splitColumns({ columns = {} }: Pick<SettingField, 'columns'>): { cells: Column[]; details: Column[] } {
  const { cells = [], details = [] } = Object.groupBy(Object.entries(columns), ([, { isDetail }]) =>
    isDetail ? 'details' : 'cells',
  );
  return { cells, details };
}

/** What a row is called: its key columns, else its first column, else its position. */
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

/** A layout of hotkeys with only the columns by which readers tell its keys apart. */
export const namedByText = (field: SettingField): SettingField => ({
  ...field,
  columns: Object.fromEntries(
    ['displayName', 'SKU'].flatMap((name) => (field.columns?.[name] ? [[name, field.columns[name]]] : [])),
  ),
});
