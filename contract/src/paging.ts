import * as z from 'zod/mini';

/** How many rows a page may show. */
export const pageSizes = [5, 10, 25, 50, 100] as const;

/** Beyond this many a list may say about how many there are instead of counting them all. */
export const countedExactly = 10_000;

const wholeNumber = (lowest: number, highest: number) =>
  z.coerce.number().check(z.int(), z.gte(lowest), z.lte(highest));

/**
 * What may be asked of a list: search, sort (`field:asc|desc`), page and size.
 *
 * Pages and offsets count from 0. The older words filter, sortby (asc|desc, by name), offset and limit are
 * understood too. A cursor, taken from the answer's `next`, goes on where the last page ended.
 */
export const pageQuery = <const F extends readonly [string, ...string[]]>(sortable: F) =>
  z.strictObject({
    search: z.optional(z.string().check(z.maxLength(128))),
    sort: z.optional(
      z.enum(sortable.flatMap((field) => [`${field}:asc`, `${field}:desc`]) as [`${F[number]}:${'asc' | 'desc'}`]),
    ),
    page: z.optional(wholeNumber(0, 1_000_000)),
    size: z.optional(wholeNumber(1, 100)),
    filter: z.optional(z.string().check(z.maxLength(128))),
    sortby: z.optional(z.enum(['asc', 'desc'])),
    offset: z.optional(wholeNumber(0, 100_000_000)),
    limit: z.optional(wholeNumber(1, 100)),
    cursor: z.optional(z.string().check(z.maxLength(1024))),
    /** The organisation a global user means; everybody else has their own. */
    orgId: z.optional(z.uuid()),
  });

/** The part of a list that was asked for, in one set of words. */
export type PageWanted = {
  readonly search: string;
  readonly sort: string;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly cursor: string | undefined;
};

type PageAsked = {
  search?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  filter?: string | undefined;
  sortby?: 'asc' | 'desc' | undefined;
  offset?: number | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** Settles both dialects of a list request into one: ten rows by the given field unless said otherwise. */
export function pageWanted(asked: PageAsked, usualSort: `${string}:${'asc' | 'desc'}`): PageWanted {
  const [sort = '', direction] = (asked.sort ?? (asked.sortby ? `name:${asked.sortby}` : usualSort)).split(':');
  const limit = asked.size ?? asked.limit ?? 10;
  return {
    search: (asked.search ?? asked.filter ?? '').trim(),
    sort,
    descending: direction === 'desc',
    offset: asked.offset ?? (asked.page ?? 0) * limit,
    limit,
    cursor: asked.cursor,
  };
}

/** One page of a list: its rows, how many there are in all, and where the next page begins. */
export type Page<T> = {
  readonly result: readonly T[];
  readonly total: number;
  readonly totalIsEstimate?: true;
  readonly next?: string;
};
