import { useDebouncedValue } from '@mantine/hooks';
import { productSearch } from '@storeward/contract/limits';
import type { ProductRow } from '@storeward/contract/products';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, type t as translate } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import { productListQuery } from './queries.ts';

/** The field that a dialog searches: the beginning of a SKU, or words of the name. */
export type SearchField = 'SKU' | 'shortDescription';

export const searchMinLength = (field: SearchField): number =>
  field === 'SKU' ? productSearch.skuLength : productSearch.nameLength;

/** Says that more products match than are shown; undefined if none does. */
export const beyondLimitText = (shown: number, matches: number, t: typeof translate): string | undefined =>
  matches > shown
    ? t('products.results.firstOf', { shown: formatNumber(shown), total: formatNumber(matches) })
    : undefined;

type Page = { readonly page: number; readonly size: number };

export type ProductSearch = {
  /** The fields that the user types into, by name. */
  readonly texts: Readonly<Partial<Record<SearchField, string>>>;
  readonly setText: (field: SearchField, text: string) => void;
  /** The products found; undefined without a search, and before the first result. */
  readonly rows: readonly ProductRow[] | undefined;
  /** The number of products in the pages. */
  readonly total: number;
  /** The number of products that match, also those beyond the limit. */
  readonly matches: number;
  readonly isSearching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly page: number;
  readonly size: number;
  readonly toPage: (page: number) => void;
  readonly setSize: (size: number) => void;
};

/**
 * Finds products while the user types: after 300 ms, from 3 characters of a SKU and 2 of a name, not twice for the same
 * text. A request that a later one replaces is cancelled. With `limit` one request loads that many products, which are
 * divided into pages here; without it, each page is requested.
 */
export function useProductSearch(
  fields: readonly SearchField[],
  { limit }: { readonly limit?: number } = {},
): ProductSearch {
  const orgId = useSession().user?.organizationId;
  const [texts, setTexts] = useState<ProductSearch['texts']>({});
  const [{ page, size }, setPage] = useState<Page>({ page: 0, size: 5 });
  const entered = Object.fromEntries(
    fields.flatMap((field) => {
      const text = texts[field]?.trim() ?? '';
      return text.length >= searchMinLength(field) ? [[field, text] as const] : [];
    }),
  );
  const typed = JSON.stringify(entered);
  const [settled] = useDebouncedValue(typed, productSearch.pauseMs);
  const isSearchable = typed !== '{}';
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...productListQuery({
      ...(orgId && { orgId }),
      ...entered,
      ...(limit === undefined ? { page, size } : { offset: 0, limit }),
    }),
    enabled: isSearchable && settled === typed,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const isPending = isSearchable && (settled !== typed || (isPlaceholderData && isFetching));
  const found = isSearchable ? data?.result : undefined;
  const matches = data?.total ?? 0;
  return {
    texts,
    setText: (field, text) => {
      setTexts((before) => ({ ...before, [field]: text }));
      setPage((before) => ({ ...before, page: 0 }));
    },
    rows: limit === undefined ? found : found?.slice(page * size, (page + 1) * size),
    total: limit === undefined ? matches : (found?.length ?? 0),
    matches,
    isSearching: isPending || (isSearchable && isFetching),
    error: isPending ? null : error,
    retry: () => void refetch(),
    page,
    size,
    toPage: (next) => setPage({ page: next, size }),
    setSize: (next) => setPage({ page: 0, size: next }),
  };
}
