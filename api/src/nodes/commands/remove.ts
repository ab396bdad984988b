import { allAuditFields, auditNodes, type CommandContext } from './context.ts';
import type { NodeState } from './state-queries.ts';
import { deleteNodes } from './write-queries.ts';

/** Deletes empty nodes whose rows are locked. */
export async function removeNodes(context: CommandContext, nodes: readonly NodeState[]): Promise<void> {
  const { db, actor } = context;
  const ids = nodes.map(({ id }) => id);
  await deleteNodes(db, actor.scope, ids, actor.userId);
  await auditNodes(
    context,
    nodes.map((node) => {
      const { id, tpath, nodeType } = node;
      return { id, tpath, action: 'node.deleted', before: allAuditFields(node, nodeType) };
    }),
  );
}
