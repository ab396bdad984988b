import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import { beforeEach, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../test/builders.ts';
import { importsAt } from '../../test/imports.ts';
import { createProduct, named, productsUrl } from '../../test/product-samples.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
// background runs are processed only while the server listens
await server.app.listen({ host: '127.0.0.1', port: 0 });
const url = '/product-management/bulk-changes';
const { waitUntilIdle } = importsAt(url);
let org: TestNode;
let admin: ApiClient;

beforeEach(async () => {
  org = await createOrganisation(server);
  admin = await createClient(server, await createUser(server, { node: org }));
});

async function run(request: object): Promise<ImportRun> {
  const { status, text, body } = await admin.post(url, request);
  if (status !== 200) throw new Error(`the change was refused: ${text}`);
  return waitUntilIdle(admin, body.result.id);
}
const rowsOf = async ({ id }: ImportRun): Promise<ImportRow[]> =>
  (await admin.get(`${url}/${id}/rows?size=1000`)).body.result;
const statusesOf = async (search: string): Promise<boolean[]> =>
  (await admin.get(`${productsUrl}?search=${search}&size=100`)).body.result.map(
    ({ status }: { status: boolean }) => status,
  );

test('all products that a filter finds are disabled as one run, not only those of a page, and enabled again by its undo', async () => {
  for (let number = 0; number < 12; number += 1) await createProduct(admin, named(`B-${number}`, `Boot ${number}`));
  await createProduct(admin, { ...named('B-OFF', 'Boot off'), status: false });
  await createProduct(admin, named('S-1', 'Shirt'));
  const request = { status: false, matching: { search: 'boot' } };
  expect((await admin.post(`${url}/preview`, request)).body.result).toEqual({
    total: 13,
    changes: 12,
    unchanged: 1,
    used: 0,
    first: ['Boot 0', 'Boot 1', 'Boot 10', 'Boot 11', 'Boot 2'].map((name) => ({ name, before: true, after: false })),
  });
  expect(await statusesOf('boot')).toContain(true);

  const done = await run(request);
  expect([done.state, done.updated, done.unchanged, done.wrong]).toEqual(['done', 12, 1, 0]);
  expect(await statusesOf('boot')).toEqual(Array.from({ length: 13 }, () => false));
  expect(await statusesOf('shirt')).toEqual([true]);
  const audits = await server.query<{ action: string; run: string }>(
    `select action, run_id as run from audit where org_id = $1 and action = 'product.disabled'`,
    [org.id],
  );
  expect(audits).toHaveLength(12);
  for (const { run: runId } of audits) expect(runId).toBe(done.id);

  expect((await admin.put(`${url}/${done.id}/undo`)).status).toBe(200);
  const undone = await waitUntilIdle(admin, done.id);
  expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 12, 0]);
  expect((await statusesOf('boot')).filter(Boolean)).toHaveLength(12);
});

test('a product that somebody has changed since is left alone by the undo of a change of many', async () => {
  const product = await createProduct(admin, named('C-1', 'Cap'));
  await createProduct(admin, named('C-2', 'Cap 2'));
  const done = await run({ status: false, matching: { search: 'cap' } });
  await admin.put(`${productsUrl}/${product.id}/status`, { status: true });
  await admin.put(`${productsUrl}/${product.id}/status`, { status: false });
  await admin.put(`${url}/${done.id}/undo`);
  const undone = await waitUntilIdle(admin, done.id);
  expect([undone.undone, undone.kept]).toEqual([1, 1]);
  expect((await statusesOf('cap')).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
});

test('products that settings name are counted before a change of many, and told in its rows', async () => {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  for (const sku of ['U-1', 'U-2']) await createProduct(admin, named(sku, `Used ${sku}`));
  const value = { name_SKU_selection: 'U-1', disable_for: 'number' };
  const saved = await admin.put(`/node-management/node/${company.id}/settings/skuSelection`, {
    fields: { shirtMale: { value } },
  });
  expect(saved.status).toBe(200);
  const request = { status: false, matching: { search: 'used' } };
  expect((await admin.post(`${url}/preview`, request)).body.result).toMatchObject({ changes: 2, used: 1 });
  const rows = await rowsOf(await run(request));
  expect(rows.map(({ cells, outcome }) => [cells[0], cells[2], outcome])).toEqual([
    ['U-1', '1', 'updated'],
    ['U-2', '', 'updated'],
  ]);
});

test('a change of many products is refused below the organisation, and where no product matches', async () => {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const manager = await createClient(server, await createUser(server, { node: company }));
  const request = { status: false, matching: { search: 'nothing at all' } };
  for (const [client, code] of [
    [manager, 'product.organisationOnly'],
    [admin, 'productBulk.nothing'],
  ] as const)
    for (const path of [url, `${url}/preview`]) {
      const { status, body } = await client.post(path, request);
      expect([status, body.messageCode]).toEqual([409, code]);
    }
});

test('the dashboard lists a bulk change of products among the latest runs, for those who may make one', async () => {
  await createProduct(admin, named('D-1', 'Dart'));
  const { id } = await run({ status: false, matching: { search: 'dart' } });
  const runs = '/node-management/dashboard/runs';
  expect((await admin.get(runs)).body.result).toMatchObject([{ id, kind: 'productChanges', state: 'done' }]);
  const reader = await createUser(server, { node: org, rights: ['om_dashboard', 'list_setting'] });
  expect((await (await createClient(server, reader)).get(runs)).body.result).toEqual([]);
});
