import { screenAt } from './site-map.ts';

const shelf = 'REDIRECT_URL';
const usual = '/dashboard';
const withoutSession = /login|forgot-password|resetPassword|reset-password/;

/** Remembers where somebody wanted to go before they had to sign in; where everybody arrives anyway displaces nothing. */
export function rememberAddress(address: string): void {
  try {
    if (address === usual && sessionStorage.getItem(shelf)) return;
    if (ownAddress(address)) sessionStorage.setItem(shelf, address);
  } catch {
    // Then signing in leads to the dashboard.
  }
}

/** Hands out the remembered address, once, if it still is one of the portal's own. */
export function takeAddress(): string | undefined {
  try {
    const address = sessionStorage.getItem(shelf);
    sessionStorage.removeItem(shelf);
    return address && ownAddress(address) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an address counts as one without a session: there is no shell, no menu and no idle watch there, whoever comes. */
export const countsAsSignedOut = (pathname: string): boolean => withoutSession.test(pathname);

/** Whether an address leads to a screen of this portal and nowhere else. */
export function ownAddress(address: string): boolean {
  if (!/^\/(?![/\\])/.test(address) || !URL.canParse(address, location.origin)) return false;
  const url = new URL(address, location.origin);
  return url.origin === location.origin && screenAt(url.pathname) !== undefined;
}
