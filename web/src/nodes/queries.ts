import type { CallOf } from '@storeward/contract/endpoint';
import { type NewNode, type Node, type NodeId, type NodeInput, nodes } from '@storeward/contract/nodes';
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call, keyOf, read } from '../platform/api.ts';

/** How many places the tree loads at a time below one. */
export const childrenAtOnce = 100;

/** How many places there are to choose from at a time. */
const choicesAtOnce = 50;

/** One place with all that the reader may know of it. */
export const oneNode = (id: NodeId) => read(nodes.get, { params: { id }, query: {} });

/** One page of the places right below another, by name. */
export const childPage = (id: NodeId, page: number) => ({
  ...read(nodes.children, { params: { id }, query: { page, size: childrenAtOnce } }),
  staleTime: 60_000,
});

/** Asks for the top of the tree and what lies right below it, before the screen that shows them is there; which says itself what failed. */
export async function readTop(client: QueryClient, root: NodeId): Promise<void> {
  const meta = { quiet: true };
  await Promise.all([client.query({ ...oneNode(root), meta }), client.query({ ...childPage(root, 0), meta })]);
}

/** One page of the places that a search finds by name or code. */
export const foundNodes = (
  search: string,
  page: number,
  size: number,
  { below, types }: { below?: NodeId | undefined; types?: string } = {},
) => read(nodes.search, { query: { search, page, size, ...(below && { below }), ...(types && { types }) } });

type Choosable = Pick<CallOf<typeof nodes.choices>['query'], 'nodeType' | 'parentId' | 'search'>;

/** The open places of a kind to choose one from, page after page. */
export const placesToChoose = (asked: Choosable) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(nodes.choices), asked],
    queryFn: ({ pageParam: page, signal }) =>
      call(nodes.choices, { query: { ...asked, page, size: choicesAtOnce } }, { signal }),
    initialPageParam: 0,
    // where not all are counted, a full page is the sign that there are more
    getNextPageParam: ({ result, total, totalIsEstimate }, pages) =>
      (totalIsEstimate ? result.length === choicesAtOnce : pages.length * choicesAtOnce < total)
        ? pages.length
        : undefined,
    staleTime: 60_000,
  });

/** A place that is chosen already, with the way down to it. */
export const placeChosen = (nodeId: NodeId) => ({ ...read(nodes.choices, { query: { nodeId } }), staleTime: 60_000 });

/** What moving a place below another one would change. */
export const movePreview = (id: NodeId, parentId: NodeId) =>
  read(nodes.previewMove, { params: { id }, query: { parentId } });

const ownWords = { meta: { quiet: true } };

/** A change in the tree shows wherever places are shown. */
function seen(client: QueryClient, saved?: Node) {
  if (saved) client.setQueryData(oneNode(saved.nodeId).queryKey, saved);
  void client.invalidateQueries({ queryKey: keyOf(nodes.choices) });
  return client.invalidateQueries({ queryKey: keyOf(nodes.create) });
}

/** Makes a new place; the form says itself what went wrong. */
export function useCreateNode() {
  const client = useQueryClient();
  return useMutation({
    ...ownWords,
    mutationFn: (body: z.output<typeof NewNode>): Promise<Node> => call(nodes.create, { body }, { quiet: 'logged' }),
    onSuccess: (saved) => seen(client, saved),
  });
}

/** Saves what was filled in about a place, unless somebody else was faster. */
export function useSaveNode(id: NodeId) {
  const client = useQueryClient();
  return useMutation({
    ...ownWords,
    mutationFn: ({ input, version }: { input: NodeInput; version: number }): Promise<Node> =>
      call(nodes.update, { params: { id }, body: input, version }, { quiet: 'logged' }),
    onSuccess: (saved) => seen(client, saved),
  });
}

/** Opens a place or closes it. */
export function useSetNodeStatus({ nodeId: id, version }: Pick<Node, 'nodeId' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: boolean): Promise<Node> =>
      call(nodes.setStatus, { params: { id }, body: { status }, version }),
    onSuccess: (saved) => seen(client, saved),
    onError: () => seen(client),
  });
}

/** Moves a place with all below it. */
export function useMoveNode({ nodeId: id, version }: Pick<Node, 'nodeId' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    ...ownWords,
    mutationFn: (parentId: NodeId): Promise<Node> =>
      call(nodes.move, { params: { id }, body: { parentId }, version }, { quiet: 'logged' }),
    onSuccess: (saved) => seen(client, saved),
  });
}

/** Takes an empty place out of the tree. */
export function useDeleteNode({ nodeId: id, version }: Pick<Node, 'nodeId' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<Node> => call(nodes.remove, { params: { id }, version }),
    onSuccess: () => {
      client.removeQueries({ queryKey: oneNode(id).queryKey });
      return seen(client);
    },
    onError: () => seen(client),
  });
}
