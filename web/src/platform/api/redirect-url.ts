import { screenAt } from '../site-map.ts';

const storageKey = 'REDIRECT_URL';
const defaultUrl = '/dashboard';
const publicPath = /login|forgot-password|resetPassword|reset-password|confirmEmail/;

/** Stores where to go after signing in. The dashboard, which is the default, does not replace another URL. */
export function storeRedirectUrl(url: string): void {
  try {
    if (url === defaultUrl && sessionStorage.getItem(storageKey)) return;
    if (isPortalUrl(url)) sessionStorage.setItem(storageKey, url);
  } catch {
    // Without storage, signing in leads to the dashboard.
  }
}

/** Returns the stored URL once, if it leads to a screen of this portal. */
export function takeRedirectUrl(): string | undefined {
  try {
    const url = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return url && isPortalUrl(url) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path is outside the session: no shell, no menu and no idle timeout, also for signed-in users. */
export const isPublicPath = (pathname: string): boolean => publicPath.test(pathname);

/** Whether a URL leads to a screen of this portal. Prevents open redirects. */
export function isPortalUrl(url: string): boolean {
  if (!/^\/(?![/\\])/.test(url) || !URL.canParse(url, location.origin)) return false;
  const parsed = new URL(url, location.origin);
  return parsed.origin === location.origin && screenAt(parsed.pathname) !== undefined;
}
