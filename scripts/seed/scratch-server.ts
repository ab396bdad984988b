import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hashing } from '../../api/src/platform/security/hashing.ts';
import { migrate } from '../../api/src/platform/database/schema/migrate.ts';
import { startPostgres } from '../../api/src/platform/database/server/postgres.ts';

/** Cheap hash costs for tests that do not measure or verify password hashing. */
export const cheapHashing = hashing(
  { memoryKib: 64, passes: 1, parallelism: 1, concurrency: 2, queueSeconds: 60 },
  new Uint8Array(32),
);

/** A temporary database server. */
export type Scratch = {
  /** Creates a migrated database; the server's owner is the default owner. */
  database(name: string, owner?: string): Promise<string>;
  readonly ownerUrl: string;
  end(): Promise<void>;
};

/** Starts a server in a temporary folder. */
export async function scratchServer(): Promise<Scratch> {
  const dataDir = mkdtempSync(join(tmpdir(), 'seed-'));
  const server = await startPostgres({ dataDir, fast: true });
  return {
    ownerUrl: server.ownerUrl,
    async database(name, owner) {
      await send(server.ownerUrl, `create database ${name} ${owner ? `owner ${owner}` : ''}`);
      const url = new URL(server.ownerUrl);
      url.pathname = `/${name}`;
      if (owner) url.username = owner;
      await migrate(url.href);
      return url.href;
    },
    async end() {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Runs one query; returns its rows. */
export async function send<T extends pg.QueryResultRow = { response: unknown }>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Number of rows. */
export async function count(url: string, from: string): Promise<number> {
  return Number((await send(url, `select count(*) as response from ${from}`))[0]?.response);
}

/** The tables that hold seeded data. */
export async function tables(url: string): Promise<string[]> {
  const rows = await send<{ name: string }>(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('migrations', 'release', 'clock_offset', 'unbound_encryption') order by relname`,
  );
  return rows.map(({ name }) => name);
}
