import * as z from 'zod/mini';
import { NodeType, ranks } from './access.ts';
import { endpoints } from './endpoint.ts';
import { Email, PhoneNumber, recordFields, requiredText, text } from './fields.ts';
import { pageQuery } from './paging.ts';
import { CountryCode, TimeZone } from './reference.ts';

/** Which place is meant. */
export const NodeId = z.uuid().brand<'NodeId'>();
export type NodeId = z.infer<typeof NodeId>;

/** The regions that a place can be walled into. */
export const nodeRegions = ['CHINA', 'REST_OF_WORLD'] as const;
export type NodeRegion = (typeof nodeRegions)[number];

/** The region whose places a portal does not show: those under .cn show China's, all others the rest of the world's. */
export const hiddenRegion = (host: string): NodeRegion =>
  /\.cn\.?$/i.test(host.replace(/:\d+$/, '')) ? 'REST_OF_WORLD' : 'CHINA';

/** The kinds of place that stand below an organisation. */
export const placeTypes = ['COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE'] as const;
export type PlaceType = (typeof placeTypes)[number];

const parents: Readonly<Record<PlaceType, readonly NodeType[]>> = {
  COMPANY: ['ORGANIZATION'],
  TRADING_REGION: ['COMPANY'],
  STORE_GROUP: ['TRADING_REGION'],
  SUB_STORE_GROUP: ['STORE_GROUP'],
  // small chains have no groups
  STORE: ['TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP'],
};

/** The kinds of place that may stand right below one of this kind, the higher ones first. */
export const typesBelow = (parent: NodeType): readonly PlaceType[] =>
  placeTypes.filter((type) => parents[type].includes(parent)).sort((a, b) => ranks[b] - ranks[a]);

/** The kinds of place that one of this kind may stand right below, the higher ones first. */
export const typesAbove = (type: PlaceType): readonly NodeType[] => parents[type];

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

/** A place that can be chosen, with the places above it from the top of the organisation. */
export const PlaceChoice = z.extend(z.pick(NodeRow, { nodeId: true, name: true, code: true, nodeType: true }), {
  path: z.array(NodeRef),
});
export type PlaceChoice = z.infer<typeof PlaceChoice>;

/** Which of a place's buttons the reader may press. */
export const NodeAbilities = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  add: z.boolean(),
  move: z.boolean(),
  enable: z.boolean(),
  delete: z.boolean(),
});
export type NodeAbilities = z.infer<typeof NodeAbilities>;

/** A place with all that is known of it, the places above it, and the first hundred below it. */
export const Node = z.extend(NodeRow, {
  path: z.array(NodeRef),
  address: z.nullable(z.object({ street: z.string(), city: z.string(), state: z.string(), postCode: z.string() })),
  country: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  phoneNumber: z.string(),
  emailId: z.string(),
  userCount: z.int(),
  deviceCount: z.int(),
  can: NodeAbilities,
  children: z.array(NodeRow),
  ...recordFields,
});
export type Node = z.infer<typeof Node>;

/** The code that a till, a list or an export knows a place by: letters of any script, digits and . _ / -, unlike any other of its organisation. */
export const NodeCode = requiredText(32).check(z.regex(/^[\p{L}\p{M}\p{N}._/-]*$/u, 'field.invalidCharacter'));

const optional = <S extends z.ZodMiniType<string, string>>(schema: S) => z.union([z.literal(''), schema]);

/** What a person fills in about a place. */
export const NodeInput = z.object({
  name: requiredText(128),
  code: NodeCode,
  region: z.array(z.enum(nodeRegions, 'field.invalid')).check(z.maxLength(nodeRegions.length, 'field.invalid')),
  street: text(128),
  city: text(128),
  state: text(64),
  postCode: text(32),
  country: CountryCode,
  timeZone: optional(TimeZone),
  phoneNumber: PhoneNumber,
  emailId: optional(Email),
});
export type NodeInput = z.infer<typeof NodeInput>;

/** A place to be made: what it is, below which other place, and what is filled in about it. */
export const NewNode = z.extend(NodeInput, {
  nodeType: z.pipe(z.string('field.required').check(z.toUpperCase()), z.enum(placeTypes, 'field.invalid')),
  parentId: NodeId,
  /** The organisation a global user means; everybody else has their own. */
  orgId: z.optional(z.uuid()),
});
export type NewNode = z.infer<typeof NewNode>;

/** Whether a place is open. */
export const NodeStatusInput = z.object({ status: z.boolean('field.required') });
export type NodeStatusInput = z.infer<typeof NodeStatusInput>;

/** Where a place is to stand from now on. */
export const NodeMove = z.object({ parentId: NodeId });
export type NodeMove = z.infer<typeof NodeMove>;

/** What a move would change: where it leads from and to, what goes with it, and for whom it comes into reach or leaves it. */
export const MovePreview = z.object({
  from: z.array(NodeRef),
  to: z.array(NodeRef),
  placeCount: z.int(),
  storeCount: z.int(),
  userCount: z.int(),
  /** Users above the old place, and not above the new one, who will not see it any more. */
  losing: z.int(),
  /** Users above the new place, and not above the old one, who will see it from then on. */
  gaining: z.int(),
});
export type MovePreview = z.infer<typeof MovePreview>;

const byId = z.object({ id: NodeId });
/** `true` leaves out the closed places below. */
const openOnly = z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] }));
/** Some kinds of place, parted by commas. */
export const TypesWanted = z.pipe(
  z.pipe(
    z.string(),
    z.transform((words) => words.split(',')),
  ),
  z.array(NodeType).check(z.maxLength(10)),
);
/** One kind of place, in capitals or not. */
const KindWanted = z.pipe(z.string().check(z.toUpperCase()), z.enum(placeTypes));
const placeErrors = ['node.unknown', 'node.codeTaken', 'node.hidesYourself', 'node.hiddenEverywhere'] as const;

/** The tree of places. */
export const nodes = endpoints({
  search: {
    method: 'GET',
    path: '/node-management/node/search',
    about:
      'Finds places of the caller’s own area by part of their name or by code, with full paths; `below` asks for those at and below one place.',
    // whoever changes many places has to find them
    allow: { any: ['LIST_NODE_STRUCTURE', 'BULK_OVERRIDE'] },
    query: z.extend(pageQuery(['name']), {
      status: openOnly,
      types: z.optional(TypesWanted),
      below: z.optional(NodeId),
    }),
    result: FoundNode,
    page: true,
    errors: ['node.unknown', 'input.badCursor'],
  },
  get: {
    method: 'GET',
    path: '/node-management/node/{id}',
    about: 'One place, the places above it and the first hundred below it.',
    allow: { any: ['VIEW_NODE', 'LIST_NODE_STRUCTURE'] },
    params: byId,
    query: z.object({ status: openOnly }),
    result: Node,
    errors: ['node.unknown'],
  },
  children: {
    method: 'GET',
    path: '/node-management/node/{id}/children',
    about: 'The places right below one place, page by page.',
    allow: 'LIST_NODE_STRUCTURE',
    params: byId,
    query: z.extend(pageQuery(['name']), { status: openOnly }),
    result: NodeRow,
    page: true,
    errors: ['node.unknown'],
  },
  choices: {
    method: 'GET',
    path: '/common/companies',
    about:
      'The open places of one kind that the caller may choose from, all of their area or those below `parentId`; companies unless `nodeType` says otherwise. `nodeId` asks for one that is chosen already, open or not.',
    allow: 'signedIn',
    query: z.extend(pageQuery(['name']), {
      nodeType: z._default(KindWanted, 'COMPANY'),
      parentId: z.optional(NodeId),
      nodeId: z.optional(NodeId),
    }),
    result: PlaceChoice,
    page: true,
    errors: ['node.unknown', 'input.badCursor'],
  },
  create: {
    method: 'POST',
    path: '/node-management/node',
    about: 'Makes a place below another one.',
    allow: 'CREATE_NODE',
    body: NewNode,
    result: Node,
    errors: [...placeErrors, 'node.wrongParent'],
  },
  update: {
    method: 'PUT',
    path: '/node-management/node/{id}',
    about: 'Changes what is filled in about a place.',
    allow: { all: ['EDIT_NODE', 'EDIT_NODE_DETAILS'] },
    params: byId,
    body: NodeInput,
    versioned: true,
    result: Node,
    errors: [...placeErrors, 'record.stale'],
  },
  setStatus: {
    method: 'PUT',
    path: '/node-management/node/{id}/status',
    about:
      'Opens a place or closes it: what lies below a closed one is closed with it, and nobody who works there signs in.',
    allow: 'ENABLED_NODE',
    params: byId,
    body: NodeStatusInput,
    versioned: true,
    result: Node,
    errors: ['node.unknown', 'node.ownPlace', 'record.stale'],
  },
  previewMove: {
    method: 'GET',
    path: '/node-management/node/{id}/move',
    about: 'Tells what moving a place with all below it would change, and whether it may be done at all.',
    allow: 'EDIT_NODE',
    params: byId,
    query: NodeMove,
    result: MovePreview,
    errors: ['node.unknown', 'node.ownPlace', 'node.wrongParent', 'node.intoItself'],
  },
  move: {
    method: 'PUT',
    path: '/node-management/node/{id}/move',
    about: 'Moves a place with all below it to stand below another one.',
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
    about:
      'Takes an empty place out of the tree and tells it for the last time; its code is free again, and its history is kept.',
    allow: 'DELETE_NODE',
    params: byId,
    versioned: true,
    result: Node,
    errors: ['node.unknown', 'node.ownPlace', 'node.notEmpty', 'record.stale'],
  },
});
