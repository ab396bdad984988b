import * as z from 'zod/mini';
import { NodeType } from './access.ts';
import { endpoints } from './endpoint.ts';
import { recordFields } from './fields.ts';
import { pageQuery } from './paging.ts';

/** Which place is meant. */
export const NodeId = z.uuid().brand<'NodeId'>();
export type NodeId = z.infer<typeof NodeId>;

/** The regions that a place can be walled into. */
export const nodeRegions = ['CHINA', 'REST_OF_WORLD'] as const;

/** A place by name, for lists and paths. */
export const NodeRef = z.object({ id: NodeId, name: z.string(), nodeType: NodeType });
export type NodeRef = z.infer<typeof NodeRef>;

/** One row of the tree: a place, how many places lie right below it and how many stores in all. */
export const NodeRow = z.object({
  nodeId: NodeId,
  parentId: z.nullable(NodeId),
  name: z.string(),
  code: z.string(),
  nodeType: NodeType,
  status: z.boolean(),
  isOverride: z.boolean(),
  region: z.array(z.enum(nodeRegions)),
  childCount: z.int(),
  storeCount: z.int(),
});
export type NodeRow = z.infer<typeof NodeRow>;

/** A place found by searching, with the places above it from the top of the reader's own area. */
export const FoundNode = z.extend(NodeRow, { path: z.array(NodeRef) });
export type FoundNode = z.infer<typeof FoundNode>;

/** A place with all that is known of it, the places above it, and the first hundred below it. */
export const Node = z.extend(NodeRow, {
  path: z.array(NodeRef),
  address: z.nullable(z.object({ street: z.string(), city: z.string(), state: z.string(), postCode: z.string() })),
  country: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  userCount: z.int(),
  children: z.array(NodeRow),
  ...recordFields,
});
export type Node = z.infer<typeof Node>;

const byId = z.object({ id: NodeId });

/** The tree of places. */
export const nodes = endpoints({
  search: {
    method: 'GET',
    path: '/node-management/node/search',
    about: 'Finds places of the caller’s own area by part of their name or by code, with full paths.',
    allow: 'LIST_NODE_STRUCTURE',
    query: pageQuery(['name']),
    result: FoundNode,
    page: true,
  },
  get: {
    method: 'GET',
    path: '/node-management/node/{id}',
    about: 'One place, the places above it and the first hundred below it.',
    allow: { any: ['VIEW_NODE', 'LIST_NODE_STRUCTURE'] },
    params: byId,
    result: Node,
    errors: ['node.unknown'],
  },
  children: {
    method: 'GET',
    path: '/node-management/node/{id}/children',
    about: 'The places right below one place, page by page.',
    allow: 'LIST_NODE_STRUCTURE',
    params: byId,
    query: pageQuery(['name']),
    result: NodeRow,
    page: true,
    errors: ['node.unknown'],
  },
});
