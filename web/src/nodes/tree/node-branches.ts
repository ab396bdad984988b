import type { NodeId, NodeRow } from '@storeward/contract/nodes';
import type { Page } from '@storeward/contract/paging';
import { useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Branch, TreeItem } from '../../ui/tree/tree-view.tsx';
import { childPageQuery } from '../queries.ts';

type ChildPageResult = UseQueryResult<Page<NodeRow>>;
/** `rows` are those of the page that are shown. */
type LoadedPage = { readonly result: ChildPageResult; readonly rows: readonly NodeRow[] };
type ChildPageRequest = { id: NodeId; page: number };

/** Upper bound of pages loaded automatically to reveal one node among its siblings. */
const maxAutoLoadedPages = 32;

const unchanged = (results: ChildPageResult[]) => results;

/** Loads the children of the open tree nodes, page by page. */
export function useBranches(open: ReadonlySet<string>, toItem: (row: NodeRow) => TreeItem<NodeRow>) {
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map());
  const requests = useMemo(() => [...open].flatMap((id) => pagesOf(id as NodeId, pages.get(id) ?? 1)), [open, pages]);
  const results = useQueries({ queries: requests.map(({ id, page }) => childPageQuery(id, page)), combine: unchanged });
  const byParent = useMemo(() => groupByParent(requests, withoutDoubles(results)), [requests, results]);

  const branch = useCallback(
    (id: string): Branch<NodeRow> | undefined => {
      const loadedPages = byParent.get(id);
      return loadedPages && toBranch(loadedPages, toItem);
    },
    [byParent, toItem],
  );

  const load = useCallback((id: string, count: number) => setPages((before) => new Map(before).set(id, count)), []);

  /** Refetches the failed pages of a parent; without a failure it loads the next page. */
  function loadMore(id: string) {
    const loadedPages = byParent.get(id) ?? [];
    const failed = loadedPages.filter(({ result }) => result.isError);
    for (const { result } of failed) void result.refetch();
    if (failed.length === 0) load(id, loadedPages.length + 1);
  }

  return { branch, loadMore, load, pages };
}

/** Opens all ancestors of a node and loads pages of siblings until the node is among them. */
export function useReveal(
  path: readonly string[],
  { branch, load, pages }: Pick<ReturnType<typeof useBranches>, 'branch' | 'load' | 'pages'>,
  openAll: (ids: string[]) => void,
) {
  const pathKey = path.join(' ');
  useEffect(() => {
    if (path.length > 1) openAll(path.slice(0, -1));
    // Runs once per path, so that a branch that the user collapses later stays collapsed.
  }, [pathKey]); // oxlint-disable-line react/exhaustive-deps

  const incompleteParent = path.slice(0, -1).find((id, index) => isMissingChild(branch(id), path[index + 1]));
  const loadedPageCount = incompleteParent === undefined ? 0 : (pages.get(incompleteParent) ?? 1);
  useEffect(() => {
    if (incompleteParent !== undefined && loadedPageCount < maxAutoLoadedPages)
      load(incompleteParent, loadedPageCount * 2);
  }, [incompleteParent, loadedPageCount, load]);
}

function isMissingChild(branch: Branch<NodeRow> | undefined, child: string | undefined): boolean {
  if (branch?.state !== 'ready' || branch.loadingMore || branch.remaining === 0) return false;
  return !branch.items.some(({ id }) => id === child);
}

function duplicateNames(rows: readonly NodeRow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(rows.flatMap(({ name }) => (seen.has(name) ? [name] : (seen.add(name), []))));
}

const pagesOf = (id: NodeId, count: number): ChildPageRequest[] =>
  Array.from({ length: count }, (_, page) => ({ id, page }));

/**
 * Pages are loaded at different times: a node that another user has moved meanwhile is kept only in the page that was
 * loaded last.
 */
function withoutDoubles(results: readonly ChildPageResult[]): LoadedPage[] {
  const pageOf = new Map<NodeId, ChildPageResult>();
  for (const result of results.toSorted((one, other) => one.dataUpdatedAt - other.dataUpdatedAt))
    for (const { nodeId } of result.data?.result ?? []) pageOf.set(nodeId, result);
  return results.map((result) => ({
    result,
    rows: (result.data?.result ?? []).filter(({ nodeId }) => pageOf.get(nodeId) === result),
  }));
}

function groupByParent(
  requests: readonly ChildPageRequest[],
  loadedPages: readonly LoadedPage[],
): Map<string, LoadedPage[]> {
  const groups = new Map<string, LoadedPage[]>();
  requests.forEach(({ id }, index) => {
    const loaded = loadedPages[index];
    if (loaded) groups.set(id, [...(groups.get(id) ?? []), loaded]);
  });
  return groups;
}

function toBranch(loadedPages: readonly LoadedPage[], toItem: (row: NodeRow) => TreeItem<NodeRow>): Branch<NodeRow> {
  const first = loadedPages[0]?.result;
  if (!first?.data) return { state: first?.isError && !first.isFetching ? 'failed' : 'loading' };
  const rows = loadedPages.flatMap((page) => page.rows);
  const duplicates = duplicateNames(rows);
  // The code is shown only for siblings that share a name.
  const items = rows.map((row) => ({ ...toItem(row), ...(duplicates.has(row.name) && { detail: row.code }) }));
  const loadedCount = loadedPages.reduce((sum, { result }) => sum + (result.data?.result.length ?? 0), 0);
  const left = Math.max(0, first.data.total - loadedCount);
  return {
    state: 'ready',
    items,
    remaining: left,
    loadingMore: left > 0 && loadedPages.some(({ result }) => !result.data && result.isFetching),
  };
}
