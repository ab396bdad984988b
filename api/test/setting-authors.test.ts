import type { SectionChange } from '@storeward/contract/settings/engine/section-state';
import { expect, test } from 'vitest';
import { createChain, nameBasket, sectionUrl } from './bulk.ts';
import { createNode, createUser, type ApiClient, platformNode, createClient } from './builders.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();

test('the history of a setting names authors in the reader’s scope and tells of others only whether they belong to the organisation', async () => {
  const { company, admin } = await createChain(server);
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  const store = await createNode(server, { parent: region, nodeType: 'STORE' });
  const storeClient = await createClient(server, await createUser(server, { node: store, firstName: 'Grace' }));
  const platformClient = await createClient(server, await createUser(server, { node: platformNode }));
  await nameBasket(storeClient, store, 'By the store');
  await nameBasket(admin, store, 'By head office');
  await nameBasket(platformClient, store, 'By the platform');
  const startsAt = new Date(Date.now() + 7_200_000).toISOString().slice(0, 16);
  await admin.put(sectionUrl(store), { fields: { displayName: { value: 'Planned above' } }, startsAt });
  const authorsSeenBy = async (client: ApiClient) =>
    (await client.get(sectionUrl(store, 'ebasketDisplay', '/history'))).body.result.map(
      ({ by, byWhom }: SectionChange) => [by?.split(' ')[0] ?? null, byWhom],
    );
  const [planned, byPlatform] = [
    [null, 'above'],
    [null, 'platform'],
  ];
  expect(await authorsSeenBy(storeClient)).toEqual([planned, byPlatform, [null, 'above'], ['Grace', 'person']]);
  expect(await authorsSeenBy(admin)).toEqual([['Ada', 'person'], byPlatform, ['Ada', 'person'], ['Grace', 'person']]);
  const [plannedValue] = (await storeClient.get(sectionUrl(store))).body.result.fields.displayName.coming;
  expect(plannedValue).toMatchObject({ by: null, byWhom: 'above' });
  const { body } = await storeClient.get(sectionUrl(store, 'ebasketDisplay', '/overrides?field=displayName'));
  expect(body.result).toEqual([]);
  const regional = await createClient(server, await createUser(server, { node: region }));
  const overrides = (await regional.get(sectionUrl(region, 'ebasketDisplay', '/overrides?field=displayName'))).body
    .result;
  expect(overrides).toMatchObject([{ by: null, byWhom: 'platform', value: 'By the platform' }]);
});
