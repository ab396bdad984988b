import * as z from 'zod/mini';
import { compareScalars, defineKind, type FieldOptions, unlessRequired, withinBounds } from './field-kind.ts';

const numeral = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a number is reached from `min`, or from zero, by whole steps. */
function isOnStep(value: number, { min, step }: FieldOptions): boolean {
  if (step === undefined) return true;
  const steps = (value - (typeof min === 'number' ? min : 0)) / step;
  // binary fractions such as 0.1 are not exact
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}

/** A finite number, with a point as the decimal separator in files. */
export const numberKind = defineKind({
  schema: (options) =>
    unlessRequired(
      options,
      z.number({ error: ({ input }) => (input === null || input === '' ? 'field.required' : 'field.number') }).check(
        // JSON stores -0 as 0
        z.overwrite((value) => value + 0),
        ...withinBounds(options),
        z.refine((value) => isOnStep(value, options), 'field.step'),
      ),
    ),
  toCell: String,
  fromCell: (cell) => (numeral.test(cell.trim()) ? Number(cell) : cell),
  compare: compareScalars,
  displayText: () => undefined,
});
