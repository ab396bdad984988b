import type { QueryResult } from 'pg';
import type { TypedTemplate, ValueKind } from './statement-types.ts';

type Result = Pick<QueryResult<Record<string, unknown>>, 'rows'> & {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
};

/** How the columns and values of a result differ from the type of its rows. */
export function differencesOfRows(columns: NonNullable<TypedTemplate['columns']>, result: Result): string[] {
  const names = result.fields.map(({ name }) => name);
  return [
    ...names.filter((name) => !(name in columns)).map((name) => `the type has no column ${name}`),
    ...Object.entries(columns).flatMap(([name, kinds]) => {
      if (names.includes(name)) return differencesOfColumn(name, kinds, result);
      return kinds.includes('undefined') ? [] : [`the result has no column ${name}`];
    }),
  ];
}

/** How one column of a result differs from its type: by the type of the column, and by each value. */
export function differencesOfColumn(column: string, kinds: readonly ValueKind[], { fields, rows }: Result): string[] {
  if (kinds.includes('any')) return [];
  const declared = kindsOfTypes.get(fields.find(({ name }) => name === column)?.dataTypeID ?? 0);
  const found = new Set(rows.map((row) => kindOf(row[column])));
  if (declared) found.add(declared);
  return [...found]
    .filter((kind) => !kinds.includes(kind))
    .map((kind) => `${column} is ${kind}, its type ${kinds.join(' | ')}`);
}

/** What the driver makes of the values of a PostgreSQL type (by its id), so that results without rows are compared too. */
const kindsOfTypes = new Map<number, ValueKind>([
  [16, 'boolean'],
  [17, 'bytes'],
  ...[20, 21, 23, 700, 701].map((id): [number, ValueKind] => [id, 'number']),
  ...[18, 19, 25, 1042, 1043, 1082, 1114, 1184, 1700, 2950].map((id): [number, ValueKind] => [id, 'string']),
  ...[1000, 1005, 1007, 1009, 1015, 1016, 2951].map((id): [number, ValueKind] => [id, 'array']),
]);

function kindOf(value: unknown): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Uint8Array) return 'bytes';
  return typeof value as ValueKind;
}
