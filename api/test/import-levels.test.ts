import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, createClient, createUser, type TestNode } from './builders.ts';
import { countsOf, findNodeByCode, importsAt, nodeImportUrl, toCsv, treeState } from './imports.ts';
import { startTestServer } from './server.ts';
import { createSmallTree, namesOf, nodeUrl } from './small-tree.ts';

const server = await startTestServer();
const { upload, postHeader, waitUntilIdle, runToEnd, rowsOf, cellErrorsOf } = importsAt(nodeImportUrl);
let org: TestNode;
let north: TestNode;
let region: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  // the import engine runs only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, north, region, admin } = await createSmallTree(server));
});

const columns = ['code', 'name', 'company', 'tradingRegion', 'storeGroup', 'street', 'timeZone'];
const constants = { type: 'STORE', country: 'GB' };
const line = (cells: Record<string, string>) => ({
  Nr: '',
  Laden: `Store ${cells['Nr']}`,
  Firma: 'Kestrel',
  Gebiet: 'West',
  Gruppe: 'Bath',
  Anschrift: '1 High Street',
  Zone: '',
  ...cells,
});

async function check(client: ApiClient, rows: Record<string, string>[], options: Record<string, unknown> = {}) {
  const { status, body, text } = await upload(client, toCsv(rows), { columns, constants, ...options });
  if (status !== 200) throw new Error(text);
  return waitUntilIdle(client, body.result.id);
}

describe('levels above made from the columns of a file', () => {
  test('are counted by the check, created once, and removed by the undo', async () => {
    const before = await treeState(server, org.id);
    const rows = [
      line({ Nr: 'K-1' }),
      line({ Nr: 'K-2', Firma: ' KESTREL ', Gruppe: 'Wells' }),
      line({ Nr: 'K-3', Gebiet: 'East', Gruppe: '' }),
      // a company, region and group that exist
      line({ Nr: 'K-4', Firma: 'North', Gebiet: 'yorkshire', Gruppe: 'Leeds' }),
    ];
    const run = await check(admin, rows);
    expect([run.derived, countsOf(run), run.rowCount]).toEqual([5, [9, 0, 0, 0], 9]);
    expect(await treeState(server, org.id)).toEqual(before);

    const done = await runToEnd(admin, run);
    expect([done.state, countsOf(done)]).toEqual(['done', [9, 0, 0, 0]]);
    expect(namesOf((await findNodeByCode(admin, 'K-2')).path)).toEqual(['Oak', 'Kestrel', 'West', 'Wells']);
    expect(namesOf((await findNodeByCode(admin, 'K-3')).path)).toEqual(['Oak', 'Kestrel', 'East']);
    expect(namesOf((await findNodeByCode(admin, 'K-4')).path)).toEqual(['Oak', 'North', 'Yorkshire', 'Leeds']);
    expect(await findNodeByCode(admin, 'KESTREL')).toMatchObject({ nodeType: 'COMPANY', name: 'Kestrel' });
    expect(await findNodeByCode(admin, 'K-1')).toMatchObject({ nodeType: 'STORE', status: true });

    // the same file again reuses everything
    const again = await check(admin, rows);
    expect([again.derived, countsOf(again)]).toEqual([0, [0, 0, 4, 0]]);

    const undone = await runToEnd(admin, run, 'undo');
    expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 9, 0]);
    expect((await treeState(server, org.id)).filter(({ exists }) => exists)).toHaveLength(before.length);
  });

  test('get codes from their names, numbered where one is taken', async () => {
    const rows = [
      line({ Nr: 'WEST', Firma: 'Kestrel & Söhne' }),
      line({ Nr: 'K-2', Firma: 'Kestrel & Söhne', Gebiet: 'Bath', Gruppe: 'Bath' }),
      line({ Nr: 'K-3', Firma: 'Kestrel & Söhne', Gebiet: 'Brig', Gruppe: '' }),
    ];
    const run = await check(admin, rows);
    const derived = (await rowsOf(admin, run)).filter(({ row }) => row < 0);
    expect(derived.map(({ cells }) => cells.slice(0, 5))).toEqual([
      ['KESTREL-SOHNE', 'Kestrel & Söhne', 'Kestrel & Söhne', '', ''],
      ['WEST-2', 'West', 'Kestrel & Söhne', 'West', ''],
      ['BATH', 'Bath', 'Kestrel & Söhne', 'Bath', ''],
      ['BRIG-2', 'Brig', 'Kestrel & Söhne', 'Brig', ''],
      ['BATH-2', 'Bath', 'Kestrel & Söhne', 'West', 'Bath'],
      ['BATH-3', 'Bath', 'Kestrel & Söhne', 'Bath', 'Bath'],
    ]);
    expect(countsOf(await runToEnd(admin, run))).toEqual([9, 0, 0, 0]);
  });

  test('are named as most rows of the file write them', async () => {
    const written = ['KESTREL', 'Kestrel', 'kestrel', 'Kestrel'];
    const run = await check(
      admin,
      written.map((Firma, index) => line({ Nr: `K-${index}`, Firma })),
    );
    expect([run.derived, countsOf(run)]).toEqual([3, [7, 0, 0, 0]]);
    await runToEnd(admin, run);
    expect(await findNodeByCode(admin, 'KESTREL')).toMatchObject({ name: 'Kestrel' });
  });

  test('are not made for invalid rows alone, nor from a formula', async () => {
    const run = await check(admin, [
      line({ Nr: 'K-1' }),
      line({ Nr: 'K-2', Gruppe: 'Wells', Laden: '' }),
      line({ Nr: 'K-3', Gruppe: '=1+1' }),
    ]);
    expect([run.derived, countsOf(run), run.rowCount]).toEqual([3, [4, 0, 0, 2], 6]);
    expect(await cellErrorsOf(admin, run)).toEqual({
      3: { name: 'field.required' },
      4: { storeGroup: 'import.formula' },
    });
    expect(countsOf(await runToEnd(admin, run))).toEqual([4, 0, 0, 2]);
    expect(await findNodeByCode(admin, 'WELLS')).toBeUndefined();
  });

  test('are refused where a level between is missing or a name is ambiguous', async () => {
    await server.query("update nodes set name = 'North', name_norm = 'north' where org_id = $1 and name = 'South'", [
      org.id,
    ]);
    const run = await check(admin, [
      line({ Nr: 'K-1', Firma: '' }),
      line({ Nr: 'K-2', Gebiet: '' }),
      line({ Nr: 'K-3', Gebiet: '', Gruppe: '' }),
      line({ Nr: 'K-4', Firma: 'north' }),
    ]);
    expect(await cellErrorsOf(admin, run)).toEqual({
      2: { company: 'field.required' },
      3: { tradingRegion: 'field.required' },
      4: { parentCode: 'node.wrongParent' },
      5: { company: 'import.placeAmbiguous' },
    });
    expect([run.derived, countsOf(run)]).toEqual([0, [0, 0, 0, 4]]);
  });

  test('begin at the chosen node or at the own one, and never leave the own area', async () => {
    const manager = await createClient(server, await createUser(server, { node: north }));
    const run = await check(manager, [
      line({ Nr: 'K-1', Firma: 'North', Gebiet: 'Yorkshire' }),
      line({ Nr: 'K-2', Firma: '', Gebiet: 'Wales' }),
      line({ Nr: 'K-3', Firma: 'South' }),
    ]);
    expect(await cellErrorsOf(manager, run)).toEqual({ 4: { company: 'import.placeUnknown' } });
    expect(countsOf(await runToEnd(manager, run))).toEqual([5, 0, 0, 1]);
    expect(namesOf((await findNodeByCode(admin, 'K-1')).path)).toEqual(['Oak', 'North', 'Yorkshire', 'Bath']);

    const [stored] = await server.query<{ code: string }>('select code from nodes where id = $1', [region.id]);
    const parentCode = stored!.code;
    const below = await check(admin, [line({ Nr: 'K-5', Firma: '', Gebiet: '', Gruppe: 'Bath' })], {
      constants: { ...constants, parentCode },
    });
    expect([below.derived, countsOf(below)]).toEqual([0, [1, 0, 0, 0]]);
  });
});

describe('a file with other headings', () => {
  test('takes one value for all rows, time zones with an offset, and addresses with line breaks', async () => {
    const run = await check(admin, [
      line({ Nr: 'K-1', Zone: 'GMT+1:00 Europe/Andorra', Anschrift: '1 High Street\r\nSuite 2' }),
    ]);
    expect(run.constants).toEqual(constants);
    await runToEnd(admin, run);
    const { nodeId } = await findNodeByCode(admin, 'K-1');
    expect((await admin.get(nodeUrl({ id: nodeId }))).body.result).toMatchObject({
      country: 'GB',
      timeZone: 'Europe/Andorra',
      address: { street: '1 High Street Suite 2' },
    });
    const { columns: headings } = (await postHeader(admin, toCsv([line({})]))).body.result;
    expect((await postHeader(admin, toCsv([line({})]))).body.result).toEqual({
      columns: headings,
      mapping: columns,
      constants,
      source: 'remembered',
    });
  });

  test('proposes the levels above for its columns, and makes none without being asked', async () => {
    const { body } = await postHeader(admin, toCsv([line({})]));
    expect(body.result).toMatchObject({ mapping: columns, source: 'guessed' });
    const known = (await postHeader(admin, 'code,name,company\r\nA,B,C')).body.result;
    expect(known).toMatchObject({ mapping: ['code', 'name', 'company'], source: 'guessed' });
    const direct = await upload(admin, 'type,code,name,company\r\nSTORE,A,B,C');
    expect(direct.body.result).toMatchObject({ unknownColumns: ['company'], derived: 0 });
  });

  test.each([
    ['a column that is also in the file', { name: 'All' }],
    ['the key', { code: 'All' }],
    ['an unknown column', { colour: 'red' }],
  ])('is rejected with a value for all rows of %s', async (_what, invalidConstants) => {
    const { status, body } = await upload(admin, toCsv([line({ Nr: 'K-1' })]), {
      columns,
      constants: invalidConstants,
    });
    expect([status, body.messageCode, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      'import.mappingWrong',
      Object.keys(invalidConstants),
    ]);
  });
});
