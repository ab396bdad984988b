import { configuredValues } from '@storeward/contract/settings/engine/configuration-paths';
import type { NodeConfiguration } from '@storeward/contract/settings/endpoints/node-configuration';
import { themeFrom } from '@storeward/contract/settings/sections/theme';
import type { UserId } from '@storeward/contract/users';
import { QueryObserver } from '@tanstack/react-query';
import { type UserConfiguration, configuration, updateConfiguration } from '../platform/configuration.ts';
import { applyDateLocale } from '../platform/text/i18n.ts';
import { nodeConfigurationQuery } from '../platform/api/node-configuration-query.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { currentSession } from '../platform/session/session.ts';
import { writeStored } from '../platform/storage.ts';
import { applyTheme } from '../platform/theme/theme.ts';
import { type CommonLists, commonLists } from '../reference/queries.ts';
import { loadTheme } from '../sessions/queries.ts';

// The portal works without these, so failures are not reported.
const quiet = { quiet: true };

let stopWatching: (() => void) | undefined;

/**
 * Loads the user's configuration, and the reference lists if they are not stored yet. If a request fails, the stored
 * values are kept.
 */
export async function loadSettings(): Promise<void> {
  const stored = configuration();
  const { currentUserTheme } = stored;
  applyDateLocale(dateLocaleOf(stored));
  // The stored theme of the user's node has priority; the theme of the host is used until it is known.
  if (currentUserTheme) applyTheme(currentUserTheme);
  else await loadTheme();
  await Promise.allSettled([loadUserConfiguration(), loadReferenceLists()]);
}

async function loadUserConfiguration(): Promise<void> {
  const { user } = currentSession();
  if (!user?.rootNodeId) return;
  const query = { ...nodeConfigurationQuery(user.rootNodeId), meta: quiet };
  applyConfiguration(user.id, await queryClient.query({ ...query, staleTime: 0 }));
  stopWatching?.();
  // saving settings invalidates the query, and an observed query then loads again
  stopWatching = new QueryObserver(queryClient, { ...query, staleTime: Infinity }).subscribe(({ data }) => {
    if (data && currentSession().user?.id === user.id) applyConfiguration(user.id, data);
  });
}

function applyConfiguration(userId: UserId, loaded: NodeConfiguration): void {
  const { nodeDetail: orgDetails, ...settings } = loaded;
  const currentUserTheme = themeFrom(configuredValues(loaded, 'theme'));
  updateConfiguration(userId, { ...settings, currentUserTheme, orgDetails } satisfies UserConfiguration);
  writeStored('ORG_CODE', orgDetails.orgCode);
  applyTheme(currentUserTheme);
  applyDateLocale(dateLocaleOf(loaded));
}

const dateLocaleOf = (settings: object) => configuredValues(settings, 'dates').dateLocale ?? undefined;

/** The lists are stored with the configuration and put into the query cache from there. */
async function loadReferenceLists(): Promise<void> {
  const { user } = currentSession();
  const stored: Partial<CommonLists> & object = { ...configuration() };
  if (stored.countries) queryClient.setQueryData(commonLists.queryKey, stored);
  const lists = await queryClient.query({ ...commonLists, meta: quiet });
  if (user && !stored.countries) updateConfiguration(user.id, lists);
}
