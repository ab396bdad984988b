import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  aChain,
  bulkRested,
  bulkUrl,
  endsOf,
  nameBasket,
  overridden,
  previewed,
  saidBy,
  sectionUrl,
  setIdle,
  takenBack,
} from '../../test/bulk.ts';
import { aUser, type Caller, everyRight, type Place, signedIn } from '../../test/builders.ts';
import { countsOf } from '../../test/imports.ts';
import { aServer } from '../../test/server.ts';
import { codeOf } from '../../test/small-tree.ts';

const house = await aServer();
let org: Place;
let company: Place;
let north: Place;
let south: Place;
let stores: Place[];
let admin: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, company, north, south, stores, admin } = await aChain(house));
});

const pushing = (more: Record<string, unknown> = {}) => ({
  sourceId: company.id,
  sections: ['ebasketDisplay'],
  action: 'push',
  ...more,
});
const without = async (right: string) =>
  signedIn(house, await aUser(house, { at: org, rights: everyRight.filter((one) => one !== right) }));

describe('pushing', () => {
  test('gives three chosen stores the values in force above them, and no other place', async () => {
    await nameBasket(admin, org, 'Of head office');
    await nameBasket(admin, stores[1]!, 'Of the store');
    const order = pushing({ nodeIds: stores.slice(0, 3).map(({ id }) => id) });
    expect(await previewed(admin, order)).toMatchObject({
      placeCount: 3,
      storeCount: 3,
      changes: 3,
      unchanged: 0,
      refused: 0,
    });
    expect(await saidBy(admin, stores)).toEqual([null, 'Of the store', null, null, null, null]);

    const run = await overridden(admin, { ...order, reason: 'New season' });
    expect([run.state, run.done, run.toDo, countsOf(run)]).toEqual(['done', 3, 3, [0, 3, 0, 0]]);
    const pushed = 'Of head office';
    expect(await saidBy(admin, stores)).toEqual([pushed, pushed, pushed, null, null, null]);
    expect(await saidBy(admin, [org, company, north, south])).toEqual([pushed, null, null, null]);
    const history = (await admin.get(sectionUrl(stores[1]!, 'ebasketDisplay', '/history'))).body.result;
    expect(history[0]).toMatchObject({
      reason: 'New season',
      runId: run.id,
      fields: [{ field: 'displayName', before: { value: 'Of the store' }, after: { value: pushed, mode: 'free' } }],
    });
    const marks = await house.rows('select entity_id from audit where run_id = $1 and action = $2', [
      run.id,
      'setting.changed',
    ]);
    expect(marks).toHaveLength(3);
  });

  test('is about sub-trees with all that is in them, or with their stores alone', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const all = pushing({ nodeIds: [north.id, stores[0]!.id] });
    expect(await previewed(admin, all)).toMatchObject({ placeCount: 5, storeCount: 4, changes: 5 });
    expect(await previewed(admin, { ...all, storesOnly: true })).toMatchObject({ placeCount: 4, storeCount: 4 });
    // the place itself is not below itself
    expect(await previewed(admin, pushing({ nodeIds: [company.id] }))).toMatchObject({ placeCount: 8, storeCount: 6 });
    await overridden(admin, all);
    expect(await saidBy(admin, [company, north, south, ...stores])).toEqual(
      ['Of Britain', 'Of Britain', null].concat(Array(4).fill('Of Britain'), [null, null]),
    );
  });

  test('takes codes as they were pasted, and names those that it does not know before anything begins', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const codes = ' s1, S2\r\n\tS1;S5\n\n';
    expect(await previewed(admin, pushing({ codes }))).toMatchObject({ placeCount: 3, changes: 3 });
    const wrong = pushing({ codes: `${codes} GB NOWHERE nothing` });
    for (const door of ['/preview', '']) {
      const { status, body } = await admin.post(`${bulkUrl}${door}`, wrong);
      expect([status, body.messageCode]).toEqual([400, 'bulk.unknownCodes']);
      expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['GB', 'NOWHERE', 'nothing']);
    }
    expect((await admin.get(bulkUrl)).body.total).toBe(0);
    await overridden(admin, pushing({ codes }));
    const said = await saidBy(admin, stores);
    expect(said.map((value) => value !== null)).toEqual([true, true, false, false, true, false]);
  });

  test('never gets round a lock: places below one that has locked the field, or allows only stricter values, are refused by name', async () => {
    await setIdle(admin, company, '01:00:00');
    await setIdle(admin, north, '00:30:00', 'locked');
    await setIdle(admin, south, '00:20:00', 'tighten');
    const order = pushing({ sections: ['nodeConfig'], nodeIds: stores.map(({ id }) => id) });
    expect(await previewed(admin, order)).toMatchObject({
      changes: 0,
      refused: 6,
      faults: [
        { messageCode: 'setting.locked', count: 4 },
        { messageCode: 'setting.looser', count: 2 },
      ],
    });
    const run = await overridden(admin, order);
    expect(countsOf(run)).toEqual([0, 0, 0, 6]);
    expect(await endsOf(admin, run)).toMatchObject({
      S1: 'setting.locked',
      S4: 'setting.locked',
      S5: 'setting.looser',
    });
    expect(await saidBy(admin, stores, 'autoLogoutDuration', 'nodeConfig')).toEqual(Array(6).fill(null));
    await setIdle(admin, company, '00:10:00');
    // what is stricter passes the bound, and nothing passes the lock
    expect(await endsOf(admin, await overridden(admin, order))).toMatchObject({ S4: 'setting.locked', S5: 'updated' });
  });

  test('changes a place before those below it, and lets it bind them as far as it did', async () => {
    await setIdle(admin, company, '01:00:00');
    await setIdle(admin, north, '00:30:00', 'locked');
    const run = await overridden(admin, pushing({ sections: ['nodeConfig'], nodeIds: [north.id] }));
    expect(await endsOf(admin, run)).toEqual({
      NORTH: 'updated',
      S1: 'unchanged',
      S2: 'unchanged',
      S3: 'unchanged',
      S4: 'unchanged',
    });
    const { own } = (await admin.get(sectionUrl(north, 'nodeConfig'))).body.result.fields.autoLogoutDuration;
    expect(own).toMatchObject({ value: '01:00:00', mode: 'locked' });
  });

  test('never carries a secret, and refuses where nothing is set', async () => {
    await admin.put(sectionUrl(company, 'integration'), { fields: { secret: { value: 'hush', mode: 'free' } } });
    const order = pushing({ sections: ['integration'], nodeIds: [north.id] });
    expect(codeOf(await admin.post(bulkUrl, order))).toEqual([409, 'bulk.nothingToPush']);
    await admin.put(sectionUrl(company, 'integration'), { fields: { otherName: { value: 'Till', mode: 'free' } } });
    await overridden(admin, order);
    const rows = await house.rows('select field from setting_values where node_id = $1', [stores[0]!.id]);
    expect(rows).toEqual([{ field: 'otherName' }]);
  });

  test('does not make a theme that nobody could read', async () => {
    const theme = (place: Place, colours: Record<string, string>) =>
      admin.put(sectionUrl(place, 'theme'), {
        fields: Object.fromEntries(Object.entries(colours).map(([field, value]) => [field, { value, mode: 'free' }])),
      });
    expect((await theme(stores[0]!, { primaryColour: '#00205b', contractPrimaryColour: '#ffffff' })).status).toBe(200);
    expect((await theme(company, { primaryColour: '#ffd400' })).status).toBe(200);
    const run = await overridden(admin, pushing({ sections: ['theme'], nodeIds: [stores[0]!.id, stores[1]!.id] }));
    expect(await endsOf(admin, run)).toEqual({ S1: 'theme.unreadable', S2: 'updated' });
    expect(await saidBy(admin, stores.slice(0, 2), 'primaryColour', 'theme')).toEqual(['#00205b', '#ffd400']);
  });
});

describe('clearing', () => {
  test('has the chosen places inherit again', async () => {
    await nameBasket(admin, company, 'Of Britain');
    for (const place of [north, ...stores]) await nameBasket(admin, place, `Of ${place.id}`);
    const run = await overridden(admin, pushing({ action: 'clear', nodeIds: [north.id], storesOnly: true }));
    expect(countsOf(run)).toEqual([0, 4, 0, 0]);
    const said = await saidBy(admin, [north, ...stores]);
    expect(said.map((value) => value !== null)).toEqual([true, false, false, false, false, true, true]);
  });
});

describe('a bulk override', () => {
  test('is taken back with one click, but for what somebody has changed since', async () => {
    await nameBasket(admin, company, 'Of Britain');
    await nameBasket(admin, stores[0]!, 'Of the store', 'locked');
    const run = await overridden(admin, pushing({ nodeIds: [north.id] }));
    expect(run.can).toMatchObject({ undo: true, start: false, discard: false });
    await nameBasket(admin, stores[1]!, 'Since then');
    const back = await takenBack(admin, run);
    expect([back.state, back.undone, back.kept]).toEqual(['undone', 4, 1]);
    expect(await saidBy(admin, [north, ...stores.slice(0, 4)])).toEqual([
      null,
      'Of the store',
      'Since then',
      null,
      null,
    ]);
    const { own } = (await admin.get(sectionUrl(stores[0]!))).body.result.fields.displayName;
    expect(own.mode).toBe('locked');
    expect(await endsOf(admin, run)).toMatchObject({ S2: 'kept', S1: 'updated' });
  });

  test('leaves alone where something has begun since that was planned before it', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
    await admin.put(sectionUrl(stores[0]!), { fields: { displayName: { value: 'Planned by us' } }, startsAt });
    const run = await overridden(admin, pushing({ nodeIds: [stores[0]!.id, stores[1]!.id] }));
    await house.clockAhead('3 hours');
    const later = await signedIn(house, admin.person);
    const back = await takenBack(later, run);
    const said = await saidBy(later, stores.slice(0, 2));
    await house.clockAhead('0');
    expect([back.undone, back.kept, said]).toEqual([1, 1, ['Planned by us', null]]);
  });

  test('puts back what was cleared, sealed secrets too', async () => {
    await admin.put(sectionUrl(stores[0]!, 'integration'), { fields: { secret: { value: 'hush', mode: 'free' } } });
    const sealed = () =>
      house.rows('select value from setting_values where node_id = $1 and ended_date is null and valid_until is null', [
        stores[0]!.id,
      ]);
    const before = await sealed();
    const run = await overridden(admin, pushing({ action: 'clear', sections: ['integration'], nodeIds: [north.id] }));
    expect(await sealed()).toEqual([]);
    await takenBack(admin, run);
    expect(await sealed()).toEqual(before);
  });

  test('is listed with what it was asked to do', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const run = await overridden(admin, pushing({ nodeIds: [south.id], reason: 'Because' }));
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
    // imports of places are another list
    expect((await admin.get('/node-management/imports')).body.total).toBe(0);
    expect((await admin.get(`/node-management/imports/${run.id}`)).status).toBe(404);
  });

  test('is only about places below the one that the settings come from, in the reader’s own area', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const ask = async (caller: Caller, more: Record<string, unknown>) =>
      codeOf(await caller.post(bulkUrl, pushing(more)));
    expect(await ask(admin, { nodeIds: [org.id] })).toEqual([409, 'bulk.notBelow']);
    expect(await ask(admin, { sourceId: north.id, nodeIds: [south.id] })).toEqual([409, 'bulk.notBelow']);
    expect(await ask(admin, { sourceId: stores[0]!.id, nodeIds: [stores[0]!.id] })).toEqual([409, 'bulk.noTargets']);
    const regional = await signedIn(house, await aUser(house, { at: north }));
    expect(await ask(regional, { nodeIds: [north.id] })).toEqual([404, 'node.unknown']);
    expect(await ask(regional, { sourceId: north.id, nodeIds: [south.id] })).toEqual([404, 'node.unknown']);
    expect(await ask(regional, { sourceId: north.id, codes: 'S1 S5' })).toEqual([400, 'bulk.unknownCodes']);
    const run = await overridden(regional, pushing({ sourceId: north.id, nodeIds: [north.id] }));
    expect(countsOf(run)).toEqual([0, 4, 0, 0]);
    // whoever stands beside it does not see it
    const beside = await signedIn(house, await aUser(house, { at: south }));
    expect((await beside.get(`${bulkUrl}/${run.id}`)).status).toBe(404);
  });

  test('needs BULK_OVERRIDE to be performed, LIST_BULK_OVERRIDE to be seen, and the right to change each section', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const order = pushing({ nodeIds: [north.id] });
    const looker = await without('bulk_override');
    for (const door of ['/preview', '']) expect((await looker.post(`${bulkUrl}${door}`, order)).status).toBe(403);
    const run = await overridden(admin, order);
    expect((await looker.get(`${bulkUrl}/${run.id}`)).body.result.can.undo).toBe(false);
    expect((await looker.put(`${bulkUrl}/${run.id}/undo`)).status).toBe(403);
    expect((await (await without('list_bulk_override')).get(bulkUrl)).status).toBe(403);
    const noModules = await without('edit_node_module');
    expect(codeOf(await noModules.post(bulkUrl, order))).toEqual([409, 'setting.notYours']);
  });

  test('is judged at each step by the rights of that moment', async () => {
    await nameBasket(admin, company, 'Of Britain');
    const person = await aUser(house, { at: org });
    const caller = await signedIn(house, person);
    const { id } = (await caller.post(bulkUrl, pushing({ nodeIds: [north.id] }))).body.result;
    await bulkRested(caller, id);
    await house.rows(
      `update roles set access_rights = array_remove(access_rights, 'edit_node_module') where id in
         (select role_id from assignments where user_id = $1)`,
      [person.id],
    );
    const run = await takenBack(caller, { id });
    expect([run.undone, run.kept]).toEqual([0, 5]);
  });
});
