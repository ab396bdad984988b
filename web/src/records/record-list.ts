import type { Page } from '@storeward/contract/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { storeListQuery, storePageSize, storedPageSize } from '../platform/list-preferences.ts';
import { useUrlQuery } from '../platform/api/url-query.ts';
import type { Sort } from '../ui/list/data-table.tsx';
import { errorShownByScreen } from './load-error.tsx';

type PageQuery = {
  search?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
  cursor?: string | undefined;
};
type SortOf<S extends z.ZodMiniObject> = z.output<S> extends { sort?: infer W } ? W : never;

/** The request for one page of a list. */
type ListRequest<S extends z.ZodMiniObject> = {
  readonly search: string | undefined;
  readonly page: number;
  readonly size: number;
  readonly sort: SortOf<S>;
  readonly cursor: string | undefined;
};

type ListQuery<Row> = {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Page<Row>>;
};

type RecordListOptions<S extends z.ZodMiniObject, Row> = {
  /** Schema of the URL's query. */
  readonly schema: S;
  readonly read: (request: ListRequest<S>, query: z.output<S>) => ListQuery<Row>;
  readonly defaultSort: NonNullable<SortOf<S>> | undefined;
};

/** State and actions of a paginated list. */
export type RecordList<Row> = {
  readonly search: string;
  readonly page: number;
  readonly size: number;
  readonly sort: Sort | undefined;
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  /** The total is an estimate, and rounded. */
  readonly estimated: boolean;
  /** The load error, unless earlier data can still be shown. */
  readonly error: Error | undefined;
  /** The shown rows belong to the previous request. */
  readonly busy: boolean;
  readonly retry: () => void;
  readonly toPage: (page: number) => void;
  readonly toSize: (size: number) => void;
  readonly setSearch: (text: string | undefined, options?: { replace?: boolean }) => void;
  readonly sortBy: (sort: Sort) => void;
};

/**
 * A list that is searched, sorted and paginated by the server, with its state in the URL. `setFilter` changes further
 * parameters and returns to the first page.
 */
export function useRecordList<S extends z.ZodMiniObject, Row>({
  schema,
  read,
  defaultSort,
}: RecordListOptions<S, Row>) {
  const [query, setQuery] = useUrlQuery(schema);
  const { search = '', page = 0, size = storedPageSize(), sort = defaultSort, cursor } = query as PageQuery;
  const request = { search: search || undefined, page, size, sort: sort as SortOf<S>, cursor };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(request, query),
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });

  useEffect(() => storeListQuery(window.location.pathname, window.location.search), [query]);

  const setPageQuery = (change: PageQuery, options?: { replace?: boolean }) =>
    setQuery(change as Partial<z.input<S>>, options);
  const setFilter = (change: Partial<z.input<S>>, options?: { replace?: boolean }) =>
    setQuery({ ...change, page: undefined, cursor: undefined }, options);

  const list: RecordList<Row> = {
    search,
    page,
    size,
    sort: sort === undefined ? undefined : sortOf(String(sort)),
    rows: data?.result,
    ...countOf(data, page, size),
    error: (!data && error) || undefined,
    busy: isPlaceholderData,
    retry: () => void refetch(),
    toPage: (nextPage) =>
      setPageQuery({
        page: nextPage || undefined,
        cursor: nextPage > page && !isPlaceholderData ? data?.next : undefined,
      }),
    toSize(nextSize) {
      storePageSize(nextSize);
      setPageQuery({ size: nextSize, page: undefined, cursor: undefined });
    },
    setSearch: (text, options) => setPageQuery({ search: text, page: undefined, cursor: undefined }, options),
    sortBy: ({ field, direction }) =>
      setPageQuery({ sort: `${field}:${direction}`, page: undefined, cursor: undefined }),
  };
  return { list, query, setFilter };
}

/** The number of records. An estimate is rounded to two digits; on the last page the number is exact. */
function countOf<Row>(
  data: Page<Row> | undefined,
  page: number,
  size: number,
): Pick<RecordList<Row>, 'total' | 'estimated'> {
  if (!data) return { total: 0, estimated: false };
  if (!data.totalIsEstimate) return { total: data.total, estimated: false };
  if (!data.next && data.result.length > 0) return { total: page * size + data.result.length, estimated: false };
  const step = 10 ** Math.max(0, Math.floor(Math.log10(data.total)) - 1);
  return { total: Math.max(Math.round(data.total / step) * step, (page + 1) * size + 1), estimated: true };
}

function sortOf(text: string): Sort {
  const [field = '', direction] = text.split(':');
  return { field, direction: direction === 'desc' ? 'desc' : 'asc' };
}
