import { createNode, createOrganisation, createUser, type TestNode, createClient } from './builders.ts';
import type { TestServer } from './server.ts';

let retailerCount = 0;

/** Creates an organisation with a company, a region and two stores, and a client of its administrator. */
export async function createRetailer(server: TestServer) {
  const org = await createOrganisation(server, {
    slug: `retailer${(retailerCount += 1)}`,
    name: `Retailer ${retailerCount}`,
  });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'North' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', name: 'Yorkshire' });
  const store = await createNode(server, {
    parent: region,
    nodeType: 'STORE',
    name: 'Leeds',
    time_zone: 'Europe/London',
  });
  const other = await createNode(server, { parent: region, nodeType: 'STORE', name: 'York' });
  const admin = await createClient(server, await createUser(server, { node: org }));
  return { org, company, region, store, other, admin };
}

export type Retailer = Awaited<ReturnType<typeof createRetailer>>;

/** The URL of a section of a node's settings. */
export const settingsUrl = ({ id }: Pick<TestNode, 'id'>, section = 'nodeConfig', suffix = '') =>
  `/node-management/node/${id}/settings/${section}${suffix}`;

/** A node reference as it appears in responses. */
export const toNodeRef = ({ id, name, nodeType }: TestNode) => ({ id, name, nodeType });

/** The HTTP status and error code of a response. */
export const statusAndCode = ({ status, body }: { status: number; body: { messageCode?: string } }) => [
  status,
  body.messageCode,
];
