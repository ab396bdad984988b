import { type Place, configuration, learn } from '../platform/configuration.ts';
import { queryClient } from '../platform/query-client.ts';
import { currentSession } from '../platform/session.ts';
import { keep } from '../platform/storage.ts';
import { applyTheme } from '../platform/theme.ts';
import { type CommonLists, commonLists } from '../reference/queries.ts';
import { loadTheme } from '../sessions/queries.ts';
import { nodeConfiguration } from '../settings/queries.ts';

// The portal works on without either, so nobody is told of a failure.
const quietly = { quiet: true };

/** Reads what the person's place works with, and the common lists where they are not known yet; what cannot be read stays as it was. */
export async function loadSettings(): Promise<void> {
  const { currentUserTheme } = configuration();
  // The look of a person's own place goes before that of the host, which is what they have until theirs is known.
  if (currentUserTheme) applyTheme(currentUserTheme);
  else await loadTheme();
  await Promise.allSettled([loadPlace(), loadLists()]);
}

async function loadPlace(): Promise<void> {
  const { user } = currentSession();
  if (!user?.rootNodeId) return;
  const found = await queryClient.query({ ...nodeConfiguration(user.rootNodeId), staleTime: 0, meta: quietly });
  const { nodeThemeSetting: currentUserTheme, nodeDetail: orgDetails, eBasketMgmtSettings, sessionTimes } = found;
  learn(user.id, { currentUserTheme, orgDetails, eBasketMgmtSettings, sessionTimes } satisfies Place);
  keep('ORG_CODE', orgDetails.orgCode);
  applyTheme(currentUserTheme);
}

/** The lists lie on one shelf with the place, and are in the cache before anybody asks for them. */
async function loadLists(): Promise<void> {
  const { user } = currentSession();
  const known: Partial<CommonLists> & object = { ...configuration() };
  if (known.countries) queryClient.setQueryData(commonLists.queryKey, known);
  const lists = await queryClient.query({ ...commonLists, meta: quietly });
  if (user && !known.countries) learn(user.id, lists);
}
