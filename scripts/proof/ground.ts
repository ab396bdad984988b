import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseOf } from '../../api/src/platform/database.ts';
import { type Postgres, startPostgres } from '../../api/src/platform/postgres.ts';
import { hashing, type HashCosts } from '../../api/src/platform/hashing.ts';
import { seedDemo } from '../seed/demo.ts';

/** One line of the table: what is promised, what was seen, and whether the promise was kept. */
export type Figure = {
  readonly what: string;
  readonly seen: string;
  readonly promised: string;
  readonly kept: boolean;
};

/** What a proof is told: how many rounds it shall make, and whom it tells of its progress. */
export type Wish = { readonly rounds: number | undefined; readonly say: (line: string) => void };

/** The host and the administrator of the demonstration's organisation that all proofs work in. */
export const kestrel = { host: 'kestrel.localhost', admin: 'org.admin@kestrelsports.com' } as const;

/** Cheap passwords for proofs that are not about passwords. */
export const cheap: HashCosts = { memoryKib: 8, passes: 1, parallelism: 1, atOnce: 2, queueSeconds: 60 };

/** A folder that is gone afterwards. */
export async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-proof-'));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A database server beside the product, filled with the demonstration; it may be stopped and started again at will. */
export type OwnDatabase = {
  readonly server: () => Postgres;
  readonly dataDir: string;
  /** What the product has to be told to use it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly appUrl: string;
  restart(stop: (running: Postgres) => Promise<void>): Promise<void>;
};

/** Runs a proof on a database server of its own, which is as careful with its data as the embedded one. */
export async function withDatabase<T>(costs: HashCosts, work: (own: OwnDatabase) => Promise<T>): Promise<T> {
  return inFolder(async (dataDir) => {
    let server = await startPostgres({ dataDir });
    try {
      const key = randomBytes(32);
      const { ownerUrl } = server;
      const { appUrl } = await databaseOf(
        { databaseUrl: ownerUrl, databaseAppUrl: undefined, dataDir },
        key,
        () => undefined,
      );
      await seedDemo(ownerUrl, hashing(costs, key));
      const settings = {
        DATABASE_URL: ownerUrl,
        SECRET_KEY: key.toString('hex'),
        ENVIRONMENT: 'testing',
        DATA_DIR: join(dataDir, 'unused'),
      };
      return await work({
        server: () => server,
        dataDir,
        settings,
        appUrl,
        async restart(stop) {
          await stop(server);
          server = await startPostgres({ dataDir });
        },
      });
    } finally {
      await server.stop();
    }
  });
}

/** Asks the database as its owner, whom no wall stops. */
export async function rowsOf<T extends pg.QueryResultRow>(
  ownerUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
