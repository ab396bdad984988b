import {
  browserHash,
  hashDevice,
  findDevices,
  insertDevice,
  replaceDevice,
  touchDevice,
} from '../../rate-limits/queries.ts';
import { countMails, insertMail } from '../../mails/queries.ts';
import type { Origin, Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { networkOf } from '../../platform/network.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { newCookieSecret } from '../binding.ts';

const maxMailsPerDay = 5;

/** Identifies a non-browser client, which has no device cookie, by network and user agent. */
const programHash = ({ address, device }: Origin): Buffer => hashDevice(`program ${networkOf(address)} ${device}`);

export type SignInEvent = { readonly userId: string; readonly email: string; readonly at: string };

/**
 * Records the device of a sign-in and mails its owner if the device is new and not their first.
 * Returns the device cookie to set: the present one if the user is known by it, else a new one, so that a planted
 * cookie is never adopted. Undefined for programs.
 */
export async function recordDevice(
  db: Db,
  scope: Scope,
  origin: Origin,
  signIn: SignInEvent,
  encryption: Encryption,
): Promise<string | undefined> {
  const currentHash = origin.browser ? browserHash(origin) : programHash(origin);
  const existing = await findDevices(db, scope, signIn.userId, currentHash);
  if (existing.known) {
    await touchDevice(db, scope, signIn.userId, currentHash!);
    return origin.browser ? origin.cookies.device : undefined;
  }
  const cookie = origin.browser ? newCookieSecret() : undefined;
  const newHash = cookie === undefined ? currentHash! : hashDevice(`browser ${cookie}`);
  if (cookie !== undefined && currentHash) await replaceDevice(db, scope, currentHash, newHash);
  const inserted = await insertDevice(db, scope, signIn.userId, newHash);
  const sentCounts =
    inserted && existing.any ? await countMails(db, scope, 'newDevice', [signIn.userId], 24) : undefined;
  if (sentCounts && (sentCounts.get(signIn.userId) ?? 0) < maxMailsPerDay) {
    const { address, device } = origin;
    await insertMail(db, scope, encryption, {
      kind: 'newDevice',
      variables: { at: signIn.at, address, device },
      userId: signIn.userId,
      to: signIn.email,
    });
  }
  return cookie;
}
