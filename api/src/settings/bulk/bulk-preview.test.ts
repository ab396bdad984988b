import { expect, test } from 'vitest';
import { createChain, nameBasket, previewOverride, setIdle } from '../../../test/bulk.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();

test('the preview names the first five nodes that change, each with its values before and after', async () => {
  const { org, company, stores, admin } = await createChain(server);
  await nameBasket(admin, org, 'Of head office');
  await nameBasket(admin, stores[1]!, 'Of the store');
  await setIdle(admin, company, '01:00:00');
  const input = { sourceId: company.id, sections: ['ebasketDisplay', 'nodeConfig'], action: 'push' };
  const { changes, first } = await previewOverride(admin, { ...input, nodeIds: stores.map(({ id }) => id) });
  expect(changes).toBe(6);
  const idle = { section: 'nodeConfig', field: 'autoLogoutDuration', before: '01:00:00', after: '01:00:00' };
  const nameOf = (before: string) => ({
    section: 'ebasketDisplay',
    field: 'displayName',
    before,
    after: 'Of head office',
  });
  expect(first).toEqual(
    stores.slice(0, 5).map(({ name }, index) => ({
      name,
      differences: [nameOf(index === 1 ? 'Of the store' : 'Of head office'), idle],
    })),
  );
});

test('the preview names no node that stays the same', async () => {
  const { company, stores, admin } = await createChain(server);
  await nameBasket(admin, company, 'Of the company');
  await nameBasket(admin, stores[0]!, 'Of the company');
  const nodeIds = stores.slice(0, 2).map(({ id }) => id);
  const input = { sourceId: company.id, sections: ['ebasketDisplay'], action: 'push', nodeIds };
  const { unchanged, first } = await previewOverride(admin, input);
  expect([unchanged, first.map(({ name }) => name)]).toEqual([1, [stores[1]!.name]]);
});
