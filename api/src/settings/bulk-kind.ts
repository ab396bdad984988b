import { BulkTask } from '@storeward/contract/settings/bulk-override';
import type { ImportKind } from '../imports/kind.ts';
import { type PlaceChange, takeBack, writePlaces } from './bulk-changes.ts';
import { groundOf, judgeOf } from './bulk-rules.ts';

/** Settings of places by the thousand, by the rules by which those of one place are changed on the screen. */
export const bulkKind: ImportKind<PlaceChange> = {
  name: 'overrides',
  rowsMadeHere: true,
  columns: [
    { name: 'code', sample: '' },
    { name: 'name', sample: '' },
  ],
  keyColumn: 'code',
  leanColumn: 'code',
  lastRank: 0,
  undoNeeds: { created: [], updated: ['BULK_OVERRIDE'] },

  placeOf: (cells) => ({ key: cells.get('code') ?? '', leansOn: '', rank: 0 }),

  // each place is held by its own row
  hold: async () => true,

  async judge(context, rows) {
    const { actor, writing } = context;
    const task = BulkTask.parse(context.task);
    const ids = rows.flatMap(({ entityId }) => entityId ?? []);
    const ground = await groundOf(context, task.source.id, ids, task.sections, { held: writing });
    const verdict = judgeOf(actor, task, ground);
    return rows.map(({ entityId }) => {
      const alike = { entityId, version: null, alone: false };
      const said = verdict(entityId ?? '');
      if ('fault' in said) {
        return { ...alike, outcome: 'wrong', faults: [{ column: null, messageCode: said.fault }] };
      }
      if (said.wishes.length === 0) return { ...alike, outcome: 'unchanged', faults: [] };
      const place = ground.places.get(entityId ?? '')!;
      const wishes = said.wishes.map((wish) => ({ ...wish, version: ground.version(place, wish.section) + 1 }));
      return { ...alike, outcome: 'updated', faults: [], change: { place, now: ground.now, wishes } };
    });
  },

  async write(context, changes) {
    return writePlaces(context, changes, BulkTask.parse(context.task).reason);
  },

  async undo(context, rows) {
    const { reason, source } = BulkTask.parse(context.task);
    return takeBack(context, rows, { sourceId: source.id, reason });
  },
};
