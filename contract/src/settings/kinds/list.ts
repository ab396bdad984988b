import * as z from 'zod/mini';
import { sameValue } from '../engine/same-value.ts';
import { type ColumnOptions, defineKind, type FieldOptions, unlessRequired } from './field-kind.ts';
import { parseJson } from './text-cell.ts';

/** The limit of a list that declares none. */
export const defaultMaxRows = 500;

/** The values of one row by column. */
export type RowValues = Readonly<Record<string, unknown>>;

/** Whether nodes add, replace and hide single rows of the list above them. */
export const isRowWise = ({ inheritance }: Pick<FieldOptions, 'inheritance'>): boolean => inheritance === 'rows';

/** The indexes of rows whose key equals that of an earlier row. */
function duplicateRows(rows: readonly RowValues[], keyColumns: readonly string[]): number[] {
  if (keyColumns.length === 0) return [];
  const keys = rows.map((row) => keyColumns.map((column) => row[column] ?? null));
  return keys.flatMap((key, index) => (keys.findIndex((other) => sameValue(other, key)) < index ? [index] : []));
}

/** Rows of typed columns, in order. A column that a row does not name has its default value. */
export const listKind = defineKind({
  schema: ({ columns = {}, keyColumns = [], maxRows = defaultMaxRows, required = false }: FieldOptions, columnSchema) =>
    unlessRequired(
      { required },
      z
        .array(
          z.object(
            Object.fromEntries(
              Object.entries(columns).map(([name, column]: [string, ColumnOptions]) => [
                name,
                z.prefault(columnSchema(column), column.defaultValue as never),
              ]),
            ),
            'field.invalid',
          ),
          { error: ({ input }) => (input === null ? 'field.required' : 'field.invalid') },
        )
        .check(
          z.minLength(required ? 1 : 0, { error: 'field.required', abort: true }),
          z.maxLength(maxRows, { error: 'field.tooManyRows', abort: true }),
          (context) => {
            for (const index of duplicateRows(context.value, keyColumns))
              context.issues.push({
                code: 'custom',
                message: 'field.duplicateKey',
                path: [index, ...keyColumns.slice(0, 1)],
                input: context.value,
              });
          },
        ),
    ),
  namesParts: true,
  toCell: (value) => JSON.stringify(value),
  fromCell: (cell) => (cell.startsWith('[') ? parseJson(cell) : cell),
  displayText: () => undefined,
});
