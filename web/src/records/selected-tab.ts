import * as z from 'zod/mini';
import { stringifySearch, useUrlQuery } from '../platform/api/url-query.ts';
import type { ScreenAddress } from '../ui/page/link.tsx';
import type { PageTab } from '../ui/page/page-tabs.tsx';

const TabQuery = z.object({ tab: z.optional(z.string()) });
const SectionQuery = z.extend(TabQuery, { section: z.optional(z.string()) });

/** The selected tab, kept in the URL; the first one by default. */
export function useSelectedTab(tabs: readonly PageTab[]): [PageTab | undefined, (key: string) => void] {
  const [{ tab }, setQuery] = useUrlQuery(TabQuery);
  const selected = tabs.find(({ key }) => key === tab) ?? tabs[0];
  return [selected, (key) => setQuery({ tab: key === tabs[0]?.key ? undefined : key }, { replace: true })];
}

/** Adds the tab and section shown now to the address of another page of the same record, such as from view to edit. */
export function useSameTab(): (address: ScreenAddress) => ScreenAddress {
  const [shown] = useUrlQuery(SectionQuery);
  return (address) => `${address}${stringifySearch(shown)}` as ScreenAddress;
}
