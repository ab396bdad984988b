import type { NodeConfiguration, SessionTimes } from '@storeward/contract/settings/node-configuration';
import type { Theme } from '@storeward/contract/settings/theme';
import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange } from './auth-state.ts';
import { portalFacts } from './portal-facts.ts';
import { seen } from './seen.ts';
import { keep, kept } from './storage.ts';

/** What the place of whoever is signed in works with. */
export type Place = Pick<NodeConfiguration, 'eBasketMgmtSettings' | 'sessionTimes'> & {
  readonly currentUserTheme: Theme;
  readonly orgDetails: NodeConfiguration['nodeDetail'];
};

type Configuration = Partial<Place> & { readonly user?: string };

const nothing: Configuration = {};
const listeners = new Set<() => void>();
let known: Configuration | undefined;

// Another person on the same page begins with what is kept of them, if anything.
onSessionChange(() => {
  if (!currentSession().user) known = undefined;
});

/** The common configuration of whoever is signed in, as far as it is known: their place, and beside it the lists that everybody chooses from. */
export function configuration(): Configuration {
  known ??= kept<Configuration>('CONFIGURATION') ?? nothing;
  return known.user !== undefined && known.user === currentSession().user?.id ? known : nothing;
}

/** The same for a part of the screen that follows. */
export const useConfiguration = (): Configuration => useSyncExternalStore(listen, configuration);

/** The times of this session: those of the person's place, else those of the installation; whoever sees as somebody else keeps their own. */
export const sessionTimes = (): SessionTimes => seen()?.times ?? configuration().sessionTimes ?? portalFacts().times;

/** Learns more of what a person's place works with, and keeps it, unless somebody else has come meanwhile. */
export function learn(person: string, more: object): void {
  if (person !== currentSession().user?.id) return;
  known = { ...configuration(), ...more, user: person };
  keep('CONFIGURATION', known);
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
