import * as z from 'zod/mini';

/** When a change takes effect, as local time of the node without a time zone (`2026-01-31T08:00`). */
export const StartsAt = z.string().check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, {
    error: 'field.invalid',
    abort: true,
  }),
  // rejects dates that do not exist, such as 31 February
  z.refine((localTime) => new Date(`${localTime}:00Z`).toISOString().startsWith(localTime), 'field.invalid'),
);

/** The time at which settings are read: UTC, or local time of the node. */
export const AtTimestamp = z.union([z.iso.datetime(), StartsAt], 'field.invalid');
