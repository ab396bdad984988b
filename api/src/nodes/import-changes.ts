import type { NodeType } from '@storeward/contract/access';
import type { NodeInput, ChildNodeType } from '@storeward/contract/nodes';
import { difference, type AuditEvent, insertAudits } from '../audit/queries.ts';
import type { ImportContext, WrittenRecord, WrittenRow } from '../imports/kind.ts';
import { inputFields } from './import-cells.ts';
import type { ExistingNode, NodeInsert } from './import-queries.ts';
import { moveError } from './policy.ts';
import { listPathNodes } from './queries.ts';
import * as tree from './tree-queries.ts';

/** The change that a valid row makes: a new node, or a new state of an existing one. */
export type NodeChange = {
  readonly input: NodeInput;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly parent: ExistingNode | undefined;
  readonly existing: ExistingNode | undefined;
};

/** The state of a node before the import, stored in the row for the undo. The property names are stored in jsonb. */
type NodeBefore = { readonly input: NodeInput; readonly status: boolean; readonly parentId: string | null };

/** An audit entry of a node, collected so that all of them are inserted with one statement. */
export type NodeAuditEvent = Pick<AuditEvent, 'tpath' | 'action' | 'before' | 'after'> & { readonly id: string };

/** The fields of a deleted node that are kept in the audit log. */
export const auditFields = (existing: NodeInput & { nodeType: NodeType }) => ({
  ...inputOf(existing),
  nodeType: existing.nodeType,
});

const inputOf = (existing: NodeInput) =>
  Object.fromEntries(inputFields.map((field) => [field, existing[field]])) as NodeInput;

export function toNodeInsert({ id, parent, nodeType, status, input }: NodeChange & { id: string }): NodeInsert {
  if (!parent) throw new Error('a valid new node must have a parent');
  return { id, parentId: parent.id, parentPath: parent.tpath, nodeType: nodeType as ChildNodeType, status, input };
}

/** Reloads the path of a node, which an earlier move of the same import may have changed. */
export async function refreshPath({ db, actor }: ImportContext, existing: ExistingNode): Promise<ExistingNode> {
  const current = (await tree.listTreeNodes(db, actor.scope, [existing.id], { lock: true })).get(existing.id);
  return current ? { ...existing, tpath: current.tpath } : existing;
}

/** Applies a change to an existing node: parent, fields and status. Appends the audit entries to `auditEvents`. */
export async function applyChange(
  context: ImportContext,
  {
    existing,
    input,
    status,
    parentId,
  }: Pick<NodeChange, 'input' | 'status'> & { existing: ExistingNode; parentId: string | null },
  auditEvents: NodeAuditEvent[],
): Promise<WrittenRecord> {
  const { db, actor } = context;
  const { id } = existing;
  let { tpath, version } = existing;
  if (parentId && parentId !== existing.parentId) {
    const moved = await move(context, existing, parentId);
    tpath = moved.tpath;
    version += 1;
    auditEvents.push({ id, tpath, action: 'node.moved', before: moved.before, after: moved.after });
  }
  const { before, after } = difference(inputOf(existing), input);
  if (Object.keys(after).length > 0) {
    await tree.updateNode(db, actor.scope, { ...existing, version }, input, actor.userId);
    version += 1;
    auditEvents.push({ id, tpath, action: 'node.updated', before, after });
  }
  if (status !== existing.status) {
    await tree.updateStatus(db, actor.scope, { ...existing, version }, status, actor.userId);
    version += 1;
    const action = status ? 'node.enabled' : 'node.disabled';
    auditEvents.push({ id, tpath, action, before: { status: existing.status }, after: { status } });
  }
  const previous: NodeBefore = { input: inputOf(existing), status: existing.status, parentId: existing.parentId };
  return { entityId: id, version, before: previous };
}

/** Moves a subtree. Both paths are read again because earlier moves of the same import may have changed them. */
async function move({ db, actor }: ImportContext, existing: ExistingNode, parentId: string) {
  const nodes = await tree.listTreeNodes(db, actor.scope, [existing.id, parentId], { lock: true });
  const [node, parent] = [nodes.get(existing.id), nodes.get(parentId)];
  if (!node || !parent) throw new Error('the node or its new parent no longer exists');
  const auditPosition = async (tpath: string, parentOfPath: string | null) => {
    const pathNodes = await listPathNodes(db, actor.scope, [tpath]);
    return {
      parentId: parentOfPath,
      path: pathNodes
        .slice(0, -1)
        .map(({ name }) => name)
        .join(' › '),
    };
  };
  const before = await auditPosition(node.tpath, node.parentId);
  const tpath = await tree.moveNode(db, actor.scope, node, parent, actor.userId);
  return { tpath, before, after: await auditPosition(tpath, parentId) };
}

/** Restores the state before the import; returns false if the node can no longer return to its former parent. */
export async function restore(
  context: ImportContext,
  existing: ExistingNode,
  row: WrittenRow,
  auditEvents: NodeAuditEvent[],
): Promise<boolean> {
  const { db, actor } = context;
  const { input, status, parentId } = row.before as NodeBefore;
  if (parentId && parentId !== existing.parentId) {
    const parent = (await tree.listTreeNodes(db, actor.scope, [parentId], { lock: true })).get(parentId);
    if (!parent || moveError(actor, existing, parent)) return false;
  }
  await applyChange(context, { existing, input, status, parentId }, auditEvents);
  return true;
}

/** Inserts the audit entries, linked to the import run. */
export async function recordAudit(
  { db, actor, origin, runId }: ImportContext,
  auditEvents: readonly NodeAuditEvent[],
): Promise<void> {
  const { userId: actorId, sessionId, scope } = actor;
  const common = { entity: 'node', actorId, sessionId, runId };
  await insertAudits(
    db,
    scope,
    origin,
    auditEvents.map(({ id: entityId, ...event }) => ({ ...event, ...common, entityId })),
  );
}
