import * as z from 'zod/mini';
import { useUrlQuery } from '../platform/url-query.ts';
import type { PageTab } from '../ui/page-tabs.tsx';

const InAddress = z.object({ tab: z.optional(z.string()) });

/** Which subject of a page is shown, kept in the address; the first one unless another is named. */
export function useChosenTab(tabs: readonly PageTab[]): [PageTab | undefined, (key: string) => void] {
  const [{ tab }, setQuery] = useUrlQuery(InAddress);
  const chosen = tabs.find(({ key }) => key === tab) ?? tabs[0];
  return [chosen, (key) => setQuery({ tab: key === tabs[0]?.key ? undefined : key }, { replace: true })];
}
