import { type RunKindName, runKinds } from '@storeward/contract/imports/run-kinds';
import type { ScreenPath } from '../platform/site-map.ts';
import type { ScreenAddress } from '../ui/page/link.tsx';
import { addressOf, permittedAddress } from './dashboard-links.ts';

/** The page of a run, or the list of its kind without an id. */
export function runAddress(kind: RunKindName, id: string | null): ScreenAddress | undefined {
  const page: ScreenPath = runKinds[kind].page;
  return id ? permittedAddress(`${page}/${id}`) : addressOf(page);
}
