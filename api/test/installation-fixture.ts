import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { inject } from 'vitest';

const folder = fileURLToPath(new URL('fixtures/', import.meta.url));

type Installation = {
  /** When the dump was taken; the restored database's clock is set to one minute after it. */
  readonly time: string;
  readonly host: string;
  readonly org: string;
  readonly store: string;
  readonly group: string;
  readonly role: string;
  readonly admin: { readonly id: string; readonly userName: string };
  readonly forgetful: { readonly id: string; readonly userName: string };
  /** The import that was killed after 500 of its `stores` rows. */
  readonly importId: string;
  readonly stores: number;
  /** An import of 20 users that was checked and not started. */
  readonly userImportId: string;
  readonly hook: { readonly id: string; readonly secret: string };
  /** A request with an idempotency key and the response it had. */
  readonly keyed: { readonly body: unknown; readonly key: string; readonly status: number; readonly response: unknown };
  readonly refreshToken: string;
};

/** What the dump of an installation of version 0.1.0 holds. Its secret key is the one of all test servers. */
export const installation = JSON.parse(readFileSync(`${folder}installation.json`, 'utf8')) as Installation;

/** Restores the dump into a separate database, before any migration; returns its owner's URL. */
export async function restoreInstallation(): Promise<string> {
  const url = new URL(inject('serverUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(url.href, `create database ${name}`);
  url.pathname = `/${name}`;
  await run(url.href, gunzipSync(readFileSync(`${folder}installation.sql.gz`)).toString('utf8'));
  await run(
    url.href,
    `update clock_offset set ahead = '${installation.time}'::timestamptz - now() + interval '1 minute'`,
  );
  return url.href;
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
