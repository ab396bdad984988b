import * as z from 'zod/mini';

/** When a change begins: as the clock on the wall of the place shows it. */
export const StartsAt = z.string().check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, {
    error: 'field.invalid',
    abort: true,
  }),
  // no 31st of February
  z.refine((wall) => new Date(`${wall}:00Z`).toISOString().startsWith(wall), 'field.invalid'),
);

/** A moment that settings are looked at: in the world's time, or as the clock on the wall of the place shows it. */
export const AtMoment = z.union([z.iso.datetime(), StartsAt], 'field.invalid');
