import { BulkTask } from '@storeward/contract/settings/endpoints/bulk-override';
import type { RunKind } from '../../imports/kind.ts';
import { revertNodeChanges, type RunChange, writeNodeChanges } from '../commands/undo.ts';
import { createEvaluator } from './bulk-rules.ts';
import { loadSnapshot } from './bulk-snapshot.ts';
import { mapInSlices } from '../../platform/time-slices.ts';

/** Bulk overrides as a kind of run: each row is one node, validated like a change in the form. */
export const bulkOverrideKind: RunKind<RunChange> = {
  name: 'overrides',
  columns: {
    known: [
      { name: 'code', sample: '' },
      { name: 'name', sample: '' },
    ],
    key: 'code',
  },
  undoPermissions: () => ['BULK_OVERRIDE'],

  async plan(context, rows) {
    const { actor, writing } = context;
    const task = BulkTask.parse(context.task);
    const ids = rows.flatMap(({ entityId }) => entityId ?? []);
    const snapshot = await loadSnapshot(context, task.source.id, ids, task.sections, { lock: writing });
    const evaluate = createEvaluator(actor, task, snapshot);
    return mapInSlices(rows, ({ entityId }) => {
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

  async apply(context, changes) {
    return writeNodeChanges(context, changes, BulkTask.parse(context.task).reason);
  },

  async undo(context, rows) {
    const { reason, source } = BulkTask.parse(context.task);
    return revertNodeChanges(context, rows, { sourceId: source.id, reason });
  },
};
