import type { Insertable } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../api/src/platform/database/tables.gen.ts';

/** A table row by column name. */
export type RowOf<T extends keyof Tables> = Readonly<Insertable<Tables[T]>>;

/** Bulk insert that counts rows per table. */
export type Writer = {
  write<T extends keyof Tables>(table: T, rows: readonly RowOf<T>[]): Promise<void>;
  readonly written: ReadonlyMap<keyof Tables, number>;
};

const rowsPerBatch = 2_000;

/** Creates a writer on a connection inside a transaction. */
export function createWriter(client: pg.ClientBase): Writer {
  const written = new Map<keyof Tables, number>();
  const types = new Map<string, ReadonlyMap<string, string>>();

  async function typesOf(table: string): Promise<ReadonlyMap<string, string>> {
    const known = types.get(table);
    if (known) return known;
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    const columnTypes = new Map(rows.map(({ name, type }) => [name, type]));
    types.set(table, columnTypes);
    return columnTypes;
  }

  async function writeBatch(table: keyof Tables, rows: readonly object[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    const known = await typesOf(table);
    // values are sent as one text array per column, since unnest flattens nested arrays
    const casts = columns.map((column) => `${column}::${known.get(column)}`);
    const texts = columns.map((column) => rows.map((row) => textOf((row as Record<string, unknown>)[column])));
    const { rowCount } = await client.query({
      text: `insert into ${table} (${columns.join(', ')}) select ${casts.join(', ')}
               from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as given (${columns.join(', ')})`,
      values: texts,
    });
    if (rowCount !== rows.length)
      throw new Error(`Only ${rowCount} of ${rows.length} rows were inserted into ${table}.`);
  }

  return {
    written,
    async write(table, rows) {
      for (let from = 0; from < rows.length; from += rowsPerBatch)
        await writeBatch(table, rows.slice(from, from + rowsPerBatch));
      written.set(table, (written.get(table) ?? 0) + rows.length);
    },
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map((entry) => JSON.stringify(entry)).join(',')}}`;
  return JSON.stringify(value);
}
