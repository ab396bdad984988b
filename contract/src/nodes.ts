import * as z from 'zod/mini';
import { NodeType } from './access.ts';
import { bothOrNeither } from './coordinates.ts';
import { endpoints } from './endpoint.ts';
import { recordFields } from './fields.ts';
import { fieldsAsRead, NodeChange, nodeFields } from './nodes/node-input.ts';
import { childNodeTypes, nodeRegions } from './nodes/node-types.ts';
import { pageQuery } from './paging.ts';

export const NodeId = z.uuid().brand<'NodeId'>();
export type NodeId = z.infer<typeof NodeId>;

/** A reference to a node with its display name, for lists and paths. */
export const NodeRef = z.object({ id: NodeId, name: z.string(), nodeType: NodeType });
export type NodeRef = z.infer<typeof NodeRef>;

/** A row of the node tree with the number of its direct children and of all stores below it. */
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

/** A search result with its ancestors, starting at the root of the reader's scope. */
export const NodeSearchResult = z.extend(NodeRow, { path: z.array(NodeRef) });
export type NodeSearchResult = z.infer<typeof NodeSearchResult>;

/** A selectable node with its ancestors, starting at the organisation. */
export const NodeChoice = z.extend(z.pick(NodeRow, { nodeId: true, name: true, code: true, nodeType: true }), {
  path: z.array(NodeRef),
});
export type NodeChoice = z.infer<typeof NodeChoice>;

/** The actions that the reader may perform on a node. */
export const NodeAbilities = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  add: z.boolean(),
  move: z.boolean(),
  enable: z.boolean(),
  delete: z.boolean(),
});
export type NodeAbilities = z.infer<typeof NodeAbilities>;

/** How much a node holds that the portal of the request does not show. */
export const HiddenContents = z.object({ places: z.int(), users: z.int(), devices: z.int() });
export type HiddenContents = z.infer<typeof HiddenContents>;

/** The full node with its ancestors and its first 100 children; `hidden` only with the error `node.holdsHidden`. */
export const Node = z.extend(NodeRow, {
  path: z.array(NodeRef),
  address: z.nullable(z.object({ street: z.string(), city: z.string(), state: z.string(), postCode: z.string() })),
  country: z.nullable(z.string()),
  /** The country of the nearest node above that has one. */
  inheritedCountry: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  phoneNumber: z.string(),
  emailId: z.string(),
  userCount: z.int(),
  deviceCount: z.int(),
  can: NodeAbilities,
  children: z.array(NodeRow),
  hidden: z.optional(HiddenContents),
  ...recordFields,
});
export type Node = z.infer<typeof Node>;

/** Request body that creates a node; omitted optional fields are empty. */
export const NewNode = z
  .extend(nodeFields, {
    ...fieldsAsRead,
    country: z._default(fieldsAsRead.country, ''),
    timeZone: z._default(fieldsAsRead.timeZone, ''),
    phoneNumber: z._default(nodeFields.shape.phoneNumber, ''),
    emailId: z._default(nodeFields.shape.emailId, ''),
    nodeType: z.pipe(z.string('field.required').check(z.toUpperCase()), z.enum(childNodeTypes, 'field.invalid')),
    parentId: NodeId,
    /** The target organisation, for global users only. */
    orgId: z.optional(z.uuid()),
  })
  .check(...bothOrNeither);
export type NewNode = z.infer<typeof NewNode>;

/** Enables or disables a node. */
export const NodeStatusInput = z.object({ status: z.boolean('field.required') });
export type NodeStatusInput = z.infer<typeof NodeStatusInput>;

/** The new parent of a node. */
export const NodeMove = z.object({ parentId: NodeId });
export type NodeMove = z.infer<typeof NodeMove>;

/**
 * The effect of a move: the old and the new path, the size of the moved subtree, and how many users lose or gain access
 * to it.
 */
export const MovePreview = z.object({
  from: z.array(NodeRef),
  to: z.array(NodeRef),
  placeCount: z.int(),
  storeCount: z.int(),
  userCount: z.int(),
  /** Users who see the node through its old ancestors and will lose it. */
  losing: z.int(),
  /** Users assigned above the old position but not above the new one, who will lose sight of the node. */
  gaining: z.int(),
  /** The old and the new clock of the node, and the planned changes whose start gets another local time; null if it keeps its clock. */
  clock: z.nullable(z.object({ from: z.string(), to: z.string(), planCount: z.int() })),
});
export type MovePreview = z.infer<typeof MovePreview>;

const byId = z.object({ id: NodeId });
/** Users assigned above the new position but not above the old one, who will newly see the node. */
const openOnlyParam = z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] }));
/** Comma-separated node types. */
export const NodeTypesParam = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list) => list.split(',')),
  ),
  z.array(NodeType).check(z.maxLength(10)),
);
/** A node type, case-insensitive. */
const ChildNodeTypeParam = z.pipe(z.string().check(z.toUpperCase()), z.enum(childNodeTypes));
const inputErrors = ['node.unknown', 'node.codeTaken', 'node.hidesYourself', 'node.hiddenEverywhere'] as const;

/** Endpoints for the node tree. */
export const nodes = endpoints({
  search: {
    method: 'GET',
    path: '/node-management/node/search',
    summary:
      'Finds nodes in the current user’s scope by part of their name or by code, with their full paths; `below` limits them to one node and those below.',
    // users who may run bulk overrides need to find the nodes
    allow: { any: ['LIST_NODE_STRUCTURE', 'BULK_OVERRIDE'] },
    query: z.extend(pageQuery(['name']), {
      status: openOnlyParam,
      types: z.optional(NodeTypesParam),
      below: z.optional(NodeId),
    }),
    result: NodeSearchResult,
    page: true,
    errors: ['node.unknown', 'input.badCursor'],
  },
  get: {
    method: 'GET',
    path: '/node-management/node/{id}',
    summary: 'One node, its ancestors and its first hundred children.',
    allow: { any: ['VIEW_NODE', 'LIST_NODE_STRUCTURE'] },
    params: byId,
    query: z.object({ status: openOnlyParam }),
    result: Node,
    errors: ['node.unknown'],
  },
  children: {
    method: 'GET',
    path: '/node-management/node/{id}/children',
    summary: 'The children of a node, by page.',
    allow: 'LIST_NODE_STRUCTURE',
    params: byId,
    query: z.extend(pageQuery(['name']), { status: openOnlyParam }),
    result: NodeRow,
    page: true,
    errors: ['node.unknown'],
  },
  choices: {
    method: 'GET',
    path: '/common/companies',
    summary:
      'The enabled nodes of one type in the current user’s scope, optionally below `parentId` or `orgId`; companies unless `nodeType` is given. `nodeId` adds a node that is already selected, enabled or not.',
    allow: 'signedIn',
    byApiKey: 'allow',
    query: z.extend(pageQuery(['name']), {
      nodeType: z._default(ChildNodeTypeParam, 'COMPANY'),
      parentId: z.optional(NodeId),
      nodeId: z.optional(NodeId),
    }),
    result: NodeChoice,
    page: true,
    errors: ['node.unknown', 'input.badCursor'],
  },
  create: {
    method: 'POST',
    path: '/node-management/node',
    summary: 'Creates a node below another one.',
    allow: 'CREATE_NODE',
    body: NewNode,
    result: Node,
    errors: [...inputErrors, 'node.wrongParent', 'node.hiddenHere'],
  },
  update: {
    method: 'PUT',
    path: '/node-management/node/{id}',
    summary: 'Changes the details of a node.',
    allow: { all: ['EDIT_NODE', 'EDIT_NODE_DETAILS'] },
    params: byId,
    body: NodeChange,
    versioned: true,
    result: Node,
    errors: [...inputErrors, 'record.stale'],
  },
  setStatus: {
    method: 'PUT',
    path: '/node-management/node/{id}/status',
    summary:
      'Enables or disables a node. Everything below a disabled node is disabled with it, and its users cannot sign in.',
    allow: 'ENABLED_NODE',
    params: byId,
    body: NodeStatusInput,
    versioned: true,
    result: Node,
    errors: ['node.unknown', 'node.ownPlace', 'record.stale'],
  },
  previewTimeZone: {
    method: 'GET',
    path: '/node-management/node/{id}/time-zone',
    summary:
      'How many planned changes of settings at and below a node start by its clock, and would have another local time in another time zone.',
    allow: 'EDIT_NODE',
    params: byId,
    lane: 'report',
    result: z.object({ planCount: z.int() }),
    errors: ['node.unknown'],
  },
  previewMove: {
    method: 'GET',
    path: '/node-management/node/{id}/move',
    summary: 'What moving a node with its sub-tree would change, and whether it is allowed.',
    allow: 'EDIT_NODE',
    params: byId,
    query: NodeMove,
    lane: 'report',
    result: MovePreview,
    errors: ['node.unknown', 'node.ownPlace', 'node.wrongParent', 'node.intoItself'],
  },
  move: {
    method: 'PUT',
    path: '/node-management/node/{id}/move',
    summary: 'Moves a node with its sub-tree below another node.',
    allow: 'EDIT_NODE',
    params: byId,
    body: NodeMove,
    versioned: true,
    result: Node,
    errors: ['node.unknown', 'node.ownPlace', 'node.wrongParent', 'node.intoItself', 'record.stale'],
  },
  remove: {
    method: 'DELETE',
    path: '/node-management/node/{id}/delete',
    summary: 'Deletes an empty node and returns it. Its code can be used again, and its history is kept.',
    allow: 'DELETE_NODE',
    params: byId,
    versioned: true,
    result: Node,
    errors: ['node.unknown', 'node.ownPlace', 'node.notEmpty', 'node.holdsHidden', 'record.stale'],
  },
});
