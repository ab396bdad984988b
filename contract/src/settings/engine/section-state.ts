import * as z from 'zod/mini';
import { Timestamp, text } from '../../fields.ts';
import { NodeRef } from '../../nodes.ts';
import { ListState, RowId } from '../lists/list-state.ts';
import { sameValue } from './same-value.ts';
import { StartsAt } from './timestamps.ts';
import { SectionName } from '../sections.ts';
import { settingModes } from './section.ts';

const Mode = z.enum(settingModes, 'field.invalid');

/** A value stored at a node, with its author. The value of a secret is always null. */
const StoredFieldValue = z.object({
  value: z.unknown(),
  mode: Mode,
  since: Timestamp,
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

/**
 * The relation of a change's author to the reader: in the reader's scope, above it, or on the platform. Only authors in
 * scope are named.
 */
const AuthorOrigin = z.nullable(z.enum(['person', 'above', 'platform']));

/** The value stored at one node of the path, and whether it applies. */
export const ChainEntry = z.extend(StoredFieldValue, { place: NodeRef, inForce: z.boolean() });
export type ChainEntry = z.infer<typeof ChainEntry>;

/** A value of a node that starts or ends in the future. */
export const PlannedValue = z.object({
  changeId: z.uuid(),
  from: Timestamp,
  /** False if the node inherits from then on. */
  own: z.boolean(),
  value: z.unknown(),
  mode: Mode,
  by: z.nullable(z.string()),
  byWhom: AuthorOrigin,
  reason: z.nullable(z.string()),
  /** The row of a row-wise list; `value` is its operation. */
  row: z.optional(RowId),
});
export type PlannedValue = z.infer<typeof PlannedValue>;

/** The explanation of one field at one node: effective value, source, chain and planned values. */
export const FieldState = z.object({
  /** The effective value; null if none is set and there is no default, and always for secrets. */
  value: z.unknown(),
  /** Whether a value is set on the path; for secrets this is the only information. */
  isSet: z.boolean(),
  /** The node of the effective value; null if it is the default. */
  source: z.nullable(NodeRef),
  /** The node's own stored value, even if it does not apply. */
  own: z.nullable(z.extend(StoredFieldValue, { inForce: z.boolean() })),
  /** The effective value without the node's own one. */
  inherited: z.object({ value: z.unknown(), isSet: z.boolean(), source: z.nullable(NodeRef) }),
  /** The restriction from above: locked, or only stricter values are allowed. */
  bound: z.nullable(z.object({ mode: Mode, value: z.unknown(), source: NodeRef, since: Timestamp })),
  /** The stored values from the root down to this node. */
  chain: z.array(ChainEntry),
  coming: z.array(PlannedValue),
  /** The rows of a row-wise list; `value` has them as well, in order and each with its `id`. */
  list: z.optional(ListState),
});
export type FieldState = z.infer<typeof FieldState>;

/** The reader's unpublished draft: for each field a value with its mode, or null to inherit. */
export const SectionDraft = z.object({
  fields: z.record(z.string(), z.nullable(z.object({ value: z.unknown(), mode: Mode }))),
  updatedDate: Timestamp,
});
export type SectionDraft = z.infer<typeof SectionDraft>;

/** One section at one node; `version` is the number of its changes there. */
export const SectionState = z.object({
  section: SectionName,
  place: NodeRef,
  timeZone: z.string(),
  /** The time the values apply to; null for the current time. */
  at: z.nullable(Timestamp),
  isOverride: z.boolean(),
  version: z.int(),
  /** Time of the last change at this node; null if there was none. */
  updatedDate: z.nullable(Timestamp),
  /** Its author, if in the reader's scope. */
  updatedBy: z.nullable(z.string()),
  fields: z.record(z.string(), FieldState),
  draft: z.nullable(SectionDraft),
  can: z.object({ edit: z.boolean(), push: z.boolean() }),
});
export type SectionState = z.infer<typeof SectionState>;

/** The desired value of a field at a node; null to inherit. That of a row-wise list is a `ListInput`. */
export const FieldInput = z.nullable(z.object({ value: z.unknown(), mode: z._default(Mode, 'free') }));

export type FieldInput = z.infer<typeof FieldInput>;

/** A field of a save: a `FieldInput`, or the field as it was read, of which `value` may be changed. */
const SavedField = z.nullable(
  z.object({
    value: z.unknown(),
    mode: z.optional(Mode),
    own: z.optional(z.nullable(z.object({ value: z.unknown(), mode: Mode, inForce: z.boolean() }))),
    inherited: z.optional(z.object({ value: z.unknown() })),
    list: z.optional(
      z.object({ rows: z.array(z.object({ id: z.string(), values: z.record(z.string(), z.unknown()) })) }),
    ),
  }),
);
type SavedField = z.infer<typeof SavedField>;

/** Whether a field is sent back as it was read. */
function isAsRead({ value, mode, own, inherited, list }: NonNullable<SavedField>): boolean {
  if (!inherited || mode) return false;
  const effective = own?.inForce ? own.value : inherited.value;
  const read = list ? list.rows.map(({ id, values }) => ({ id, ...values })) : effective;
  return sameValue(value, read);
}

/** The fields of a save. Those that are sent back as they were read stay as they are, whether the node's own or inherited. */
const SavedFields = z.pipe(
  z.record(z.string(), SavedField).check(z.refine((fields) => Object.keys(fields).length > 0, 'field.required')),
  z.transform((fields) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]): [string, FieldInput][] => {
        if (!field) return [[name, null]];
        return isAsRead(field) ? [] : [[name, { value: field.value, mode: field.mode ?? field.own?.mode ?? 'free' }]];
      }),
    ),
  ),
);

/** The author's reason for a change. */
export const Reason = z.optional(text(256));

/** A change of one section at one node; fields that are not named stay unchanged. */
export const SectionInput = z.object({
  fields: SavedFields,
  reason: Reason,
  startsAt: z.optional(z.nullable(StartsAt)),
});
export type SectionInput = z.infer<typeof SectionInput>;

/** Fields of several sections of one node, by section. */
export const AreaFields = z
  .partialRecord(SectionName, z.object({ fields: SectionInput.shape.fields }))
  .check(z.refine((sections) => Object.keys(sections).length > 0, 'field.required'));

/** A change of several sections of one node, each with the version that it is based on. */
export const AreaInput = z.object({
  sections: z
    .partialRecord(SectionName, z.object({ fields: SectionInput.shape.fields, version: z.optional(z.int()) }))
    .check(z.refine((sections) => Object.keys(sections).length > 0, 'field.required')),
  reason: Reason,
  startsAt: SectionInput.shape.startsAt,
});
export type AreaInput = z.infer<typeof AreaInput>;

/** Whether a node overrides a section, and the nearest ancestor whose values it inherits, or would without its own. */
export const OverrideState = z.object({
  section: SectionName,
  isOverride: z.boolean(),
  source: z.nullable(NodeRef),
});
export type OverrideState = z.infer<typeof OverrideState>;

/** How many nodes below a node store this value. */
export const ValueCount = z.object({ value: z.unknown(), count: z.int() });

const OperationCount = z.object({ places: z.int(), stores: z.int() });

/** Overrides of one field below a node. */
export const FieldOverrideStats = z.object({
  section: SectionName,
  field: z.string(),
  own: z.int(),
  /** Of those, the values that do not apply because an ancestor forbids them. */
  overruled: z.int(),
  /** Stores whose effective value differs from the node's because a node further down sets it. */
  storesApart: z.int(),
  /** The most frequent values, and the number of other distinct values. */
  values: z.array(ValueCount),
  otherValues: z.int(),
  /** Of a row-wise list: how many nodes below add, replace or hide rows or store an order, and how many stores. */
  rows: z.optional(
    z.object({ add: OperationCount, replace: OperationCount, hide: OperationCount, order: OperationCount }),
  ),
});
export type FieldOverrideStats = z.infer<typeof FieldOverrideStats>;

/** Overrides below one node, by field. */
export const Radar = z.object({
  place: NodeRef,
  placeCount: z.int(),
  storeCount: z.int(),
  fields: z.array(FieldOverrideStats),
});
export type Radar = z.infer<typeof Radar>;

/** A node that overrides a field. */
export const Override = z.extend(StoredFieldValue, {
  byWhom: AuthorOrigin,
  place: z.extend(NodeRef, { code: z.string() }),
  inForce: z.boolean(),
  /** Of a row-wise list: how many rows from above its rows shadow, and how many of its operations have no effect. */
  rows: z.optional(z.object({ shadowed: z.int(), dormant: z.int() })),
});
export type Override = z.infer<typeof Override>;

/** The effective values of a section at one node, each with its source. */
export const NodeValues = z.object({
  place: z.extend(NodeRef, { code: z.string() }),
  fields: z.record(
    z.string(),
    z.object({
      value: z.unknown(),
      isSet: z.boolean(),
      source: z.nullable(NodeRef),
      /** Whether the node itself stores the value. */
      own: z.boolean(),
    }),
  ),
});
export type NodeValues = z.infer<typeof NodeValues>;

/**
 * Nodes below one whose own values would conflict with a planned change: their number, and the first ones with the
 * conflicting fields.
 */
export const SectionConflicts = z.object({
  count: z.int(),
  places: z.array(z.object({ place: NodeRef, fields: z.array(z.string()) })),
  /** Whether so many values are stored below that only some of the nodes were compared. */
  isPartial: z.boolean(),
});
export type SectionConflicts = z.infer<typeof SectionConflicts>;

/** A planned value of a node below that a change does not allow. */
export const OverruledPlan = z.object({
  place: NodeRef,
  section: SectionName,
  field: z.string(),
  begins: Timestamp,
  /** The clock of the node. */
  timeZone: z.string(),
});
export type OverruledPlan = z.infer<typeof OverruledPlan>;

/** How many planned values of nodes below a response names. */
export const maxOverruledPlans = 5;

/** The stores below a node, and those that a change would not affect because other values apply to all its fields. */
export const StoreImpact = z.object({ storeCount: z.int(), storesApart: z.int() });

/** Also the planned values below that a change would make ineffective, the first of them with their nodes. */
export const SectionImpact = z.extend(StoreImpact, {
  planCount: z.int(),
  plans: z.array(OverruledPlan),
});
export type SectionImpact = z.infer<typeof SectionImpact>;

/** The stored value of one field before and after a change; null where the node inherits. */
export const FieldChange = z.object({
  field: z.string(),
  /** The row of a row-wise list; the values are its operations. */
  row: z.optional(RowId),
  before: z.nullable(z.object({ value: z.unknown(), mode: Mode })),
  after: z.nullable(z.object({ value: z.unknown(), mode: Mode })),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** One change of a section at a node. */
export const SectionChange = z.object({
  id: z.uuid(),
  version: z.int(),
  createdDate: Timestamp,
  by: z.nullable(z.string()),
  byWhom: AuthorOrigin,
  reason: z.nullable(z.string()),
  /** When it takes effect. */
  from: Timestamp,
  begun: z.boolean(),
  withdrawn: z.boolean(),
  runId: z.nullable(z.uuid()),
  fields: z.array(FieldChange),
});
export type SectionChange = z.infer<typeof SectionChange>;

/** Reverts one change (`changeId`), or restores the values of a time (`at`); all fields unless `fields` names some. */
export const RollbackInput = z
  .object({
    changeId: z.optional(z.uuid()),
    at: z.optional(z.iso.datetime('field.invalid')),
    fields: z.optional(z.array(z.string()).check(z.minLength(1, 'field.required'), z.maxLength(100, 'field.invalid'))),
    reason: Reason,
  })
  .check(z.refine(({ changeId, at }) => (changeId === undefined) !== (at === undefined), 'input.invalid'));
