import type { User } from '@storeward/contract/users';
import { currentSession, ownUser, take } from './auth-state.ts';
import { countsAsSignedOut, rememberAddress } from './remembered-address.ts';
import { goToForcedReset } from './session-end.ts';

/** Lets somebody do nothing but choose a password of their own: no rights, no modules, one page; where they were is remembered. */
export function forceReset(user?: User): void {
  const { user: known, module } = currentSession();
  const person = user ? ownUser(user) : known;
  take({ loggedIn: true, ...(person && { user: person }), module, mustChange: true, permissions: [], userModules: [] });
  if (countsAsSignedOut(location.pathname)) return;
  rememberAddress(location.pathname + location.search);
  goToForcedReset();
}
