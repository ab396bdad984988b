import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient, TestNode } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';
import { createSmallTree } from '../../../test/small-tree.ts';

const server = await startTestServer();
let store: TestNode;
let admin: ApiClient;
beforeEach(async () => {
  await server.query('truncate audit, audit_chain, audit_chain_queue, audit_gaps, audit_status');
  ({ store, admin } = await createSmallTree(server));
});

const insertEntries = (count: number) =>
  server.query(
    `insert into audit (id, org_id, tpath, action, entity, entity_id, after)
     select gen_random_uuid(), $1, $2, 'node.updated', 'node', $3, jsonb_build_object('name', 'Store ' || x) from generate_series(1, $4) x`,
    [store.orgId, store.tpath, store.id, count],
  );
const exported = (query: string, from = server) =>
  from.request({ url: `/audit/export?${query}`, host: admin.host, token: admin.token });
const exportEntries = async () =>
  (await admin.get('/audit?preset=exports&size=100')).body.result as { actorId: string; after: object }[];

/** Sends the request of an export on a separate connection. */
async function sendExport() {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  return httpRequest({
    port: (server.app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path: '/audit/export?format=jsonl',
    headers: { host: admin.host, authorization: `Bearer ${admin.token}` },
  }).end();
}

/** The same, and reads only its first bytes. */
async function startExport() {
  const sent = await sendExport();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { response, leave: () => void sent.destroy() };
}

const connections = (condition: string) =>
  server.query(`select from pg_stat_activity where datname = current_database() and ${condition}`);
const untilWaiting = (count: number) =>
  vi.waitFor(async () =>
    expect(await connections(`wait_event_type = 'Lock' and query ~ 'cursor|fetch'`)).toHaveLength(count),
  );
// a worker may be in a transaction of its own at this time
const untilNoTransaction = () =>
  vi.waitFor(async () => expect(await connections(`state like 'idle in transaction%'`)).toEqual([]));

/** While `work` runs, nothing can be read of the audit. */
async function whileAuditIsLocked<T>(work: () => Promise<T>): Promise<T> {
  const owner = new pg.Client(server.ownerUrl);
  await owner.connect();
  await owner.query('begin; lock table audit in access exclusive mode');
  try {
    return await work();
  } finally {
    await owner.end();
  }
}

test('an export is an error, and frees its connection, if its entry cannot be committed', async () => {
  await insertEntries(10);
  await server.query(`
    create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
    create trigger refuse_entry before insert on audit for each row
      when (new.action = 'audit.exported') execute function refuse_entry()`);
  const { response, leave } = await startExport();
  leave();
  await server.query('drop trigger refuse_entry on audit; drop function refuse_entry()');
  expect(response.statusCode).toBe(500);
  await untilNoTransaction();
  expect((await exported('format=csv')).status).toBe(200);
});

test('an export ends without an entry if its client leaves while it is written', async () => {
  await whileAuditIsLocked(async () => {
    const sent = (await sendExport()).on('error', () => undefined);
    await untilWaiting(1);
    sent.destroy();
    await untilWaiting(0);
  });
  await untilNoTransaction();
  // and not by the time limit of the statement
  expect(server.logOutput()).toContain('canceling statement due to user request');
  expect(await exportEntries()).toEqual([]);
  expect((await exported('format=csv')).status).toBe(200);
});

test('an export that takes too long to be written is refused, without an entry, and frees its connection', async () => {
  const impatient = await startTestServer({ databaseUrl: server.ownerUrl, exportSeconds: 1 });
  const { status, body, headers } = await whileAuditIsLocked(() => exported('format=csv', impatient));
  expect([status, body.messageCode, headers['retry-after']]).toEqual([503, 'service.busy', '60']);
  await untilNoTransaction();
  expect(await exportEntries()).toEqual([]);
});

test('an export is refused, without an entry, and frees its connection, if its disk cannot be written', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-full-'));
  const full = await startTestServer({ databaseUrl: server.ownerUrl, dataDir });
  writeFileSync(join(dataDir, 'downloads'), '');
  const { status, body, headers } = await exported('format=csv', full);
  expect([status, body.messageCode, headers['retry-after']]).toEqual([503, 'file.storeSilent', '60']);
  await untilNoTransaction();
  expect(await exportEntries()).toEqual([]);
  rmSync(join(dataDir, 'downloads'));
  expect((await exported('format=csv', full)).status).toBe(200);
});

test('an export holds no connection while its client reads, and makes room for the next once the client has left', async () => {
  await insertEntries(30_000);
  const { response, leave } = await startExport();
  expect(response.statusCode).toBe(200);
  await untilNoTransaction();
  expect((await exported('format=csv')).body.messageCode).toBe('download.tooMany');
  expect(await exportEntries()).toMatchObject([{ actorId: admin.user.id, after: { filter: { format: 'jsonl' } } }]);
  leave();
  await vi.waitFor(async () => expect((await exported('format=csv&entity=role')).status).toBe(200));
});
