import * as z from 'zod/mini';
import { splitOffset } from '../../reference/local-time.ts';

/**
 * When a change takes effect, as local time of the node (`2026-01-31T08:00`). Where clocks show it twice, the offset of
 * the clock says which of the two is meant (`2026-10-25T01:30+01:00`); without one it is the second.
 */
export const StartsAt = z.string().check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d([+-](0\d|1[0-4]):[0-5]\d)?$/, {
    error: 'field.invalid',
    abort: true,
  }),
  // rejects dates that do not exist, such as 31 February
  z.refine((start) => {
    const { localTime } = splitOffset(start);
    return new Date(`${localTime}:00Z`).toISOString().startsWith(localTime);
  }, 'field.invalid'),
);

/** The time at which settings are read: UTC, local time of the node, or local time with any offset. */
export const AtTimestamp = z.union([z.iso.datetime(), StartsAt], 'field.invalid');
