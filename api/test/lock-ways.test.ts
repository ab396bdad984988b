import { beforeAll, beforeEach, expect, test } from 'vitest';
import { aChain, endsOf, nameBasket, overridden, sectionUrl } from './bulk.ts';
import { aNode, type Caller, type Place, signedIn } from './builders.ts';
import { fileOf, importsAt, settingImportUrl } from './imports.ts';
import { aServer } from './server.ts';
import { codeOf } from './small-tree.ts';

const { checked, ended, faultsOf } = importsAt(settingImportUrl);

const house = await aServer();
let org: Place;
let company: Place;
let north: Place;
let store: Place;
let admin: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  const chain = await aChain(house);
  ({ org, company, north, admin } = chain);
  store = chain.stores[0]!;
});

const locked = 'Of the North';
const lock = () => nameBasket(admin, north, locked, 'locked');
/** What counts at the store, as its people and its devices are told. */
async function inForce() {
  const told = (await admin.get(sectionUrl(store))).body.result.fields.displayName.value;
  const { body } = await admin.get(`/node-management/node/${store.id}/configuration`);
  const worn = body.result.eBasketMgmtSettings[0].displaySettings.displayName;
  expect(worn).toBe(told);
  return told as string | null;
}

/** Every way to bring another value below a lock, each with the name of what stands in its way. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'the form': async () => {
    const { version } = (await admin.get(sectionUrl(store))).body.result;
    const body = { fields: { displayName: { value: 'Of the store', mode: 'free' } }, version };
    return codeOf(await admin.put(sectionUrl(store), body));
  },
  'a request that knows nothing of the form': async () =>
    codeOf(await admin.put(sectionUrl(store), { fields: { displayName: { value: 'Of the store', mode: 'locked' } } })),
  'a bulk override': async () => {
    await nameBasket(admin, company, 'Of Britain');
    const order = { sourceId: company.id, sections: ['ebasketDisplay'], action: 'push', nodeIds: [store.id] };
    return [409, (await endsOf(admin, await overridden(admin, order)))['S1']];
  },
  'an import': async () => {
    const run = await checked(admin, fileOf([{ code: 'S1', 'ebasketDisplay.displayName': 'Of the store' }]));
    const faults = await faultsOf(admin, run);
    return [409, faults[2]?.['ebasketDisplay.displayName']];
  },
};

test.for(Object.keys(ways))('a lock is not got round by %s', async (way) => {
  await lock();
  expect(await ways[way]!()).toEqual([409, 'setting.locked']);
  expect(await inForce()).toBe(locked);
});

test('a lock is not got round by an import that was checked before it came', async () => {
  const run = await checked(admin, fileOf([{ code: 'S1', 'ebasketDisplay.displayName': 'Of the store' }]));
  await lock();
  await ended(admin, run);
  expect(await faultsOf(admin, run)).toEqual({
    2: { 'ebasketDisplay.displayName': 'setting.locked' },
  });
  expect(await inForce()).toBe(locked);
});

test('a lock is not got round by putting back what was there before it', async () => {
  await nameBasket(admin, store, 'Of the store');
  await nameBasket(admin, store, null);
  const [reverted] = (await admin.get(sectionUrl(store, 'ebasketDisplay', '/history'))).body.result;
  await lock();
  const back = await admin.post(sectionUrl(store, 'ebasketDisplay', '/rollback'), { changeId: reverted.id });
  expect(codeOf(back)).toEqual([409, 'setting.locked']);
  expect(await inForce()).toBe(locked);
});

test('a lock is not got round by moving a place below it, nor by what the place had said before', async () => {
  const elsewhere = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  await admin.put(`/node-management/node/${store.id}/move`, { parentId: elsewhere.id });
  await nameBasket(admin, store, 'Of the store');
  expect(await inForce()).toBe('Of the store');
  await lock();
  expect((await admin.put(`/node-management/node/${store.id}/move`, { parentId: north.id })).status).toBe(200);
  expect(await inForce()).toBe(locked);
  expect((await admin.get(sectionUrl(store))).body.result.fields.displayName.own).toMatchObject({ inForce: false });
});

test('a lock is not got round by a change that was planned before it', async () => {
  await nameBasket(admin, org, 'Of head office');
  const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
  await admin.put(sectionUrl(store), { fields: { displayName: { value: 'Planned by us' } }, startsAt });
  await lock();
  await house.clockAhead('3 hours');
  admin = await signedIn(house, admin.person);
  const told = await inForce();
  await house.clockAhead('0');
  expect(told).toBe(locked);
});
