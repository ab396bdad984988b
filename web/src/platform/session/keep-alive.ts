import { openSessions } from '@storeward/contract/sessions';
import { call } from '../api/api.ts';
import { sessionTimes } from '../configuration.ts';
import { idleSeconds, addIdleTime } from './user-activity.ts';
import { refreshTokens } from './token-refresh.ts';
import { handleSessionLost } from './session-end.ts';
import { readStored } from '../storage.ts';
import { tokenAge, tokens } from '../theme/tokens.ts';

const checkInterval = 1000;
/** Seconds between two reports of activity. */
const activityInterval = 300;
/** Seconds by which the wall clock must get ahead of the monotonic clock to count as device sleep. */
const sleepThreshold = 30;
/** Seconds to wait after each failed refresh. The server repeats a lost response for ten seconds. */
const retryDelays = [3, 3, 30];

/**
 * Keeps the session of an open page alive: refreshes the tokens in time, also after device sleep, and reports activity
 * to the server. Returns the function that stops it.
 */
export function keepSessionAlive(): () => void {
  let failures = 0;
  let nextRefreshAt = 0;
  let lastReported = now();
  let lastMonotonic = now();
  let lastWallClock = Date.now() / 1000;

  function check(): void {
    const wasSignedIn = readStored('SESSION') !== undefined;
    const currentTokens = tokens();
    // If no tokens were stored, another tab has signed out; its storage event is handled elsewhere.
    if (!currentTokens) return wasSignedIn ? handleSessionLost() : undefined;
    if (hasSlept() || (now() - lastReported >= activityInterval && idleSeconds() < now() - lastReported))
      reportActivity();
    if (tokenAge(currentTokens) >= sessionTimes().keepAlive && now() >= nextRefreshAt) void tryRefresh();
    return undefined;
  }

  /**
   * Whether the device has slept. The time counts as idle, but at most until the warning, so that the warning is shown
   * before the session ends.
   */
  function hasSlept(): boolean {
    const gap = Date.now() / 1000 - lastWallClock - (now() - lastMonotonic);
    [lastMonotonic, lastWallClock] = [now(), Date.now() / 1000];
    if (gap < sleepThreshold) return false;
    addIdleTime(Math.min(gap, Math.max(0, sessionTimes().idle - idleSeconds())));
    return true;
  }

  function reportActivity(): void {
    lastReported = now();
    call(openSessions.activity, {}).catch(() => undefined);
  }

  async function tryRefresh(): Promise<void> {
    nextRefreshAt = now() + (retryDelays[failures] ?? 30);
    try {
      await refreshTokens();
      failures = 0;
      nextRefreshAt = 0;
    } catch {
      failures += 1;
    }
  }

  const timer = setInterval(check, checkInterval);
  const wakeEvents = [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, 'pageshow'],
  ] as const;
  for (const [target, event] of wakeEvents) target.addEventListener(event, check);
  check();
  return () => {
    clearInterval(timer);
    for (const [target, event] of wakeEvents) target.removeEventListener(event, check);
  };
}

const now = (): number => performance.now() / 1000;
