import { beforeEach, describe, expect, test } from 'vitest';
import { createClient, createUser, type ApiClient, type TestNode } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { createSmallTree, nodeUrl } from '../../test/small-tree.ts';

const testServer = await startTestServer();
let north: TestNode;
let south: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeEach(async () => {
  ({ north, south, store, admin } = await createSmallTree(testServer));
});

type Entry = {
  action: string;
  reason: string | null;
  after: Record<string, unknown>;
  actorId: string;
  entityId: string;
};
const entries = async (query: string) =>
  ((await admin.get(`/audit?${query}&size=100`)).body as { result: Entry[] }).result;

describe('a denied request', () => {
  test('is in the audit with its user, request and record: without permission and outside of the own scope', async () => {
    const clerk = await createClient(testServer, await createUser(testServer, { node: north, rights: ['view_node'] }));
    expect((await clerk.get('/user-management/users')).status).toBe(403);
    expect((await clerk.get(nodeUrl(south))).status).toBe(404);
    expect(await entries(`actorId=${clerk.user.id}&action=access`)).toMatchObject([
      {
        action: 'access.unknownRecord',
        reason: 'node.unknown',
        after: { request: 'GET /node-management/node/{id}', id: south.id, requestId: expect.any(String) },
      },
      { action: 'access.denied', reason: 'access.denied', after: { request: 'GET /user-management/users' } },
    ]);
  });

  test('is in the audit even if its path contains characters that cannot be stored', async () => {
    const clerk = await createClient(testServer, await createUser(testServer, { node: north, rights: ['view_node'] }));
    expect((await clerk.get('/user-management/users/a%00b')).status).toBe(403);
    expect((await clerk.get(`/user-management/users/${'x'.repeat(63)}${encodeURIComponent('😀')}`)).status).toBe(403);
    expect((await entries(`actorId=${clerk.user.id}&action=access`)).map(({ after }) => after['id'])).toEqual([
      `${'x'.repeat(63)}\uFFFD`,
      'a\uFFFDb',
    ]);
  });

  test('is listed three times in an hour, then counted, and the number is written when the hour is over', async () => {
    const clerk = await createClient(testServer, await createUser(testServer, { node: north, rights: ['view_node'] }));
    for (let time = 0; time < 8; time++) expect((await clerk.get(nodeUrl(south))).status).toBe(404);
    const listed = `actorId=${clerk.user.id}&action=access.unknownRecord`;
    expect(await entries(listed)).toHaveLength(3);
    await testServer.query(`update audit_denials set since = since - interval '61 minutes'`);
    await testServer.query('select write_expired_denials()');
    expect((await entries(listed))[0]).toMatchObject({ after: { count: 5, id: south.id } });
    expect(await entries(listed)).toHaveLength(4);
    expect(await testServer.query('select from audit_denials')).toEqual([]);
  });

  test('is not recorded where nothing was denied', async () => {
    expect((await admin.get(nodeUrl(store))).status).toBe(200);
    expect((await admin.get('/audit?sort=at:asc')).status).toBe(400);
    expect(await entries('action=access')).toEqual([]);
  });
});

test('every kind of export is in the audit: who, what, filter and rows', async () => {
  for (const url of [
    '/user-management/user-export?search=a&status=enabled',
    '/node-management/export',
    `${nodeUrl(store)}/settings/theme/export`,
  ])
    expect([url, (await admin.get(url)).status]).toEqual([url, 200]);
  const found = (await entries(`actorId=${admin.user.id}`)).filter(({ action }) => action.endsWith('.exported'));
  expect(found).toMatchObject([
    { action: 'setting.exported', after: { filter: { id: store.id, section: 'theme' } } },
    { action: 'node.exported', after: { rowCount: expect.any(Number), filter: {} } },
    { action: 'user.exported', after: { rowCount: expect.any(Number), filter: { search: 'a', status: 'enabled' } } },
  ]);
});

test('strangers cannot fill the audit: guesses at reset links are counted, none is written past the limit', async () => {
  const before = await testServer.query('select from audit');
  for (let time = 0; time < 60; time++)
    await testServer.request({
      method: 'PUT',
      url: '/user-management/reset-password/xxx',
      host: admin.user.host,
      body: { password: 'Not-guessed-1', confirmPassword: 'Not-guessed-1' },
    });
  const written = (await testServer.query('select from audit')).length - before.length;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThanOrEqual(3);
});

test('a flood from many networks becomes one group', async () => {
  const count = async (group: string) =>
    testServer.query(`select count_denial($1, $2, 1, $3)`, [
      store.orgId,
      group,
      JSON.stringify({ action: 'session.refused', entity: 'user', entityId: store.orgId, tpath: '', address: group }),
    ]);
  for (let address = 0; address < 130; address++) await count(`10.0.0.${address}`);
  const rows = await testServer.query('select count(*)::int as entries from audit where org_id = $1 and action = $2', [
    store.orgId,
    'session.refused',
  ]);
  expect(rows).toEqual([{ entries: 101 }]);
});
