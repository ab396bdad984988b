import * as z from 'zod/mini';
import { useUrlQuery } from '../platform/api/url-query.ts';
import type { PageTab } from '../ui/page/page-tabs.tsx';

const TabQuery = z.object({ tab: z.optional(z.string()) });

/** The selected tab, kept in the URL; the first one by default. */
export function useSelectedTab(tabs: readonly PageTab[]): [PageTab | undefined, (key: string) => void] {
  const [{ tab }, setQuery] = useUrlQuery(TabQuery);
  const selected = tabs.find(({ key }) => key === tab) ?? tabs[0];
  return [selected, (key) => setQuery({ tab: key === tabs[0]?.key ? undefined : key }, { replace: true })];
}
