import { newId } from '../src/platform/database/ids.ts';
import { createNode, createOrganisation, createUser, type ApiClient, type TestNode, createClient } from './builders.ts';
import { nodeFields } from './input-fields.ts';
import type { TestServer } from './server.ts';

let treeCount = 0;

/**
 * Creates an organisation with two companies, the first with a region, a group and a store, and a client of its
 * administrator.
 */
export async function createSmallTree(server: TestServer) {
  const slug = `oak${(treeCount += 1)}`;
  const org = await createOrganisation(server, { slug, name: 'Oak' });
  const north = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'North' });
  const south = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'South' });
  const region = await createNode(server, { parent: north, nodeType: 'TRADING_REGION', name: 'Yorkshire' });
  const group = await createNode(server, { parent: region, nodeType: 'STORE_GROUP', name: 'Leeds' });
  const store = await createNode(server, { parent: group, nodeType: 'STORE', name: 'Briggate', code: 'BRIG' });
  const admin = await createClient(server, await createUser(server, { node: org }));
  return { slug, org, north, south, region, group, store, admin };
}

const url = '/node-management/node';

export const nodeUrl = ({ id }: Pick<TestNode, 'id'>) => `${url}/${id}`;

/** A valid node with a unique code. */
export const uniqueNodeInput = (overrides: Record<string, unknown> = {}) => ({
  ...nodeFields,
  code: newId().slice(-12),
  ...overrides,
});

/** Creates a node through the endpoint. */
export const postNode = (
  client: ApiClient,
  parent: Pick<TestNode, 'id'>,
  nodeType: string,
  overrides: Record<string, unknown> = {},
) => client.post(url, { ...uniqueNodeInput(overrides), nodeType, parentId: parent.id });

/** The audit entries of a record in chronological order. */
export const auditEntriesOf = (server: TestServer, id: string) =>
  server.query<{ action: string; before: unknown; after: unknown }>(
    'select action, before, after from audit where entity_id = $1 order by at, id',
    [id],
  );

/** The HTTP status and error code of a response. */
export const statusAndCode = ({ status, body }: { status: number; body: { messageCode?: string } }) => [
  status,
  body.messageCode,
];

export const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
