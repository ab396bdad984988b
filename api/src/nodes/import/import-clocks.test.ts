import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../../test/builders.ts';
import { nodeImportUrl, runToEnd, toCsv, uploadAndCheck } from '../../../test/imports.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let region: TestNode;
let admin: ApiClient;
let regional: ApiClient;

beforeAll(async () => {
  // the import engine runs only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server);
  const company = await createNode(server, {
    parent: org,
    nodeType: 'COMPANY',
    code: 'C',
    time_zone: 'Europe/London',
  });
  region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', code: 'R' });
  const tokyo = await createNode(server, {
    parent: company,
    nodeType: 'TRADING_REGION',
    code: 'T',
    time_zone: 'Asia/Tokyo',
  });
  const store = await createNode(server, { parent: region, nodeType: 'STORE', code: 'R-1' });
  const tokyoStore = await createNode(server, { parent: tokyo, nodeType: 'STORE', code: 'T-1' });
  admin = await createClient(server, await createUser(server, { node: org }));
  regional = await createClient(server, await createUser(server, { node: region }));
  for (const node of [company, region, store, tokyoStore])
    await admin.put(`/node-management/node/${node.id}/settings/ebasketDisplay`, {
      fields: { displayName: { value: 'Autumn sale' } },
      startsAt: '2036-10-01T08:00',
    });
});

const types = { C: 'COMPANY', R: 'TRADING_REGION', T: 'TRADING_REGION', 'R-1': 'STORE', 'T-1': 'STORE' } as const;
const fileOf = (zones: Partial<Record<keyof typeof types, string>>) =>
  toCsv(Object.entries(zones).map(([code, timeZone]) => ({ type: types[code as keyof typeof types], code, timeZone })));
/** How many plans the check of a file finds; the file is discarded. */
const shiftedBy = async (file: string, client = admin) => {
  const { id, state, shiftedPlans } = await uploadAndCheck(client, file);
  expect(state).toBe('ready');
  await client.delete(`${nodeImportUrl}/${id}`);
  return shiftedPlans;
};

describe('the check of a node import says how many planned changes start at another local time', () => {
  test.each([
    ['of a company and all nodes below without a time zone of their own', { C: 'Europe/Berlin' }, 3],
    ['of a region and its store', { R: 'Asia/Tokyo' }, 2],
    ['without those of a region that keeps its clock', { C: 'Europe/Berlin', R: 'Europe/London' }, 1],
    ['each once, where a company and a region change', { C: 'Europe/Berlin', R: 'Asia/Tokyo', 'R-1': 'UTC' }, 3],
    ['without those that get the time zone of the node above, if it is the same', { C: 'Asia/Tokyo', T: '' }, 3],
    ['of a node that loses its time zone', { T: '' }, 1],
    ['without those of a row that is not valid', { C: 'Mars/Olympus', R: 'Asia/Tokyo' }, 2],
    ['none where the time zone only gets the name it has', { R: 'Europe/London', T: 'Asia/Tokyo' }, 0],
  ])('%s', async (_, zones, count) => {
    expect(await shiftedBy(fileOf(zones))).toBe(count);
  });

  test('of a node that moves below another clock, unless it has one of its own then', async () => {
    const move = { type: 'STORE', code: 'R-1', parentCode: 'T' };
    expect(await shiftedBy(toCsv([move]))).toBe(1);
    expect(await shiftedBy(toCsv([{ ...move, timeZone: 'Europe/London' }]))).toBe(0);
    const newRegion = { type: 'TRADING_REGION', code: 'N', parentCode: 'C', name: 'North' };
    const moveToNew = { ...move, parentCode: 'N', name: 'Leeds' };
    expect(
      await shiftedBy(
        toCsv([
          { ...newRegion, timeZone: 'Europe/Berlin' },
          { ...moveToNew, timeZone: '' },
        ]),
      ),
    ).toBe(1);
  });

  test('also to a user whose own node takes its clock from above', async () => {
    expect(await shiftedBy(fileOf({ 'R-1': 'Europe/London' }), regional)).toBe(0);
    expect(await shiftedBy(fileOf({ 'R-1': 'Europe/Berlin' }), regional)).toBe(1);
  });

  test('and keeps the number when the file is imported', async () => {
    const run = await uploadAndCheck(admin, fileOf({ T: 'Asia/Seoul', 'R-1': 'Europe/Berlin' }));
    expect(run.shiftedPlans).toBe(2);
    expect(await runToEnd(admin, run)).toMatchObject({ state: 'done', updated: 2, shiftedPlans: 2 });
  });
});
