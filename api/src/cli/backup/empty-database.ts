import type pg from 'pg';
import { dropIndexes } from '../../platform/database/drop-indexes.ts';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import { liftProtection, type Loading } from './loading.ts';
import { listTables } from './tables.ts';

/**
 * Opens an empty database for the rows of a whole installation: empties the tables, which hold rows of the migrations only, and drops
 * what would slow down or refuse the loading: row-level security for the owner, triggers, foreign keys and indexes.
 */
export async function openEmptyDatabase(client: pg.Client): Promise<Loading> {
  const tables = await listTables(client);
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  const protect = await liftProtection(client, names);
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from nodes) or exists (select from users) as used',
  );
  if (rows[0]?.used)
    throw new ConfigurationError(
      'The database is not empty, so nothing was written. Set DATABASE_URL to an empty database, or DATA_DIR to a new folder, and run this again.',
    );
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`truncate ${names.join(', ')}`);
  const createIndexes = await dropIndexes(client, names);
  return {
    tables,
    protect,
    async checkRows({ sequences }) {
      for (const { name, value, called } of sequences)
        await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), value, called]);
      await createIndexes();
      for (const { table, name, definition } of keys)
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    },
  };
}
