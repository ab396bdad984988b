import type { NodeId, NodeRow } from '@storeward/contract/nodes';
import type { Page } from '@storeward/contract/paging';
import { useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Branch, TreeItem } from '../ui/tree-view.tsx';
import { childPage } from './queries.ts';

type Answer = UseQueryResult<Page<NodeRow>>;
type Asked = { id: NodeId; page: number };

/** No more pages than this are loaded unasked, to show one place among its many neighbours. */
const mostPagesUnasked = 32;

const asTheyAre = (answers: Answer[]) => answers;

/** What lies below the open places of the tree, loaded page by page. */
export function useBranches(open: ReadonlySet<string>, toItem: (row: NodeRow) => TreeItem<NodeRow>) {
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = useMemo(() => [...open].flatMap((id) => pagesOf(id as NodeId, pages.get(id) ?? 1)), [open, pages]);
  const answers = useQueries({ queries: asked.map(({ id, page }) => childPage(id, page)), combine: asTheyAre });
  const byParent = useMemo(() => grouped(asked, answers), [asked, answers]);

  const branch = useCallback(
    (id: string): Branch<NodeRow> | undefined => {
      const given = byParent.get(id);
      return given && branchOf(given, toItem);
    },
    [byParent, toItem],
  );

  const load = useCallback((id: string, count: number) => setPages((before) => new Map(before).set(id, count)), []);

  /** Asks again for what could not be had, else for the next page. */
  function more(id: string) {
    const given = byParent.get(id) ?? [];
    const failed = given.filter(({ isError }) => isError);
    for (const answer of failed) void answer.refetch();
    if (failed.length === 0) load(id, given.length + 1);
  }

  return { branch, more, load, pages };
}

/** Opens the tree down to a place, and loads its neighbours until it is among them. */
export function useReveal(
  way: readonly string[],
  { branch, load, pages }: Pick<ReturnType<typeof useBranches>, 'branch' | 'load' | 'pages'>,
  openAll: (ids: string[]) => void,
) {
  const walked = way.join(' ');
  useEffect(() => {
    if (way.length > 1) openAll(way.slice(0, -1));
    // Each way is walked once: what the reader folds up afterwards stays folded.
  }, [walked]); // oxlint-disable-line react/exhaustive-deps

  const lacking = way.slice(0, -1).find((id, at) => lacks(branch(id), way[at + 1]));
  const loaded = lacking === undefined ? 0 : (pages.get(lacking) ?? 1);
  useEffect(() => {
    if (lacking !== undefined && loaded < mostPagesUnasked) load(lacking, loaded * 2);
  }, [lacking, loaded, load]);
}

function lacks(branch: Branch<NodeRow> | undefined, child: string | undefined): boolean {
  if (branch?.state !== 'ready' || branch.loadingMore || branch.left === 0) return false;
  return !branch.items.some(({ id }) => id === child);
}

function repeatedNames(rows: readonly NodeRow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(rows.flatMap(({ name }) => (seen.has(name) ? [name] : (seen.add(name), []))));
}

const pagesOf = (id: NodeId, count: number): Asked[] => Array.from({ length: count }, (_, page) => ({ id, page }));

function grouped(asked: readonly Asked[], answers: readonly Answer[]): Map<string, Answer[]> {
  const groups = new Map<string, Answer[]>();
  asked.forEach(({ id }, at) => {
    const answer = answers[at];
    if (answer) groups.set(id, [...(groups.get(id) ?? []), answer]);
  });
  return groups;
}

function branchOf(answers: readonly Answer[], toItem: (row: NodeRow) => TreeItem<NodeRow>): Branch<NodeRow> {
  const [first] = answers;
  if (!first?.data) return { state: first?.isError && !first.isFetching ? 'failed' : 'loading' };
  const rows = answers.flatMap(({ data }) => data?.result ?? []);
  const repeated = repeatedNames(rows);
  // Only where names repeat does the code tell them apart.
  const items = rows.map((row) => ({ ...toItem(row), ...(repeated.has(row.name) && { detail: row.code }) }));
  const left = Math.max(0, first.data.total - items.length);
  return {
    state: 'ready',
    items,
    left,
    loadingMore: left > 0 && answers.some(({ data, isFetching }) => !data && isFetching),
  };
}
