import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aNode, type Caller, type Place } from '../../test/builders.ts';
import {
  checked,
  countsOf,
  ended,
  faultsOf,
  fileOf,
  imported,
  newBranch,
  nodeImportUrl,
  placeWith,
  rowsOf,
  stateOfTree,
  upload,
} from '../../test/imports.ts';
import { aServer } from '../../test/server.ts';
import { unreadableFiles } from '../../test/unreadable-files.ts';
import { aSmallTree, codeOf, marksOf, ofNode } from '../../test/small-tree.ts';

const house = await aServer();
let org: Place;
let region: Place;
let group: Place;
let store: Place;
let admin: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, region, group, store, admin } = await aSmallTree(house));
});

describe('a file that cannot be read', () => {
  test.each(unreadableFiles('code'))('holds %s, and is refused by name', async (_what, content, code) => {
    const before = await house.rows('select count(*)::int from import_runs');
    const { body, status } = await upload(admin, content);
    expect([status, body.messageCode]).toEqual([400, code]);
    expect(await house.rows('select count(*)::int from import_runs')).toEqual(before);
  });

  test('has more rows than a file may', async () => {
    const { body } = await upload(admin, `code\n${'x\n'.repeat(100_001)}`);
    expect(body.messageCode).toBe('import.tooManyRows');
    expect(await house.rows('select from import_rows limit 1')).toEqual(
      await house.rows('select from import_rows r join import_runs i on i.id = r.run_id limit 1'),
    );
  });

  test('says in which row a quotation mark is wrong', async () => {
    const { body } = await upload(admin, 'code,name\nA,B\nC,"D" E\n');
    expect(body.errors).toMatchObject([{ path: 'row 3', messageCode: 'import.brokenQuotes' }]);
  });
});

describe('between check and start', () => {
  test('what somebody has changed is left alone, and told', async () => {
    const run = await checked(admin, fileOf([{ code: 'BRIG', name: 'From the file' }]));
    await admin.put(`${ofNode(store)}/status`, { status: false });
    const done = await ended(admin, run);
    expect(countsOf(done)).toEqual([0, 0, 0, 1]);
    expect(await faultsOf(admin, run)).toEqual({ 2: { row: 'import.changedSince' } });
    expect((await admin.get(ofNode(store))).body.result.name).toBe('Briggate');
  });

  test('a place that goes takes the rows below it along', async () => {
    const empty = await aNode(house, { parent: region, nodeType: 'STORE_GROUP', code: 'EMPTY' });
    const run = await checked(admin, fileOf([{ type: 'STORE', code: 'T', name: 'T', parentCode: 'EMPTY' }]));
    await admin.delete(`${ofNode(empty)}/delete`);
    const done = await ended(admin, run);
    expect([done.state, countsOf(done)]).toEqual(['done', [0, 0, 0, 1]]);
    expect(await faultsOf(admin, run)).toEqual({ 2: { parentCode: 'import.parentUnknown' } });
  });

  test('a code that went to another place moves nobody whom the check did not move', async () => {
    const named = (place: Place, code: string) =>
      house.rows('update nodes set code = $2, code_norm = lower($2) where id = $1', [place.id, code]);
    await named(group, 'HERE');
    const other = await aNode(house, { parent: region, nodeType: 'STORE_GROUP' });
    const run = await checked(admin, fileOf([{ code: 'BRIG', name: 'Other', parentCode: 'HERE' }]));
    await named(group, 'GONE');
    await named(other, 'HERE');
    expect(countsOf(await ended(admin, run))).toEqual([0, 0, 0, 1]);
    expect((await admin.get(ofNode(store))).body.result).toMatchObject({ parentId: group.id, name: 'Briggate' });
  });

  test('a file can be thrown away, and not started any more', async () => {
    const run = await checked(admin, fileOf(newBranch));
    expect((await admin.delete(`${nodeImportUrl}/${run.id}`)).status).toBe(200);
    expect(codeOf(await admin.put(`${nodeImportUrl}/${run.id}/start`))).toEqual([404, 'import.unknown']);
    expect(await house.rows('select from import_rows where run_id = $1', [run.id])).toEqual([]);
  });

  test('two imports of the same file make each place once', async () => {
    const runs = [await checked(admin, fileOf(newBranch)), await checked(admin, fileOf(newBranch))];
    const [one, two] = await Promise.all(runs.map((run) => ended(admin, run)));
    const counts = [countsOf(one!), countsOf(two!)].toSorted((a, b) => b[0]! - a[0]!);
    expect(counts.map(([created]) => created).reduce((all, more) => all! + more!)).toBe(4);
    expect(await house.rows(`select from nodes where org_id = $1 and code like 'W%'`, [org.id])).toHaveLength(4);
  });
});

describe('taking an import back', () => {
  test('puts everything as it was, and says so in the history', async () => {
    const before = await stateOfTree(house, org.id);
    const done = await imported(
      admin,
      fileOf([...newBranch, { type: 'STORE', code: 'BRIG', name: 'Moved', parentCode: 'W-R', status: 'disabled' }]),
    );
    expect(countsOf(done)).toEqual([4, 1, 0, 0]);
    const undone = await ended(admin, done, 'undo');
    expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 5, 0]);
    expect((await stateOfTree(house, org.id)).filter(({ there }) => there)).toEqual(before);
    expect((await marksOf(house, store.id)).map(({ action }) => action).slice(-3)).toEqual([
      'node.moved',
      'node.updated',
      'node.enabled',
    ]);
  });

  test('leaves alone what somebody has used or changed since, and what stands above it', async () => {
    const done = await imported(admin, fileOf(newBranch));
    const bath = await placeWith(admin, 'W-2');
    await admin.put(`${ofNode({ id: bath.nodeId })}/status`, { status: true });
    const undone = await ended(admin, done, 'undo');
    expect([undone.undone, undone.kept]).toEqual([1, 3]);
    expect((await rowsOf(admin, done, 'kept')).map(({ row }) => row)).toEqual([2, 4, 5]);
    expect(await placeWith(admin, 'W-2')).toBeDefined();
    expect(await placeWith(admin, 'W-1')).toBeUndefined();
    expect(codeOf(await admin.put(`${nodeImportUrl}/${done.id}/undo`))).toEqual([409, 'import.notNow']);
  });

  test('goes no way but back once it has begun, even where its first step failed', async () => {
    const done = await imported(admin, fileOf(newBranch));
    await house.rows(
      `update import_runs set state = 'failed', undo_begun = true, cursor_rank = null, cursor_row = null where id = $1`,
      [done.id],
    );
    const { can } = (await admin.get(`${nodeImportUrl}/${done.id}`)).body.result;
    expect(can).toMatchObject({ start: false, undo: true });
    const undone = await ended(admin, done, 'undo');
    expect([undone.undone, undone.kept]).toEqual([4, 0]);
  });

  test('tells of each row whether it was written, and no more of it once it is undone', async () => {
    const run = await checked(admin, fileOf(newBranch));
    expect((await rowsOf(admin, run, 'created')).map(({ written }) => written)).toEqual([false, false, false, false]);
    await ended(admin, run);
    expect((await rowsOf(admin, run, 'created')).map(({ written }) => written)).toEqual([true, true, true, true]);
    await ended(admin, run, 'undo');
    expect((await rowsOf(admin, run)).map(({ written }) => written)).toEqual([false, false, false, false]);
  });

  test('is over when the rows are forgotten', async () => {
    const done = await imported(admin, fileOf(newBranch));
    await house.rows(`update import_runs set rows_until = clock() where id = $1`, [done.id]);
    await house.rows('select forget_imports()');
    const { result } = (await admin.get(`${nodeImportUrl}/${done.id}`)).body;
    expect([result.rowsUntil, result.can.undo, countsOf(result)]).toEqual([null, false, [4, 0, 0, 0]]);
    expect(await rowsOf(admin, done)).toEqual([]);
  });
});
