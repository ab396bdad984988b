import type { ImportRun } from '@storeward/contract/imports';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createNode, type TestNode } from './builders.ts';
import { importsAt, nodeImportUrl, toCsv } from './imports.ts';
import { startTestServer } from './server.ts';
import { createSmallTree } from './small-tree.ts';

const server = await startTestServer();
const { upload, waitUntilIdle, rowsOf, cellErrorsOf, runToEnd } = importsAt(nodeImportUrl);
const columns = ['name', 'storeGroup'];
let region: TestNode;
let admin: ApiClient;
let parentCode: string;

beforeAll(async () => {
  // the import engine runs only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ region, admin } = await createSmallTree(server));
  const [row] = await server.query<{ code: string }>('select code from nodes where id = $1', [region.id]);
  parentCode = row!.code;
});

const post = (code: string, names: readonly string[], group = 'Shops') =>
  upload(admin, toCsv(names.map((name) => ({ Name: name, Group: group }))), {
    columns,
    constants: { type: 'STORE', parentCode, code },
  });
const check = async (...file: Parameters<typeof post>): Promise<ImportRun> =>
  waitUntilIdle(admin, (await post(...file)).body.result.id);
const storedCodes = async (beginning: string) =>
  (
    await server.query<{ name: string; code: string }>(
      `select name, code from nodes where code like $1 and node_type = 'STORE' and deleted_date is null order by code`,
      [`${beginning}%`],
    )
  ).map(({ name, code }) => `${code} ${name}`);

test('stores of a file without codes get those of a series, without the ones that are in use', async () => {
  await createNode(server, { parent: region, nodeType: 'STORE_GROUP', code: 'au-0002' });
  // a group above that the file creates, whose name is a code of the series
  const run = await check('AU-0001', ['Perth', 'Hobart', 'Cairns'], 'AU 0003');
  expect(await cellErrorsOf(admin, run)).toEqual({});
  const rows = (await rowsOf(admin, run)).filter(({ row }) => row > 0);
  expect(rows.map(({ code, cells }) => [code, cells[0]])).toEqual([
    ['AU-0001', 'Perth'],
    ['AU-0003', 'Hobart'],
    ['AU-0004', 'Cairns'],
  ]);
  await runToEnd(admin, run);
  expect(await storedCodes('AU-')).toEqual(['AU-0001 Perth', 'AU-0003 Hobart', 'AU-0004 Cairns']);
});

test('codes that were taken after the check are replaced by later ones of the series at the start', async () => {
  const [first, second] = [await check('NZ-8', ['Napier', 'Nelson']), await check('NZ-8', ['Levin', 'Taupo'])];
  await runToEnd(admin, second);
  const done = await runToEnd(admin, first);
  expect([done.state, done.wrong]).toEqual(['done', 0]);
  expect((await storedCodes('NZ-')).toSorted()).toEqual(['NZ-10 Napier', 'NZ-11 Nelson', 'NZ-8 Levin', 'NZ-9 Taupo']);
});

test.each(['AU-', ''])('a series that begins with %j is refused, since it has no number', async (code) => {
  const { status, body } = await post(code, ['Perth']);
  expect([status, body.messageCode]).toEqual([400, 'import.missingColumn']);
});

test('a series is remembered for the headings of its file', async () => {
  await check('FJ-01', ['Suva']);
  const { postHeader } = importsAt(nodeImportUrl);
  const { body } = await postHeader(admin, toCsv([{ Name: 'Nadi', Group: 'Shops' }]));
  expect(body.result).toMatchObject({ constants: { code: 'FJ-01' }, source: 'remembered' });
});
