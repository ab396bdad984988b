import { newId } from '../src/platform/ids.ts';
import { aNode, type Person, rootOf } from './builders.ts';
import type { House } from './server.ts';

/** A store of its own, with a device in it. */
export async function aDevice(house: House, { at }: Person): Promise<{ id: string; nodeId: string }> {
  const company = await aNode(house, { parent: rootOf(at), nodeType: 'COMPANY' });
  const region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  const store = await aNode(house, { parent: region, nodeType: 'STORE' });
  const id = newId();
  await house.rows(
    `insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, created_date, updated_date)
     values ($1, $2, $3, $4, 'Till', 'till', 'tablet', '10.0.0.9', $5, $5, clock(), clock())`,
    [id, store.orgId, store.id, store.tpath, id],
  );
  return { id, nodeId: store.id };
}
