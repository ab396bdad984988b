import { NodeId, nodes } from '@storeward/contract/nodes';
import * as z from 'zod/mini';

const { search, page, size } = nodes.search.query.shape;

/** What the hierarchy keeps in the address: the chosen place, the open search and its page. */
export const HierarchyQuery = z.object({ node: z.optional(NodeId), search, page, size });

/** Where one place is looked at within the hierarchy. */
export const nodeAddress = (id: NodeId): string => `/structure/hierarchy?node=${id}`;
