import { rememberAddress } from './remembered-address.ts';
import { dropSeen } from './seen.ts';
import { forget, keep } from './storage.ts';

const notice = 'SESSION_LOST';
let leaving = false;

/** Removes what tells who is signed in. */
export function forgetPerson(): void {
  forget('SESSION');
  forget('AUTH');
  forget('ORG_CODE');
  forget('CONFIGURATION');
  dropSeen();
}

/** Empties every shelf but those that belong to the device: its language, look and light. Tabs that listen hear first that somebody means to leave. */
export function forgetEverything(): void {
  try {
    keep('LEAVING', true);
    const left = Object.keys(localStorage).filter((shelf) => shelf !== 'APP_SETTING');
    for (const shelf of left) localStorage.removeItem(shelf);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  dropSeen();
  forgetTab();
}

/** Empties what belongs to this tab alone, such as the remembered address. */
export function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Then there is nothing to empty.
  }
}

/** Goes to the sign-in page and remembers where somebody was; a burst of refusals leads there once. */
export function loseSession(): void {
  forgetPerson();
  if (noticed()) return;
  rememberAddress(location.pathname + location.search);
  try {
    sessionStorage.setItem(notice, 'yes');
  } catch {
    // Without a place to keep the notice, the sign-in page opens without it.
  }
  goToSignIn();
}

/** Tells, once, whether somebody came to the sign-in page because their session was lost. */
export function sessionWasLost(): boolean {
  const lost = noticed();
  if (lost) sessionStorage.removeItem(notice);
  return lost;
}

function noticed(): boolean {
  try {
    return sessionStorage.getItem(notice) !== null;
  } catch {
    return false;
  }
}

/** Opens the sign-in page, which is a page of its own. */
export const goToSignIn = (): void => leaveFor('/login');

/** Opens the page on which a password is chosen before anything else. */
export const goToForcedReset = (): void => leaveFor('/reset-password');

/** Opens the portal anew at its beginning. */
export const goToDashboard = (): void => leaveFor('/dashboard');

/** Opens the portal anew at a person's page. */
export const goToPerson = (id: string): void => leaveFor(`/user/${id}/view`);

/** Whether this page is on its way out because of its session: then nobody is asked whether they want to stay. */
export const isLeaving = (): boolean => leaving;

function leaveFor(address: string): void {
  leaving = true;
  location.replace(address);
}
