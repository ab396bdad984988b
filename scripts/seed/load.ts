import pg from 'pg';
import type { Hashing } from '../../api/src/platform/hashing.ts';
import { Trouble } from '../../api/src/platform/trouble.ts';
import { demoPassword } from './demo-accounts.ts';
import { putIndexesAside } from './indexes.ts';
import type { Secrets } from './people.ts';
import { type Writer, writerOn } from './rows.ts';

/** The secret word of everybody in the demonstration. */
export const demoSecretWord = 'bluebird';

/** Whether no organisation has ever been set up in the database. */
export async function isEmpty(ownerUrl: string): Promise<boolean> {
  return connected(ownerUrl, async (client) => {
    await client.query('begin');
    try {
      // The walls may hide everything from the owner; this role's eyes reach over them.
      await client.query('set local role storeward_definer');
      return await holdsNothing(client);
    } finally {
      await client.query('rollback');
    }
  });
}

/** Hashes the password and the secret word that all made-up people share. */
export async function demoSecrets({ make }: Pick<Hashing, 'make'>): Promise<Secrets> {
  const [passwordHash, secretWordHash] = await Promise.all([make(demoPassword), make(demoSecretWord)]);
  return { passwordHash, secretWordHash };
}

/**
 * Fills an empty database, all or nothing: `work` writes, and afterwards the walls stand as before and every row is there.
 *
 * `work` answers how many path labels it has used up, so that the portal goes on behind them. For `many` rows the indexes
 * are built in one go when all rows are there.
 */
export async function load(
  ownerUrl: string,
  work: (writer: Writer) => Promise<number>,
  { progress = () => {}, many = false }: { progress?: (line: string) => void; many?: boolean } = {},
): Promise<void> {
  await connected(ownerUrl, async (client) => {
    await client.query('begin');
    try {
      const tables = await walledTables(client);
      // An owner that is no superuser cannot see over the walls either.
      for (const table of tables) await client.query(`alter table ${table} no force row level security`);
      if (!(await holdsNothing(client))) {
        throw new Trouble(
          'The database already holds organisations, so nothing was written. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database, and run this again.',
        );
      }
      const writer = writerOn(client);
      const putBack = many ? await putIndexesAside(client, tables) : undefined;
      const labels = await work(writer);
      if (putBack) {
        progress('Building the indexes');
        await putBack();
      }
      await checkCounts(client, writer);
      await client.query(`select setval('node_labels', $1)`, [labels]);
      for (const table of tables) await client.query(`alter table ${table} force row level security`);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
    // Lists are counted from the index alone, which the database does only for pages it has looked through.
    await client.query('vacuum (analyze)');
  });
}

async function holdsNothing(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>('select not exists (select from nodes) as empty');
  return rows[0]?.empty ?? true;
}

async function walledTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by relname`,
  );
  return rows.map(({ name }) => name);
}

async function checkCounts(client: pg.Client, { written }: Writer): Promise<void> {
  for (const [table, wanted] of written) {
    const { rows } = await client.query<{ found: string }>(`select count(*) as found from ${table}`);
    if (Number(rows[0]?.found) !== wanted)
      throw new Error(`${table} holds ${rows[0]?.found} rows instead of ${wanted}`);
  }
}

async function connected<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5_000,
    options: '-c TimeZone=UTC',
  });
  client.on('error', () => undefined); // a connection that breaks is told of by the question that was on its way
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
