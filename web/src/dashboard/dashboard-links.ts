import { permits, satisfiesLevelRule } from '@storeward/contract/access';
import { currentSession } from '../platform/session.ts';
import { stringifySearch } from '../platform/url-query.ts';
import { type PortalScreen, type ScreenPath, screens } from '../platform/site-map.ts';
import type { ScreenAddress } from '../ui/link.tsx';

/** The address of a screen with a query, if the user may open it: a figure is a link only where its list is. */
export function addressOf(
  path: ScreenPath,
  query: Readonly<Record<string, string | undefined>> = {},
): ScreenAddress | undefined {
  const screen: PortalScreen | undefined = screens.find((one) => one.path === path);
  const { permissions, level } = currentSession();
  if (!screen || !permits(permissions, screen.permissions, screen.mode) || !satisfiesLevelRule(level, screen.level))
    return undefined;
  const search = stringifySearch(query);
  return `${path}${search}` as ScreenAddress;
}

/** The address of the page of one record, if the user may open it. */
export const recordAddress = (path: ScreenPath, id: string): ScreenAddress | undefined =>
  addressOf(path) && (path.replace('{id}', id) as ScreenAddress);
