import { beforeAll, expect, test } from 'vitest';
import {
  createOrganisation,
  createUser,
  allAccessRights,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
} from './builders.ts';
import {
  type NamedEndpoint,
  allEndpoints,
  platformEndpoints,
  protectedEndpoints,
  preparedRequest,
} from './endpoints.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer({ recoveryMails: 1000, addressTries: 1_000_000, signInTries: 1000 });
/** The value of every undeclared field: valid as an id and a text, and unique in the database. */
const marker = 'ffffffff-ffff-4fff-bfff-fffffffffffd';

let org: TestNode;
let colleague: TestUser;
let names: string[];

beforeAll(async () => {
  org = await createOrganisation(testServer);
  colleague = await createUser(testServer, { node: org, rights: [] });
  const columns = await testServer.query<{ name: string }>(
    // every change accepts a version
    `select distinct column_name as name from information_schema.columns
      where table_schema = 'public' and column_name <> 'version' order by 1`,
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  names = [
    ...new Set(columns.flatMap(({ name }) => [name, camel(name)])),
    'isAdmin',
    'admin',
    'role',
    'roles',
    'verified',
    'constructor',
    'prototype',
  ];
});

/** The tables that contain the value. */
async function tablesWithMarker(): Promise<string[]> {
  const tables = await testServer.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const statements = tables.map(
    ({ name }) => `select '${name}' as name from ${name} t where t::text like '%${marker}%'`,
  );
  return (await testServer.query<{ name: string }>(statements.join(' union all '))).map(({ name }) => name);
}

/** The fields that an endpoint does not declare: parsing its body drops them. */
const undeclaredFields = ({ endpoint }: NamedEndpoint, body: object) =>
  Object.fromEntries(
    names
      .filter((name) => {
        const read = endpoint.body!.safeParse({ ...body, [name]: marker });
        return !(name in body) && read.success && !(name in (read.data as object));
      })
      .map((name) => [name, marker]),
  );

let sentFields = 0;
const endpointsWithBody = allEndpoints.filter(({ endpoint }) => endpoint.body);

test.for(endpointsWithBody)('the endpoint $name does not store undeclared fields', async (route) => {
  const node = platformEndpoints.includes(route.name) ? platformNode : org;
  const client = protectedEndpoints.includes(route)
    ? await createClient(testServer, await createUser(testServer, { node, rights: allAccessRights }))
    : undefined;
  const sample = await preparedRequest(testServer, route, colleague, client);
  const undeclared = undeclaredFields(route, sample.body as object);
  sentFields += Object.keys(undeclared).length;
  // as text, since an object literal cannot have the key __proto__
  const body = JSON.stringify({ ...(sample.body as object), ...undeclared });
  const response = await testServer.request({
    ...sample,
    body,
    host: node.host,
    headers: { ...sample.headers, 'content-type': 'application/json' },
    ...(client && { token: client.token }),
  });
  if (client) expect([route.name, response.status, response.text]).toEqual([route.name, 200, response.text]);
  expect(response.status).toBeLessThan(500);
  expect(response.text).not.toContain(marker);
  expect(await tablesWithMarker()).toEqual([]);
});

test('mass assignment was tested with thousands of fields', () => {
  if (process.env['ISOLATION_REPORT']) console.log(`rejected: ${JSON.stringify({ fields: sentFields })}`);
  expect(sentFields).toBeGreaterThanOrEqual(5_000);
});
