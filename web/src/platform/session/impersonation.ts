import { type Impersonation, impersonation } from '@storeward/contract/sessions/impersonation';
import type { UserId } from '@storeward/contract/users';
import { fullNameOf } from '@storeward/contract/full-names';
import { call } from '../api/api.ts';
import { sessionTimes } from '../configuration.ts';
import { currentLanguage } from '../text/i18n.ts';
import { goToDashboard, goToUser, isLeavingPage } from './session-end.ts';
import {
  clearImpersonation,
  storeImpersonation,
  currentImpersonation,
  type ActiveImpersonation,
} from './impersonation-state.ts';
import { clearStored } from '../storage.ts';

const endedNoticeKey = 'SEEN_OVER';
const checkInterval = 15_000;
let isChecking = false;

/** Starts impersonating a user and reloads the portal. */
export async function impersonate(id: UserId, reason: string): Promise<void> {
  startImpersonation(await call(impersonation.begin, { params: { id }, body: { reason } }));
}

/** Stops the impersonation and opens the page of the impersonated user. */
export async function stopImpersonation(): Promise<void> {
  const previous = currentImpersonation();
  await call(impersonation.stop, {});
  if (previous) endImpersonation(previous);
}

/** Loads the session's current impersonation and reloads the portal if this page shows another one. */
export async function syncImpersonation(): Promise<void> {
  if (isChecking || isLeavingPage()) return;
  isChecking = true;
  try {
    const previous = currentImpersonation();
    const { seeing: current } = await call(impersonation.current, {}, { quiet: 'logged' });
    if (isLeavingPage() || current?.id === previous?.id) return;
    if (current) return startImpersonation(current);
    if (previous) endImpersonation(previous, 'expired');
  } catch {
    // Ignored: the next request reports the mismatch again.
  } finally {
    isChecking = false;
  }
}

/** Checks with the server once the impersonation's time is over. Returns the function that stops it. */
export function watchImpersonationEnd({ until }: ActiveImpersonation): () => void {
  const timer = setInterval(() => {
    if (Date.now() >= Date.parse(until)) void syncImpersonation();
  }, checkInterval);
  return () => clearInterval(timer);
}

/** The name of the user whose impersonation has expired; returned once. */
export function takeEndedImpersonation(): string | undefined {
  try {
    const name = sessionStorage.getItem(endedNoticeKey) ?? undefined;
    sessionStorage.removeItem(endedNoticeKey);
    return name;
  } catch {
    return undefined;
  }
}

function startImpersonation(started: Impersonation): void {
  storeImpersonation({ ...started, times: sessionTimes(), language: currentLanguage() });
  clearSessionState();
  goToDashboard();
}

function endImpersonation(previous: ActiveImpersonation, reason?: 'expired'): void {
  clearImpersonation();
  clearSessionState();
  try {
    if (reason) sessionStorage.setItem(endedNoticeKey, fullNameOf(previous));
  } catch {
    // Without storage there is no notice; the banner disappears in any case.
  }
  goToUser(previous.userId);
}

function clearSessionState(): void {
  clearStored('AUTH');
  clearStored('CONFIGURATION');
  clearStored('ORG_CODE');
}
