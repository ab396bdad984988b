import { currentSession } from '../../platform/session/session.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import type { PaletteEntry } from './palette-entry.ts';

type RecentEntry = Extract<PaletteEntry, { href: unknown }>;
type Recent = { readonly user: string; readonly entries: readonly RecentEntry[] };

const mostRemembered = 6;

/** The entries that the user opened last through the palette. Signing out deletes them. */
export function recentEntries(): readonly RecentEntry[] {
  const stored = readStored<Recent>('RECENT');
  return stored && stored.user === currentSession().user?.id ? stored.entries : [];
}

export function rememberEntry(entry: PaletteEntry): void {
  const user = currentSession().user?.id;
  if (!user || !('href' in entry)) return;
  const others = recentEntries().filter(({ href }) => href !== entry.href);
  writeStored('RECENT', { user, entries: [entry, ...others].slice(0, mostRemembered) } satisfies Recent);
}
