import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareDatabase } from '../../api/src/platform/database/server/prepare.ts';
import { type Postgres, startPostgres } from '../../api/src/platform/database/server/postgres.ts';
import { hashing, type HashCosts } from '../../api/src/platform/security/hashing.ts';
import { seedDemo } from '../seed/demo.ts';

/** One row of the report: what was checked, the measured and the expected result, and whether the check passed. */
export type Figure = {
  readonly label: string;
  readonly measured: string;
  readonly expected: string;
  readonly passed: boolean;
};

/** Options of a proof: number of rounds, and a progress callback. */
export type ProofOptions = { readonly rounds: number | undefined; readonly log: (line: string) => void };

/** Host and administrator of the demo organisation that all proofs use. */
export const kestrel = { host: 'kestrel.localhost', admin: 'org.admin@kestrelsports.com' } as const;

/** The costs of production, with a longer wait. */
export const standardHashCosts: HashCosts = {
  memoryKib: 19_456,
  passes: 2,
  parallelism: 1,
  concurrency: 2,
  queueSeconds: 60,
};

/** Cheap hash costs for proofs that do not measure passwords. */
export const cheapHashCosts: HashCosts = { memoryKib: 8, passes: 1, parallelism: 1, concurrency: 2, queueSeconds: 60 };

/** Creates a temporary folder that is removed after `work`. */
export async function withTempFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-proof-'));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A database server with the demo data, which a proof may stop and start. */
export type ScratchDatabase = {
  readonly server: () => Postgres;
  readonly dataDir: string;
  /** Environment variables of the product for this server. */
  readonly settings: Readonly<Record<string, string>>;
  readonly appUrl: string;
  /** Restarts the server; `stop` stops the current one. */
  restart(stop: (server: Postgres) => Promise<void>): Promise<void>;
};

/** Runs a proof on its own database server with the durability settings of the embedded one. */
export async function withDatabase<T>(costs: HashCosts, work: (database: ScratchDatabase) => Promise<T>): Promise<T> {
  return withTempFolder(async (dataDir) => {
    let server = await startPostgres({ dataDir });
    try {
      const key = randomBytes(32);
      const { ownerUrl } = server;
      const { appUrl } = await prepareDatabase(
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

/** Runs a query as the database's owner, who bypasses row-level security. */
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

/** Percentile of the values; `fraction` from 0 to 1. */
export function percentile(numbers: readonly number[], fraction: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}
