import http from 'node:http';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { afterFile } from '../../../test/after-file.ts';
import { createClient, createOrganisation, createUser } from '../../../test/builders.ts';
import { patientLimits, startTestServer } from '../../../test/server.ts';
import { apiErrorFrom } from '../errors.ts';
import { limitSessions } from './schema/database-roles.ts';
import { type Database, openDatabase } from './db.ts';
import type { Limits } from './session-settings.ts';

const testServer = await startTestServer();
const observer = new pg.Client({ connectionString: testServer.ownerUrl });
await observer.connect();
afterAll(() => observer.end());

const pidOf = (database: Database) =>
  database.transaction((db) => db.first(sql<{ pid: number }>`select pg_backend_pid() as pid`));

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => apiErrorFrom(error)?.code,
  );

/** The statements that run now and contain a text. */
const running = async (text: string) => {
  const { rowCount } = await observer.query(
    `select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like $1`,
    [`%${text}%`],
  );
  return rowCount;
};

describe('the limits of a session', () => {
  /** A pool on which only the limit that a test is about is short. */
  const limitedTo = (limits: Partial<Limits>) => {
    const options = { connections: 2, limits: { ...patientLimits, ...limits } };
    const database = openDatabase({ connectionString: testServer.appUrl }, options);
    afterFile(() => database.close());
    return database;
  };

  test('end a statement in the database, and its connection serves the next request', async () => {
    const database = limitedTo({ statementMs: 1_000 });
    const before = await pidOf(database);
    const slow = database.transaction((db) => db.first(sql`select pg_sleep(600)`));
    expect(await failureOf(slow)).toBe('service.unavailable');
    expect(await pidOf(database)).toEqual(before);
  });

  test('are longer for a statement that states so, and only for this one', async () => {
    const database = limitedTo({ statementMs: 1_000 });
    const work = (after: number) =>
      database.transaction(async (db) => {
        await db.run(sql`select pg_sleep(1.5)`, { seconds: 120 });
        return db.first(sql`select pg_sleep(${after})`);
      });
    await expect(work(0)).resolves.toBeDefined();
    expect(await failureOf(work(600))).toBe('service.unavailable');
  });

  test('end the wait for a lock with the advice to try again', async () => {
    const database = limitedTo({ lockMs: 100 });
    await observer.query('begin; select pg_advisory_xact_lock(17)');
    const waiting = database.transaction((db) => db.first(sql`select pg_advisory_xact_lock(17)`));
    expect(await failureOf(waiting)).toBe('service.busy');
    await observer.query('rollback');
  });

  test('end a transaction that is left open, and free its locks', async () => {
    const left = await limitedTo({ idleInTransactionMs: 1_000 }).begin();
    await left.first(sql`select pg_advisory_xact_lock(18)`);
    await observer.query('select pg_advisory_lock(18); select pg_advisory_unlock(18)');
    expect(await failureOf(left.first(sql`select 1`))).toBe('service.unavailable');
    await left.rollback();
  });

  test('are stored with the role, for poolers that do not pass on the options of a connection', async () => {
    await limitSessions(observer, decodeURIComponent(new URL(testServer.appUrl).username));
    const client = new pg.Client({ connectionString: testServer.appUrl });
    await client.connect();
    const show = async (name: string) =>
      (await client.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]?.value;
    expect([await show('statement_timeout'), await show('lock_timeout'), await show('TimeZone')]).toEqual([
      '4250ms',
      '4s',
      'UTC',
    ]);
    await client.end();
  });
});

test('a statement that we give up on is cancelled, and keeps the place of its connection until then', async () => {
  const limits = { ...patientLimits, statementMs: 600_000 };
  const connectionString = `${testServer.appUrl}&query_timeout=300`;
  const database = openDatabase({ connectionString }, { connections: 2, limits });
  const abandoned = Array.from({ length: 6 }, () =>
    failureOf(database.transaction((db) => db.first(sql`select pg_sleep(600), 'abandoned'`))),
  );
  expect(new Set(await Promise.all(abandoned))).toEqual(new Set(['service.unavailable']));
  await vi.waitFor(() => pidOf(database));
  // the other connection may still be waiting for its cancellation
  expect(await running('abandoned')).toBeLessThan(2);
  await vi.waitFor(async () => expect(await running('abandoned')).toBe(0));
  await database.close();
});

test('a read is cancelled in the database when its client has gone', async () => {
  const organisation = await createOrganisation(testServer);
  const client = await createClient(testServer, await createUser(testServer, { node: organisation }));
  await testServer.app.listen({ port: 0 });
  const { port } = testServer.app.server.address() as { port: number };
  const headers = { authorization: `Bearer ${client.token}`, host: organisation.host };
  await observer.query('begin; lock table roles in access exclusive mode');
  const request = http.get({ port, path: '/role-management/roles', headers });
  request.on('error', () => undefined);
  const locks = async () => {
    await observer.query('select pg_stat_clear_snapshot()'); // else a transaction sees the statements of its first look
    // workers wait for the table too
    const { rowCount } = await observer.query(
      `select 1 from pg_locks join pg_stat_activity using (pid)
        where not granted and relation = 'roles'::regclass and query like '%open_session%'`,
    );
    return rowCount;
  };
  await vi.waitFor(async () => expect(await locks()).toBe(1));
  request.destroy();
  await vi.waitFor(async () => expect(await locks()).toBe(0));
  await observer.query('rollback');
});
