import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { type AppDependencies, createApp } from '../src/app.ts';
import { readEnvironment } from '../src/platform/environment/environment.ts';
import { logOptions } from '../src/platform/log.ts';
import { type TestResponse, assertMatchesContract } from './response.ts';
import { secretScanner } from './secrets.ts';
import './statement-results.ts';
import { execute, templateName, testRoles } from './template.ts';
import { afterFile } from './after-file.ts';

/** Overrides of the environment; the defaults are those of production, except for the cost of hashing and the wait for it. */
export type TestServerOptions = Partial<AppDependencies['environment']> & {
  /** The owner URL of a database that another test server of the same file uses. */
  readonly databaseUrl?: string;
  /** Another URL of the same database, for the server under test only, such as a proxy's. */
  readonly proxiedUrl?: string;
  /** Longer ones than those of production by default. */
  readonly databaseLimits?: AppDependencies['databaseLimits'];
  /** The database role of the server under test, if the database is no copy of the template. */
  readonly appRole?: string;
};

export type TestRequest = Pick<InjectOptions, 'headers'> & {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
  readonly url: string;
  readonly host?: string;
  readonly token?: string;
  /** The client's IP address; loopback by default. */
  readonly from?: string;
  readonly body?: unknown;
};

/** The whole product on a test database. */
export type TestServer = {
  readonly app: FastifyInstance;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly secretKey: Uint8Array;
  readonly filesFolder: string;
  /** Sends a request, and checks the response against the contract and for leaked secrets. */
  request(request: TestRequest): Promise<TestResponse>;
  /** Queries the database as its owner, which bypasses row-level security. */
  query<T = Record<string, any>>(sql: string, values?: readonly unknown[]): Promise<T[]>; // oxlint-disable-line typescript/no-explicit-any -- rows of any table
  /** The log output so far, as lines of JSON. */
  logOutput(): string;
  /** Sets the offset of the database's clock from real time, such as '25 hours'. */
  advanceClock(interval: string): Promise<void>;
};

/** Whether the default security profile of this test run is `hardened`; some test files run with both. */
export const hardened = process.env['SECURITY_PROFILE'] === 'hardened';

/** Skips the tests in a hardened run. */
export const describeUnlessHardened: (name: string, tests: () => void) => void = hardened ? () => undefined : describe;

/** A slow machine makes tests slow, not different: these limits only end what hangs. */
export const patientLimits = {
  statementMs: 120_000,
  lockMs: 110_000,
  idleInTransactionMs: 120_000,
  connectMs: 120_000,
  giveUpMs: 130_000,
};

/** Default configuration, except for the cost of hashing and the wait for it. */
const environment = readEnvironment({
  SECURITY_PROFILE: hardened ? 'hardened' : 'compat',
  ENVIRONMENT: 'testing',
  MAIL_FROM: 'no-reply@storeward.example',
  HASH_MEMORY_KIB: '8',
  HASH_PASSES: '1',
  HASH_QUEUE_SECONDS: '60',
  QUEUE_SECONDS: '60',
  HEAVY_QUEUE_SECONDS: '600',
  EXPORT_SECONDS: '600',
  FACE_ID_PROVIDER: 'Northwind Faces',
});

/** The secret key of all test servers, known to tests so that they can forge tokens. */
export const secretKey = new Uint8Array(32).fill(7);

/** Starts the product on a new or given database; closes it after the test file, and fails if the log contains a secret. */
export async function startTestServer(
  {
    databaseUrl,
    proxiedUrl,
    databaseLimits = patientLimits,
    appRole = testRoles.app,
    ...overrides
  }: TestServerOptions = {},
  key = secretKey,
): Promise<TestServer> {
  const ownerUrl = databaseUrl ?? (await createTestDatabase());
  const appUrl = withDatabaseUser(proxiedUrl ?? ownerUrl, appRole);
  const dataDir = overrides.dataDir ?? mkdtempSync(join(tmpdir(), 'storeward-data-'));
  const log: string[] = [];
  const server = await createApp({
    environment: { ...environment, ...overrides, dataDir },
    secretKey: key,
    databaseUrl: appUrl,
    databaseLimits,
    logger: { ...logOptions({ logLevel: 'trace' }), stream: { write: (line: string) => void log.push(line) } },
  });
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2, options: '-c TimeZone=UTC' });
  afterFile(async () => {
    await server.close();
    const leak = await findSecret({ text: log.join('') });
    if (leak) throw new Error(`the log contains ${leak}: ${log.join('')}`);
    await owner.end();
    if (!overrides.dataDir) rmSync(dataDir, { recursive: true, force: true });
  });
  const rows = async <T>(sql: string, values: readonly unknown[] = []) =>
    (await owner.query(sql, [...values])).rows as T[];
  const findSecret = secretScanner(key, resetTokenLookup({ query: rows }));
  return {
    app: server,
    ownerUrl,
    appUrl,
    secretKey: key,
    filesFolder: join(dataDir, 'files'),
    query: rows,
    logOutput: () => log.join(''),
    advanceClock: async (interval) => void (await rows('update clock_offset set ahead = $1', [interval])),
    async request({ method = 'GET', url, host = 'localhost', token, from, body, headers }) {
      const response = await server.inject({
        method,
        url,
        ...(from === undefined ? {} : { remoteAddress: from }),
        headers: { host, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const testResponse = {
        status: response.statusCode,
        headers: response.headers,
        text: response.payload,
        body: read(response.payload),
      };
      assertMatchesContract(method, url, testResponse);
      const text = testResponse.text + JSON.stringify(testResponse.headers);
      const leak = await findSecret({ text, path: url.split('?', 1)[0] ?? '', requestBody: body });
      if (leak) throw new Error(`${method} ${url} leaked ${leak}: ${text}`);
      return testResponse;
    },
  };
}

/** Returns a function that checks whether any of the hashes is that of an issued token of a mailed link. */
export const resetTokenLookup =
  ({ query: rows }: Pick<TestServer, 'query'>) =>
  async (hashes: readonly Buffer[]): Promise<boolean> =>
    (
      await rows(
        'select from reset_tokens where token_hash = any($1) union all select from email_links where token_hash = any($1) limit 1',
        [hashes],
      )
    ).length > 0;

/** Creates a database from the migrated template; returns its owner's URL. */
export async function createTestDatabase(template = templateName): Promise<string> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // copying the files takes a tenth of the time that writing them through the log does
  await execute(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  // the file's other cleanups, which end what uses the database, come before this one; connections that are about to end
  // are waited for, and a database that a file has left connections to stays to the end of the run
  afterFile(() => execute(serverUrl, `drop database ${name}`).catch(ignoreIfInUse));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function ignoreIfInUse(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== '55006') throw error;
}

/** The URL of the same database for another role. */
export function withDatabaseUser(address: string, user: string): string {
  const url = new URL(address);
  url.username = user;
  return url.href;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
