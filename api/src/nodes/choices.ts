import type { InputOf } from '@storeward/contract/endpoint';
import { type NodeId, type nodes, type NodeChoice } from '@storeward/contract/nodes';
import { exactCountLimit, type Page, pageParams } from '@storeward/contract/paging';
import type { Actor, NodeRef } from '../platform/actor.ts';
import type { Context } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import * as queries from './queries.ts';

/** Lists the nodes that the actor may select, each with its ancestors; with `nodeId` only that node. */
export async function choices(
  { db, actor }: Context,
  { query }: InputOf<typeof nodes.choices>,
): Promise<Page<NodeChoice>> {
  const page = pageParams(query, 'name:asc');
  ensure(page.cursor === undefined, 'input.badCursor'); // this list supports page numbers only
  if (query.nodeId) {
    const choice = await queries.findChoice(db, actor.scope, query.nodeId);
    ensure(choice, 'node.unknown');
    return {
      result: [toChoice(actor, await queries.listPathNodes(db, actor.scope, [choice.tpath]), choice)],
      total: 1,
    };
  }
  // `orgId` is the actor's organisation, or another node of the scope as the upper limit; any other id is unknown
  const above = query.parentId ?? (query.orgId === actor.scope.orgId ? undefined : query.orgId);
  const parentPath = above && (await queries.findPath(db, actor.scope, above));
  ensure(!above || parentPath, 'node.unknown');
  const filter = {
    ...page,
    nodeType: query.nodeType,
    belowPath: parentPath || undefined,
  };
  const [rows, matchCount] = await Promise.all([
    queries.listChoices(db, actor.scope, filter),
    queries.countChoices(db, actor.scope, filter),
  ]);
  const pageRows = rows.slice(0, filter.limit);
  const pathNodes = await queries.listPathNodes(
    db,
    actor.scope,
    pageRows.map(({ tpath }) => tpath),
  );
  const totals =
    matchCount > exactCountLimit ? { total: matchCount, totalIsEstimate: true as const } : { total: matchCount };
  return { result: pageRows.map((row) => toChoice(actor, pathNodes, row)), ...totals };
}

/** Includes the ancestors above the actor's scope, whose names the actor may see anyway. */
function toChoice(
  actor: Actor,
  pathNodes: readonly (NodeRef & { tpath: string })[],
  { tpath, nodeId, ...row }: queries.ChoiceRow,
): NodeChoice {
  const ancestors = pathNodes.filter((node) => node.tpath !== tpath && tpath.startsWith(node.tpath));
  return {
    nodeId: nodeId as NodeId,
    ...row,
    path: [...actor.ancestors, ...ancestors].map(({ id, name, nodeType }) => ({ id: id as NodeId, name, nodeType })),
  };
}
