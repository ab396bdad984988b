import * as z from 'zod/mini';
import { timeOfDayIn } from '../../reference/time-of-day.ts';
import { compareScalars, defineKind, unlessRequired, withinBounds } from './field-kind.ts';

const TimeOfDay = z
  .string('field.required')
  .check(
    z.minLength(1, { error: 'field.required', abort: true }),
    z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'field.time', abort: true }),
  );

/** A time of day as hh:mm, from 00:00 to 23:59. */
export const timeKind = defineKind({
  schema: (options) => unlessRequired(options, TimeOfDay.check(...withinBounds(options))),
  fromCell: (cell) => timeOfDayIn(cell) ?? cell,
  compare: compareScalars,
});
