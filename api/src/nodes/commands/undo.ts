import type { NodeInput } from '@storeward/contract/nodes/node-input';
import { listInUse } from '../../imports/queries.ts';
import { removalErrors } from '../policy.ts';
import { applyNodeChanges, pickNodeInput, planNodeChange } from './change.ts';
import type { CommandContext } from './context.ts';
import { removeNodes } from './remove.ts';
import { listNodeStates, type NodeState } from './state-queries.ts';

/** A node before an import, stored as JSON with its row. */
type StoredState = { readonly input: NodeInput; readonly status: boolean; readonly parentId: string | null };

export const storedState = (node: NodeState): StoredState => ({
  input: pickNodeInput(node),
  status: node.status,
  parentId: node.parentId,
});

/** A node that an import has written, with the version after it; `before` is null for a created node. */
type WrittenRow = { readonly entityId: string; readonly version: number; readonly before: unknown };

/**
 * Undoes rows of an import, in their order: deletes created nodes that nothing uses, and restores changed ones; keeps
 * those that have been changed since, or that may no longer return to their former parent.
 */
export async function undoNodeRows(
  context: CommandContext,
  rows: readonly WrittenRow[],
): Promise<('undone' | 'kept')[]> {
  const { db, actor } = context;
  const ids = rows.map(({ entityId }) => entityId);
  const formerParentIds = rows.flatMap(({ before }) => (before as StoredState | null)?.parentId ?? []);
  const states = await listNodeStates(db, actor.scope, { ids: [...ids, ...formerParentIds] }, { lock: true });
  const inUse = await listInUse(db, actor.scope, 'node', ids);
  const byId = new Map(states.map((state) => [state.id, state]));
  const current = rows.flatMap(({ entityId, version, before }) => {
    const node = byId.get(entityId);
    return node?.version === version ? [{ node, before: before as StoredState | null }] : [];
  });
  const toRemove = current.flatMap(({ node, before }) =>
    before === null && !inUse.has(node.id) && removalErrors(actor, node).length === 0 ? [node] : [],
  );
  const toRestore = current.flatMap(({ node, before }) => {
    if (before === null) return [];
    const { input, status, parentId } = before;
    const parent = parentId === null || parentId === node.parentId ? undefined : byId.get(parentId);
    const isParentGone = parentId !== null && parentId !== node.parentId && !parent;
    const requested = { input, status, ...(parent && { parent: { ...parent, node: parent } }) };
    // the region was allowed before
    const plan = planNodeChange({ actor, origin: context.origin, hosts: [] }, node, requested);
    const isRefused = plan.errors.some(({ part }) => part === 'parent');
    return isParentGone || isRefused ? [] : [plan];
  });
  await applyNodeChanges(context, toRestore);
  await removeNodes(context, toRemove);
  const undoneIds = new Set([...toRemove, ...toRestore.map(({ node }) => node)].map(({ id }) => id));
  return ids.map((id) => (undoneIds.has(id) ? 'undone' : 'kept'));
}
