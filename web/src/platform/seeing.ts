import { type Seeing, seeings } from '@storeward/contract/seeings';
import type { UserId } from '@storeward/contract/users';
import { call } from './api.ts';
import { sessionTimes } from './configuration.ts';
import { currentLanguage } from './i18n.ts';
import { goToDashboard, goToPerson, isLeaving } from './session-end.ts';
import { dropSeen, keepSeen, seen, type Seen } from './seen.ts';
import { forget } from './storage.ts';

const notice = 'SEEN_OVER';
const lookEvery = 15_000;
let asking = false;

/** Lets the reader see the portal as somebody else; it opens anew, since nothing of what it knew holds for them. */
export async function seeAs(id: UserId, reason: string): Promise<void> {
  show(await call(seeings.begin, { params: { id }, body: { reason } }));
}

/** Lets the reader see the portal as themselves again, beginning with the person they saw it as. */
export async function stopSeeing(): Promise<void> {
  const before = seen();
  await call(seeings.stop, {});
  if (before) leave(before);
}

/** Asks as whom the session sees by now, and opens the portal anew where this page shows something else. */
export async function meetServer(): Promise<void> {
  if (asking || isLeaving()) return;
  asking = true;
  try {
    const before = seen();
    const { seeing } = await call(seeings.current, {}, { quiet: 'logged' });
    if (isLeaving() || seeing?.id === before?.id) return;
    if (seeing) return show(seeing);
    if (before) leave(before, 'over');
  } catch {
    // Without an answer the page stays as it is; whatever it asks next finds the same again.
  } finally {
    asking = false;
  }
}

/** Looks, once its time is over, whether it has ended. */
export function watchEnd({ until }: Seen): () => void {
  const timer = setInterval(() => {
    if (Date.now() >= Date.parse(until)) void meetServer();
  }, lookEvery);
  return () => clearInterval(timer);
}

/** Tells, once, as whom the reader saw the portal before that ended by itself. */
export function takeSeenOver(): string | undefined {
  try {
    const name = sessionStorage.getItem(notice) ?? undefined;
    sessionStorage.removeItem(notice);
    return name;
  } catch {
    return undefined;
  }
}

function show(seeing: Seeing): void {
  keepSeen({ ...seeing, times: sessionTimes(), language: currentLanguage() });
  forgetStanding();
  goToDashboard();
}

function leave(before: Seen, how?: 'over'): void {
  dropSeen();
  forgetStanding();
  try {
    if (how) sessionStorage.setItem(notice, `${before.firstName} ${before.lastName}`.trim());
  } catch {
    // Then nobody is told, and sees it by the banner that is gone.
  }
  goToPerson(before.userId);
}

function forgetStanding(): void {
  forget('AUTH');
  forget('CONFIGURATION');
  forget('ORG_CODE');
}
