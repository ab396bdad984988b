import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aUser, type Caller, everyRight, type Place, signedIn } from './builders.ts';
import { checked, countsOf, faultsOf, fileOf, imported, newBranch, nodeImportUrl, rested } from './imports.ts';
import { aServer } from './server.ts';
import { aSmallTree, codeOf, ofNode } from './small-tree.ts';

const house = await aServer();
let org: Place;
let north: Place;
let region: Place;
let store: Place;
let admin: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, north, region, store, admin } = await aSmallTree(house));
});

const codeOfPlace = async (place: Place) =>
  (await house.rows<{ code: string }>('select code from nodes where id = $1', [place.id]))[0]!.code;
const exported = async (caller: Caller) => (await caller.get('/node-management/export')).body.result;

describe('whoever imports', () => {
  test('reaches no further than on the screen', async () => {
    const manager = await signedIn(house, await aUser(house, { at: north }));
    const southCode = 'SOUTH-1';
    await house.rows(`update nodes set code = $2, code_norm = lower($2) where org_id = $1 and name = 'South'`, [
      org.id,
      southCode,
    ]);
    const run = await checked(
      manager,
      fileOf([
        { type: 'TRADING_REGION', code: 'IN', name: 'In', parentCode: await codeOfPlace(north) },
        { type: 'TRADING_REGION', code: 'OUT', name: 'Out', parentCode: southCode },
        { type: 'COMPANY', code: southCode, name: 'Mine now', parentCode: '' },
        { type: 'COMPANY', code: 'NEW', name: 'New', parentCode: '' },
        { type: 'COMPANY', code: await codeOfPlace(north), name: 'Own', parentCode: 'x' },
      ]),
    );
    expect(countsOf(run)).toEqual([1, 0, 0, 4]);
    expect(await faultsOf(manager, run)).toEqual({
      3: { parentCode: 'import.parentWrong' },
      4: { code: 'import.takenOutside', parentCode: 'field.required' },
      5: { parentCode: 'field.required' },
      6: { parentCode: 'import.parentUnknown' },
    });
    expect((await exported(manager)).content).not.toContain(southCode);
  });

  test.each([
    ['create_node', { code: 'N1', type: 'COMPANY', name: 'N' }],
    ['edit_node_details', { code: 'BRIG', name: 'Other' }],
    ['enabled_node', { code: 'BRIG', status: 'disabled' }],
    ['enabled_node', { code: 'N2', type: 'COMPANY', name: 'N', status: 'disabled' }],
  ])('needs %s for a row as for the button', async (right, row) => {
    const rights = everyRight.filter((one) => one !== right);
    const clerk = await signedIn(house, await aUser(house, { at: org, rights }));
    const file = fileOf([row]);
    const faults = Object.values((await faultsOf(clerk, await checked(clerk, file)))[2] ?? {});
    expect(faults).toContain('import.rightMissing');
    expect(countsOf(await checked(admin, file))[3]).toBe(0);
  });

  test('neither closes nor moves their own place', async () => {
    const manager = await signedIn(house, await aUser(house, { at: region }));
    const run = await checked(manager, fileOf([{ code: await codeOfPlace(region), status: 'closed' }]));
    expect(await faultsOf(manager, run)).toEqual({ 2: { status: 'node.ownPlace' } });
  });

  test('sees the imports of their own area alone, and what stands in them', async () => {
    const manager = await signedIn(house, await aUser(house, { at: north }));
    const run = await checked(admin, fileOf(newBranch));
    const own = await checked(manager, fileOf([{ code: 'BRIG', name: 'B' }]));
    const list = (await manager.get(nodeImportUrl)).body;
    expect([list.total, list.result[0].id]).toEqual([1, own.id]);
    for (const path of ['', '/rows'])
      expect(codeOf(await manager.get(`${nodeImportUrl}/${run.id}${path}`))).toEqual([404, 'import.unknown']);
    for (const how of ['start', 'stop', 'undo'])
      expect(codeOf(await manager.put(`${nodeImportUrl}/${run.id}/${how}`))).toEqual([404, 'import.unknown']);
    expect(codeOf(await manager.delete(`${nodeImportUrl}/${run.id}`))).toEqual([404, 'import.unknown']);
    expect((await admin.get(`${nodeImportUrl}/${own.id}/rows`)).status).toBe(200);
  });

  test('and loses the right meanwhile, imports no further', async () => {
    const manager = await signedIn(house, await aUser(house, { at: north }));
    const run = await checked(manager, fileOf([{ code: 'BRIG', name: 'Changed' }]));
    await house.rows(`update import_runs set next_try = clock() + interval '1 hour' where id = $1`, [run.id]);
    await house.rows(`update import_runs set state = 'running', cursor_rank = null where id = $1`, [run.id]);
    await house.rows('update users set status = false where id = $1', [manager.person.id]);
    await house.rows('update import_runs set next_try = clock() where id = $1', [run.id]);
    expect(await rested(admin, run.id)).toMatchObject({ state: 'failed', fault: 'import.personGone' });
    expect((await admin.get(ofNode(store))).body.result.name).toBe('Briggate');
  });

  test('takes an import back by the rights of the buttons alone', async () => {
    const made = await imported(admin, fileOf(newBranch));
    const clerk = await signedIn(house, await aUser(house, { at: org, rights: ['edit_node', 'edit_node_details'] }));
    expect((await clerk.get(`${nodeImportUrl}/${made.id}`)).body.result.can.undo).toBe(false);
    expect(codeOf(await clerk.put(`${nodeImportUrl}/${made.id}/undo`))).toEqual([409, 'import.undoRight']);
    const changed = await imported(admin, fileOf([{ code: 'BRIG', status: 'disabled' }]));
    expect(codeOf(await clerk.put(`${nodeImportUrl}/${changed.id}/undo`))).toEqual([409, 'import.undoRight']);
    expect((await admin.get(ofNode(store))).body.result.status).toBe(false);
  });

  test('is written down with where they started it from, not where it was uploaded', async () => {
    const run = await checked(admin, fileOf([{ code: 'BRIG', name: 'Elsewhere' }]));
    await house.ask({
      method: 'PUT',
      url: `${nodeImportUrl}/${run.id}/start`,
      host: admin.host,
      token: admin.token,
      from: '127.0.0.9',
    });
    await rested(admin, run.id);
    const [mark] = await house.rows(`select address from audit where run_id = $1 and action = 'node.updated'`, [
      run.id,
    ]);
    expect(mark).toEqual({ address: '127.0.0.9' });
  });
});
