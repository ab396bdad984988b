import type { InputOf } from '@storeward/contract/endpoint';
import { hiddenRegion, type NodeId, type nodes, type PlaceChoice } from '@storeward/contract/nodes';
import { countedExactly, type Page, pageWanted } from '@storeward/contract/paging';
import type { Actor, Place } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import * as queries from './queries.ts';

/** The places that somebody may choose from, with the way down to each; or the one they have chosen. */
export async function choices(
  { db, actor, origin }: Context,
  { query }: InputOf<typeof nodes.choices>,
): Promise<Page<PlaceChoice>> {
  const page = pageWanted(query, 'name:asc');
  demand(page.cursor === undefined, 'input.badCursor'); // places to choose from come page by page only
  if (query.nodeId) {
    const one = await queries.findChoice(db, actor.scope, query.nodeId);
    demand(one, 'node.unknown');
    return { result: [toChoice(actor, await queries.listAlong(db, actor.scope, [one.tpath]), one)], total: 1 };
  }
  const parent = query.parentId && (await queries.pathWithin(db, actor.scope, query.parentId));
  demand(!query.parentId || parent, 'node.unknown');
  const wanted = {
    ...page,
    hidden: hiddenRegion(origin.host),
    nodeType: query.nodeType,
    belowPath: parent || undefined,
  };
  const [rows, found] = await Promise.all([
    queries.listChoices(db, actor.scope, wanted),
    queries.countChoices(db, actor.scope, wanted),
  ]);
  const told = rows.slice(0, wanted.limit);
  const along = await queries.listAlong(
    db,
    actor.scope,
    told.map(({ tpath }) => tpath),
  );
  const counted = found > countedExactly ? { total: found, totalIsEstimate: true as const } : { total: found };
  return { result: told.map((row) => toChoice(actor, along, row)), ...counted };
}

/** A choice with the way down to it: what stands above the chooser's own area is known to them by name. */
function toChoice(
  actor: Actor,
  along: readonly (Place & { tpath: string })[],
  { tpath, nodeId, ...row }: queries.ChoiceRow,
): PlaceChoice {
  const inside = along.filter((place) => place.tpath !== tpath && tpath.startsWith(place.tpath));
  return {
    nodeId: nodeId as NodeId,
    ...row,
    path: [...actor.above, ...inside].map(({ id, name, nodeType }) => ({ id: id as NodeId, name, nodeType })),
  };
}
