import type { RequestOf } from '@storeward/contract/endpoint';
import type { NodeInput } from '@storeward/contract/nodes/node-input';
import { type NewNode, type Node, type NodeId, nodes } from '@storeward/contract/nodes';
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call, queryKeyOf, endpointQuery } from '../platform/api/api.ts';
import { moveBetweenLists } from './tree/moved-node.ts';

/** Page size of the children of a tree node. */
export const childPageSize = 100;

const choicePageSize = 50;

export const nodeQuery = (id: NodeId) => endpointQuery(nodes.get, { params: { id }, query: {} });

/** One page of the direct children of a node, sorted by name. */
export const childPageQuery = (id: NodeId, page: number) => ({
  ...endpointQuery(nodes.children, { params: { id }, query: { page, size: childPageSize } }),
  staleTime: 60_000,
});

/** Loads the root node and its first children before the screen is rendered. Errors are left to the screen. */
export async function prefetchTree(client: QueryClient, root: NodeId): Promise<void> {
  const meta = { quiet: true };
  await Promise.all([client.query({ ...nodeQuery(root), meta }), client.query({ ...childPageQuery(root, 0), meta })]);
}

/** One page of the nodes whose name or code matches. */
export const nodeSearchQuery = (
  search: string,
  page: number,
  size: number,
  { below, types, orgId }: { below?: NodeId | undefined; types?: string; orgId?: NodeId | undefined } = {},
) =>
  endpointQuery(nodes.search, {
    query: { search, page, size, ...(below && { below }), ...(types && { types }), ...(orgId && { orgId }) },
  });

type ChoiceFilter = Pick<RequestOf<typeof nodes.choices>['query'], 'nodeType' | 'orgId' | 'parentId' | 'search'>;

/** Enabled nodes of a type that can be chosen, as an infinite query. */
export const nodeChoicesQuery = (filter: ChoiceFilter) =>
  infiniteQueryOptions({
    queryKey: [...queryKeyOf(nodes.choices), filter],
    queryFn: ({ pageParam: page, signal }) =>
      call(nodes.choices, { query: { ...filter, page, size: choicePageSize } }, { signal }),
    initialPageParam: 0,
    // with an estimated total, a full page means that there are more
    getNextPageParam: ({ result, total, totalIsEstimate }, pages) =>
      (totalIsEstimate ? result.length === choicePageSize : pages.length * choicePageSize < total)
        ? pages.length
        : undefined,
    staleTime: 60_000,
  });

/** The chosen node with the path down to it. */
export const nodeChoiceQuery = (nodeId: NodeId) => ({
  ...endpointQuery(nodes.choices, { query: { nodeId } }),
  staleTime: 60_000,
});

export const movePreviewQuery = (id: NodeId, parentId: NodeId) =>
  endpointQuery(nodes.previewMove, { params: { id }, query: { parentId } });

const handlesOwnErrors = { meta: { quiet: true } };

/** How many planned changes start by the clock of a node. */
export const timeZonePreviewQuery = (id: NodeId) => ({
  ...endpointQuery(nodes.previewTimeZone, { params: { id } }),
  ...handlesOwnErrors,
});

/** Updates the saved node in the cache and invalidates every query of nodes. */
function refreshNodes(client: QueryClient, saved?: Node) {
  if (saved) client.setQueryData(nodeQuery(saved.nodeId).queryKey, saved);
  void client.invalidateQueries({ queryKey: queryKeyOf(nodes.choices) });
  return client.invalidateQueries({ queryKey: queryKeyOf(nodes.create) });
}

/** Creates a node; the form shows the errors. */
export function useCreateNode() {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: (body: z.output<typeof NewNode>): Promise<Node> => call(nodes.create, { body }, { quiet: 'logged' }),
    onSuccess: (saved) => refreshNodes(client, saved),
  });
}

/** Saves a node with its version (optimistic locking); the form shows the errors. */
export function useSaveNode(id: NodeId) {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: ({ input, version }: { input: NodeInput; version: number }): Promise<Node> =>
      call(nodes.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => refreshNodes(client, saved),
  });
}

/** Enables or disables a node. */
export function useSetNodeStatus({ nodeId: id, version }: Pick<Node, 'nodeId' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: boolean): Promise<Node> =>
      call(nodes.setStatus, { params: { id }, body: { status }, version }),
    onSuccess: (saved) => refreshNodes(client, saved),
    onError: () => refreshNodes(client),
  });
}

/** Moves a node with its subtree; the dialog shows the errors. */
export function useMoveNode({ nodeId: id, version }: Pick<Node, 'nodeId' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: (parentId: NodeId): Promise<Node> =>
      call(nodes.move, { params: { id }, body: { parentId }, version }, { quiet: 'logged' }),
    onSuccess: (saved) => {
      moveBetweenLists(client, saved);
      return refreshNodes(client, saved);
    },
  });
}

/** Deletes an empty node. */
export function useDeleteNode({ nodeId: id, version }: Pick<Node, 'nodeId' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (): Promise<Node> => call(nodes.remove, { params: { id }, version }, { quiet: 'logged' }),
    onSuccess: () => {
      client.removeQueries({ queryKey: nodeQuery(id).queryKey });
      return refreshNodes(client);
    },
    onError: () => refreshNodes(client),
  });
}
