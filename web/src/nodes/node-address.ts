import { NodeId, nodes } from '@storeward/contract/nodes';
import * as z from 'zod/mini';

const { search, page, size } = nodes.search.query.shape;

/** What the hierarchy keeps in the address: the chosen place, the open search and its page. */
export const HierarchyQuery = z.object({ node: z.optional(NodeId), search, page, size });

/** Where the hierarchy is. */
export const hierarchyAddress = '/structure/hierarchy';

/** Where one place is looked at within the hierarchy. */
export const nodeAddress = (id: NodeId): string => `${hierarchyAddress}?node=${id}`;

/** Where one place is looked at by itself. */
export const nodeViewAddress = (id: NodeId): string => `/structure/${id}/view`;

/** Where one place is changed. */
export const nodeEditAddress = (id: NodeId): string => `/structure/${id}/edit`;

/** Where a place is made below this one. */
export const nodeCreateAddress = (parent: NodeId): string => `/structure/create?parent=${parent}`;

/** Where places are brought in from a file. */
export const importAddress = '/structure/import';
