import {
  browserMark,
  deviceMark,
  findDevices,
  insertDevice,
  moveDevice,
  networkOf,
  touchDevice,
} from '../attempts/queries.ts';
import { countMails, insertMail } from '../mails/queries.ts';
import type { Origin, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import type { Sealing } from '../platform/sealing.ts';
import { newCookie } from './binding.ts';

const mostMailsADay = 5;

/** What a program is known by: where it stands, and what it calls itself. */
const programMark = ({ address, device }: Origin): Buffer => deviceMark(`program ${networkOf(address)} ${device}`);

/** Who has just signed in, where mail reaches them, and when. */
export type SignedIn = { readonly userId: string; readonly email: string; readonly at: string };

/**
 * Remembers from where somebody signed in, and tells them by mail when it is from somewhere new, though not the first time.
 * Answers the cookie that their browser is to hold from now on: the one it has where it is known by that, else a new one,
 * so that a cookie put there by somebody else never becomes theirs.
 */
export async function rememberDevice(
  db: Db,
  scope: Scope,
  origin: Origin,
  who: SignedIn,
  sealing: Sealing,
): Promise<string | undefined> {
  const held = origin.browser ? browserMark(origin) : programMark(origin);
  const before = await findDevices(db, scope, who.userId, held);
  if (before.known) {
    await touchDevice(db, scope, who.userId, held!);
    return origin.browser ? origin.cookies.device : undefined;
  }
  const cookie = origin.browser ? newCookie() : undefined;
  const fresh = cookie === undefined ? held! : deviceMark(`browser ${cookie}`);
  if (cookie !== undefined && held) await moveDevice(db, scope, held, fresh);
  const first = await insertDevice(db, scope, who.userId, fresh);
  const told = first && before.any ? await countMails(db, scope, 'newDevice', [who.userId], 24) : undefined;
  if (told && (told.get(who.userId) ?? 0) < mostMailsADay) {
    const { address, device } = origin;
    await insertMail(db, scope, sealing, {
      kind: 'newDevice',
      facts: { at: who.at, address, device },
      userId: who.userId,
      to: who.email,
    });
  }
  return cookie;
}
