import * as z from 'zod/mini';
import { Timestamp } from '../../fields.ts';
import { NodeRef } from '../../nodes.ts';

// a row-wise list on the wire; a list that is inherited as a whole is an array of rows without ids

const RowValues = z.record(z.string(), z.unknown());

/** The id of a row: made once, by the client that adds it. */
export const RowId = z.uuid('field.invalid').check(z.lowercase('field.invalid'));

/** Restricts the nodes below: they may not replace or hide a locked row. */
const RowMode = z.enum(['free', 'locked'], 'field.invalid');

/** The position of an added row: at the start, at the end, or directly after another row. */
const RowAnchor = z.union([z.literal('first'), z.literal('last'), RowId], 'field.invalid');

/**
 * A node's operation on one row: adds it, replaces its values, or hides it. `replaced` are the values that the row had
 * above when they were replaced: columns with the same value follow the value above.
 */
export const RowOperation = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add'), after: RowAnchor, values: RowValues }),
  z.object({ action: z.literal('replace'), values: RowValues, replaced: RowValues }),
  z.object({ action: z.literal('hide') }),
]);
export type RowOperation = z.infer<typeof RowOperation>;

/** A node's operations on a list: on its rows, or on their order. */
export const listActions = ['add', 'replace', 'hide', 'order'] as const;
export type ListAction = (typeof listActions)[number];

/** What a node stores for the list itself: its order of the rows, or null. Its mode is that of the list. */
export const ListSetting = z.object({ order: z.nullable(z.array(RowId)) });

/** The new operation of one row; null removes the node's operation. */
export const RowInput = z.nullable(
  z.discriminatedUnion('action', [
    z.object({
      action: z.literal('add'),
      /** Absent: the position of a row that the node has added already, else last. */
      after: z.optional(RowAnchor),
      values: RowValues,
      mode: z._default(RowMode, 'free'),
    }),
    z.object({ action: z.literal('replace'), values: RowValues, mode: z._default(RowMode, 'free') }),
    z.object({ action: z.literal('hide') }),
  ]),
);
export type RowInput = z.infer<typeof RowInput>;

/** How many rows one save may change. */
const maxChangedRows = 2000;

/** The order of rows in a save. */
export const ListOrder = z.array(RowId).check(z.maxLength(maxChangedRows, 'field.tooManyRows'));

/**
 * The `value` of a list in a save: only the rows that change, and the order if it changes. `order` is the ids of rows
 * in the node's order, null for none; rows that it does not name follow their predecessor above.
 */
export const ListInput = z.object({
  rows: z._default(
    z
      .record(RowId, RowInput)
      .check(z.refine((rows) => Object.keys(rows).length <= maxChangedRows, 'field.tooManyRows')),
    {},
  ),
  order: z.optional(z.nullable(ListOrder)),
});
export type ListInput = z.infer<typeof ListInput>;

/** Who stored an operation, when and why. */
const Authorship = { since: z.nullable(Timestamp), by: z.nullable(z.string()), reason: z.nullable(z.string()) };

/** A row of the effective list. */
export const ListRow = z.object({
  id: RowId,
  /** From 1 to the number of rows. */
  position: z.int(),
  values: RowValues,
  /** The node's own operation on the row. */
  state: z.enum(['added', 'replaced', 'inherited']),
  /** The node whose values the row has. */
  place: NodeRef,
  /** The node that added the row. */
  origin: NodeRef,
  ...Authorship,
  /** The mode that the row's values were stored with. */
  mode: RowMode,
  /** The node above that has locked the row; null if it may be replaced and hidden here. */
  lockedBy: z.nullable(NodeRef),
  /** Of a row that the node replaced: its values above, now and when they were replaced. */
  inherited: z.nullable(RowValues),
  replaced: z.nullable(RowValues),
});
export type ListRow = z.infer<typeof ListRow>;

/** A row that is not in the effective list because the node or one above hides it. */
export const HiddenRow = z.object({
  id: RowId,
  values: RowValues,
  origin: NodeRef,
  /** The node that hides it. */
  place: NodeRef,
  /** Whether the node itself hides it, so that it can be shown again here. */
  own: z.boolean(),
  /** The hidden row that contains it, if it is hidden with that row. */
  within: z.optional(RowId),
  /** The row that it followed, shown or hidden; absent for the first. */
  after: z.optional(RowId),
  ...Authorship,
});

/** A row that is not in the effective list because a row stored further down has the same key. */
export const ShadowedRow = z.object({
  id: RowId,
  values: RowValues,
  place: NodeRef,
  origin: NodeRef,
  /** The effective row with the same key. */
  by: RowId,
});

/** Why an operation has no effect. */
export const DormantCause = z.enum(['gone', 'listLocked', 'onlyHide', 'rowLocked', 'invalid']);
export type DormantCause = z.infer<typeof DormantCause>;

/** An operation without effect: its row is gone, an ancestor forbids it, or it no longer matches the columns. */
export const DormantOperation = z.object({
  id: RowId,
  action: z.enum(['add', 'replace', 'hide']),
  values: z.nullable(RowValues),
  place: NodeRef,
  /** Whether the node itself stores it, so that it can be removed here. */
  own: z.boolean(),
  cause: DormantCause,
  /** The node above that forbids it, by a lock of the row or of the list. */
  lockedBy: z.nullable(NodeRef),
  ...Authorship,
});

/** A row-wise list at one node. */
export const ListState = z.object({
  rows: z.array(ListRow),
  hidden: z.array(HiddenRow),
  shadowed: z.array(ShadowedRow),
  dormant: z.array(DormantOperation),
  /** The order that the node itself stores. */
  ownOrder: z.nullable(z.array(RowId)),
});
export type ListState = z.infer<typeof ListState>;

/** The `value` of a list in a chain: how many rows a node adds, replaces and hides, and whether it stores an order. */
export const ListSummary = z.object({ add: z.int(), replace: z.int(), hide: z.int(), order: z.boolean() });
export type ListSummary = z.infer<typeof ListSummary>;
