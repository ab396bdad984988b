import { type Permission, permits } from '@storeward/contract/access';
import { useSyncExternalStore } from 'react';
import { auth } from './auth.ts';
import { currentSession, keptState, onSessionChange, put, type SessionState } from './auth-state.ts';
import { goToDashboard } from './session-end.ts';
import { drop } from './sign-in.ts';
import { actingOf, claimsOf, tokens } from './tokens.ts';

export { currentSession } from './auth-state.ts';
export { drop, signIn } from './sign-in.ts';
export type { SessionState } from './auth-state.ts';

/** Who is signed in, for a part of the screen that follows. */
export const useSession = (): SessionState => useSyncExternalStore(onSessionChange, currentSession);

/** Whether whoever is signed in holds any (or all) of these permissions. */
export const may = (wanted: readonly Permission[], mode: 'any' | 'all' = 'any'): boolean =>
  permits(currentSession().permissions, wanted, mode);

/** Ends the session on the server and on this device, and goes to the sign-in page. */
export const signOut = (): Promise<void> => auth.logout();

/** Takes up the session that this device holds: at once from what is kept, then as the server tells it now. */
export async function restore(): Promise<SessionState> {
  const held = tokens();
  if (!held) {
    drop();
    return currentSession();
  }
  const known = keptState();
  if (known?.loggedIn && !known.mustChange && known.user?.id === claimsOf(held).userId) {
    put(known);
    void auth.getUser().catch(() => undefined);
    return currentSession();
  }
  await auth.getUser();
  return currentSession();
}

/** How another tab of this browser has ended what this one shows. */
export type Departure = 'signedOut' | 'lost' | 'somebodyElse';

/** Does something when another tab of this browser signs out, loses the session, or signs somebody else in; a new session of the same person, or another role of theirs, is taken over, and with other eyes the portal opens anew. */
export function onOtherTab(left: (departure: Departure) => void): void {
  let meant = false;
  let session = sessionOfNow();
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'LEAVING' && newValue !== null) meant = true;
    if (key === 'SEEN' && tokens()) return goToDashboard();
    if (key !== 'SESSION' && key !== null) return;
    const held = tokens();
    if (!held) return left(meant ? 'signedOut' : 'lost');
    const { user } = currentSession();
    if (user && claimsOf(held).userId !== user.id) return left('somebodyElse');
    meant = false;
    if (session && session !== actingOf(held)) void auth.getUser().catch(() => undefined);
    session = actingOf(held);
  });
}

function sessionOfNow(): string | undefined {
  const held = tokens();
  return held && actingOf(held);
}
