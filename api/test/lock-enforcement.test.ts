import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createChain, outcomesOf, nameBasket, runOverride, sectionUrl } from './bulk.ts';
import { createNode, type ApiClient, type TestNode, createClient } from './builders.ts';
import { toCsv, importsAt, settingImportUrl } from './imports.ts';
import { startTestServer } from './server.ts';
import { statusAndCode } from './small-tree.ts';

const { uploadAndCheck, runToEnd, cellErrorsOf } = importsAt(settingImportUrl);

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let north: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  // the import engine starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  const chain = await createChain(server);
  ({ org, company, north, admin } = chain);
  store = chain.stores[0]!;
});

const lockedValue = 'Of the North';
const lock = () => nameBasket(admin, north, lockedValue, 'locked');
/** The effective value at the store, equal in the explanation and the configuration. */
async function effectiveValue() {
  const explained = (await admin.get(sectionUrl(store))).body.result.fields.displayName.value;
  const { body } = await admin.get(`/node-management/node/${store.id}/configuration`);
  const configured = body.result.eBasketMgmtSettings[0].displaySettings.displayName;
  expect(configured).toBe(explained);
  return explained as string | null;
}

/** Attempts to set another value below a lock, each returning status and error code. */
const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
  'the form': async () => {
    const { version } = (await admin.get(sectionUrl(store))).body.result;
    const body = { fields: { displayName: { value: 'Of the store', mode: 'free' } }, version };
    return statusAndCode(await admin.put(sectionUrl(store), body));
  },
  'an API request without a version': async () =>
    statusAndCode(
      await admin.put(sectionUrl(store), { fields: { displayName: { value: 'Of the store', mode: 'locked' } } }),
    ),
  'a bulk override': async () => {
    await nameBasket(admin, company, 'Of Britain');
    const input = { sourceId: company.id, sections: ['ebasketDisplay'], action: 'push', nodeIds: [store.id] };
    return [409, (await outcomesOf(admin, await runOverride(admin, input)))['S1']];
  },
  'an import': async () => {
    const run = await uploadAndCheck(admin, toCsv([{ code: 'S1', 'ebasketDisplay.displayName': 'Of the store' }]));
    const cellErrors = await cellErrorsOf(admin, run);
    return [409, cellErrors[2]?.['ebasketDisplay.displayName']];
  },
};

test.for(Object.keys(attempts))('a lock cannot be bypassed by %s', async (attempt) => {
  await lock();
  expect(await attempts[attempt]!()).toEqual([409, 'setting.locked']);
  expect(await effectiveValue()).toBe(lockedValue);
});

test('a lock cannot be bypassed by an import that was checked before it', async () => {
  const run = await uploadAndCheck(admin, toCsv([{ code: 'S1', 'ebasketDisplay.displayName': 'Of the store' }]));
  await lock();
  await runToEnd(admin, run);
  expect(await cellErrorsOf(admin, run)).toEqual({
    2: { 'ebasketDisplay.displayName': 'setting.locked' },
  });
  expect(await effectiveValue()).toBe(lockedValue);
});

test('a lock cannot be bypassed by a rollback', async () => {
  await nameBasket(admin, store, 'Of the store');
  await nameBasket(admin, store, null);
  const [reverted] = (await admin.get(sectionUrl(store, 'ebasketDisplay', '/history'))).body.result;
  await lock();
  const rollback = await admin.post(sectionUrl(store, 'ebasketDisplay', '/rollback'), { changeId: reverted.id });
  expect(statusAndCode(rollback)).toEqual([409, 'setting.locked']);
  expect(await effectiveValue()).toBe(lockedValue);
});

test('a lock applies to a node moved below it and to its earlier values', async () => {
  const elsewhere = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  await admin.put(`/node-management/node/${store.id}/move`, { parentId: elsewhere.id });
  await nameBasket(admin, store, 'Of the store');
  expect(await effectiveValue()).toBe('Of the store');
  await lock();
  expect((await admin.put(`/node-management/node/${store.id}/move`, { parentId: north.id })).status).toBe(200);
  expect(await effectiveValue()).toBe(lockedValue);
  expect((await admin.get(sectionUrl(store))).body.result.fields.displayName.own).toMatchObject({
    inForce: false,
  });
});

test('a lock cannot be bypassed by a change planned before it', async () => {
  await nameBasket(admin, org, 'Of head office');
  const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
  await admin.put(sectionUrl(store), { fields: { displayName: { value: 'Planned by us' } }, startsAt });
  await lock();
  await server.advanceClock('3 hours');
  admin = await createClient(server, admin.user);
  const explained = await effectiveValue();
  await server.advanceClock('0');
  expect(explained).toBe(lockedValue);
});
