import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { apiErrorFrom } from '../errors.ts';
import { openDatabase } from './db.ts';
import { startPostgres } from './server/postgres.ts';
import { standardLimits } from './session-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'storeward-standby-'));
const server = await startPostgres({ dataDir: folder, fast: true });
const database = openDatabase({ connectionString: server.ownerUrl }, { limits: { ...standardLimits, giveUpMs: 600 } });
const owner = new pg.Client({ connectionString: server.ownerUrl });
await owner.connect();
await owner.query('create table written (number int)');

afterAll(async () => {
  await owner.end();
  await database.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Writes a row, and returns the code of the error, if there is one. */
const write = () =>
  database
    .transaction(async (db) => {
      await db.run(sql`set local synchronous_commit = on`);
      await db.run(sql`insert into written values (1)`);
    })
    .then(
      () => 'acknowledged',
      (error: unknown) => apiErrorFrom(error)?.code,
    );

test.each([
  ['a commit that the standby did not confirm', 'synchronous_standby_names', 'absent'],
  ['a write to a server that takes none', 'default_transaction_read_only', 'on'],
])('%s is refused as unavailable, and the next one after that is acknowledged', async (_, setting, value) => {
  const change = async (statement: string) => {
    await owner.query(`alter system ${statement}`);
    await owner.query('select pg_reload_conf()');
  };
  expect(await write()).toBe('acknowledged');
  await change(`set ${setting} = '${value}'`);
  await expect.poll(write).toBe('service.unavailable');
  await change(`reset ${setting}`);
  await expect.poll(write).toBe('acknowledged');
});
