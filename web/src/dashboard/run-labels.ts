import type { RunKind } from '@storeward/contract/imports';
import type { ScreenPath } from '../platform/site-map.ts';
import type { ScreenAddress } from '../ui/page/link.tsx';
import { addressOf, permittedAddress } from './dashboard-links.ts';

/** The list of the runs of each kind; the page of one is below it. */
const runLists = {
  users: '/user/import',
  userChanges: '/users/changes',
  nodes: '/structure/import',
  overrides: '/structure/bulk-override',
  settings: '/structure/settings-import',
  lists: '/structure/list-import',
  products: '/product/import',
  productChanges: '/products/changes',
} as const satisfies Readonly<Record<RunKind, ScreenPath>>;

/** The page of a run, or the list of its kind without an id. */
export const runAddress = (kind: RunKind, id: string | null): ScreenAddress | undefined =>
  id ? permittedAddress(`${runLists[kind]}/${id}`) : addressOf(runLists[kind]);
