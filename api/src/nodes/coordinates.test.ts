import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createNode, type TestNode } from '../../test/builders.ts';
import {
  cellErrorsOf,
  importFile,
  importsAt,
  nodeImportUrl,
  runToEnd,
  toCsv,
  upload,
  uploadAndCheck,
  waitUntilIdle,
} from '../../test/imports.ts';
import { startTestServer } from '../../test/server.ts';
import { auditEntriesOf, createSmallTree, nodeUrl, postNode, uniqueNodeInput } from '../../test/small-tree.ts';

const server = await startTestServer();
const { postHeader } = importsAt(nodeImportUrl);
let admin: ApiClient;
let org: TestNode;
let group: TestNode;
let store: TestNode;

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 }); // the import engine runs only while the server listens
  ({ admin, org, group, store } = await createSmallTree(server));
});

const berlin = { latitude: 52.520008, longitude: 13.404954 };
const put = (body: object) => admin.put(nodeUrl(store), { ...uniqueNodeInput(), ...body });

test('a node is created with coordinates, keeps them when they are omitted, and loses them by null', async () => {
  const created = await postNode(admin, group, 'STORE', berlin);
  expect([created.status, created.body.result]).toMatchObject([200, berlin]);
  const url = nodeUrl({ id: created.body.result.nodeId });
  const save = async (body: object) => (await admin.put(url, { ...uniqueNodeInput(), ...body })).body.result;
  expect(await save({})).toMatchObject(berlin);
  expect(await save({ latitude: '-33,8688197', longitude: '151.2093' })).toMatchObject({
    latitude: -33.86882,
    longitude: 151.2093,
  });
  expect(await save({ latitude: null, longitude: null })).toMatchObject({ latitude: null, longitude: null });
});

test.each([
  [{ latitude: 52.5 }, 'longitude', 'field.coordinatesIncomplete'],
  [{ latitude: null, longitude: 13.4 }, 'latitude', 'field.coordinatesIncomplete'],
  [{ latitude: 90.000001, longitude: 13.4 }, 'latitude', 'field.latitude'],
  [{ latitude: 52.5, longitude: '-181' }, 'longitude', 'field.longitude'],
  [{ latitude: 52.5, longitude: 'east' }, 'longitude', 'field.longitude'],
])('the coordinates %j are rejected at the field %s with %s', async (body, path, messageCode) => {
  const { status, body: response } = await put(body);
  expect([status, response.messageCode, response.errors]).toMatchObject([
    400,
    'input.invalid',
    [{ path, messageCode }],
  ]);
});

test('the database refuses a latitude without a longitude, and one beyond the pole', async () => {
  for (const values of ['latitude = 1', 'latitude = 91, longitude = 1', "latitude = 'NaN', longitude = 1"])
    await expect(server.query(`update nodes set ${values} where id = $1`, [store.id])).rejects.toThrow(
      'node_coordinates',
    );
});

test('a change of coordinates is audited with the values before and after', async () => {
  await put(berlin);
  await put({ latitude: 48.1, longitude: 11.5 });
  expect((await auditEntriesOf(server, store.id)).at(-1)).toMatchObject({
    action: 'node.updated',
    before: berlin,
    after: { latitude: 48.1, longitude: 11.5 },
  });
});

test('exported coordinates are imported again without a change, also south, west and at zero', async () => {
  const positions = [
    [-33.868, -70.5],
    [0, 0],
    [0.000001, -0.5],
  ];
  for (const [latitude, longitude] of positions)
    await createNode(server, { parent: group, nodeType: 'STORE', latitude, longitude });
  const { text: content } = await admin.get('/node-management/export');
  expect(content).toContain(',-33.868,-70.5,');
  expect(content).toContain(',0,0,');
  const run = await uploadAndCheck(admin, content);
  expect([run.state, run.created, run.updated, run.wrong]).toEqual(['ready', 0, 0, 0]);
});

test('an import sets, keeps and clears coordinates by columns of other names', async () => {
  const code = await codeOf(store);
  const stored = async () => (await admin.get(nodeUrl(store))).body.result;
  await put({ code, ...berlin });
  await importFile(admin, toCsv([{ code, name: 'Renamed' }]));
  expect(await stored()).toMatchObject({ name: 'Renamed', ...berlin });
  const file = toCsv([{ code, Breitengrad: '48,137', lng: '11,575' }]);
  const { mapping: columns } = (await postHeader(admin, file)).body.result;
  expect(columns).toEqual(['code', 'latitude', 'longitude']);
  const { id } = (await upload(admin, file, { columns })).body.result;
  await runToEnd(admin, await waitUntilIdle(admin, id));
  expect(await stored()).toMatchObject({ latitude: 48.137, longitude: 11.575 });
  await importFile(admin, toCsv([{ code, latitude: '', longitude: '' }]));
  expect(await stored()).toMatchObject({ latitude: null, longitude: null });
});

test.each([
  ['91', '0', 'latitude', 'field.latitude'],
  ['1', '999', 'longitude', 'field.longitude'],
  ['1', '', 'longitude', 'field.coordinatesIncomplete'],
  ['', '1', 'latitude', 'field.coordinatesIncomplete'],
  ['52.52, 13.4', '13.4', 'latitude', 'field.latitude'],
  ["1'; drop table nodes; --", '1', 'latitude', 'field.latitude'],
  ['9'.repeat(400), '1', 'latitude', 'field.latitude'],
  ['٤٢', '1', 'latitude', 'field.latitude'],
  ['=1+1', '1', 'latitude', 'field.latitude'],
])(
  'an import refuses the cells %j and %j at the column %s with %s',
  async (latitude, longitude, column, messageCode) => {
    const run = await uploadAndCheck(admin, toCsv([{ code: await codeOf(store), latitude, longitude }]));
    expect(run.wrong).toBe(1);
    expect(await cellErrorsOf(admin, run)).toEqual({ 2: { [column]: messageCode } });
  },
);

async function codeOf(node: TestNode) {
  const [row] = await server.query<{ code: string }>('select code from nodes where id = $1', [node.id]);
  return row!.code;
}

test('a node without coordinates has none in its record', async () => {
  expect((await admin.get(nodeUrl(org))).body.result).toMatchObject({ latitude: null, longitude: null });
});
