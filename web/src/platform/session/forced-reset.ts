import type { User } from '@storeward/contract/users';
import { currentSession, toStoredUser, storeSession } from './auth-state.ts';
import { isPublicPath, storeRedirectUrl } from '../api/redirect-url.ts';
import { goToForcedReset } from './session-end.ts';

/**
 * Restricts the session to the forced password change (no permissions, no modules) and stores the current URL for
 * afterwards.
 */
export function forcePasswordReset(user?: User): void {
  const { user: currentUser, module } = currentSession();
  const storedUser = user ? toStoredUser(user) : currentUser;
  storeSession({
    loggedIn: true,
    ...(storedUser && { user: storedUser }),
    module,
    mustChange: true,
    permissions: [],
    shellPermissions: [],
    userModules: [],
  });
  if (isPublicPath(location.pathname)) return;
  storeRedirectUrl(location.pathname + location.search);
  goToForcedReset();
}
