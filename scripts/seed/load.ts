import pg from 'pg';
import type { Hashing } from '../../api/src/platform/security/hashing.ts';
import { ConfigurationError } from '../../api/src/platform/environment/configuration-error.ts';
import { loadLock } from '../../api/src/platform/database/schema/installation-state.ts';
import { demoPassword } from './demo-accounts.ts';
import { dropIndexes } from '../../api/src/platform/database/drop-indexes.ts';
import type { Secrets } from './users.ts';
import { type Writer, createWriter } from './rows.ts';

/** Secret word of all demo users. */
export const demoSecretWord = 'bluebird';

/** Hashes the password and the secret word that all seeded users share. */
export async function demoSecrets({ hash }: Pick<Hashing, 'hash'>): Promise<Secrets> {
  const [passwordHash, secretWordHash] = await Promise.all([hash(demoPassword), hash(demoSecretWord)]);
  return { passwordHash, secretWordHash };
}

type LoadOptions = {
  readonly progress?: (line: string) => void;
  /** The indexes are built after all rows are written. */
  readonly bulk?: boolean;
  /** A database that is not empty is left as it is, instead of an error. */
  readonly ifEmpty?: boolean;
};

/**
 * Fills an empty database in one transaction; at its end row-level security is enforced again and row counts are
 * checked. Returns whether the database was empty. Of several processes that load concurrently, only one does. `work`
 * returns the number of path labels it has used, so that the sequence continues behind them.
 */
export async function load(
  ownerUrl: string,
  work: (writer: Writer) => Promise<number>,
  { progress = () => {}, bulk = false, ifEmpty = false }: LoadOptions = {},
): Promise<boolean> {
  return connected(ownerUrl, async (client) => {
    await client.query('begin');
    try {
      await client.query('select pg_advisory_xact_lock($1)', [loadLock]);
      if (!(await isEmptyDatabase(client))) {
        if (ifEmpty) {
          await client.query('rollback');
          return false;
        }
        throw new ConfigurationError(
          'The database already holds organisations, so nothing was written. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database, and run this again.',
        );
      }
      const tables = await protectedTables(client);
      // an owner that is no superuser is subject to row-level security too
      for (const table of tables) await client.query(`alter table ${table} no force row level security`);
      const writer = createWriter(client);
      const recreateIndexes = bulk ? await dropIndexes(client, tables) : undefined;
      const labels = await work(writer);
      if (recreateIndexes) {
        progress('Building the indexes');
        await recreateIndexes();
      }
      await checkCounts(client, writer);
      await client.query(`select setval('node_labels', $1)`, [labels]);
      for (const table of tables) await client.query(`alter table ${table} force row level security`);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
    // index-only scans need an up-to-date visibility map
    await client.query('vacuum (analyze)');
    return true;
  });
}

/** Row-level security hides rows from the owner too, but not from the role that owns the security definer functions. */
async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  await client.query(
    `select set_config('role', pg_get_userbyid(proowner), true) from pg_proc where proname = 'open_session'`,
  );
  const { rows } = await client.query<{ empty: boolean }>('select not exists (select from nodes) as empty');
  await client.query('reset role');
  return rows[0]?.empty ?? true;
}

async function protectedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by relname`,
  );
  return rows.map(({ name }) => name);
}

async function checkCounts(client: pg.Client, { written }: Writer): Promise<void> {
  for (const [table, expected] of written) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
    if (Number(rows[0]?.count) !== expected)
      throw new Error(`${table} has ${rows[0]?.count} rows instead of ${expected}`);
  }
}

async function connected<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5_000,
    options: '-c TimeZone=UTC',
  });
  client.on('error', () => undefined); // a broken connection is reported by the query in flight
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
