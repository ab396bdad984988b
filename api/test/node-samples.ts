import { newId } from '../src/platform/database/ids.ts';
import { createNode, rootOf, type TestUser } from './builders.ts';
import { nodeFields } from './input-fields.ts';
import type { RequestParts } from './request-parts.ts';
import type { TestServer } from './server.ts';

const aboutNode = ({ node }: TestUser): RequestParts => ({ id: node.id });

/** Valid requests to the endpoints of nodes, about the node of a user. */
export const nodeSamples: Readonly<Record<string, (target: TestUser) => RequestParts>> = {
  'nodes.get': aboutNode,
  'nodes.children': aboutNode,
  'nodes.previewTimeZone': aboutNode,
  'nodes.remove': aboutNode,
  'nodes.create': (target) => ({
    body: { ...nodeFields, code: newId().slice(-12), nodeType: 'COMPANY', parentId: rootOf(target.node).id },
  }),
  'nodes.update': (target) => ({ id: target.node.id, body: { ...nodeFields, code: target.node.id.slice(-12) } }),
  'nodes.setStatus': (target) => ({ id: target.node.id, body: { status: true } }),
  'nodes.previewMove': (target) => ({ id: target.node.id, query: { parentId: target.node.id } }),
  'nodes.move': (target) => ({ id: target.node.id, body: { parentId: target.node.id } }),
};

/** Nodes that the endpoints may change. */
export const populatedNodeSamples: Readonly<
  Record<string, (testServer: TestServer, target: TestUser) => Promise<RequestParts>>
> = {
  'nodes.setStatus': async (testServer, target) => ({
    ...(await createRegion(testServer, target)),
    body: { status: false },
  }),
  'nodes.update': async (testServer, target) => ({
    ...(await createRegion(testServer, target)),
    body: { ...nodeFields, code: newId().slice(-12) },
  }),
  'nodes.remove': createRegion,
  'nodes.move': async (testServer, target) => ({
    ...(await createRegion(testServer, target)),
    body: await createNewParent(testServer, target),
  }),
  'nodes.previewMove': async (testServer, target) => ({
    ...(await createRegion(testServer, target)),
    query: await createNewParent(testServer, target),
  }),
};

const createCompany = (testServer: TestServer, { node }: TestUser) =>
  createNode(testServer, { parent: rootOf(node), nodeType: 'COMPANY' });
const createNewParent = async (testServer: TestServer, target: TestUser) => ({
  parentId: (await createCompany(testServer, target)).id,
});
async function createRegion(testServer: TestServer, target: TestUser): Promise<RequestParts> {
  const { id } = await createNode(testServer, {
    parent: await createCompany(testServer, target),
    nodeType: 'TRADING_REGION',
  });
  return { id };
}
