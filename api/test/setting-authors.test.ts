import type { SectionChange } from '@storeward/contract/settings/section-state';
import { expect, test } from 'vitest';
import { aChain, nameBasket, sectionUrl } from './bulk.ts';
import { aNode, aUser, type Caller, platform, signedIn } from './builders.ts';
import { aServer } from './server.ts';

const house = await aServer();

test('the history of a setting names those whom the reader sees, and of others says no more than whether they are of the organisation', async () => {
  const { company, admin } = await aChain(house);
  const region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  const store = await aNode(house, { parent: region, nodeType: 'STORE' });
  const local = await signedIn(house, await aUser(house, { at: store, firstName: 'Grace' }));
  const above = await signedIn(house, await aUser(house, { at: platform }));
  await nameBasket(local, store, 'By the store');
  await nameBasket(admin, store, 'By head office');
  await nameBasket(above, store, 'By the platform');
  const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
  await admin.put(sectionUrl(store), { fields: { displayName: { value: 'Planned above' } }, startsAt });
  const told = async (caller: Caller) =>
    (await caller.get(sectionUrl(store, 'ebasketDisplay', '/history'))).body.result.map(
      ({ by, byWhom }: SectionChange) => [by?.split(' ')[0] ?? null, byWhom],
    );
  const [planned, byPlatform] = [
    [null, 'above'],
    [null, 'platform'],
  ];
  expect(await told(local)).toEqual([planned, byPlatform, [null, 'above'], ['Grace', 'person']]);
  expect(await told(admin)).toEqual([['Ada', 'person'], byPlatform, ['Ada', 'person'], ['Grace', 'person']]);
  const [coming] = (await local.get(sectionUrl(store))).body.result.fields.displayName.coming;
  expect(coming).toMatchObject({ by: null, byWhom: 'above' });
  const { body } = await local.get(sectionUrl(store, 'ebasketDisplay', '/overrides?field=displayName'));
  expect(body.result).toEqual([]);
  const regional = await signedIn(house, await aUser(house, { at: region }));
  const overrides = (await regional.get(sectionUrl(region, 'ebasketDisplay', '/overrides?field=displayName'))).body
    .result;
  expect(overrides).toMatchObject([{ by: null, byWhom: 'platform', value: 'By the platform' }]);
});
