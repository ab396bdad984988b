import * as z from 'zod/mini';
import { compareScalars, defineKind, unlessRequired, withinBounds } from './field-kind.ts';

const Day = z.string('field.required').check(
  z.minLength(1, { error: 'field.required', abort: true }),
  z.refine((value) => z.iso.date().safeParse(value).success, { error: 'field.date', abort: true }),
);

/** A day as YYYY-MM-DD. */
export const dateKind = defineKind({
  schema: (options) => unlessRequired(options, Day.check(...withinBounds(options))),
  compare: compareScalars,
  displayText: () => undefined,
});
