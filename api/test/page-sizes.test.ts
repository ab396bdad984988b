import { pageSizes } from '@storeward/contract/paging';
import { beforeAll, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createOrganisation,
  createUser,
  platformNode,
  type TestUser,
} from './builders.ts';
import { allEndpoints, platformEndpoints, preparedRequest } from './endpoints.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const pagedEndpoints = allEndpoints.filter(({ endpoint }) => endpoint.page);
let clients: Readonly<Record<'organisation' | 'platform', ApiClient>>;
let target: TestUser;

beforeAll(async () => {
  const org = await createOrganisation(server);
  target = await createUser(server, { node: org });
  for (let index = 0; index < 6; index += 1) await createUser(server, { node: org });
  clients = {
    organisation: await createClient(server, target),
    platform: await createClient(server, await createUser(server, { node: platformNode })),
  };
});

test('there are paged endpoints to walk', () => {
  expect(pagedEndpoints.length).toBeGreaterThan(15);
});

test.each(pagedEndpoints)(
  'the endpoint $name answers pages of each size that tables offer, and of none',
  async (route) => {
    const { name, endpoint } = route;
    const client = clients[platformEndpoints.includes(name) ? 'platform' : 'organisation'];
    const { url } = await preparedRequest(server, route, target, client);
    const sized = (size: number) => client.get(`${url}${url.includes('?') ? '&' : '?'}size=${size}`);
    for (const size of pageSizes) {
      const { status, body } = await sized(size);
      expect([size, status]).toEqual([size, 200]);
      expect(body.result.length).toBeLessThanOrEqual(size);
      if (body.total !== undefined && !body.totalIsEstimate)
        expect([size, body.result.length]).toEqual([size, Math.min(size, body.total)]);
    }
    for (const size of [0, 1001]) expect([size, (await sized(size)).status]).toEqual([size, 400]);
    expect(endpoint.method).toBe('GET');
  },
);
