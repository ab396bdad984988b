import type { RunKind } from '@storeward/contract/dashboard/figures';
import type { ScreenPath } from '../platform/site-map.ts';
import type { ScreenAddress } from '../ui/link.tsx';
import { addressOf, recordAddress } from './dashboard-links.ts';

/** The list of the runs of each kind, and the page of one. */
const runScreens: Readonly<Record<RunKind, readonly [list: ScreenPath, page: ScreenPath]>> = {
  users: ['/user/import', '/user/import/{id}'],
  userChanges: ['/users/changes', '/users/changes/{id}'],
  nodes: ['/structure/import', '/structure/import/{id}'],
  overrides: ['/structure/bulk-override', '/structure/bulk-override/{id}'],
  settings: ['/structure/settings-import', '/structure/settings-import/{id}'],
  lists: ['/structure/list-import', '/structure/list-import/{id}'],
  products: ['/product/import', '/product/import/{id}'],
};

/** The page of a run, or the list of its kind without an id. */
export const runAddress = (kind: RunKind, id: string | null): ScreenAddress | undefined =>
  id ? recordAddress(runScreens[kind][1], id) : addressOf(runScreens[kind][0]);
