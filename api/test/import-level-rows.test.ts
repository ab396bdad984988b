import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from './builders.ts';
import { countsOf, findNodeByCode, importsAt, nodeImportUrl, toCsv } from './imports.ts';
import { startTestServer } from './server.ts';
import { createSmallTree, namesOf } from './small-tree.ts';

const server = await startTestServer();
const { upload, waitUntilIdle, runToEnd, rowsOf, cellErrorsOf } = importsAt(nodeImportUrl);
let admin: ApiClient;

beforeAll(async () => {
  // the import engine runs only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ admin } = await createSmallTree(server));
});

const columns = ['type', 'code', 'name', 'parentCode', 'company', 'tradingRegion', 'storeGroup'] as const;
type Row = Partial<Record<(typeof columns)[number], string>>;

const company = { type: 'COMPANY', code: 'OWN-C', name: 'Kestrel' };
const region = { type: 'TRADING_REGION', code: 'OWN-R', name: 'West', parentCode: 'OWN-C' };
const group = { type: 'STORE_GROUP', code: 'OWN-G', name: 'Bath', parentCode: 'OWN-R' };
const store = (code: string, names: Row = {}) => ({
  type: 'STORE',
  code,
  name: `Store ${code}`,
  company: 'kestrel',
  tradingRegion: 'West',
  storeGroup: ' Bath ',
  ...names,
});

async function check(rows: readonly Row[]) {
  const lines = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])));
  const { status, body, text } = await upload(admin, toCsv(lines), { columns });
  if (status !== 200) throw new Error(text);
  return waitUntilIdle(admin, body.result.id);
}

describe('a node above stores that has a row of its own in the file', () => {
  const named = {
    company,
    region: { ...region, parentCode: '', company: 'KESTREL' },
    group: { ...group, parentCode: '', company: 'Kestrel', tradingRegion: ' WEST' },
  };
  const own: [string, Row[]][] = [
    ['a company', [company]],
    ['a region below it by code', [company, region]],
    ['a group below it by code', [company, region, group]],
    ['a region below it by name', [named.company, named.region]],
    ['a group below it by name', [named.company, named.region, named.group]],
    ['a group below a region that the file only names', [company, named.group]],
  ];
  const orders: [string, (rows: Row[], stores: Row[]) => Row[]][] = [
    ['first', (rows, stores) => [...rows, ...stores]],
    ['last', (rows, stores) => [...stores, ...rows.toReversed()]],
    ['in between', (rows, stores) => [stores[0]!, ...rows.toReversed(), stores[1]!]],
  ];

  test.each(own.flatMap(([what, rows]) => orders.map(([where, order]) => [what, where, rows, order] as const)))(
    'is that row and not created a second time: %s, %s in the file',
    async (_what, _where, rows, order) => {
      const run = await check(order([...rows], [store('S-1'), store('S-2')]));
      expect([run.derived, countsOf(run)]).toEqual([3 - rows.length, [5, 0, 0, 0]]);
      expect(countsOf(await runToEnd(admin, run))).toEqual([5, 0, 0, 0]);
      for (const code of ['S-1', 'S-2'])
        expect(namesOf((await findNodeByCode(admin, code)).path)).toEqual(['Oak', 'Kestrel', 'West', 'Bath']);
      for (const { code, name } of rows) expect(await findNodeByCode(admin, code!)).toMatchObject({ code, name });

      const again = await check(order([...rows], [store('S-1'), store('S-2')]));
      expect([again.derived, countsOf(again)]).toEqual([0, [0, 0, rows.length + 2, 0]]);
    },
  );

  test('takes its stores along when the row renames it or moves it', async () => {
    const first = await check([company, region, group, { ...company, code: 'OTHER', name: 'Other' }, store('S-1')]);
    await runToEnd(admin, first);
    const rows = [
      store('S-2', { company: 'Other', tradingRegion: 'New West' }),
      { ...region, name: 'New West', parentCode: 'OTHER' },
    ];
    const run = await check(rows);
    expect([run.derived, countsOf(run), await cellErrorsOf(admin, run)]).toEqual([0, [1, 1, 0, 0], {}]);
    await runToEnd(admin, run);
    for (const code of ['S-1', 'S-2'])
      expect(namesOf((await findNodeByCode(admin, code)).path)).toEqual(['Oak', 'Other', 'New West', 'Bath']);
  });

  test('refuses the rows below it when it is invalid, has no code, or shares its name', async () => {
    const run = await check([
      { ...company, code: '' },
      store('S-1'),
      { ...company, code: 'BAD', name: 'Bad', parentCode: 'NOWHERE' },
      { ...company, code: 'TWIN-1', name: 'Twin' },
      { ...company, code: 'TWIN-2', name: 'TWIN' },
      store('S-2', { company: 'Twin' }),
      { ...company, code: 'TWICE', name: 'Twice' },
      { ...company, code: 'twice', name: 'Twice too' },
      store('S-3', { company: 'Twice', tradingRegion: '', storeGroup: '' }),
    ]);
    expect(await cellErrorsOf(admin, run)).toEqual({
      2: { code: 'field.required' },
      3: { company: 'import.parentWrong' },
      4: { parentCode: 'import.parentUnknown' },
      7: { company: 'import.placeAmbiguous' },
      8: { code: 'import.twice' },
      9: { code: 'import.twice' },
      10: { parentCode: 'import.parentWrong' },
    });
    expect((await rowsOf(admin, run)).filter(({ row }) => row < 0)).toEqual([]);
  });
});
