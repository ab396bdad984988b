import { rememberAddress } from './remembered-address.ts';
import { forget } from './storage.ts';

const notice = 'SESSION_LOST';

/** Removes what tells who is signed in. */
export function forgetPerson(): void {
  forget('SESSION');
  forget('AUTH');
  forget('ORG_CODE');
}

/** Empties every shelf but those that belong to the device: its language, look and light. */
export function forgetEverything(): void {
  try {
    const left = Object.keys(localStorage).filter((shelf) => shelf !== 'APP_SETTING');
    for (const shelf of left) localStorage.removeItem(shelf);
    sessionStorage.clear();
  } catch {
    // A browser that keeps nothing has nothing to forget.
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
export function goToSignIn(): void {
  location.replace('/login');
}
