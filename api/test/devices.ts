import { newId } from '../src/platform/database/ids.ts';
import { createNode, type TestUser, rootOf } from './builders.ts';
import type { TestServer } from './server.ts';

/** Creates a device in a new store. */
export async function createDevice(server: TestServer, { node }: TestUser): Promise<{ id: string; nodeId: string }> {
  const company = await createNode(server, { parent: rootOf(node), nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  const store = await createNode(server, { parent: region, nodeType: 'STORE' });
  const id = newId();
  await server.query(
    `insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, created_date, updated_date)
     values ($1, $2, $3, $4, 'Till', 'till', 'tablet', '10.0.0.9', $5, $5, clock(), clock())`,
    [id, store.orgId, store.id, store.tpath, id],
  );
  return { id, nodeId: store.id };
}
