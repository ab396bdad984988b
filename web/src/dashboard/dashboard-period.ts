import { ofPeriod, type Period, storeFilters } from '@storeward/contract/dashboard/period';
import { pageSizes } from '@storeward/contract/paging';
import * as z from 'zod/mini';
import { displayTimeZone } from '../platform/text/i18n.ts';
import { useUrlQuery } from '../platform/api/url-query.ts';

/** The periods to choose from, in days. */
export const periods = [7, 14, 30, 90] as const;

/** The rows of a page of stores, unless the URL sets another size. */
const defaultStores = 10;

const storePage = z.optional(z.coerce.number().check(z.int(), z.gte(0)));

/** The URL query of the dashboard. */
const DashboardQuery = z.object({
  days: z._default(ofPeriod.shape.days, 14),
  compare: z.optional(z.enum(['off'])),
  stores: z.optional(z.enum(storeFilters)),
  page: storePage,
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(Math.max(...pageSizes))), defaultStores),
});

type DashboardPeriod = Period & { readonly compares: boolean };

/** The period that the dashboard shows, in the time zone of the browser, and whether it is compared with the one before. */
export function useDashboardPeriod() {
  const [query, change] = useUrlQuery(DashboardQuery);
  const period: DashboardPeriod = {
    days: query.days,
    timeZone: displayTimeZone(),
    compares: query.compare !== 'off',
  };
  return {
    period,
    query,
    change,
    /** The period as a query of the API. */
    request: { days: period.days, timeZone: period.timeZone },
  };
}

/** The change of a figure since the previous period in percent; undefined if it was zero then. */
export const changeOf = (count: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round(((count - before) / before) * 1000) / 10;
