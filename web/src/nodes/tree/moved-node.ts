import { type Node, type NodeId, type NodeRow, nodes } from '@storeward/contract/nodes';
import type { Page } from '@storeward/contract/paging';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeyOf } from '../../platform/api/api.ts';

type ChildPage = Page<NodeRow>;
type ChildPageKey = {
  readonly params: { readonly id: NodeId };
  readonly query: { readonly page: number; readonly size: number };
};

/**
 * Moves a node from the loaded list of its former parent to that of the new one immediately: the lists are reloaded one
 * after the other, and meanwhile the node would be in both or in neither.
 */
export function moveBetweenLists(client: QueryClient, { path: _, children: __, ...moved }: Node): void {
  const { nodeId, parentId } = moved;
  const lists = client
    .getQueriesData<ChildPage>({ queryKey: queryKeyOf(nodes.children) })
    .flatMap(([queryKey, page]) => (page ? [{ queryKey, page, ...(queryKey.at(-1) as ChildPageKey) }] : []));
  const former = lists.find(({ page }) => page.result.some((row) => row.nodeId === nodeId))?.params.id;
  if (former === undefined || former === parentId) return;
  const childCountChange = new Map<NodeId | null, number>([
    [former, -1],
    [parentId, 1],
  ]);
  for (const { queryKey, page, params, query } of lists) {
    const change = childCountChange.get(params.id) ?? 0;
    const rows = page.result
      .filter((row) => row.nodeId !== nodeId)
      .map((row) => ({ ...row, childCount: row.childCount + (childCountChange.get(row.nodeId) ?? 0) }));
    const position = params.id === parentId ? positionIn(page, query, moved) : undefined;
    const result = position === undefined ? rows : rows.toSpliced(position, 0, moved);
    client.setQueryData<ChildPage>(queryKey, { ...page, result, total: page.total + change });
  }
}

/** The index of a new row in a page of rows sorted by name; undefined if it belongs to another page. */
function positionIn({ result, total }: ChildPage, { page, size }: ChildPageKey['query'], { name }: NodeRow) {
  const index = result.findIndex((row) => row.name.localeCompare(name) > 0);
  if (index < 0) return page * size + result.length === total ? result.length : undefined;
  return index === 0 && page > 0 ? undefined : index;
}
