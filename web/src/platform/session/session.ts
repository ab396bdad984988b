import { type Permission, permits } from '@storeward/contract/access';
import { useSyncExternalStore } from 'react';
import { auth } from './auth.ts';
import { currentSession, storedSession, onSessionChange, setSession, type SessionState } from './auth-state.ts';
import { goToDashboard } from './session-end.ts';
import { resetSession } from './sign-in.ts';
import { actingKey, effectiveClaims, tokens } from '../theme/tokens.ts';

export { currentSession, defaultModule } from './auth-state.ts';
export { resetSession, signIn } from './sign-in.ts';
export type { SessionState } from './auth-state.ts';

export const useSession = (): SessionState => useSyncExternalStore(onSessionChange, currentSession);

/** Whether the signed-in user holds any (or all) of these permissions. */
export const hasPermission = (permissions: readonly Permission[], mode: 'any' | 'all' = 'any'): boolean =>
  permits(currentSession().permissions, permissions, mode);

/** Selects the module whose permissions apply, and reloads the user for it. */
export const selectModule = (code: string): Promise<void> => auth.setUserPermission(code);

export const signOut = (): Promise<void> => auth.logout();

/** Restores the session of this device: from storage at once, then updated from the server. */
export async function restoreSession(): Promise<SessionState> {
  const currentTokens = tokens();
  if (!currentTokens) {
    resetSession();
    return currentSession();
  }
  const stored = storedSession();
  if (stored?.loggedIn && !stored.mustChange && stored.user?.id === effectiveClaims(currentTokens).userId) {
    setSession(stored);
    void auth.getUser().catch(() => undefined);
    return currentSession();
  }
  await auth.getUser();
  return currentSession();
}

/** How another tab has ended this tab's session. */
export type SessionEnd = 'signedOut' | 'lost' | 'otherUser';

/**
 * Calls back when another tab signs out, loses the session or signs in another user. A new session or role of the same
 * user is taken over; a changed impersonation reloads the portal.
 */
export function onSessionEndedInOtherTab(listener: (end: SessionEnd) => void): void {
  let isSignOut = false;
  let previousKey = currentActingKey();
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'LEAVING' && newValue !== null) isSignOut = true;
    if (key === 'SEEN' && tokens()) return goToDashboard();
    if (key !== 'SESSION' && key !== null) return;
    const currentTokens = tokens();
    if (!currentTokens) return listener(isSignOut ? 'signedOut' : 'lost');
    const { user } = currentSession();
    if (user && effectiveClaims(currentTokens).userId !== user.id) return listener('otherUser');
    isSignOut = false;
    if (previousKey && previousKey !== actingKey(currentTokens)) void auth.getUser().catch(() => undefined);
    previousKey = actingKey(currentTokens);
  });
}

function currentActingKey(): string | undefined {
  const currentTokens = tokens();
  return currentTokens && actingKey(currentTokens);
}
