import * as z from 'zod/mini';
import { durationIn } from '../../reference/duration.ts';
import { compareScalars, defineKind, unlessRequired, withinBounds } from './field-kind.ts';

const Duration = z
  .string('field.required')
  .check(
    z.minLength(1, { error: 'field.required', abort: true }),
    z.regex(/^\d\d:[0-5]\d:[0-5]\d$/, { error: 'field.duration', abort: true }),
  );

/** Hours, minutes and seconds as hh:mm:ss, below one hundred hours. */
export const durationKind = defineKind({
  schema: (options) => unlessRequired(options, Duration.check(...withinBounds(options))),
  fromCell: (cell) => durationIn(cell) ?? cell,
  compare: compareScalars,
});
