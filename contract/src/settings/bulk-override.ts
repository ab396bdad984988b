import * as z from 'zod/mini';
import type { Permission } from '../access.ts';
import { endpoints } from '../endpoint.ts';
import { importEndpoints, ImportRun } from '../imports.ts';
import { NodeId, NodeRef } from '../nodes.ts';
import { Reason } from './section-state.ts';
import { SectionName } from './sections.ts';

/** `push` copies the effective values of the source node to the targets; `clear` removes the targets' own values. */
export const bulkActions = ['push', 'clear'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Limits of one bulk override: target nodes, selected subtrees, and characters of the code list. */
export const bulkLimits = { nodes: 100_000, subtrees: 500, characters: 500_000 } as const;

/**
 * Source node, sections and targets below the source: either subtrees (`nodeIds`, each including its root) or the
 * codes of nodes, separated by any white space, commas or semicolons.
 */
export const BulkOverrideInput = z
  .object({
    sourceId: NodeId,
    sections: z.array(SectionName).check(z.minLength(1, 'field.required'), z.maxLength(64, 'field.invalid')),
    action: z.enum(bulkActions, 'field.invalid'),
    nodeIds: z.optional(z.array(NodeId).check(z.maxLength(bulkLimits.subtrees, 'bulk.tooMany'))),
    storesOnly: z._default(z.boolean(), false),
    codes: z.optional(z.string('field.required').check(z.maxLength(bulkLimits.characters, 'field.tooLong'))),
    reason: Reason,
  })
  .check(z.refine(({ nodeIds, codes }) => (nodeIds === undefined) !== (codes === undefined), 'input.invalid'));
export type BulkOverrideInput = z.infer<typeof BulkOverrideInput>;

/** The distinct codes of a pasted text, separated by white space, commas or semicolons. */
export const parseCodes = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** The outcome a bulk override would have, counted in nodes. */
export const BulkPreview = z.object({
  source: NodeRef,
  placeCount: z.int(),
  storeCount: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Error codes of the nodes that cannot be changed, with the number of nodes of each. */
  faults: z.array(z.object({ messageCode: z.string(), count: z.int() })),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

/** The task of a bulk override, as stored with its run. */
export const BulkTask = z.object({
  action: z.enum(bulkActions),
  source: NodeRef,
  sections: z.array(SectionName),
  reason: z.nullable(z.string()),
  /** Pushed values by section and field, as they were when the run was created. */
  values: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type BulkTask = z.infer<typeof BulkTask>;

const anyOf = (...permissions: Permission[]) => ({ any: permissions });
const path = '/node-management/bulk-override';
/** The run endpoints shared with imports. */
export const bulkRuns = importEndpoints(path, anyOf('LIST_BULK_OVERRIDE'), anyOf('BULK_OVERRIDE'));
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

/** Changes of the settings of many nodes: previewed, run in the background, and reversible. */
export const bulkOverrides = endpoints({
  list: { ...bulkRuns.list, summary: 'The bulk overrides of the caller’s own area, newest first.' },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'How many places a bulk override would change, leave as they are, or not be allowed to change; nothing is changed.',
    allow: anyOf('BULK_OVERRIDE'),
    body: BulkOverrideInput,
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: BulkPreview,
    errors,
  },
  create: {
    method: 'POST',
    path,
    summary:
      'Gives many places the values of a place above them, or has them inherit again; begins at once, in the background.',
    allow: anyOf('BULK_OVERRIDE'),
    body: BulkOverrideInput,
    result: ImportRun,
    errors,
  },
  get: {
    ...bulkRuns.get,
    summary: 'One bulk override; asked for as an event stream, each of its steps until it rests.',
  },
  rows: { ...bulkRuns.rows, summary: 'The places of a bulk override, of one outcome alone if wanted.' },
  start: { ...bulkRuns.start, summary: 'Goes on with a bulk override where it stopped.' },
  stop: { ...bulkRuns.stop, summary: 'Stops a bulk override between two places; what is written stays.' },
  undo: {
    ...bulkRuns.undo,
    summary: 'Takes a bulk override back, place by place; what somebody has changed since is left alone.',
  },
});
