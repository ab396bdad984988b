import { NodeId } from '@storeward/contract/nodes';
import * as z from 'zod/mini';

export const calendarViews = ['timeline', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** URL query of the calendar: its first day, the location with those below, and how the changes are shown. */
export const CalendarQuery = z.object({
  from: z.optional(z.iso.date()),
  node: z.optional(NodeId),
  view: z.optional(z.enum(calendarViews)),
});
