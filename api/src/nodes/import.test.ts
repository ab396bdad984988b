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
  placeWith,
  rowsOf,
  stateOfTree,
} from '../../test/imports.ts';
import { aServer } from '../../test/server.ts';
import { aSmallTree, marksOf, namesOf, ofNode } from '../../test/small-tree.ts';

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

const codeOfPlace = async (place: Place) =>
  (await house.rows<{ code: string }>('select code from nodes where id = $1', [place.id]))[0]!.code;
const exported = async (caller: Caller) => (await caller.get('/node-management/export')).body.result;

describe('a file of places', () => {
  test('is checked without changing anything, then makes what is new, in whatever order its rows stand', async () => {
    const before = await stateOfTree(house, org.id);
    const run = await checked(admin, fileOf(newBranch));
    expect([run.state, countsOf(run), run.rowCount]).toEqual(['ready', [4, 0, 0, 0], 4]);
    expect(await stateOfTree(house, org.id)).toEqual(before);

    const done = await ended(admin, run);
    expect([done.state, countsOf(done), done.done]).toEqual(['done', [4, 0, 0, 0], 4]);
    const bath = await placeWith(admin, 'W-2');
    expect([bath.status, namesOf(bath.path)]).toEqual([false, ['Oak', 'West', 'Ÿorkshire "West" and more']]);
    expect(await placeWith(admin, 'W-1')).toMatchObject({ name: '東京, 店', nodeType: 'STORE', status: true });
    expect(await marksOf(house, bath.nodeId)).toMatchObject([
      { action: 'node.created', after: { code: 'W-2', name: 'Bath', status: false } },
    ]);
  });

  test('tells of each step while it goes on', async () => {
    const { told } = await imported(admin, fileOf(newBranch));
    expect(told.at(-1)).toMatchObject({ state: 'done', done: 4, toDo: 4 });
    expect(told.every(({ state }) => ['running', 'done'].includes(state))).toBe(true);
  });

  test('changes what is there, moves it and closes it, and leaves alone what it has no column for', async () => {
    await admin.put(ofNode(store), {
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
    const rows = [{ code: 'brig', name: 'Briggate New', parentCode: await codeOfPlace(region), status: 'closed' }];
    const done = await imported(admin, fileOf(rows));
    expect(countsOf(done)).toEqual([0, 1, 0, 0]);
    const { result } = (await admin.get(ofNode(store))).body;
    expect(result).toMatchObject({ name: 'Briggate New', code: 'brig', status: false, parentId: region.id });
    expect(result).toMatchObject({
      address: { street: '1 High Street', city: 'Leeds' },
      phoneNumber: '+44 113 496 0127',
    });
    expect((await marksOf(house, store.id)).map(({ action }) => action)).toEqual([
      'node.updated',
      'node.moved',
      'node.updated',
      'node.disabled',
    ]);
  });

  test('that was exported imports again unchanged, whatever stands in its names', async () => {
    const names = [
      '=1+1',
      '+44',
      "'quoted",
      'a,b;c',
      'say "hi"',
      'ไทย',
      'العربية',
      'Ёлка',
      'e\u0301',
      '店 №1',
      '-',
      ' spaced ',
    ];
    for (const [index, name] of names.entries())
      await aNode(house, {
        parent: group,
        nodeType: 'STORE',
        name,
        code: `X${index}`,
        region: ['CHINA', 'REST_OF_WORLD'],
      });
    const { content, rowCount } = await exported(admin);
    expect(rowCount).toBe(5 + names.length);
    const before = await stateOfTree(house, org.id);
    const done = await imported(admin, content);
    expect(countsOf(done)).toEqual([0, 0, rowCount, 0]);
    expect(await stateOfTree(house, org.id)).toEqual(before);
    expect((await exported(admin)).content).toBe(content);
  });

  test.each([
    ['semicolons', (text: string) => text.replaceAll(',', ';')],
    ['tabs', (text: string) => text.replaceAll(',', '\t')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['line feeds alone', (text: string) => text.replaceAll('\r\n', '\n')],
    ['a head in other letters', (text: string) => text.replace('parentCode', 'PARENT_code').replace('type', ' Type')],
    ['empty rows and columns', (text: string) => text.replaceAll('\r\n', ',,\r\n,,,,,,\r\n')],
    ['an empty line before it', (text: string) => `\r\n${text.replaceAll(',', ';')}`],
    ['its separator in a line before it', (text: string) => `sep=;\r\n${text.replaceAll(',', ';')}`],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['another order of columns', () => fileOf(newBranch.map(({ type, ...row }) => ({ ...row, type })))],
  ] as const)('is understood with %s', async (_what, written) => {
    const simple = fileOf(newBranch.map((row) => ({ ...row, name: row.code })));
    expect(countsOf(await checked(admin, written(simple)))).toEqual([4, 0, 0, 0]);
  });

  test('tells of columns it does not know, and passes over its own column of errors', async () => {
    const run = await checked(admin, fileOf(newBranch.map((row) => ({ ...row, Manager: 'Ada', Errors: 'x' }))));
    expect([run.unknownColumns, countsOf(run)]).toEqual([['Manager'], [4, 0, 0, 0]]);
  });
});

describe('a row that cannot be taken', () => {
  test('is told with each cell that is wrong, and costs no other row', async () => {
    const r = await codeOfPlace(region);
    const rows = [
      { type: 'STORE', code: 'OK', name: 'Good', parentCode: r, country: 'GB', timeZone: '', emailId: '', status: '' },
      {
        type: 'SHOP',
        code: 'S1',
        name: '',
        parentCode: r,
        country: 'Britain',
        timeZone: 'Mars',
        emailId: 'x',
        status: 'maybe',
      },
      { type: 'STORE', code: '', name: 'No code', parentCode: '', country: '', timeZone: '', emailId: '', status: '' },
      {
        type: 'STORE',
        code: 'S3',
        name: '=cmd|calc',
        parentCode: r,
        country: '',
        timeZone: '',
        emailId: '',
        status: '',
      },
      { type: 'COMPANY', code: 'S4', name: 'Low', parentCode: r, country: '', timeZone: '', emailId: '', status: '' },
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
      { type: 'STORE', code: 'S6', name: 'One', parentCode: r, country: '', timeZone: '', emailId: '', status: '' },
      { type: 'STORE', code: 's6', name: 'Two', parentCode: r, country: '', timeZone: '', emailId: '', status: '' },
      {
        type: 'STORE_GROUP',
        code: 'BRIG',
        name: 'Kind',
        parentCode: r,
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
    const run = await checked(admin, fileOf(rows));
    expect(await faultsOf(admin, run)).toEqual({
      3: {
        type: 'field.invalid',
        name: 'field.required',
        country: 'field.invalid',
        timeZone: 'field.invalid',
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
    expect(countsOf(run)).toEqual([1, 0, 0, 9]);
    const done = await ended(admin, run);
    expect(countsOf(done)).toEqual([1, 0, 0, 9]);
    expect(await placeWith(admin, 'OK')).toBeDefined();
    expect(await placeWith(admin, 'S6')).toBeUndefined();
  });

  test('is one of a circle, each of them named, and what hangs on them as well', async () => {
    const run = await checked(
      admin,
      fileOf([
        { type: 'STORE_GROUP', code: 'A', name: 'A', parentCode: 'B' },
        { type: 'SUB_STORE_GROUP', code: 'B', name: 'B', parentCode: 'C' },
        { type: 'STORE_GROUP', code: 'C', name: 'C', parentCode: 'A' },
        { type: 'TRADING_REGION', code: 'D', name: 'D', parentCode: 'D' },
        { type: 'STORE', code: 'E', name: 'E', parentCode: 'A' },
      ]),
    );
    const faults = await faultsOf(admin, run);
    for (const row of [2, 3, 4, 5]) expect(faults[row]).toMatchObject({ parentCode: expect.stringContaining('.') });
    const circles = (await rowsOf(admin, run)).filter(({ faults: all }) =>
      all.some(({ messageCode }) => messageCode === 'import.circle'),
    );
    expect(circles.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
    expect(faults[6]).toEqual({ parentCode: 'import.parentWrong' });
    expect(countsOf(run)).toEqual([0, 0, 0, 5]);
  });

  test('has more cells than there are columns, so nothing is shifted into another one', async () => {
    const run = await checked(admin, `type,code,name,parentCode\nCOMPANY,Z1,Zed, Ltd,\nCOMPANY,Z2,Zed\n`);
    expect(countsOf(run)).toEqual([1, 0, 0, 1]);
    expect(await faultsOf(admin, run)).toMatchObject({ 2: { parentCode: 'import.parentUnknown' } });
    const wide = await checked(admin, `type,code,name\nCOMPANY,Z1,Zed,Ltd\n`);
    expect(await faultsOf(admin, wide)).toEqual({ 2: { row: 'import.cellsBeyond' } });
    const handedBack = await checked(admin, `type,code,name,,errors\nCOMPANY,Z1,Zed,Ltd,too many\n`);
    expect(await faultsOf(admin, handedBack)).toEqual({ 2: { row: 'import.cellsBeyond' } });
    expect(handedBack.unknownColumns).toEqual([]);
  });

  test('is one that hides a place from everybody', async () => {
    const run = await checked(
      admin,
      fileOf([{ type: 'COMPANY', code: 'CN', name: 'East', parentCode: '', region: 'China' }]),
    );
    expect(await faultsOf(admin, run)).toEqual({ 2: { region: 'node.hiddenEverywhere' } });
  });
});
