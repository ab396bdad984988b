import { storeRedirectUrl } from '../api/redirect-url.ts';
import { clearImpersonation } from './impersonation-state.ts';
import { clearStored, writeStored } from '../storage.ts';

const sessionLostKey = 'SESSION_LOST';
let leaving = false;

/** Clears everything stored about the session and the user. */
export function clearSession(): void {
  clearStored('SESSION');
  clearStored('AUTH');
  clearStored('ORG_CODE');
  clearStored('CONFIGURATION');
  clearImpersonation();
}

/**
 * Clears all storage except the device settings. Writes `LEAVING` first, so that other tabs can tell signing out from a
 * lost session.
 */
export function clearBrowserData(): void {
  try {
    writeStored('LEAVING', true);
    const keys = Object.keys(localStorage).filter((key) => key !== 'APP_SETTING');
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to clear.
  }
  clearImpersonation();
  clearTabStorage();
}

/** Clears the session storage of this tab, such as the redirect URL. */
export function clearTabStorage(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage there is nothing to clear.
  }
}

/** Clears the session, stores the current URL and opens the sign-in page. Repeated failures redirect once. */
export function handleSessionLost(): void {
  clearSession();
  if (hasSessionLostNotice()) return;
  storeRedirectUrl(location.pathname + location.search);
  try {
    sessionStorage.setItem(sessionLostKey, 'yes');
  } catch {
    // Without storage, the sign-in page opens without the notice.
  }
  goToSignIn();
}

/** Whether the user came to the sign-in page because the session was lost; returned once. */
export function takeSessionLostNotice(): boolean {
  const wasLost = hasSessionLostNotice();
  if (wasLost) sessionStorage.removeItem(sessionLostKey);
  return wasLost;
}

function hasSessionLostNotice(): boolean {
  try {
    return sessionStorage.getItem(sessionLostKey) !== null;
  } catch {
    return false;
  }
}

export const goToSignIn = (): void => replaceLocation('/login');

export const goToForcedReset = (): void => replaceLocation('/reset-password');

export const goToDashboard = (): void => replaceLocation('/dashboard');

export const goToUser = (id: string): void => replaceLocation(`/user/${id}/view`);

/** Whether the page is being left because the session ended; then unsaved changes need no confirmation. */
export const isLeavingPage = (): boolean => leaving;

function replaceLocation(url: string): void {
  leaving = true;
  location.replace(url);
}
