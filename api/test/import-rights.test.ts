import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createUser, type ApiClient, allAccessRights, type TestNode, createClient } from './builders.ts';
import {
  uploadAndCheck,
  countsOf,
  cellErrorsOf,
  toCsv,
  importFile,
  newBranch,
  nodeImportUrl,
  waitUntilIdle,
} from './imports.ts';
import { startTestServer } from './server.ts';
import { createSmallTree, statusAndCode, nodeUrl } from './small-tree.ts';

const server = await startTestServer();
let org: TestNode;
let north: TestNode;
let region: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  // the import engine runs only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, north, region, store, admin } = await createSmallTree(server));
});

const nodeCodeOf = async (node: TestNode) =>
  (await server.query<{ code: string }>('select code from nodes where id = $1', [node.id]))[0]!.code;
const exportNodes = async (client: ApiClient) => (await client.get('/node-management/export')).text;

describe('a user who imports nodes', () => {
  test('cannot exceed their scope', async () => {
    const manager = await createClient(server, await createUser(server, { node: north }));
    const southCode = 'SOUTH-1';
    await server.query(`update nodes set code = $2, code_norm = lower($2) where org_id = $1 and name = 'South'`, [
      org.id,
      southCode,
    ]);
    const run = await uploadAndCheck(
      manager,
      toCsv([
        { type: 'TRADING_REGION', code: 'IN', name: 'In', parentCode: await nodeCodeOf(north) },
        { type: 'TRADING_REGION', code: 'OUT', name: 'Out', parentCode: southCode },
        { type: 'COMPANY', code: southCode, name: 'Mine now', parentCode: '' },
        { type: 'COMPANY', code: 'NEW', name: 'New', parentCode: '' },
        { type: 'COMPANY', code: await nodeCodeOf(north), name: 'Own', parentCode: 'x' },
      ]),
    );
    expect(countsOf(run)).toEqual([1, 0, 0, 4]);
    expect(await cellErrorsOf(manager, run)).toEqual({
      3: { parentCode: 'import.parentWrong' },
      4: { code: 'import.takenOutside', parentCode: 'field.required' },
      5: { parentCode: 'field.required' },
      6: { parentCode: 'import.parentUnknown' },
    });
    expect(await exportNodes(manager)).not.toContain(southCode);
  });

  test.each([
    ['create_node', { code: 'N1', type: 'COMPANY', name: 'N' }],
    ['edit_node_details', { code: 'BRIG', name: 'Other' }],
    ['enabled_node', { code: 'BRIG', status: 'disabled' }],
    ['enabled_node', { code: 'N2', type: 'COMPANY', name: 'N', status: 'disabled' }],
  ])('needs %s for a row as for the single change', async (right, row) => {
    const rights = allAccessRights.filter((candidate) => candidate !== right);
    const clerk = await createClient(server, await createUser(server, { node: org, rights }));
    const file = toCsv([row]);
    const cellErrors = Object.values((await cellErrorsOf(clerk, await uploadAndCheck(clerk, file)))[2] ?? {});
    expect(cellErrors).toContain('import.rightMissing');
    expect(countsOf(await uploadAndCheck(admin, file))[3]).toBe(0);
  });

  test('cannot disable or move their own node', async () => {
    const manager = await createClient(server, await createUser(server, { node: region }));
    const run = await uploadAndCheck(manager, toCsv([{ code: await nodeCodeOf(region), status: 'closed' }]));
    expect(await cellErrorsOf(manager, run)).toEqual({ 2: { status: 'node.ownPlace' } });
  });

  test('sees only the imports of their own scope', async () => {
    const manager = await createClient(server, await createUser(server, { node: north }));
    const run = await uploadAndCheck(admin, toCsv(newBranch));
    const own = await uploadAndCheck(manager, toCsv([{ code: 'BRIG', name: 'B' }]));
    const list = (await manager.get(nodeImportUrl)).body;
    expect([list.total, list.result[0].id]).toEqual([1, own.id]);
    for (const path of ['', '/rows'])
      expect(statusAndCode(await manager.get(`${nodeImportUrl}/${run.id}${path}`))).toEqual([404, 'import.unknown']);
    for (const action of ['start', 'stop', 'undo'])
      expect(statusAndCode(await manager.put(`${nodeImportUrl}/${run.id}/${action}`))).toEqual([404, 'import.unknown']);
    expect(statusAndCode(await manager.delete(`${nodeImportUrl}/${run.id}`))).toEqual([404, 'import.unknown']);
    expect((await admin.get(`${nodeImportUrl}/${own.id}/rows`)).status).toBe(200);
  });

  test('has the import fail when they are disabled while it runs', async () => {
    const manager = await createClient(server, await createUser(server, { node: north }));
    const run = await uploadAndCheck(manager, toCsv([{ code: 'BRIG', name: 'Changed' }]));
    await server.query(`update import_runs set next_try = clock() + interval '1 hour' where id = $1`, [run.id]);
    await server.query(`update import_runs set state = 'running', cursor_rank = null where id = $1`, [run.id]);
    await server.query('update users set status = false where id = $1', [manager.user.id]);
    await server.query('update import_runs set next_try = clock() where id = $1', [run.id]);
    expect(await waitUntilIdle(admin, run.id)).toMatchObject({ state: 'failed', fault: 'import.personGone' });
    expect((await admin.get(nodeUrl(store))).body.result.name).toBe('Briggate');
  });

  test('needs the permissions of the single changes to undo an import', async () => {
    const createRun = await importFile(admin, toCsv(newBranch));
    const clerk = await createClient(
      server,
      await createUser(server, { node: org, rights: ['edit_node', 'edit_node_details'] }),
    );
    expect((await clerk.get(`${nodeImportUrl}/${createRun.id}`)).body.result.can.undo).toBe(false);
    expect(statusAndCode(await clerk.put(`${nodeImportUrl}/${createRun.id}/undo`))).toEqual([409, 'import.undoRight']);
    const updateRun = await importFile(admin, toCsv([{ code: 'BRIG', status: 'disabled' }]));
    expect(statusAndCode(await clerk.put(`${nodeImportUrl}/${updateRun.id}/undo`))).toEqual([409, 'import.undoRight']);
    expect((await admin.get(nodeUrl(store))).body.result.status).toBe(false);
  });

  test('is audited with the address from which they started the import', async () => {
    const run = await uploadAndCheck(admin, toCsv([{ code: 'BRIG', name: 'Elsewhere' }]));
    await server.request({
      method: 'PUT',
      url: `${nodeImportUrl}/${run.id}/start`,
      host: admin.host,
      token: admin.token,
      from: '127.0.0.9',
    });
    await waitUntilIdle(admin, run.id);
    const [auditEntry] = await server.query(`select address from audit where run_id = $1 and action = 'node.updated'`, [
      run.id,
    ]);
    expect(auditEntry).toEqual({ address: '127.0.0.9' });
  });
});
