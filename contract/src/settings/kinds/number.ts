import * as z from 'zod/mini';
import type { ErrorCode } from '../../errors.ts';
import { numberCell, readFloat } from '../../reference/numbers.ts';
import { compareScalars, defineKind, type FieldOptions, unlessRequired, withinBounds } from './field-kind.ts';

/** Whether a number is reached from `min`, or from zero, by whole steps. */
function isOnStep(value: number, { min, step }: FieldOptions): boolean {
  if (step === undefined) return true;
  const steps = (value - (typeof min === 'number' ? min : 0)) / step;
  // binary fractions such as 0.1 are not exact
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}

/** Why an input is no number; one as typed or from a file is here only if it could not be read. */
function numberError(input: unknown): ErrorCode {
  if (input === null || input === '') return 'field.required';
  const read = typeof input === 'string' ? readFloat(input) : Number.NaN;
  return typeof read === 'number' ? 'field.number' : read.error;
}

/** A finite number. */
export const numberKind = defineKind({
  schema: (options) =>
    unlessRequired(
      options,
      z.number({ error: ({ input }) => numberError(input) }).check(
        // JSON stores -0 as 0
        z.overwrite((value) => value + 0),
        ...withinBounds(options),
        z.refine((value) => isOnStep(value, options), 'field.step'),
      ),
    ),
  toCell: (value) => numberCell(String(value)),
  fromCell: (cell) => {
    const read = readFloat(cell);
    return typeof read === 'number' ? read : cell;
  },
  compare: compareScalars,
  displayText: () => undefined,
});
