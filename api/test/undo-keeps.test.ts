import type { ImportRun } from '@storeward/contract/imports';
import { type RunKindName, runKindNames } from '@storeward/contract/imports/run-kinds';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { type ApiClient, createAssignment, createRole, createUser, type TestNode } from './builders.ts';
import { createChain, nameBasket, ownValues, runOverride, sectionUrl, undoOverride } from './bulk.ts';
import { findNodeByCode, importsAt, nodeImportUrl, settingImportUrl, toCsv } from './imports.ts';
import { createProduct, named, productsUrl } from './product-samples.ts';
import { startTestServer } from './server.ts';
import { runBulkChange, userBulkUrl } from './user-bulk.ts';

const server = await startTestServer();
const nodeFiles = importsAt(nodeImportUrl);
const userFiles = importsAt('/user-management/users/import');
const productFiles = importsAt('/product-management/imports');
const settingFiles = importsAt(settingImportUrl);
const listFiles = importsAt('/node-management/settings/lists/imports');
const productBulk = importsAt('/product-management/bulk-changes');
const userBulk = importsAt(userBulkUrl);
let org: TestNode;
let company: TestNode;
let stores: TestNode[];
let admin: ApiClient;

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ org, company, stores, admin } = await createChain(server));
});

const countsOf = ({ state, undone, kept }: ImportRun) => [state, undone, kept];
const put = async (url: string, body: unknown) => {
  const { status, text } = await admin.put(url, body);
  if (status !== 200) throw new Error(text);
};
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const skuChoice = (sku: string) => ({ shirtMale: { value: { name_SKU_selection: sku, disable_for: 'number' } } });
const reason = { reasonId: 'R1', category: 'return', description: 'Wrong size' };

/** Runs a change of two or more records, uses or changes all but the last of them, and undoes it: only the last may go. */
const usedSince: Readonly<Record<RunKindName, () => Promise<{ readonly run: ImportRun; readonly left: unknown[] }>>> = {
  async nodes() {
    const codes = ['SET', 'PLANNED', 'DRAFTED', 'FREE'];
    const row = (code: string) => ({ type: 'STORE', code, name: `Store ${code}`, parentCode: 'NORTH' });
    const run = await nodeFiles.importFile(admin, toCsv(codes.map(row)));
    const [set, planned, drafted] = await Promise.all(codes.map((code) => findNodeByCode(admin, code)));
    const fields = { displayName: { value: 'Till basket', mode: 'free' } };
    await put(sectionUrl({ id: set.nodeId }), { fields });
    await put(sectionUrl({ id: planned.nodeId }), { fields, begins: tomorrow() });
    await put(sectionUrl({ id: drafted.nodeId }, 'ebasketDisplay', '/draft'), { fields });
    const undone = await nodeFiles.runToEnd(admin, run, 'undo');
    const left = await Promise.all(codes.map(async (code) => Boolean(await findNodeByCode(admin, code))));
    return { run: undone, left };
  },

  async products() {
    const skus = ['SET', 'PLANNED', 'DRAFTED', 'FREE'];
    const run = await productFiles.importFile(admin, toCsv(skus.map((SKU) => ({ SKU, name: `Product ${SKU}` }))));
    await put(sectionUrl(company, 'skuSelection'), { fields: skuChoice('SET') });
    await put(sectionUrl(stores[0]!, 'skuSelection'), { fields: skuChoice('PLANNED'), begins: tomorrow() });
    await put(sectionUrl(stores[1]!, 'skuSelection', '/draft'), { fields: skuChoice('DRAFTED') });
    const undone = await productFiles.runToEnd(admin, run, 'undo');
    const { result } = (await admin.get(`${productsUrl}?search=product&size=100`)).body;
    return { run: undone, left: skus.map((sku) => result.some(({ SKU }: { SKU: string }) => SKU === sku)) };
  },

  async users() {
    const role = { organisation: org, rights: ['om_dashboard'], level: 'STORE', name: 'Till', name_norm: 'till' };
    const roleId = await createRole(server, role);
    const names = ['given.role', 'free.user'];
    const rows = names.map((userName) => ({
      userName,
      firstName: 'Grace',
      lastName: userName,
      emailId: `${userName}@mail.example`,
      phoneNumber: '',
      roleName: 'Till',
      nodeName: 'Store 1',
      language: 'en',
      timeZone: 'Europe/London',
    }));
    const run = await userFiles.importFile(admin, toCsv(rows));
    const ids = await server.query<{ id: string }>(
      'select id from users where org_id = $1 and user_name = any($2) order by user_name desc',
      [org.orgId, names],
    );
    await createAssignment(server, { userId: ids[0]!.id, roleId, node: stores[1]!, position: 1 });
    const undone = await userFiles.runToEnd(admin, run, 'undo');
    const rest = await server.query<{ left: boolean }>(
      'select deleted_date is null as left from users where id = any($1) order by user_name desc',
      [ids.map(({ id }) => id)],
    );
    return { run: undone, left: rest.map(({ left }) => left) };
  },

  async settings() {
    const row = (code: string) => ({ code, 'ebasketDisplay.displayName': 'Of the file' });
    const run = await settingFiles.importFile(admin, toCsv([row('S1'), row('S2')]));
    await nameBasket(admin, stores[0]!, 'Later');
    const undone = await settingFiles.runToEnd(admin, run, 'undo');
    return { run: undone, left: (await ownValues(admin, stores.slice(0, 2))).map(Boolean) };
  },

  async lists() {
    const url = sectionUrl(company, 'reasons');
    const [used, free] = [newId(), newId()];
    const row = (id: string, reasonId: string) => ({
      code: 'GB',
      list: 'reasons.reasons',
      row: id,
      action: 'add',
      after: 'last',
      ...Object.fromEntries(
        Object.entries({ ...reason, reasonId }).map(([name, value]) => [`reasons.reasons.${name}`, value]),
      ),
    });
    const run = await listFiles.importFile(admin, toCsv([row(used, 'R1'), row(free, 'R2')]));
    const rows = { [used]: { action: 'replace', values: { ...reason, description: 'Too small' } } };
    await put(sectionUrl(stores[0]!, 'reasons'), { fields: { reasons: { value: { rows } } } });
    const undone = await listFiles.runToEnd(admin, run, 'undo');
    const { value } = (await admin.get(url)).body.result.fields.reasons;
    return { run: undone, left: [used, free].map((row) => value.some(({ id }: { id: string }) => id === row)) };
  },

  async overrides() {
    const [one, two] = [stores[4]!, stores[5]!];
    await nameBasket(admin, company, 'Company');
    const request = { sourceId: company.id, sections: ['ebasketDisplay'], action: 'push', nodeIds: [one.id, two.id] };
    const run = await runOverride(admin, request);
    await nameBasket(admin, one, 'Later');
    const undone = await undoOverride(admin, run);
    return { run: undone, left: (await ownValues(admin, [one, two])).map(Boolean) };
  },

  async productChanges() {
    const [one, two] = [
      await createProduct(admin, named('X-1', 'Xylo')),
      await createProduct(admin, named('X-2', 'Xylo')),
    ];
    const request = { status: false, matching: { search: 'xylo' } };
    const { id } = (await admin.post('/product-management/bulk-changes', request)).body.result;
    await productBulk.waitUntilIdle(admin, id);
    const off = { ...named('X-1', 'Xylophone'), status: false };
    const { version } = (await admin.get(`${productsUrl}/${one.id}`)).body.result;
    await put(`${productsUrl}/${one.id}`, { ...off, version });
    const undone = await productBulk.runToEnd(admin, { id }, 'undo');
    const statuses = await Promise.all(
      [one, two].map(async (product) => (await admin.get(`${productsUrl}/${product.id}`)).body.result.status),
    );
    return { run: undone, left: statuses.map((status) => !status) };
  },

  async userChanges() {
    const [one, two] = [await createUser(server, { node: stores[0]! }), await createUser(server, { node: stores[0]! })];
    const run = await runBulkChange(admin, { action: 'disable', ids: [one.id, two.id] });
    await server.query(`update users set first_name = 'Later', version = version + 1 where id = $1`, [one.id]);
    const undone = await userBulk.runToEnd(admin, run, 'undo');
    const rows = await server.query<{ status: boolean }>('select status from users where id = any($1) order by id', [
      [one.id, two.id],
    ]);
    return { run: undone, left: rows.map(({ status }) => !status) };
  },
};

test.each(runKindNames)('the undo of %s keeps what was changed or used since, and only that', async (kind) => {
  const { run, left } = await usedSince[kind]();
  expect([kind, left]).toEqual([kind, left.map((_, index) => index < left.length - 1)]);
  expect(countsOf(run)).toEqual(['undone', 1, left.length - 1]);
});
