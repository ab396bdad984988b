import { join } from 'node:path';
import type { Endpoint } from '@storeward/contract/endpoint';
import { expect, test } from 'vitest';
import { exampleIds, operationTexts } from '../src/platform/http/docs/openapi.ts';
import { createClient, createNode, createOrganisation, createRole, createUser } from './builders.ts';
import { allEndpoints } from './endpoints.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const organisation = await createOrganisation(server, { slug: 'kestrel', name: 'Kestrel Sports' });
const company = await createNode(server, { parent: organisation, nodeType: 'COMPANY', name: 'Kestrel UK', code: 'UK' });
const region = await createNode(server, {
  parent: company,
  nodeType: 'TRADING_REGION',
  name: 'North',
  code: 'UK-NORTH',
});
const store = await createNode(server, { parent: region, nodeType: 'STORE', name: 'Leeds Briggate', code: 'UK-0101' });
const role = await createRole(server, {
  organisation,
  name: 'Store manager',
  name_norm: 'store manager',
  level: 'STORE',
  rights: ['view_user', 'list_users', 'view_node'],
});
const administrator = await createUser(server, {
  node: organisation,
  userName: 'org.admin',
  lastName: 'Miller',
  roleId: await createRole(server, {
    organisation,
    name: 'Organisation administrator',
    name_norm: 'organisation administrator',
  }),
});
const { host, tokens } = await createClient(server, administrator);

/** The ids of this database by the names of the placeholders; that of the user is known once it is created. */
const ids = {
  organisation: organisation.id,
  company: company.id,
  region: region.id,
  store: store.id,
  role,
  user: exampleIds.user as string,
};
const byId = new Map(allEndpoints.map(({ name, endpoint }) => [name, endpoint]));
const responses: Record<string, unknown> = {};

const address = ({ path }: Endpoint, params: Readonly<Record<string, string>> = {}, query = {}) => {
  const search = new URLSearchParams(query).toString();
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') + (search && `?${search}`);
};

/** Ids and times of this run as those of the examples. */
const replaced = new Map<string, string>();
function recordable(text: string): unknown {
  for (const [name, id] of Object.entries(ids)) replaced.set(id, exampleIds[name as keyof typeof exampleIds]);
  const idOf = (id: string) => {
    if (!replaced.has(id)) replaced.set(id, `01970000-0000-7000-8000-${String(replaced.size + 11).padStart(12, '0')}`);
    return replaced.get(id)!;
  };
  return JSON.parse(
    text
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, idOf)
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"2026-03-02T09:30:00.000Z"')
      .replaceAll(/"(accessToken|idToken)":"[^"]+"/g, '"$1":"eyJhbGciOi…"')
      .replaceAll(/"refreshToken":"[^"]+"/g, '"refreshToken":"c2Vzc2lvbg…"'),
  );
}

test('every example request of the API description is answered, in the order of the description', async () => {
  const names = Object.entries(operationTexts()).filter(([, { discriminator }]) => !discriminator);
  for (const [name] of names) {
    const { params, query, body, description } = operationTexts(ids)[name]!;
    if (description && !body) continue;
    const endpoint = byId.get(name)!;
    const response = await server.request({
      method: endpoint.method,
      url: address(endpoint, params, query),
      host,
      ...(endpoint.allow === 'anyone' ? {} : { token: tokens.accessToken }),
      body: name === 'openSessions.refresh' ? { ...(body as object), refreshToken: tokens.refreshToken } : body,
    });
    expect([name, response.status, response.text]).toEqual([name, 200, expect.anything()]);
    if (name === 'users.create') ids.user = response.body.result.id;
    responses[name] = recordable(response.text);
  }
  expect(Object.keys(responses).length).toBeGreaterThanOrEqual(20);
});

test('the recorded responses are those of the server; --update records them again', async () => {
  const path = join(import.meta.dirname, '../src/platform/http/docs/responses.json');
  await expect(`${JSON.stringify(responses, undefined, 2)}\n`).toMatchFileSnapshot(path);
});
