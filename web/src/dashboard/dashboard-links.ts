import { permits, satisfiesLevelRule } from '@storeward/contract/access';
import { currentSession } from '../platform/session/session.ts';
import { stringifySearch } from '../platform/api/url-query.ts';
import { screenAt, type ScreenPath } from '../platform/site-map.ts';
import type { ScreenAddress } from '../ui/page/link.tsx';

/** The address of a list with a query; see `permittedAddress`. */
export const addressOf = (
  path: Exclude<ScreenPath, `${string}{${string}`>,
  query: Readonly<Record<string, string | undefined>> = {},
): ScreenAddress | undefined => permittedAddress(`${path}${stringifySearch(query)}`);

/** The address, if the user may open its screen; else undefined, so that the figure is no link. */
export function permittedAddress(address: ScreenAddress): ScreenAddress | undefined {
  const screen = screenAt(address.replace(/\?.*$/, ''));
  const { permissions, level } = currentSession();
  const isOpen =
    screen && permits(permissions, screen.permissions, screen.mode) && satisfiesLevelRule(level, screen.level);
  return isOpen ? address : undefined;
}
