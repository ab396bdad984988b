import { openSessions } from '@storeward/contract/sessions';
import { call } from './api.ts';
import { sessionTimes } from './configuration.ts';
import { idleSeconds, noteSleep } from './last-input.ts';
import { renew } from './renewal.ts';
import { loseSession } from './session-end.ts';
import { kept } from './storage.ts';
import { tokenAge, tokens } from './tokens.ts';

const beat = 1000;
/** Seconds between two words that somebody is still there. */
const wordEvery = 300;
/** Seconds by which the device's clock may get ahead of counted time before it must have slept. */
const asleep = 30;
/** Seconds to wait after renewals that came to nothing: an answer that was lost is given again within ten seconds. */
const pauses = [3, 3, 30];

/** Keeps the session of an open page alive: renews it in time, also after the device has slept, and tells the server while somebody is there. */
export function keepSessionAlive(): () => void {
  let failures = 0;
  let renewFrom = 0;
  let told = now();
  let counted = now();
  let read = Date.now() / 1000;

  function check(): void {
    const wasSignedIn = kept('SESSION') !== undefined;
    const held = tokens();
    // Where nothing was held, another tab has signed out and says so itself.
    if (!held) return wasSignedIn ? loseSession() : undefined;
    if (hasSlept() || (now() - told >= wordEvery && idleSeconds() < now() - told)) tellServer();
    if (tokenAge(held) >= sessionTimes().keepAlive && now() >= renewFrom) void renewInTime();
    return undefined;
  }

  /** Whether the clock has run on while nothing was counted; if so, nobody was there, and the warning opens before the end. */
  function hasSlept(): boolean {
    const gap = Date.now() / 1000 - read - (now() - counted);
    [counted, read] = [now(), Date.now() / 1000];
    if (gap < asleep) return false;
    noteSleep(Math.min(gap, Math.max(0, sessionTimes().idle - idleSeconds())));
    return true;
  }

  function tellServer(): void {
    told = now();
    call(openSessions.activity, {}).catch(() => undefined);
  }

  async function renewInTime(): Promise<void> {
    renewFrom = now() + (pauses[failures] ?? 30);
    try {
      await renew();
      failures = 0;
      renewFrom = 0;
    } catch {
      failures += 1;
    }
  }

  const timer = setInterval(check, beat);
  const moments = [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, 'pageshow'],
  ] as const;
  for (const [place, moment] of moments) place.addEventListener(moment, check);
  check();
  return () => {
    clearInterval(timer);
    for (const [place, moment] of moments) place.removeEventListener(moment, check);
  };
}

const now = (): number => performance.now() / 1000;
