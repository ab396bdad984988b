import * as z from 'zod/mini';
import { Moment, text } from '../fields.ts';
import { NodeRef } from '../nodes.ts';
import { StartsAt } from './moments.ts';
import { SectionName } from './sections.ts';
import { settingModes } from './section.ts';

const Mode = z.enum(settingModes, 'field.invalid');

/** A value as somebody gave it to a place: a secret is null, and only known to be there. */
const Given = z.object({
  value: z.unknown(),
  mode: Mode,
  since: Moment,
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

/** From where somebody has changed something, whose name may be nobody's business: within the reader's area, above it, or on the platform. */
const ByWhom = z.nullable(z.enum(['person', 'above', 'platform']));

/** What one place on the way down says about a field, and whether that is what counts. */
export const Link = z.extend(Given, { place: NodeRef, inForce: z.boolean() });
export type Link = z.infer<typeof Link>;

/** A value that begins, or ends, at a place later on. */
export const Coming = z.object({
  changeId: z.uuid(),
  from: Moment,
  /** False where from then on the place has no value of its own. */
  own: z.boolean(),
  value: z.unknown(),
  mode: Mode,
  by: z.nullable(z.string()),
  byWhom: ByWhom,
  reason: z.nullable(z.string()),
});
export type Coming = z.infer<typeof Coming>;

/** All there is to know of one field at one place. */
export const FieldState = z.object({
  /** What counts here; null where nobody has set anything and nothing is usual. A secret stays null. */
  value: z.unknown(),
  /** Whether a value counts: of a secret that is all that is told. */
  isSet: z.boolean(),
  /** The place that it comes from; null where nobody has set it. */
  source: z.nullable(NodeRef),
  /** What this place says itself, also where that does not count. */
  own: z.nullable(z.extend(Given, { inForce: z.boolean() })),
  /** What would count here if this place said nothing. */
  inherited: z.object({ value: z.unknown(), isSet: z.boolean(), source: z.nullable(NodeRef) }),
  /** What stands above it: nobody below may set their own, or only a stricter one. */
  bound: z.nullable(z.object({ mode: Mode, value: z.unknown(), source: NodeRef })),
  /** What the places from the top down to this one say. */
  chain: z.array(Link),
  coming: z.array(Coming),
});
export type FieldState = z.infer<typeof FieldState>;

/** What the reader is working on, and counts nowhere yet: for each field a value with its mode, or null to inherit. */
export const SectionDraft = z.object({
  fields: z.record(z.string(), z.nullable(z.object({ value: z.unknown(), mode: Mode }))),
  updatedDate: Moment,
});
export type SectionDraft = z.infer<typeof SectionDraft>;

/** One section at one place, field by field; `version` counts what was changed about it there. */
export const SectionState = z.object({
  section: SectionName,
  place: NodeRef,
  timeZone: z.string(),
  /** The moment that it is told for; null for now. */
  at: z.nullable(Moment),
  isOverride: z.boolean(),
  version: z.int(),
  /** When it was last changed there; null if never. */
  updatedDate: z.nullable(Moment),
  fields: z.record(z.string(), FieldState),
  draft: z.nullable(SectionDraft),
  can: z.object({ edit: z.boolean(), push: z.boolean() }),
});
export type SectionState = z.infer<typeof SectionState>;

/** What a place is to say about a field; null to say nothing, and inherit again. */
export const Wanted = z.nullable(z.object({ value: z.unknown(), mode: z._default(Mode, 'free') }));

/** Why something was changed, in the words of whoever did it. */
export const Reason = z.optional(text(256));

/** A change of one section at one place: the fields that are named, and no others. */
export const SectionInput = z.object({
  fields: z.record(z.string(), Wanted).check(z.refine((fields) => Object.keys(fields).length > 0, 'field.required')),
  reason: Reason,
  startsAt: z.optional(z.nullable(StartsAt)),
});
export type SectionInput = z.infer<typeof SectionInput>;

/** Whether a section is a place's own, and else where it comes from. */
export const OverrideState = z.object({
  section: SectionName,
  isOverride: z.boolean(),
  source: z.nullable(NodeRef),
});
export type OverrideState = z.infer<typeof OverrideState>;

/** How often one value was set below a place. */
export const ValueCount = z.object({ value: z.unknown(), count: z.int() });

/** How one field is set below a place: by how many, with what, and how many stores do not get it from here. */
export const FieldReach = z.object({
  section: SectionName,
  field: z.string(),
  own: z.int(),
  /** Of those the ones that do not count, since a place above forbids them. */
  overruled: z.int(),
  /** The stores that work with a value from further down. */
  storesApart: z.int(),
  /** The values most often set, and how many others there are. */
  values: z.array(ValueCount),
  otherValues: z.int(),
});
export type FieldReach = z.infer<typeof FieldReach>;

/** Who inherits and who does not, below one place. */
export const Radar = z.object({
  place: NodeRef,
  placeCount: z.int(),
  storeCount: z.int(),
  fields: z.array(FieldReach),
});
export type Radar = z.infer<typeof Radar>;

/** A place that has set a field itself. */
export const Override = z.extend(Given, {
  byWhom: ByWhom,
  place: z.extend(NodeRef, { code: z.string() }),
  inForce: z.boolean(),
});
export type Override = z.infer<typeof Override>;

/** One place with what counts there of a section, field by field, and where that comes from. */
export const PlaceValues = z.object({
  place: z.extend(NodeRef, { code: z.string() }),
  fields: z.record(
    z.string(),
    z.object({
      value: z.unknown(),
      isSet: z.boolean(),
      source: z.nullable(NodeRef),
      /** Whether it is the place’s own. */
      own: z.boolean(),
    }),
  ),
});
export type PlaceValues = z.infer<typeof PlaceValues>;

/** The places below one whose own values would not go together any more with what it is about to say: how many, and the first by name with the fields that are in the way. */
export const Clashes = z.object({
  count: z.int(),
  places: z.array(z.object({ place: NodeRef, fields: z.array(z.string()) })),
});
export type Clashes = z.infer<typeof Clashes>;

/** One field of a change: what the place said before it, and after. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.nullable(z.object({ value: z.unknown(), mode: Mode })),
  after: z.nullable(z.object({ value: z.unknown(), mode: Mode })),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** One change of a section at a place: who, when, why, from when on, and field by field. */
export const SectionChange = z.object({
  id: z.uuid(),
  version: z.int(),
  createdDate: Moment,
  by: z.nullable(z.string()),
  byWhom: ByWhom,
  reason: z.nullable(z.string()),
  /** When it begins to count. */
  from: Moment,
  begun: z.boolean(),
  withdrawn: z.boolean(),
  runId: z.nullable(z.uuid()),
  fields: z.array(FieldChange),
});
export type SectionChange = z.infer<typeof SectionChange>;

/** What is to be as it was: what one change did is undone, or all is put back to how it stood at a moment; some fields alone, or all. */
export const RollbackInput = z
  .object({
    changeId: z.optional(z.uuid()),
    at: z.optional(z.iso.datetime('field.invalid')),
    fields: z.optional(z.array(z.string()).check(z.minLength(1, 'field.required'), z.maxLength(100, 'field.invalid'))),
    reason: Reason,
  })
  .check(z.refine(({ changeId, at }) => (changeId === undefined) !== (at === undefined), 'input.invalid'));
