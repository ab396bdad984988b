import * as z from 'zod/mini';
import { TimeZone } from '../reference/time-zones.ts';

/** The longest period that a dashboard can show, in days; counts are kept long enough to compare it with the one before. */
export const maxPeriodDays = 90;

const OrganisationId = z.optional(z.uuid());

/** The organisation of a request, for platform users: without it a figure covers all organisations. */
export const ofOrganisation = z.strictObject({ orgId: OrganisationId });

/** A period that ends today: the number of its days, and the time zone in which days begin. */
export const ofPeriod = z.strictObject({
  orgId: OrganisationId,
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPeriodDays)), 30),
  timeZone: z._default(TimeZone, 'UTC'),
});
export type Period = Pick<z.infer<typeof ofPeriod>, 'days' | 'timeZone'>;

/** Which stores to list: by status, or those with silent devices. */
export const storeFilters = ['enabled', 'disabled', 'silent'] as const;
export type StoreFilter = (typeof storeFilters)[number];
