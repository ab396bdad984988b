import { defaultMaxRows, type RowValues } from '@storeward/contract/settings/kinds/list';
import { errorCodeOf, type ParsedValue, type PartError, parseValue } from '@storeward/contract/settings/kinds/registry';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { FieldState } from '@storeward/contract/settings/engine/section-state';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { asChanges, shownRows } from './row-changes.ts';

/** The errors of a row's values, by column. */
export function rowErrors({ columns = {} }: SettingField, key: string, values: RowValues): PartError[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const parsed = parseValue(column, values[name] ?? column.defaultValue);
    return 'error' in parsed ? [{ path: `${key}.${name}`, code: parsed.error }] : [];
  });
}

/** The error of a row whose key another row has as well. */
export function duplicateKeyErrors(
  { keyColumns = [], columns = {} }: SettingField,
  key: string,
  values: RowValues,
  others: readonly RowValues[],
): PartError[] {
  const [first] = keyColumns;
  const keyOf = (row: RowValues) => keyColumns.map((column) => row[column] ?? null);
  if (first === undefined || !others.some((other) => sameValue(keyOf(other), keyOf(values)))) return [];
  return [{ path: `${key}.${first}`, code: errorCodeOf(columns[first] ?? {}, 'field.duplicateKey') }];
}

/** Validates the rows that the form changes, and the keys of the list that results. */
export function validateRows(field: SettingField, value: unknown, { list }: FieldState): ParsedValue {
  if (!list) return { value };
  const { keyColumns = [], maxRows = defaultMaxRows, required } = field;
  const rows = shownRows(list, asChanges(value));
  const errors = rows.filter(({ isChanged }) => isChanged).flatMap(({ key, values }) => rowErrors(field, key, values));
  const keys = rows.map(({ values }) => keyColumns.map((column) => values[column] ?? null));
  for (const [index, key] of keys.entries()) {
    const firstIndex = keys.findIndex((other) => keyColumns.length > 0 && sameValue(other, key));
    const [changed] = [rows[index]!, rows[firstIndex]].filter((row) => row?.isChanged);
    if (firstIndex >= 0 && firstIndex < index && changed && !errors.some(({ path }) => path.startsWith(changed.key)))
      errors.push({
        path: `${changed.key}.${keyColumns[0] ?? ''}`,
        code: errorCodeOf(field.columns?.[keyColumns[0] ?? ''] ?? field, 'field.duplicateKey'),
      });
  }
  const [first] = errors;
  if (first) return { error: first.code, parts: errors };
  if (required && rows.length === 0) return { error: errorCodeOf(field, 'field.required') };
  return rows.length > maxRows ? { error: 'field.tooManyRows' } : { value };
}
