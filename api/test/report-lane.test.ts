import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Endpoint } from '@storeward/contract/endpoint';
import { minConnections } from '../src/platform/http/admission/lanes.ts';
import { endpointGroups } from './endpoint-groups.ts';
import { startTestServer } from './server.ts';
import { createSmallTree } from './small-tree.ts';

const server = await startTestServer({ databaseConnections: minConnections, heavyQueueSeconds: 1 });
const owner = new pg.Client({ connectionString: server.ownerUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

/** What previews or reports over a sub-tree. */
const reports = [
  'bulkOverrides.preview',
  'changeCalendars.get',
  'nodes.previewMove',
  'nodes.previewTimeZone',
  'productBulk.preview',
  'settings.areaImpact',
  'settings.clashes',
  'settings.impact',
  'settings.overrides',
  'settings.radar',
  'settings.rowUses',
  'userBulk.preview',
  'webhooks.replay',
];

test('reports of an organisation wait for one another, and never hold up its short requests', async () => {
  const { admin, org } = await createSmallTree(server);
  const send = (name: string) => {
    const [group, key] = name.split('.') as [string, string];
    const { method, path } = endpointGroups[group]![key] as Endpoint;
    const url = path
      .replace('{id}', org.id)
      .replace('{section}', 'theme')
      .replace(/\{\w+\}/, crypto.randomUUID());
    return method === 'GET' ? admin.get(url) : admin.post(url, {});
  };
  await owner.query('begin; lock table setting_values in access exclusive mode');
  const running = send('settings.radar');
  await vi.waitFor(async () => {
    const waiting = await server.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and l.relation = 'setting_values'::regclass and a.query !~ 'claim_'`,
    );
    expect(waiting).toHaveLength(1);
  });
  const refused = await Promise.all(
    reports.map(async (name) => {
      const { status, body } = await send(name);
      return [name, status, body.messageCode];
    }),
  );
  expect(refused).toEqual(reports.map((name) => [name, 429, 'request.tooMany']));
  expect((await admin.get('/user-management/users')).status).toBe(200);
  await owner.query('rollback');
  expect((await running).status).toBe(200);
});
