import * as z from 'zod/mini';
import { endpoints } from '../../endpoint.ts';
import { Timestamp } from '../../fields.ts';
import { NodeId, NodeRef } from '../../nodes.ts';
import { FieldChange, PlannedValue } from '../engine/section-state.ts';
import { SectionName } from '../sections.ts';

/** The longest period that one request reads, in days. */
export const longestCalendarPeriod = 366;

/** How many changes one response contains; a calendar with more says that it is not complete. */
export const maxCalendarChanges = 500;

/** How many conflicts of one change a response contains; a change with more says so. */
export const maxCalendarConflicts = 20;

const Instant = z.iso.datetime('field.invalid');

/** One planned change of a section at a node. */
export const CalendarChange = z.object({
  id: z.uuid(),
  section: SectionName,
  place: NodeRef,
  timeZone: z.string(),
  begins: Timestamp,
  /** When the last of its values ends; null if one has no end, or if the change removes values. */
  ends: z.nullable(Timestamp),
  begun: z.boolean(),
  by: z.nullable(z.string()),
  byWhom: PlannedValue.shape.byWhom,
  reason: z.nullable(z.string()),
  runId: z.nullable(z.uuid()),
  /** What it changes; secrets have no value. */
  fields: z.array(FieldChange),
  /** What forbids values of this change while both last: a change planned above, or a value in force there. */
  conflicts: z.array(
    z.object({
      /** Null for a value in force. */
      changeId: z.nullable(z.uuid()),
      place: NodeRef,
      field: z.string(),
      from: Timestamp,
      until: z.nullable(Timestamp),
    }),
  ),
  /** Whether there may be more conflicts. */
  conflictsArePartial: z.boolean(),
});
export type CalendarChange = z.infer<typeof CalendarChange>;

/** The planned changes of settings of all sections and locations. */
export const changeCalendars = endpoints({
  get: {
    method: 'GET',
    path: '/node-management/node/{id}/change-calendar',
    summary:
      'The planned changes of settings at and below a node that begin or end in a period, with those that a value or a planned change above makes ineffective.',
    allow: { any: ['VIEW_NODE', 'VIEW_ORGANISATION'] },
    params: z.object({ id: NodeId }),
    query: z.object({ from: Instant, to: Instant }).check(
      z.refine(({ from, to }) => {
        const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
        return days > 0 && days <= longestCalendarPeriod;
      }, 'input.invalid'),
    ),
    lane: 'report',
    result: z.object({ changes: z.array(CalendarChange), isPartial: z.boolean() }),
    errors: ['node.unknown'],
  },
});
