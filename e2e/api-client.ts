import type { NodeId, NodeRow } from '@storeward/contract/nodes';
import type { Product } from './product.ts';
import { expect, type Tokens } from './test.ts';

const host = 'kestrel.localhost';

/** Calls the API of Kestrel's portal with these tokens, expects success and returns the result. */
export const clientOf =
  (product: Product, { accessToken }: Tokens) =>
  async (method: 'GET' | 'PUT', path: string, body?: unknown) => {
    const response = await product.request({
      host,
      method,
      path,
      headers: { authorization: `Bearer ${accessToken}` },
      ...(body !== undefined && { body }),
    });
    expect([path, response.status, response.body.messageCode]).toEqual([path, 200, undefined]);
    return response.body.result;
  };
type Client = ReturnType<typeof clientOf>;

/** The id of a node of Kestrel by its code. */
export const findNode = async (request: Client, code: string) => {
  const nodes = (await request('GET', `/node-management/node/search?search=${code}`)) as NodeRow[];
  return nodes.find((node) => node.code === code)!.nodeId satisfies NodeId;
};

/** Sets fields of a section at a node. */
export const setFields = (request: Client, id: string, section: string, fields: Record<string, unknown>) =>
  request('PUT', `/node-management/node/${id}/settings/${section}`, {
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])),
  });
