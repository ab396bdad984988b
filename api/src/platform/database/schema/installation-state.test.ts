import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/server.ts';
import { installationState, loadLock } from './installation-state.ts';

test('a start that reads the state waits for the load of another one, which locks all tables in its own order', async () => {
  const url = await createTestDatabase();
  const load = new pg.Client({ connectionString: url });
  const observer = new pg.Client({ connectionString: url });
  await Promise.all([load.connect(), observer.connect()]);
  await load.query('begin');
  await load.query('select pg_advisory_xact_lock($1)', [loadLock]);
  await load.query('lock table demo_data');
  const state = installationState(url);
  const waiting = `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(1);
  await load.query('lock table nodes');
  await load.query('commit');
  await expect(state).resolves.toMatchObject({ demo: false });
  await Promise.all([load.end(), observer.end()]);
});
