import type { Period } from '@storeward/contract/dashboard/period';
import { sql } from 'kysely';

// Each is a query of its own, which runs once: an expression with the clock would be computed for each row that it is compared with.

/** The start of a period of `days` days that ends today, in a time zone. */
export const startOf = ({ days, timeZone }: Period) =>
  sql`(select ((clock() at time zone ${timeZone})::date - ${days - 1}::int)::timestamp at time zone ${timeZone})`;

/** The time so many hours ago. */
export const hoursAgo = (hours: number) => sql`(select clock() - make_interval(hours => ${hours}))`;
