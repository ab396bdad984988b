import type pg from 'pg';
import type { Checksums } from './manifest.ts';
import type { TableColumns } from './tables.ts';

/** A database that a backup is loaded into, within one transaction. */
export type Loading = {
  /** The tables that the backup may have rows of. */
  readonly tables: readonly TableColumns[];
  /** Sets sequences, and creates keys and indexes again that were dropped; call it when the rows are loaded. */
  readonly checkRows: (checksums: Checksums) => Promise<void>;
  /** Protects the rows again; call it when they have been compared. */
  readonly protect: () => Promise<void>;
};

/** Lifts row-level security for the owner, of all tables, and triggers of the given ones; the returned function restores both. */
export async function liftProtection(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: forced } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by relname`,
  );
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    for (const { name } of forced) await client.query(`alter table ${name} force row level security`);
  };
}
