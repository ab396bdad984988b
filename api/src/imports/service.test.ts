import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNode, type ApiClient, type TestNode } from '../../test/builders.ts';
import {
  uploadAndCheck,
  countsOf,
  runToEnd,
  cellErrorsOf,
  toCsv,
  importFile,
  newBranch,
  nodeImportUrl,
  findNodeByCode,
  rowsOf,
  treeState,
  upload,
} from '../../test/imports.ts';
import { startTestServer } from '../../test/server.ts';
import { unreadableFiles } from '../../test/unreadable-files.ts';
import { createSmallTree, statusAndCode, auditEntriesOf, nodeUrl } from '../../test/small-tree.ts';

const server = await startTestServer();
let org: TestNode;
let region: TestNode;
let group: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  // the import engine runs only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, region, group, store, admin } = await createSmallTree(server));
});

describe('an invalid import file', () => {
  test.each(unreadableFiles('code'))(
    'is rejected with an error code if it contains %s',
    async (_what, content, code) => {
      const before = await server.query('select count(*)::int from import_runs');
      const { body, status } = await upload(admin, content);
      expect([status, body.messageCode]).toEqual([400, code]);
      expect(await server.query('select count(*)::int from import_runs')).toEqual(before);
    },
  );

  test('is rejected if it has more than the maximum number of rows', async () => {
    const { body } = await upload(admin, `code\n${'x\n'.repeat(100_001)}`);
    expect(body.messageCode).toBe('import.tooManyRows');
    expect(await server.query('select from import_rows limit 1')).toEqual(
      await server.query('select from import_rows r join import_runs i on i.id = r.run_id limit 1'),
    );
  });

  test('is rejected with the row number of a misplaced quotation mark', async () => {
    const { body } = await upload(admin, 'code,name\nA,B\nC,"D" E\n');
    expect(body.errors).toMatchObject([{ path: 'row 3', messageCode: 'import.brokenQuotes' }]);
  });
});

describe('between check and start of an import', () => {
  test('a record changed meanwhile is not overwritten and its row is reported', async () => {
    const run = await uploadAndCheck(admin, toCsv([{ code: 'BRIG', name: 'From the file' }]));
    await admin.put(`${nodeUrl(store)}/status`, { status: false });
    const done = await runToEnd(admin, run);
    expect(countsOf(done)).toEqual([0, 0, 0, 1]);
    expect(await cellErrorsOf(admin, run)).toEqual({ 2: { row: 'import.changedSince' } });
    expect((await admin.get(nodeUrl(store))).body.result.name).toBe('Briggate');
  });

  test('a node deleted meanwhile invalidates the rows below it', async () => {
    const empty = await createNode(server, { parent: region, nodeType: 'STORE_GROUP', code: 'EMPTY' });
    const run = await uploadAndCheck(admin, toCsv([{ type: 'STORE', code: 'T', name: 'T', parentCode: 'EMPTY' }]));
    await admin.delete(`${nodeUrl(empty)}/delete`);
    const done = await runToEnd(admin, run);
    expect([done.state, countsOf(done)]).toEqual(['done', [0, 0, 0, 1]]);
    expect(await cellErrorsOf(admin, run)).toEqual({ 2: { parentCode: 'import.parentUnknown' } });
  });

  test('a code reassigned to another node does not move a node that the check did not move', async () => {
    const setCode = (node: TestNode, code: string) =>
      server.query('update nodes set code = $2, code_norm = lower($2) where id = $1', [node.id, code]);
    await setCode(group, 'HERE');
    const other = await createNode(server, { parent: region, nodeType: 'STORE_GROUP' });
    const run = await uploadAndCheck(admin, toCsv([{ code: 'BRIG', name: 'Other', parentCode: 'HERE' }]));
    await setCode(group, 'GONE');
    await setCode(other, 'HERE');
    expect(countsOf(await runToEnd(admin, run))).toEqual([0, 0, 0, 1]);
    expect((await admin.get(nodeUrl(store))).body.result).toMatchObject({ parentId: group.id, name: 'Briggate' });
  });

  test('a checked file can be discarded and then no longer be started', async () => {
    const run = await uploadAndCheck(admin, toCsv(newBranch));
    expect((await admin.delete(`${nodeImportUrl}/${run.id}`)).status).toBe(200);
    expect(statusAndCode(await admin.put(`${nodeImportUrl}/${run.id}/start`))).toEqual([404, 'import.unknown']);
    expect(await server.query('select from import_rows where run_id = $1', [run.id])).toEqual([]);
  });

  test('two imports of the same file create each node once', async () => {
    const runs = [await uploadAndCheck(admin, toCsv(newBranch)), await uploadAndCheck(admin, toCsv(newBranch))];
    const [first, second] = await Promise.all(runs.map((run) => runToEnd(admin, run)));
    const counts = [countsOf(first!), countsOf(second!)].toSorted((a, b) => b[0]! - a[0]!);
    expect(counts.map(([created]) => created).reduce((all, more) => all! + more!)).toBe(4);
    expect(await server.query(`select from nodes where org_id = $1 and code like 'W%'`, [org.id])).toHaveLength(4);
  });
});

describe('undoing an import', () => {
  test('restores the previous state and writes audit entries', async () => {
    const before = await treeState(server, org.id);
    const done = await importFile(
      admin,
      toCsv([...newBranch, { type: 'STORE', code: 'BRIG', name: 'Moved', parentCode: 'W-R', status: 'disabled' }]),
    );
    expect(countsOf(done)).toEqual([4, 1, 0, 0]);
    const undone = await runToEnd(admin, done, 'undo');
    expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 5, 0]);
    expect((await treeState(server, org.id)).filter(({ exists }) => exists)).toEqual(before);
    expect((await auditEntriesOf(server, store.id)).map(({ action }) => action).slice(-3)).toEqual([
      'node.moved',
      'node.updated',
      'node.enabled',
    ]);
  });

  test('skips records used or changed since, and their ancestors', async () => {
    const done = await importFile(admin, toCsv(newBranch));
    const bath = await findNodeByCode(admin, 'W-2');
    await admin.put(`${nodeUrl({ id: bath.nodeId })}/status`, { status: true });
    const undone = await runToEnd(admin, done, 'undo');
    expect([undone.undone, undone.kept]).toEqual([1, 3]);
    expect((await rowsOf(admin, done, 'kept')).map(({ row }) => row)).toEqual([2, 4, 5]);
    expect(await findNodeByCode(admin, 'W-2')).toBeDefined();
    expect(await findNodeByCode(admin, 'W-1')).toBeUndefined();
    expect(statusAndCode(await admin.put(`${nodeImportUrl}/${done.id}/undo`))).toEqual([409, 'import.notNow']);
  });

  test('is the only possible action once it has begun, even if its first step failed', async () => {
    const done = await importFile(admin, toCsv(newBranch));
    await server.query(
      `update import_runs set state = 'failed', undo_begun = true, cursor_rank = null, cursor_row = null where id = $1`,
      [done.id],
    );
    const { can } = (await admin.get(`${nodeImportUrl}/${done.id}`)).body.result;
    expect(can).toMatchObject({ start: false, undo: true });
    const undone = await runToEnd(admin, done, 'undo');
    expect([undone.undone, undone.kept]).toEqual([4, 0]);
  });

  test('reports whether each row is written, and no longer does so after the undo', async () => {
    const run = await uploadAndCheck(admin, toCsv(newBranch));
    expect((await rowsOf(admin, run, 'created')).map(({ written }) => written)).toEqual([false, false, false, false]);
    await runToEnd(admin, run);
    expect((await rowsOf(admin, run, 'created')).map(({ written }) => written)).toEqual([true, true, true, true]);
    await runToEnd(admin, run, 'undo');
    expect((await rowsOf(admin, run)).map(({ written }) => written)).toEqual([false, false, false, false]);
  });

  test('is not possible after the rows have expired', async () => {
    const done = await importFile(admin, toCsv(newBranch));
    await server.query(`update import_runs set rows_until = clock() where id = $1`, [done.id]);
    await server.query('select delete_expired_import_rows()');
    const { result } = (await admin.get(`${nodeImportUrl}/${done.id}`)).body;
    expect([result.rowsUntil, result.can.undo, countsOf(result)]).toEqual([null, false, [4, 0, 0, 0]]);
    expect(await rowsOf(admin, done)).toEqual([]);
  });
});
