import { type NodeId, nodes } from '@storeward/contract/nodes';
import { read } from '../platform/api.ts';

/** How many places the tree loads at a time below one. */
export const childrenAtOnce = 100;

/** One place with all that the reader may know of it. */
export const oneNode = (id: NodeId) => read(nodes.get, { params: { id } });

/** One page of the places right below another, by name. */
export const childPage = (id: NodeId, page: number) => ({
  ...read(nodes.children, { params: { id }, query: { page, size: childrenAtOnce } }),
  staleTime: 60_000,
});

/** One page of the places that a search finds by name or code. */
export const foundNodes = (search: string, page: number, size: number) =>
  read(nodes.search, { query: { search, page, size } });
