import * as z from 'zod/mini';
import type { Permission } from '../access.ts';
import { endpoints } from '../endpoint.ts';
import { importDoors, ImportRun } from '../imports.ts';
import { NodeId, NodeRef } from '../nodes.ts';
import { Reason } from './section-state.ts';
import { SectionName } from './sections.ts';

/** What is done with many places at once: they are given the values of the place above, or their own are taken away. */
export const bulkActions = ['push', 'clear'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** How many places one bulk override may be about, and how many sub-trees it may name. */
export const bulkLimits = { places: 100_000, subtrees: 500, letters: 500_000 } as const;

/**
 * Whose values, which sections, and which places below: sub-trees, each with the place itself and everything beneath, or the
 * codes of places with whatever stands between them.
 */
export const BulkOrder = z
  .object({
    sourceId: NodeId,
    sections: z.array(SectionName).check(z.minLength(1, 'field.required'), z.maxLength(64, 'field.invalid')),
    action: z.enum(bulkActions, 'field.invalid'),
    nodeIds: z.optional(z.array(NodeId).check(z.maxLength(bulkLimits.subtrees, 'bulk.tooMany'))),
    storesOnly: z._default(z.boolean(), false),
    codes: z.optional(z.string('field.required').check(z.maxLength(bulkLimits.letters, 'field.tooLong'))),
    reason: Reason,
  })
  .check(z.refine(({ nodeIds, codes }) => (nodeIds === undefined) !== (codes === undefined), 'input.invalid'));
export type BulkOrder = z.infer<typeof BulkOrder>;

/** The codes in a text that somebody has pasted, each once, in whatever way they are parted. */
export const codesIn = (words: string): string[] => [...new Set(words.split(/[\s,;]+/).filter(Boolean))];

/** What a bulk override would do, told before it begins. */
export const BulkPreview = z.object({
  source: NodeRef,
  placeCount: z.int(),
  storeCount: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Why some cannot be changed, by name, and how many each concerns. */
  faults: z.array(z.object({ messageCode: z.string(), count: z.int() })),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

/** What a bulk override was asked to do, as its run tells it. */
export const BulkTask = z.object({
  action: z.enum(bulkActions),
  source: NodeRef,
  sections: z.array(SectionName),
  reason: z.nullable(z.string()),
  /** What is pushed, section by section and field by field: as it stood when the run began. */
  values: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type BulkTask = z.infer<typeof BulkTask>;

const may = (...any: Permission[]) => ({ any });
const path = '/node-management/bulk-override';
/** The doors of its runs, as the screens of all that runs in the background know them. */
export const bulkRuns = importDoors(path, may('LIST_BULK_OVERRIDE'), may('BULK_OVERRIDE'));
const errors = [
  'node.unknown',
  'setting.notYours',
  'import.notGlobal',
  'bulk.unknownCodes',
  'bulk.notBelow',
  'bulk.nothingToPush',
  'bulk.noTargets',
  'bulk.tooMany',
] as const;

/** Settings of many places at once: told before, worked off in the background, taken back with one click. */
export const bulkOverrides = endpoints({
  list: { ...bulkRuns.list, about: 'The bulk overrides of the caller’s own area, newest first.' },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    about:
      'How many places a bulk override would change, leave as they are, or not be allowed to change; nothing is changed.',
    allow: may('BULK_OVERRIDE'),
    body: BulkOrder,
    keepsNoAnswer: true,
    whileSeeing: 'open',
    result: BulkPreview,
    errors,
  },
  create: {
    method: 'POST',
    path,
    about:
      'Gives many places the values of a place above them, or has them inherit again; begins at once, in the background.',
    allow: may('BULK_OVERRIDE'),
    body: BulkOrder,
    result: ImportRun,
    errors,
  },
  get: { ...bulkRuns.get, about: 'One bulk override; asked for as an event stream, each of its steps until it rests.' },
  rows: { ...bulkRuns.rows, about: 'The places of a bulk override, of one outcome alone if wanted.' },
  start: { ...bulkRuns.start, about: 'Goes on with a bulk override where it stopped.' },
  stop: { ...bulkRuns.stop, about: 'Stops a bulk override between two places; what is written stays.' },
  undo: {
    ...bulkRuns.undo,
    about: 'Takes a bulk override back, place by place; what somebody has changed since is left alone.',
  },
});
