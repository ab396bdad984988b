import { beforeAll, describe, expect, test } from 'vitest';
import {
  createOrganisation,
  createUser,
  type ApiClient,
  type TestUser,
  platformNode,
  createClient,
} from './builders.ts';
import { platformEndpoints, protectedEndpoints, preparedRequest } from './endpoints.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer({ addressTries: 1_000_000 });
const secretive = /hash|secret|token|pin|key|password|encrypted|path|norm|org_id|orgId|stamp|address/i;

let admin: ApiClient;
let above: ApiClient;
let target: TestUser;
let names: string[];

beforeAll(async () => {
  const org = await createOrganisation(testServer);
  admin = await createClient(testServer, await createUser(testServer, { node: org }));
  above = await createClient(testServer, await createUser(testServer, { node: platformNode }));
  target = await createUser(testServer, { node: org });
  const columns = await testServer.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  names = [...new Set(columns.flatMap(({ name }) => [name, camel(name)]))].filter((name) => secretive.test(name));
});

const lists = protectedEndpoints.filter(({ endpoint }) => endpoint.page);

describe.for(lists)('the list endpoint $name', (route) => {
  test('cannot be sorted by fields that it does not return, so that they cannot be guessed', async () => {
    const client = platformEndpoints.includes(route.name) ? above : admin;
    const { url } = await preparedRequest(testServer, route, target, client);
    const requestList = (query: string) => client.get(`${url}${url.includes('?') ? '&' : '?'}${query}`);
    expect((await requestList('size=5')).status).toBe(200);
    for (const name of [...names, 'no.such', '__proto__']) {
      const query = `sort=${name}:asc`;
      expect([query, (await requestList(query)).status]).toEqual([query, 400]);
    }
  });
});
