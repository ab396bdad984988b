import { BulkTask } from '@storeward/contract/settings/bulk-override';
import type { ImportKind } from '../imports/kind.ts';
import { type NodeChange, revertNodeChanges, writeNodeChanges } from './bulk-changes.ts';
import { loadSnapshot, createEvaluator } from './bulk-rules.ts';

/** Bulk overrides as a kind of run: each row is one node, validated like a change in the form. */
export const bulkOverrideKind: ImportKind<NodeChange> = {
  name: 'overrides',
  generatedRows: true,
  columns: [
    { name: 'code', sample: '' },
    { name: 'name', sample: '' },
  ],
  keyColumn: 'code',
  dependencyColumn: 'code',
  leafRank: 0,
  undoPermissions: { created: [], updated: ['BULK_OVERRIDE'] },

  identifyRow: (cells) => ({ key: cells.get('code') ?? '', dependsOn: '', rank: 0 }),

  // each node is locked by its own row
  acquireLock: async () => true,

  async evaluate(context, rows) {
    const { actor, writing } = context;
    const task = BulkTask.parse(context.task);
    const ids = rows.flatMap(({ entityId }) => entityId ?? []);
    const snapshot = await loadSnapshot(context, task.source.id, ids, task.sections, { lock: writing });
    const evaluate = createEvaluator(actor, task, snapshot);
    return rows.map(({ entityId }) => {
      const common = { entityId, version: null, exclusive: false };
      const evaluation = evaluate(entityId ?? '');
      if ('error' in evaluation) {
        return { ...common, outcome: 'wrong', faults: [{ column: null, messageCode: evaluation.error }] };
      }
      if (evaluation.updates.length === 0) return { ...common, outcome: 'unchanged', faults: [] };
      const node = snapshot.nodes.get(entityId ?? '')!;
      const updates = evaluation.updates.map((update) => ({
        ...update,
        version: snapshot.version(node, update.section) + 1,
      }));
      return { ...common, outcome: 'updated', faults: [], change: { node, now: snapshot.now, updates } };
    });
  },

  async write(context, changes) {
    return writeNodeChanges(context, changes, BulkTask.parse(context.task).reason);
  },

  async undo(context, rows) {
    const { reason, source } = BulkTask.parse(context.task);
    return revertNodeChanges(context, rows, { sourceId: source.id, reason });
  },
};
