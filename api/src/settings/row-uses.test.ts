import { beforeAll, describe, expect, test } from 'vitest';
import {
  allAccessRights,
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let regions: readonly [TestNode, TestNode];
let stores: readonly [TestNode, TestNode, TestNode, TestNode];
let admin: ApiClient;
beforeAll(async () => {
  org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = () => createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  regions = [await region(), await region()];
  const store = (parent: TestNode) => createNode(server, { parent, nodeType: 'STORE' });
  stores = [await store(regions[0]), await store(regions[0]), await store(regions[1]), await store(regions[1])];
  admin = await createClient(server, await createUser(server, { node: org }));
});

const values = { reasonId: 'R1', category: 'return', description: 'Wrong size' };
const add = { action: 'add', values } as const;
const replace = { action: 'replace', values: { ...values, description: 'Too small' } } as const;
const hide = { action: 'hide' } as const;

const setRow = async (node: TestNode, row: string, operation: object) => {
  const response = await admin.put(`/node-management/node/${node.id}/settings/reasons`, {
    fields: { reasons: { value: { rows: { [row]: operation } } } },
  });
  expect([response.status, response.body.messageCode]).toEqual([200, undefined]);
};
const read = (node: TestNode, row: string, { client = admin, field = 'reasons' } = {}) =>
  client.get(`/node-management/node/${node.id}/settings/reasons/rows/${row}/uses?field=${field}`);
const uses = async (...request: Parameters<typeof read>) => {
  const { storeCount, storesApart } = (await read(...request)).body.result;
  return [storeCount, storesApart];
};
let code = 0;
/** A row of the company whose key no other row has. */
const newRow = async (mode = 'free') => {
  const row = crypto.randomUUID();
  code += 1;
  await setRow(company, row, { ...add, mode, values: { ...values, reasonId: `R${code}` } });
  return row;
};
const replaced = () => ({ ...replace, values: { ...replace.values, reasonId: `R${code}` } });

describe('the uses of a row of a list', () => {
  test('are all stores below as long as no node further down replaces or hides it', async () => {
    const row = await newRow();
    expect([await uses(company, row), await uses(regions[0], row), await uses(stores[0], row)]).toEqual([
      [4, 0],
      [2, 0],
      [1, 0],
    ]);
  });

  test('are without the stores at and below nodes that replace or hide it, each counted once', async () => {
    const row = await newRow();
    await setRow(regions[0], row, replaced());
    await setRow(stores[0], row, hide);
    await setRow(stores[2], row, hide);
    expect([await uses(company, row), await uses(regions[0], row), await uses(regions[1], row)]).toEqual([
      [4, 3],
      [2, 1],
      [2, 1],
    ]);
  });

  test('are all stores again below a lock, of the node itself or of one above', async () => {
    const row = await newRow();
    await setRow(stores[0], row, hide);
    await setRow(regions[0], row, { ...replaced(), mode: 'locked' });
    expect([await uses(regions[0], row), await uses(company, row)]).toEqual([
      [2, 0],
      [4, 2],
    ]);
    await setRow(company, row, { ...add, mode: 'locked', values: { ...values, reasonId: `R${code}` } });
    expect([await uses(company, row), await uses(regions[0], row)]).toEqual([
      [4, 0],
      [2, 0],
    ]);
  });

  test('are none for a row that the node does not have', async () => {
    const row = await newRow();
    await setRow(stores[3], row, hide);
    expect([await uses(company, crypto.randomUUID()), await uses(stores[3], row)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('are counted for readers of the section only, and for lists only', async () => {
    const row = await newRow();
    const withoutModules = await createClient(
      server,
      await createUser(server, { node: org, rights: allAccessRights.filter((right) => right !== 'view_setting') }),
    );
    const codes = [
      await read(company, row, { field: 'unknown' }),
      await read(company, row, { client: withoutModules }),
      await read({ ...company, id: crypto.randomUUID() }, row),
    ].map(({ body }) => body.messageCode);
    expect(codes).toEqual(['setting.unknownField', 'setting.notShown', 'node.unknown']);
  });
});
