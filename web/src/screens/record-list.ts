import type { Page } from '@storeward/contract/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { rememberList, rememberPageSize, rememberedPageSize } from '../platform/list-memory.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import type { Sort } from '../ui/data-table.tsx';
import { drawnHere } from './load-failure.tsx';

type Paged = {
  search?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
  cursor?: string | undefined;
};
type SortOf<S extends z.ZodMiniObject> = z.output<S> extends { sort?: infer W } ? W : never;

/** The part of a list that the server is asked for. */
type Asked<S extends z.ZodMiniObject> = {
  readonly search: string | undefined;
  readonly page: number;
  readonly size: number;
  readonly sort: SortOf<S>;
  readonly cursor: string | undefined;
};

type Read<Row> = { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<Page<Row>> };

/** What has to be known of a kind of record for its list. */
type Kind<S extends z.ZodMiniObject, Row> = {
  /** What may stand in the address. */
  readonly schema: S;
  readonly read: (asked: Asked<S>, query: z.output<S>) => Read<Row>;
  readonly usualSort: NonNullable<SortOf<S>> | undefined;
};

/** Where a reader is in a list, what is there, and the ways on. */
export type RecordList<Row> = {
  readonly search: string;
  readonly page: number;
  readonly size: number;
  readonly sort: Sort | undefined;
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  /** The total is about right, and rounded. */
  readonly estimated: boolean;
  /** What could not be loaded, while nothing else is there to be shown. */
  readonly fault: Error | undefined;
  /** What is shown is from before the last question. */
  readonly busy: boolean;
  readonly retry: () => void;
  readonly toPage: (page: number) => void;
  readonly toSize: (size: number) => void;
  readonly seek: (words: string | undefined, options?: { replace?: boolean }) => void;
  readonly sortBy: (sort: Sort) => void;
};

/** A list that the server searches, sorts and pages, with all of it in the address; besides it, what the address says, and a way to ask for something else from the first page on. */
export function useRecordList<S extends z.ZodMiniObject, Row>({ schema, read, usualSort }: Kind<S, Row>) {
  const [query, setQuery] = useUrlQuery(schema);
  const { search = '', page = 0, size = rememberedPageSize(), sort = usualSort, cursor } = query as Paged;
  const asked = { search: search || undefined, page, size, sort: sort as SortOf<S>, cursor };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(asked, query),
    placeholderData: keepPreviousData,
    meta: drawnHere,
  });

  useEffect(() => rememberList(window.location.pathname, window.location.search), [query]);

  const write = (change: Paged, options?: { replace?: boolean }) => setQuery(change as Partial<z.input<S>>, options);
  const anew = (change: Partial<z.input<S>>, options?: { replace?: boolean }) =>
    setQuery({ ...change, page: undefined, cursor: undefined }, options);

  const list: RecordList<Row> = {
    search,
    page,
    size,
    sort: sort === undefined ? undefined : sortOf(String(sort)),
    rows: data?.result,
    ...countOf(data, page, size),
    fault: (!data && error) || undefined,
    busy: isPlaceholderData,
    retry: () => void refetch(),
    toPage: (wanted) =>
      write({ page: wanted || undefined, cursor: wanted > page && !isPlaceholderData ? data?.next : undefined }),
    toSize(wanted) {
      rememberPageSize(wanted);
      write({ size: wanted, page: undefined, cursor: undefined });
    },
    seek: (words, options) => write({ search: words, page: undefined, cursor: undefined }, options),
    sortBy: ({ field, direction }) => write({ sort: `${field}:${direction}`, page: undefined, cursor: undefined }),
  };
  return { list, query, anew };
}

/** How many records there are: an estimate is rounded, and the last page knows exactly. */
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

function sortOf(words: string): Sort {
  const [field = '', direction] = words.split(':');
  return { field, direction: direction === 'desc' ? 'desc' : 'asc' };
}
