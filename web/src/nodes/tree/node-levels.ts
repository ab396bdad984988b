import { type NodeType, ranks } from '@storeward/contract/access';
import { type ChildNodeType, childNodeTypes, typesAbove } from '@storeward/contract/nodes/node-types';
import type { NodeRef } from '@storeward/contract/nodes';

/** One level of the cascading picker. A fixed level is determined by the user's own root node and cannot be changed. */
export type Level = { readonly type: ChildNodeType; readonly fixed: boolean; readonly optional: boolean };

/** The levels to pick from the top down until a node of a target type is chosen; empty for platform users. */
export function levelsToPick(targets: readonly NodeType[], ownType: NodeType): Level[] {
  if (ownType === 'GLOBAL') return [];
  const lowest = Math.min(...targets.map((type) => ranks[type]));
  // sub store groups are rare: they are offered only as a target, not on the way to a store
  const isPicked = (type: ChildNodeType) =>
    ranks[type] >= lowest && (type !== 'SUB_STORE_GROUP' || targets.includes(type));
  return childNodeTypes.filter(isPicked).map((type) => ({
    type,
    fixed: ranks[type] >= ranks[ownType],
    optional: targets.some((target) => isReachableWithout(target, type)),
  }));
}

/** Whether a node of the target type can exist without an ancestor of the skipped type. */
function isReachableWithout(target: NodeType, skippedType: ChildNodeType): boolean {
  if (target === skippedType) return false;
  if (target === 'ORGANIZATION' || target === 'GLOBAL') return true;
  return typesAbove(target).some((type) => isReachableWithout(type, skippedType));
}

/** Cuts a path off below the lowest of the target types. */
export function truncatePath(path: readonly NodeRef[], targets: readonly NodeType[]): readonly NodeRef[] {
  const lowest = Math.min(...targets.map((type) => ranks[type]));
  return path.filter(({ nodeType }) => ranks[nodeType] >= lowest);
}

/** The last node of a path if it has one of the target types. */
export function selectedNode(path: readonly NodeRef[], targets: readonly NodeType[]): NodeRef | undefined {
  const last = truncatePath(path, targets).at(-1);
  return last && targets.includes(last.nodeType) ? last : undefined;
}

/** The nearest node of a path above a level: the parent for the choices of that level. */
export const nearestAbove = (path: readonly NodeRef[], level: ChildNodeType): NodeRef | undefined =>
  path.findLast(({ nodeType }) => ranks[nodeType] > ranks[level]);
