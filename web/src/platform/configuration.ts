import type { NodeConfiguration } from '@storeward/contract/settings/endpoints/node-configuration';
import type { SessionTimes } from '@storeward/contract/settings/sections/session-times';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange } from './session/auth-state.ts';
import { runtimeConfiguration } from './runtime-configuration.ts';
import { currentImpersonation } from './session/impersonation-state.ts';
import { writeStored, readStored } from './storage.ts';

/** The configuration of the signed-in user's root node; its other properties hold the settings. */
export type UserConfiguration = Pick<NodeConfiguration, 'sessionTimes'> & {
  readonly currentUserTheme: Theme;
  readonly orgDetails: NodeConfiguration['nodeDetail'];
};

type Configuration = Partial<UserConfiguration> & { readonly user?: string };

const emptyConfiguration: Configuration = {};
const listeners = new Set<() => void>();
let cached: Configuration | undefined;

// After a change of user, the stored configuration is read again.
onSessionChange(() => {
  if (!currentSession().user) cached = undefined;
});

/**
 * The configuration of the signed-in user as far as it is loaded, including the reference lists. Empty if the stored
 * one belongs to another user.
 */
export function configuration(): Configuration {
  cached ??= readStored<Configuration>('CONFIGURATION') ?? emptyConfiguration;
  return cached.user !== undefined && cached.user === currentSession().user?.id ? cached : emptyConfiguration;
}

export const useConfiguration = (): Configuration => useSyncExternalStore(subscribe, configuration);

/**
 * The idle, warning and keep-alive times of this session in seconds: those of the user's node, else of the
 * installation. During impersonation the impersonator's own times apply.
 */
export const sessionTimes = (): SessionTimes =>
  currentImpersonation()?.times ?? configuration().sessionTimes ?? runtimeConfiguration().times;

/** Merges changes into the configuration and stores it. Ignored if another user has signed in meanwhile. */
export function updateConfiguration(userId: string, changes: object): void {
  if (userId !== currentSession().user?.id) return;
  cached = { ...configuration(), ...changes, user: userId };
  writeStored('CONFIGURATION', cached);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
