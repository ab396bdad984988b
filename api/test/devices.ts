import { newId } from '../src/platform/database/ids.ts';
import { createNode, type TestNode, type TestUser, rootOf } from './builders.ts';
import type { TestServer } from './server.ts';

let deviceCount = 0;

/** Creates a device in the user's store, or in a new one for a user above. */
export async function createDevice(server: TestServer, { node }: TestUser): Promise<{ id: string; nodeId: string }> {
  const store = node.nodeType === 'STORE' ? node : await createStore(server, rootOf(node));
  const id = newId();
  await server.query(
    `insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, created_date, updated_date)
     values ($1, $2, $3, $4, 'Till', 'till', 'tablet', $6, $5, $5, clock(), clock())`,
    [id, store.orgId, store.id, store.tpath, id, `10.0.9.${(deviceCount += 1)}`],
  );
  return { id, nodeId: store.id };
}

async function createStore(server: TestServer, org: TestNode): Promise<TestNode> {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  return createNode(server, { parent: region, nodeType: 'STORE' });
}
