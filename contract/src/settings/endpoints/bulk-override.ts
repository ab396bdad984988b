import * as z from 'zod/mini';
import type { Permission } from '../../access.ts';
import { endpoints } from '../../endpoint.ts';
import { importEndpoints, ImportRun } from '../../imports.ts';
import { runKinds } from '../../imports/run-kinds.ts';
import { requiredText, visibleText } from '../../fields.ts';
import { NodeId, NodeRef } from '../../nodes.ts';
import { listActions } from '../lists/list-state.ts';
import { Reason } from '../engine/section-state.ts';
import { SectionName } from '../sections.ts';

/**
 * `push` copies the effective values of the source node to the targets; `clear` removes the targets' own values; `lock`
 * locks the targets' own values, so that no node below them can have another one.
 */
export const bulkActions = ['push', 'clear', 'lock'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Limits of one bulk override: target nodes, selected subtrees, and characters of the code list. */
export const bulkLimits = { nodes: 100_000, subtrees: 500, characters: 500_000 } as const;

/** The largest number of fields in one bulk override. */
const maxFields = 64;

/**
 * The nodes below the source that override one field: those with this value, or with this operation on rows of a
 * row-wise list; all of them if neither is given.
 */
export const OverridingTargets = z.object({
  value: z.optional(z.unknown()),
  rows: z.optional(z.enum(listActions, 'field.invalid')),
});
export type OverridingTargets = z.infer<typeof OverridingTargets>;

/**
 * Source node, sections and targets below the source: either nodes (`nodeIds`, each with its subtree unless `subtrees`
 * is false), the codes of nodes, separated by any white space, commas or semicolons, or the nodes that override a field.
 */
export const BulkOverrideInput = z
  .object({
    sourceId: NodeId,
    sections: z.array(SectionName).check(z.minLength(1, 'field.required'), z.maxLength(64, 'field.invalid')),
    /** The fields to change, as `section.field`; all fields of the sections if absent. */
    fields: z.optional(
      z.array(requiredText(128)).check(z.minLength(1, 'field.required'), z.maxLength(maxFields, 'field.invalid')),
    ),
    action: z.enum(bulkActions, 'field.invalid'),
    nodeIds: z.optional(z.array(NodeId).check(z.maxLength(bulkLimits.subtrees, 'bulk.tooMany'))),
    subtrees: z._default(z.boolean(), true),
    storesOnly: z._default(z.boolean(), false),
    codes: z.optional(z.string('field.required').check(z.maxLength(bulkLimits.characters, 'field.tooLong'))),
    /** Only with one of `fields`. */
    overriding: z.optional(OverridingTargets),
    reason: Reason,
  })
  .check(
    z.refine(
      ({ nodeIds, codes, overriding }) =>
        [nodeIds, codes, overriding].filter((targets) => targets !== undefined).length === 1,
      'input.invalid',
    ),
    z.refine(({ overriding, fields }) => overriding === undefined || fields?.length === 1, 'input.invalid'),
  );
export type BulkOverrideInput = z.infer<typeof BulkOverrideInput>;

/** The distinct codes of a pasted text, separated by white space, commas or semicolons. */
export const parseCodes = (text: string): string[] => [
  ...new Set(
    visibleText(text)
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

/**
 * The effective value of a field before and after a bulk override, and at how many nodes the stored value changes. Of a
 * row-wise list the node's operations on its rows (`ListSummary`), null if none; of a secret always null.
 */
const valueChange = { section: SectionName, field: z.string(), before: z.unknown(), after: z.unknown() };
const BulkDifference = z.object({ ...valueChange, count: z.int() });

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
  /** The most frequent differences, and how many others there are. */
  differences: z.array(BulkDifference),
  otherDifferences: z.int(),
  /** The first changed nodes, each with its first changed values; without values if none were compared. */
  first: z.array(z.object({ name: z.string(), differences: z.array(z.object(valueChange)) })),
  /**
   * The stores whose effective values change, targets or not; null, together with no differences, if so many values are
   * stored below the source that they were not compared.
   */
  storesAffected: z.nullable(z.int()),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

/** The task of a bulk override, as stored with its run. */
export const BulkTask = z.object({
  action: z.enum(bulkActions),
  source: NodeRef,
  sections: z.array(SectionName),
  fields: z.optional(z.array(z.string())),
  reason: z.nullable(z.string()),
  /** Pushed values by section and field, as they were when the run was created. */
  values: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type BulkTask = z.infer<typeof BulkTask>;

const anyOf = (...permissions: Permission[]) => ({ any: permissions });
const { path } = runKinds.overrides;
/** The run endpoints shared with imports. */
export const bulkRuns = importEndpoints('overrides');
const errors = [
  'node.unknown',
  'setting.notYours',
  'import.notGlobal',
  'bulk.unknownCodes',
  'bulk.notBelow',
  'setting.unknownField',
  'bulk.nothingToPush',
  'bulk.noTargets',
  'bulk.tooMany',
] as const;

/** Changes of the settings of many nodes: previewed, run in the background, and reversible. */
export const bulkOverrides = endpoints({
  list: { ...bulkRuns.list, summary: 'The bulk overrides in the current user’s scope, newest first.' },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    summary:
      'How many nodes a bulk override would change, leave unchanged, or not be allowed to change, the values before and after, the first changed nodes by name, and how many stores are affected; nothing is changed.',
    allow: anyOf('BULK_OVERRIDE'),
    body: BulkOverrideInput,
    lane: 'report',
    bound: { most: bulkLimits.nodes, of: 'nodes', error: 'bulk.tooMany' },
    skipsIdempotency: true,
    duringImpersonation: 'allow',
    result: BulkPreview,
    errors,
  },
  create: {
    method: 'POST',
    path,
    summary:
      'Copies the values of a node to many nodes below it, clears their own values, or locks them; it starts at once, in the background.',
    allow: anyOf('BULK_OVERRIDE'),
    body: BulkOverrideInput,
    lane: 'bulk',
    result: ImportRun,
    errors,
  },
  get: {
    ...bulkRuns.get,
    summary: 'One bulk override; as an event stream, its progress until it ends.',
  },
  rows: { ...bulkRuns.rows, summary: 'The nodes of a bulk override, optionally of one outcome.' },
  start: { ...bulkRuns.start, summary: 'Continues a bulk override where it stopped.' },
  stop: { ...bulkRuns.stop, summary: 'Stops a bulk override between two nodes; what is written is kept.' },
  undo: {
    ...bulkRuns.undo,
    summary: 'Undoes a bulk override, node by node, except values that have been changed since.',
  },
});
