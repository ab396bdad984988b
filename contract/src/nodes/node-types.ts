import { type NodeType, ranks } from '../access.ts';

/** The regions that a node can be limited to. */
export const nodeRegions = ['CHINA', 'REST_OF_WORLD'] as const;
export type NodeRegion = (typeof nodeRegions)[number];

/**
 * The region that a portal hides: hosts under .cn hide nodes for the rest of the world only, all others hide nodes for
 * China only.
 */
export const hiddenRegion = (host: string): NodeRegion =>
  /\.cn\.?$/i.test(host.replace(/:\d+$/, '')) ? 'REST_OF_WORLD' : 'CHINA';

/** The node types that can be created below an organisation. */
export const childNodeTypes = ['COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE'] as const;
export type ChildNodeType = (typeof childNodeTypes)[number];

const allowedParents: Readonly<Record<ChildNodeType, readonly NodeType[]>> = {
  COMPANY: ['ORGANIZATION'],
  TRADING_REGION: ['COMPANY'],
  STORE_GROUP: ['TRADING_REGION'],
  SUB_STORE_GROUP: ['STORE_GROUP'],
  // small chains have no groups
  STORE: ['TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP'],
};

/** The node types allowed directly below a node of this type, highest first. */
export const typesBelow = (parent: NodeType): readonly ChildNodeType[] =>
  childNodeTypes.filter((type) => allowedParents[type].includes(parent)).sort((a, b) => ranks[b] - ranks[a]);

/** The node types allowed as the parent of a node of this type, highest first. */
export const typesAbove = (type: ChildNodeType): readonly NodeType[] => allowedParents[type];
