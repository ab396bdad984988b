import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNode, type ApiClient, type TestNode } from '../../../test/builders.ts';
import {
  uploadAndCheck,
  countsOf,
  runToEnd,
  cellErrorsOf,
  toCsv,
  importFile,
  newBranch,
  findNodeByCode,
  rowsOf,
  treeState,
} from '../../../test/imports.ts';
import { startTestServer } from '../../../test/server.ts';
import { createSmallTree, auditEntriesOf, namesOf, nodeUrl } from '../../../test/small-tree.ts';

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

const nodeCodeOf = async (node: TestNode) =>
  (await server.query<{ code: string }>('select code from nodes where id = $1', [node.id]))[0]!.code;
const exportNodes = async (client: ApiClient) => (await client.get('/node-management/export')).text;

describe('a node import', () => {
  test('changes nothing during the check, then creates new nodes regardless of row order', async () => {
    const before = await treeState(server, org.id);
    const run = await uploadAndCheck(admin, toCsv(newBranch));
    expect([run.state, countsOf(run), run.rowCount]).toEqual(['ready', [4, 0, 0, 0], 4]);
    expect(await treeState(server, org.id)).toEqual(before);

    const done = await runToEnd(admin, run);
    expect([done.state, countsOf(done), done.done]).toEqual(['done', [4, 0, 0, 0], 4]);
    const bath = await findNodeByCode(admin, 'W-2');
    expect([bath.status, namesOf(bath.path)]).toEqual([false, ['Oak', 'West', 'Ÿorkshire "West" and more']]);
    expect(await findNodeByCode(admin, 'W-1')).toMatchObject({ name: '東京, 店', nodeType: 'STORE', status: true });
    expect(await auditEntriesOf(server, bath.nodeId)).toMatchObject([
      { action: 'node.created', after: { code: 'W-2', name: 'Bath', status: false } },
    ]);
  });

  test('reports its progress as an event stream', async () => {
    const { updates } = await importFile(admin, toCsv(newBranch));
    expect(updates.at(-1)).toMatchObject({ state: 'done', done: 4, toDo: 4 });
    expect(updates.every(({ state }) => ['running', 'done'].includes(state))).toBe(true);
  });

  test('updates, moves and disables existing nodes and keeps fields without a column', async () => {
    await admin.put(nodeUrl(store), {
      name: 'Briggate',
      code: 'BRIG',
      region: [],
      street: '1 High Street',
      city: 'Leeds',
      state: '',
      postCode: '',
      country: 'GB',
      timeZone: '',
      phoneNumber: '+44 113 496 0127',
      emailId: '',
    });
    const rows = [{ code: 'brig', name: 'Briggate New', parentCode: await nodeCodeOf(region), status: 'closed' }];
    const done = await importFile(admin, toCsv(rows));
    expect(countsOf(done)).toEqual([0, 1, 0, 0]);
    const { result } = (await admin.get(nodeUrl(store))).body;
    expect(result).toMatchObject({ name: 'Briggate New', code: 'brig', status: false, parentId: region.id });
    expect(result).toMatchObject({
      address: { street: '1 High Street', city: 'Leeds' },
      phoneNumber: '+44 113 496 0127',
    });
    expect((await auditEntriesOf(server, store.id)).map(({ action }) => action)).toEqual([
      'node.updated',
      'node.moved',
      'node.updated',
      'node.disabled',
    ]);
  });

  test('leaves an exported file unchanged, whatever characters its names contain', async () => {
    const names = [
      '=1+1',
      '+44',
      "'quoted",
      'a,b;c',
      'say "hi"',
      'ไทย',
      'العربية',
      'Ёлка',
      'é',
      '店 №1',
      '-',
      ' spaced ',
    ];
    for (const [index, name] of names.entries())
      await createNode(server, {
        parent: group,
        nodeType: 'STORE',
        name,
        code: `X${index}`,
        region: ['CHINA', 'REST_OF_WORLD'],
      });
    const content = await exportNodes(admin);
    const before = await treeState(server, org.id);
    const done = await importFile(admin, content);
    expect(countsOf(done)).toEqual([0, 0, 5 + names.length, 0]);
    expect(await treeState(server, org.id)).toEqual(before);
    expect(await exportNodes(admin)).toBe(content);
  });

  test.each([
    ['semicolons', (text: string) => text.replaceAll(',', ';')],
    ['tabs', (text: string) => text.replaceAll(',', '\t')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['line feeds only', (text: string) => text.replaceAll('\r\n', '\n')],
    [
      'a header in other letter case',
      (text: string) => text.replace('parentCode', 'PARENT_code').replace('type', ' Type'),
    ],
    ['empty rows and columns', (text: string) => text.replaceAll('\r\n', ',,\r\n,,,,,,\r\n')],
    ['an empty line before it', (text: string) => `\r\n${text.replaceAll(',', ';')}`],
    ['a sep= line', (text: string) => `sep=;\r\n${text.replaceAll(',', ';')}`],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['another order of columns', () => toCsv(newBranch.map(({ type, ...row }) => ({ ...row, type })))],
  ] as const)('accepts a file with %s', async (_what, written) => {
    const simple = toCsv(newBranch.map((row) => ({ ...row, name: row.code })));
    expect(countsOf(await uploadAndCheck(admin, written(simple)))).toEqual([4, 0, 0, 0]);
  });

  test('reports unknown columns and ignores its own errors column', async () => {
    const run = await uploadAndCheck(admin, toCsv(newBranch.map((row) => ({ ...row, Manager: 'Ada', Errors: 'x' }))));
    expect([run.unknownColumns, countsOf(run)]).toEqual([['Manager'], [4, 0, 0, 0]]);
  });
});

describe('an invalid row of a node import', () => {
  test('is reported with every invalid cell and does not affect other rows', async () => {
    const parentCode = await nodeCodeOf(region);
    const rows = [
      { type: 'STORE', code: 'OK', name: 'Good', parentCode, country: 'GB', timeZone: '', emailId: '', status: '' },
      {
        type: 'SHOP',
        code: 'S1',
        name: '',
        parentCode,
        country: 'Narnia',
        timeZone: 'Mars',
        emailId: 'x',
        status: 'maybe',
      },
      { type: 'STORE', code: '', name: 'No code', parentCode: '', country: '', timeZone: '', emailId: '', status: '' },
      { type: 'STORE', code: 'S3', name: '=cmd|calc', parentCode, country: '', timeZone: '', emailId: '', status: '' },
      { type: 'COMPANY', code: 'S4', name: 'Low', parentCode, country: '', timeZone: '', emailId: '', status: '' },
      {
        type: 'STORE',
        code: 'S5',
        name: 'Lost',
        parentCode: 'nowhere',
        country: '',
        timeZone: '',
        emailId: '',
        status: '',
      },
      { type: 'STORE', code: 'S6', name: 'One', parentCode, country: '', timeZone: '', emailId: '', status: '' },
      { type: 'STORE', code: 's6', name: 'Two', parentCode, country: '', timeZone: '', emailId: '', status: '' },
      {
        type: 'STORE_GROUP',
        code: 'BRIG',
        name: 'Kind',
        parentCode,
        country: '',
        timeZone: '',
        emailId: '',
        status: '',
      },
      {
        type: 'STORE',
        code: 'S9',
        name: 'Below',
        parentCode: 'S4',
        country: '',
        timeZone: '',
        emailId: '',
        status: '',
      },
    ];
    const run = await uploadAndCheck(admin, toCsv(rows));
    expect(await cellErrorsOf(admin, run)).toEqual({
      3: {
        type: 'field.invalid',
        name: 'field.required',
        country: 'import.countryUnknown',
        timeZone: 'field.timeZone',
        emailId: 'field.email',
        status: 'field.invalid',
      },
      4: { code: 'field.required', parentCode: 'field.required' },
      5: { name: 'import.formula' },
      6: { parentCode: 'node.wrongParent' },
      7: { parentCode: 'import.parentUnknown' },
      8: { code: 'import.twice' },
      9: { code: 'import.twice' },
      10: { type: 'import.typeFixed' },
      11: { parentCode: 'import.parentWrong' },
    });
    const doubles = (await rowsOf(admin, run, 'wrong')).filter(({ row }) => row === 8 || row === 9);
    expect(doubles.map(({ faults }) => faults[0]!.rows)).toEqual([[9], [8]]);
    expect(countsOf(run)).toEqual([1, 0, 0, 9]);
    const done = await runToEnd(admin, run);
    expect(countsOf(done)).toEqual([1, 0, 0, 9]);
    expect(await findNodeByCode(admin, 'OK')).toBeDefined();
    expect(await findNodeByCode(admin, 'S6')).toBeUndefined();
  });

  test('is reported if it is part of a circle of parents or depends on one', async () => {
    const run = await uploadAndCheck(
      admin,
      toCsv([
        { type: 'STORE_GROUP', code: 'A', name: 'A', parentCode: 'B' },
        { type: 'SUB_STORE_GROUP', code: 'B', name: 'B', parentCode: 'C' },
        { type: 'STORE_GROUP', code: 'C', name: 'C', parentCode: 'A' },
        { type: 'TRADING_REGION', code: 'D', name: 'D', parentCode: 'D' },
        { type: 'STORE', code: 'E', name: 'E', parentCode: 'A' },
      ]),
    );
    const cellErrors = await cellErrorsOf(admin, run);
    for (const row of [2, 3, 4, 5]) expect(cellErrors[row]).toMatchObject({ parentCode: expect.stringContaining('.') });
    const circles = (await rowsOf(admin, run)).filter(({ faults: all }) =>
      all.some(({ messageCode }) => messageCode === 'import.circle'),
    );
    expect(circles.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
    expect(cellErrors[6]).toEqual({ parentCode: 'import.parentWrong' });
    expect(countsOf(run)).toEqual([0, 0, 0, 5]);
  });

  test('is reported if it has more cells than the header, so that no cell is shifted', async () => {
    const run = await uploadAndCheck(admin, `type,code,name,parentCode\nCOMPANY,Z1,Zed, Ltd,\nCOMPANY,Z2,Zed\n`);
    expect(countsOf(run)).toEqual([1, 0, 0, 1]);
    expect(await cellErrorsOf(admin, run)).toMatchObject({ 2: { parentCode: 'import.parentUnknown' } });
    const withExtraCell = await uploadAndCheck(admin, `type,code,name\nCOMPANY,Z1,Zed,Ltd\n`);
    expect(await cellErrorsOf(admin, withExtraCell)).toEqual({ 2: { row: 'import.cellsBeyond' } });
    const reuploaded = await uploadAndCheck(admin, `type,code,name,,errors\nCOMPANY,Z1,Zed,Ltd,too many\n`);
    expect(await cellErrorsOf(admin, reuploaded)).toEqual({ 2: { row: 'import.cellsBeyond' } });
    expect(reuploaded.unknownColumns).toEqual([]);
  });

  test('is reported if it would hide a node on every portal', async () => {
    const run = await uploadAndCheck(
      admin,
      toCsv([{ type: 'COMPANY', code: 'CN', name: 'East', parentCode: '', region: 'China' }]),
    );
    expect(await cellErrorsOf(admin, run)).toEqual({ 2: { region: 'node.hiddenEverywhere' } });
  });
});
