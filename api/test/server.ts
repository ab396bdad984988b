import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { type AppParts, createApp } from '../src/app.ts';
import { readEnvironment } from '../src/platform/env.ts';
import { logOptions } from '../src/platform/log.ts';
import { type Answer, promised } from './answer.ts';
import { secretsOf } from './secrets.ts';
import { templateName } from './template.ts';

/** What a test may decide about its server; everything else is as in production, but for the cost of hashing. */
export type HouseOptions = Partial<AppParts['environment']> & {
  /** A database that another server of the same file already uses. */
  readonly databaseUrl?: string;
  /** Another way to the same database, for the product alone. */
  readonly throughUrl?: string;
};

/** A request as a test puts it: where to, by which host, with what. */
export type Ask = Pick<InjectOptions, 'headers'> & {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
  readonly url: string;
  readonly host?: string;
  readonly token?: string;
  /** The address it comes from: this machine unless said otherwise. */
  readonly from?: string;
  readonly body?: unknown;
};

/** The whole product on a database of its own. */
export type House = {
  readonly server: FastifyInstance;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly secretKey: Uint8Array;
  /** Where its files lie. */
  readonly filesFolder: string;
  /** Asks the product through HTTP. */
  ask(request: Ask): Promise<Answer>;
  /** Asks the database as its owner, whom no wall stops. */
  rows<T = Record<string, any>>(sql: string, values?: readonly unknown[]): Promise<T[]>; // oxlint-disable-line typescript/no-explicit-any -- rows of any table
  /** What it has logged so far, a line of JSON for each thing. */
  logged(): string;
  /** Moves the hands of the product's clock: so far ahead of the real one. */
  clockAhead(interval: string): Promise<void>;
};

/** Whether a test that decides nothing about it gets a hardened installation; some of the files are run with either. */
export const hardened = process.env['SECURITY_PROFILE'] === 'hardened';

/** Groups tests of what only an installation that is not hardened offers. */
export const describeUnlessHardened: (name: string, tests: () => void) => void = hardened ? () => undefined : describe;

/** As an operator would have it who decided nothing, but for the cost of hashing. */
const environment = readEnvironment({
  SECURITY_PROFILE: hardened ? 'hardened' : 'compat',
  ENVIRONMENT: 'testing',
  MAIL_FROM: 'no-reply@storeward.example',
  HASH_MEMORY_KIB: '8',
  HASH_PASSES: '1',
  FACE_ID_PROVIDER: 'Northwind Faces',
});

/** A key that all test servers share, so that tokens can be forged with and without it. */
export const secretKey = new Uint8Array(32).fill(7);

/** Opens the product on a fresh database, or on one that another server of the same file already uses; closes both after the file. */
export async function aServer(
  { databaseUrl, throughUrl, ...decided }: HouseOptions = {},
  key = secretKey,
): Promise<House> {
  const ownerUrl = databaseUrl ?? (await aDatabase());
  const appUrl = asUser(throughUrl ?? ownerUrl, 'storeward_app');
  const dataDir = decided.dataDir ?? mkdtempSync(join(tmpdir(), 'storeward-data-'));
  const log: string[] = [];
  const server = await createApp({
    environment: { ...environment, ...decided, dataDir },
    secretKey: key,
    databaseUrl: appUrl,
    logger: { ...logOptions({ logLevel: 'trace' }), stream: { write: (line: string) => void log.push(line) } },
  });
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2, options: '-c TimeZone=UTC' });
  afterAll(async () => {
    await server.close();
    const leak = await secretIn({ text: log.join('') });
    if (leak) throw new Error(`the log tells ${leak}: ${log.join('')}`);
    await owner.end();
    if (!decided.dataDir) rmSync(dataDir, { recursive: true, force: true });
  });
  const rows = async <T>(sql: string, values: readonly unknown[] = []) =>
    (await owner.query(sql, [...values])).rows as T[];
  const secretIn = secretsOf(key, resetTokensOf({ rows }));
  return {
    server,
    ownerUrl,
    appUrl,
    secretKey: key,
    filesFolder: join(dataDir, 'files'),
    rows,
    logged: () => log.join(''),
    clockAhead: async (interval) => void (await rows('update clock_offset set ahead = $1', [interval])),
    async ask({ method = 'GET', url, host = 'localhost', token, from, body, headers }) {
      const response = await server.inject({
        method,
        url,
        ...(from === undefined ? {} : { remoteAddress: from }),
        headers: { host, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const answer = {
        status: response.statusCode,
        headers: response.headers,
        text: response.payload,
        body: read(response.payload),
      };
      promised(method, url, answer);
      const text = answer.text + JSON.stringify(answer.headers);
      const leak = await secretIn({ text, path: url.split('?', 1)[0] ?? '', sent: body });
      if (leak) throw new Error(`${method} ${url} told ${leak}: ${text}`);
      return answer;
    },
  };
}

/** Whether one of some hashes is that of a reset token that was ever handed out. */
export const resetTokensOf =
  ({ rows }: Pick<House, 'rows'>) =>
  async (hashes: readonly Buffer[]): Promise<boolean> =>
    (await rows('select from reset_tokens where token_hash = any($1) limit 1', [hashes])).length > 0;

/** Makes a database of its own for a test, with today's tables and nobody in it; answers its owner's address. */
export async function aDatabase(template = templateName): Promise<string> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same database by another role. */
export function asUser(address: string, user: string): string {
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
