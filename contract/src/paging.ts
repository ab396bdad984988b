import * as z from 'zod/mini';

/** The page sizes that the UI offers. */
export const pageSizes = [5, 10, 25, 50, 100] as const;

/** Above this number of rows a total may be an estimate. */
export const exactCountLimit = 10_000;

const integer = (min: number, max: number) => z.coerce.number().check(z.int(), z.gte(min), z.lte(max));

/**
 * The query parameters of a list: search, sort (`field:asc|desc`), page and size.
 *
 * Pages and offsets count from 0. The legacy parameters filter, sortby (asc|desc, by name), offset and limit are
 * accepted too. `cursor` is the `next` of the previous page's response.
 */
export const pageQuery = <const F extends readonly [string, ...string[]]>(sortable: F) =>
  z.strictObject({
    search: z.optional(z.string().check(z.maxLength(128))),
    sort: z.optional(
      z.enum(sortable.flatMap((field) => [`${field}:asc`, `${field}:desc`]) as [`${F[number]}:${'asc' | 'desc'}`]),
    ),
    page: z.optional(integer(0, 1_000_000)),
    size: z.optional(integer(1, 100)),
    filter: z.optional(z.string().check(z.maxLength(128))),
    sortby: z.optional(z.enum(['asc', 'desc'])),
    offset: z.optional(integer(0, 100_000_000)),
    limit: z.optional(integer(1, 100)),
    cursor: z.optional(z.string().check(z.maxLength(1024))),
    /** The organisation, for platform users; other users always have their own. */
    orgId: z.optional(z.uuid()),
  });

/** The parameters of a list request, with legacy names resolved. */
export type PageParams = {
  readonly search: string;
  readonly sort: string;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly cursor: string | undefined;
};

type PageQueryInput = {
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

/** Resolves current and legacy parameters; the default is ten rows in the given order. */
export function pageParams(query: PageQueryInput, defaultSort: `${string}:${'asc' | 'desc'}`): PageParams {
  const [sort = '', direction] = (query.sort ?? (query.sortby ? `name:${query.sortby}` : defaultSort)).split(':');
  const limit = query.size ?? query.limit ?? 10;
  return {
    search: (query.search ?? query.filter ?? '').trim(),
    sort,
    descending: direction === 'desc',
    offset: query.offset ?? (query.page ?? 0) * limit,
    limit,
    cursor: query.cursor,
  };
}

/** One page of a list; `total` counts all rows, `next` is the cursor of the next page. */
export type Page<T> = {
  readonly result: readonly T[];
  readonly total: number;
  readonly totalIsEstimate?: true;
  readonly next?: string;
};
