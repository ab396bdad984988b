import { NodeId, nodes } from '@storeward/contract/nodes';
import * as z from 'zod/mini';
import type { ScreenAddress } from '../ui/page/link.tsx';

const { search, page, size } = nodes.search.query.shape;

/** URL query of the hierarchy page: the selected node, the search text and its page. */
export const HierarchyQuery = z.object({ node: z.optional(NodeId), search, page, size });

export const hierarchyAddress = '/structure/hierarchy';

/** URL of the hierarchy page with this node selected. */
export const nodeAddress = (id: NodeId): ScreenAddress => `${hierarchyAddress}?node=${id}`;

/** URL of the node's own page. */
export const nodeViewAddress = (id: NodeId): ScreenAddress => `/structure/${id}/view`;

export const nodeEditAddress = (id: NodeId): ScreenAddress => `/structure/${id}/edit`;

/** URL of the form that creates a node below this parent. */
export const nodeCreateAddress = (parent: NodeId): ScreenAddress => `/structure/create?parent=${parent}`;

/** URL of the page that imports nodes from a file. */
export const importAddress = '/structure/import';
