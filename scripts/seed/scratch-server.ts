import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hashing } from '../../api/src/platform/hashing.ts';
import { migrate } from '../../api/src/platform/migrate.ts';
import { startPostgres } from '../../api/src/platform/postgres.ts';

/** Cheap passwords, and the key they are made with, for what is not about passwords. */
export const cheapHashing = hashing(
  { memoryKib: 64, passes: 1, parallelism: 1, atOnce: 2, queueSeconds: 60 },
  new Uint8Array(32),
);

/** A database server that is thrown away afterwards, and the empty databases on it. */
export type Scratch = {
  /** A new database with today's tables; without an owner of its own it belongs to the server's. */
  database(name: string, owner?: string): Promise<string>;
  readonly ownerUrl: string;
  end(): Promise<void>;
};

/** Starts a server in a folder of its own. */
export async function scratchServer(): Promise<Scratch> {
  const dataDir = mkdtempSync(join(tmpdir(), 'seed-'));
  const server = await startPostgres({ dataDir, fast: true });
  return {
    ownerUrl: server.ownerUrl,
    async database(name, owner) {
      await ask(server.ownerUrl, `create database ${name} ${owner ? `owner ${owner}` : ''}`);
      const url = new URL(server.ownerUrl);
      url.pathname = `/${name}`;
      if (owner) url.username = owner;
      await migrate(url.href, { name: 'storeward_app' });
      return url.href;
    },
    async end() {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** What the database answers to one question. */
export async function ask<T extends pg.QueryResultRow = { answer: unknown }>(
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

/** How many rows there are. */
export async function count(url: string, from: string): Promise<number> {
  return Number((await ask(url, `select count(*) as answer from ${from}`))[0]?.answer);
}

/** The tables that hold what people have entered. */
export async function tables(url: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('migrations', 'clock_offset') order by relname`,
  );
  return rows.map(({ name }) => name);
}
