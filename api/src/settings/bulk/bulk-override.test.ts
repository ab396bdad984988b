import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createChain,
  waitForBulkRun,
  bulkUrl,
  outcomesOf,
  nameBasket,
  runOverride,
  previewOverride,
  ownValues,
  sectionUrl,
  setIdle,
  undoOverride,
} from '../../../test/bulk.ts';
import { createUser, type ApiClient, allAccessRights, type TestNode, createClient } from '../../../test/builders.ts';
import { countsOf } from '../../../test/imports.ts';
import { startTestServer } from '../../../test/server.ts';
import { statusAndCode } from '../../../test/small-tree.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let north: TestNode;
let south: TestNode;
let stores: TestNode[];
let admin: ApiClient;

beforeAll(async () => {
  // the import engine starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, company, north, south, stores, admin } = await createChain(server));
});

const pushInput = (more: Record<string, unknown> = {}) => ({
  sourceId: company.id,
  sections: ['ebasketDisplay'],
  action: 'push',
  ...more,
});
const clientWithout = async (right: string) =>
  createClient(
    server,
    await createUser(server, { node: org, rights: allAccessRights.filter((name) => name !== right) }),
  );

describe('pushing values in a bulk override', () => {
  test('copies the effective values of the source to the three selected stores and to no other node', async () => {
    await nameBasket(admin, org, 'Of head office');
    await nameBasket(admin, stores[1]!, 'Of the store');
    const input = pushInput({ nodeIds: stores.slice(0, 3).map(({ id }) => id) });
    const preview = await previewOverride(admin, input);
    expect(preview).toMatchObject({ placeCount: 3, storeCount: 3, changes: 3, unchanged: 0, refused: 0 });
    expect(await ownValues(admin, stores)).toEqual([null, 'Of the store', null, null, null, null]);

    const run = await runOverride(admin, { ...input, reason: 'New season' });
    expect([run.state, run.done, run.toDo, countsOf(run)]).toEqual(['done', 3, 3, [0, 3, 0, 0]]);
    const pushed = 'Of head office';
    expect(await ownValues(admin, stores)).toEqual([pushed, pushed, pushed, null, null, null]);
    expect(await ownValues(admin, [org, company, north, south])).toEqual([pushed, null, null, null]);
    const history = (await admin.get(sectionUrl(stores[1]!, 'ebasketDisplay', '/history'))).body.result;
    expect(history[0]).toMatchObject({
      reason: 'New season',
      runId: run.id,
      fields: [{ field: 'displayName', before: { value: 'Of the store' }, after: { value: pushed, mode: 'free' } }],
    });
    const auditEntries = await server.query('select entity_id from audit where run_id = $1 and action = $2', [
      run.id,
      'setting.changed',
    ]);
    expect(auditEntries).toHaveLength(3);
  });

  test('targets all nodes of the selected subtrees, or only their stores', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const all = pushInput({ nodeIds: [north.id, stores[0]!.id] });
    expect(await previewOverride(admin, all)).toMatchObject({ placeCount: 5, storeCount: 4, changes: 5 });
    expect(await previewOverride(admin, { ...all, storesOnly: true })).toMatchObject({ placeCount: 4, storeCount: 4 });
    // the source itself is not a target
    expect(await previewOverride(admin, pushInput({ nodeIds: [company.id] }))).toMatchObject({
      placeCount: 8,
      storeCount: 6,
    });
    await runOverride(admin, all);
    expect(await ownValues(admin, [company, north, south, ...stores])).toEqual(
      ['Of Britain', 'Of Britain', null].concat(Array(4).fill('Of Britain'), [null, null]),
    );
  });

  test('accepts pasted codes and reports unknown codes before creating a run', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const codes = ' s1, S2\r\n\tS1;S5\n\n';
    expect(await previewOverride(admin, pushInput({ codes }))).toMatchObject({ placeCount: 3, changes: 3 });
    const inputWithUnknownCodes = pushInput({ codes: `${codes} GB NOWHERE nothing` });
    for (const suffix of ['/preview', '']) {
      const { status, body } = await admin.post(`${bulkUrl}${suffix}`, inputWithUnknownCodes);
      expect([status, body.messageCode]).toEqual([400, 'bulk.unknownCodes']);
      expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['GB', 'NOWHERE', 'nothing']);
    }
    expect((await admin.get(bulkUrl)).body.total).toBe(0);
    await runOverride(admin, pushInput({ codes }));
    const storedValues = await ownValues(admin, stores);
    expect(storedValues.map((value) => value !== null)).toEqual([true, true, false, false, true, false]);
  });

  test('reports an error for each node below a lock or a stricter bound and does not change it', async () => {
    await setIdle(admin, company, '01:00:00');
    await setIdle(admin, north, '00:30:00', 'locked');
    await setIdle(admin, south, '00:20:00', 'tighten');
    const input = pushInput({ sections: ['nodeConfig'], nodeIds: stores.map(({ id }) => id) });
    expect(await previewOverride(admin, input)).toMatchObject({
      changes: 0,
      refused: 6,
      faults: [
        { messageCode: 'setting.locked', count: 4 },
        { messageCode: 'setting.looser', count: 2 },
      ],
    });
    const run = await runOverride(admin, input);
    expect(countsOf(run)).toEqual([0, 0, 0, 6]);
    const outcomes = await outcomesOf(admin, run);
    expect(outcomes).toMatchObject({ S1: 'setting.locked', S4: 'setting.locked', S5: 'setting.looser' });
    expect(await ownValues(admin, stores, 'autoLogoutDuration', 'nodeConfig')).toEqual(Array(6).fill(null));
    await setIdle(admin, company, '00:10:00');
    // a stricter value is allowed below the bound, no value below the lock
    const rerun = await runOverride(admin, input);
    expect(await outcomesOf(admin, rerun)).toMatchObject({ S4: 'setting.locked', S5: 'updated' });
  });

  test('changes ancestors before their descendants and keeps the mode of their values', async () => {
    await setIdle(admin, company, '01:00:00');
    await setIdle(admin, north, '00:30:00', 'locked');
    const run = await runOverride(admin, pushInput({ sections: ['nodeConfig'], nodeIds: [north.id] }));
    expect(await outcomesOf(admin, run)).toEqual({
      NORTH: 'updated',
      S1: 'unchanged',
      S2: 'unchanged',
      S3: 'unchanged',
      S4: 'unchanged',
    });
    const { own } = (await admin.get(sectionUrl(north, 'nodeConfig'))).body.result.fields.autoLogoutDuration;
    expect(own).toMatchObject({ value: '01:00:00', mode: 'locked' });
  });

  test('never copies secrets and returns 409 if no value is set', async () => {
    await admin.put(sectionUrl(company, 'integration'), { fields: { secret: { value: 'hush', mode: 'free' } } });
    const input = pushInput({ sections: ['integration'], nodeIds: [north.id] });
    expect(statusAndCode(await admin.post(bulkUrl, input))).toEqual([409, 'bulk.nothingToPush']);
    await admin.put(sectionUrl(company, 'integration'), { fields: { otherName: { value: 'Till', mode: 'free' } } });
    await runOverride(admin, input);
    const rows = await server.query('select field from setting_values where node_id = $1', [stores[0]!.id]);
    expect(rows).toEqual([{ field: 'otherName' }]);
  });

  test('does not create a theme with unreadable text', async () => {
    const putTheme = (node: TestNode, colours: Record<string, string>) =>
      admin.put(sectionUrl(node, 'theme'), {
        fields: Object.fromEntries(Object.entries(colours).map(([field, value]) => [field, { value, mode: 'free' }])),
      });
    const themed = await putTheme(stores[0]!, { primaryColour: '#00205b', contractPrimaryColour: '#ffffff' });
    expect(themed.status).toBe(200);
    expect((await putTheme(company, { primaryColour: '#ffd400' })).status).toBe(200);
    const run = await runOverride(admin, pushInput({ sections: ['theme'], nodeIds: [stores[0]!.id, stores[1]!.id] }));
    expect(await outcomesOf(admin, run)).toEqual({ S1: 'theme.unreadable', S2: 'updated' });
    expect(await ownValues(admin, stores.slice(0, 2), 'primaryColour', 'theme')).toEqual(['#00205b', '#ffd400']);
  });
});

describe('clearing values in a bulk override', () => {
  test('makes the selected nodes inherit again', async () => {
    await nameBasket(admin, company, 'Of Britain');
    for (const node of [north, ...stores]) await nameBasket(admin, node, `Of ${node.id}`);
    const run = await runOverride(admin, pushInput({ action: 'clear', nodeIds: [north.id], storesOnly: true }));
    expect(countsOf(run)).toEqual([0, 4, 0, 0]);
    const storedValues = await ownValues(admin, [north, ...stores]);
    expect(storedValues.map((value) => value !== null)).toEqual([true, false, false, false, false, true, true]);
  });
});

describe('the run of a bulk override', () => {
  test('can be undone except for nodes that have been changed since', async () => {
    await nameBasket(admin, company, 'Of Britain');
    await nameBasket(admin, stores[0]!, 'Of the store', 'locked');
    const run = await runOverride(admin, pushInput({ nodeIds: [north.id] }));
    expect(run.can).toMatchObject({ undo: true, start: false, discard: false });
    await nameBasket(admin, stores[1]!, 'Since then');
    const undone = await undoOverride(admin, run);
    expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 4, 1]);
    expect(await ownValues(admin, [north, ...stores.slice(0, 4)])).toEqual([
      null,
      'Of the store',
      'Since then',
      null,
      null,
    ]);
    const { own } = (await admin.get(sectionUrl(stores[0]!))).body.result.fields.displayName;
    expect(own.mode).toBe('locked');
    expect(await outcomesOf(admin, run)).toMatchObject({ S2: 'kept', S1: 'updated' });
  });

  test('keeps nodes on undo where a planned change has taken effect since', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
    await admin.put(sectionUrl(stores[0]!), { fields: { displayName: { value: 'Planned by us' } }, startsAt });
    const run = await runOverride(admin, pushInput({ nodeIds: [stores[0]!.id, stores[1]!.id] }));
    await server.advanceClock('3 hours');
    const laterSession = await createClient(server, admin.user);
    const undone = await undoOverride(laterSession, run);
    const storedValues = await ownValues(laterSession, stores.slice(0, 2));
    await server.advanceClock('0');
    expect([undone.undone, undone.kept, storedValues]).toEqual([1, 1, ['Planned by us', null]]);
  });

  test('restores cleared values on undo, including encrypted secrets', async () => {
    await admin.put(sectionUrl(stores[0]!, 'integration'), { fields: { secret: { value: 'hush', mode: 'free' } } });
    const encryptedValues = () =>
      server.query(
        'select value from setting_values where node_id = $1 and ended_date is null and valid_until is null',
        [stores[0]!.id],
      );
    const before = await encryptedValues();
    const run = await runOverride(
      admin,
      pushInput({ action: 'clear', sections: ['integration'], nodeIds: [north.id] }),
    );
    expect(await encryptedValues()).toEqual([]);
    await undoOverride(admin, run);
    expect(await encryptedValues()).toEqual(before);
  });

  test('is listed with its task', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const run = await runOverride(admin, pushInput({ nodeIds: [south.id], reason: 'Because' }));
    const { body } = await admin.get(bulkUrl);
    expect(body.total).toBe(1);
    expect(body.result[0]).toMatchObject({
      id: run.id,
      fileName: 'Britain',
      task: {
        action: 'push',
        source: { id: company.id },
        sections: ['ebasketDisplay'],
        reason: 'Because',
        values: { ebasketDisplay: { displayName: 'Of Britain' } },
      },
    });
    // node imports have their own list
    expect((await admin.get('/node-management/imports')).body.total).toBe(0);
    expect((await admin.get(`/node-management/imports/${run.id}`)).status).toBe(404);
  });

  test('accepts only targets below the source and within the actor’s scope', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const create = async (client: ApiClient, more: Record<string, unknown>) =>
      statusAndCode(await client.post(bulkUrl, pushInput(more)));
    expect(await create(admin, { nodeIds: [org.id] })).toEqual([409, 'bulk.notBelow']);
    expect(await create(admin, { sourceId: north.id, nodeIds: [south.id] })).toEqual([409, 'bulk.notBelow']);
    expect(await create(admin, { sourceId: stores[0]!.id, nodeIds: [stores[0]!.id] })).toEqual([409, 'bulk.noTargets']);
    const regional = await createClient(server, await createUser(server, { node: north }));
    expect(await create(regional, { nodeIds: [north.id] })).toEqual([404, 'node.unknown']);
    expect(await create(regional, { sourceId: north.id, nodeIds: [south.id] })).toEqual([404, 'node.unknown']);
    expect(await create(regional, { sourceId: north.id, codes: 'S1 S5' })).toEqual([400, 'bulk.unknownCodes']);
    const run = await runOverride(regional, pushInput({ sourceId: north.id, nodeIds: [north.id] }));
    expect(countsOf(run)).toEqual([0, 4, 0, 0]);
    const outsider = await createClient(server, await createUser(server, { node: south }));
    expect((await outsider.get(`${bulkUrl}/${run.id}`)).status).toBe(404);
  });

  test('requires BULK_OVERRIDE to run, LIST_BULK_OVERRIDE to read, and the permission to edit each section', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const input = pushInput({ nodeIds: [north.id] });
    const viewer = await clientWithout('bulk_override');
    for (const suffix of ['/preview', '']) expect((await viewer.post(`${bulkUrl}${suffix}`, input)).status).toBe(403);
    const run = await runOverride(admin, input);
    expect((await viewer.get(`${bulkUrl}/${run.id}`)).body.result.can.undo).toBe(false);
    expect((await viewer.put(`${bulkUrl}/${run.id}/undo`)).status).toBe(403);
    expect((await (await clientWithout('list_bulk_override')).get(bulkUrl)).status).toBe(403);
    const withoutModules = await clientWithout('edit_node_module');
    expect(statusAndCode(await withoutModules.post(bulkUrl, input))).toEqual([409, 'setting.notYours']);
  });

  test('checks the current permissions of the actor at each step', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const user = await createUser(server, { node: org });
    const client = await createClient(server, user);
    const { id } = (await client.post(bulkUrl, pushInput({ nodeIds: [north.id] }))).body.result;
    await waitForBulkRun(client, id);
    await server.query(
      `update roles set access_rights = array_remove(access_rights, 'edit_node_module') where id in
         (select role_id from assignments where user_id = $1)`,
      [user.id],
    );
    const run = await undoOverride(client, { id });
    expect([run.undone, run.kept]).toEqual([0, 5]);
  });
});
