import { type NodeType, ranks } from '@storeward/contract/access';
import { type NodeRef, type PlaceType, placeTypes, typesAbove } from '@storeward/contract/nodes';

/** One level that is asked for on the way to a place; the reader's own place settles a fixed one. */
export type Level = { readonly type: PlaceType; readonly fixed: boolean; readonly optional: boolean };

/** The levels that are asked for until one of these kinds of place is chosen, from the top; none of them platform-wide. */
export function levelsTo(targets: readonly NodeType[], own: NodeType): Level[] {
  if (own === 'GLOBAL') return [];
  const lowest = Math.min(...targets.map((type) => ranks[type]));
  // few have sub groups: they are asked for where one may be meant, not to find a store
  const asked = (type: PlaceType) => ranks[type] >= lowest && (type !== 'SUB_STORE_GROUP' || targets.includes(type));
  return placeTypes.filter(asked).map((type) => ({
    type,
    fixed: ranks[type] >= ranks[own],
    optional: targets.some((target) => isReached(target, type)),
  }));
}

/** Whether a place of this kind can stand in a tree without one of that kind above it. */
function isReached(target: NodeType, without: PlaceType): boolean {
  if (target === without) return false;
  if (target === 'ORGANIZATION' || target === 'GLOBAL') return true;
  return typesAbove(target).some((type) => isReached(type, without));
}

/** The part of a way that leads no further down than these kinds of place. */
export function wayUpTo(way: readonly NodeRef[], targets: readonly NodeType[]): readonly NodeRef[] {
  const lowest = Math.min(...targets.map((type) => ranks[type]));
  return way.filter(({ nodeType }) => ranks[nodeType] >= lowest);
}

/** The place that a way ends at, if it is of one of these kinds. */
export function endOf(way: readonly NodeRef[], targets: readonly NodeType[]): NodeRef | undefined {
  const last = wayUpTo(way, targets).at(-1);
  return last && targets.includes(last.nodeType) ? last : undefined;
}

/** The place of a way that stands at or above a level, the nearest one: what is asked for next lies below it. */
export const lastAbove = (way: readonly NodeRef[], level: PlaceType): NodeRef | undefined =>
  way.findLast(({ nodeType }) => ranks[nodeType] > ranks[level]);
