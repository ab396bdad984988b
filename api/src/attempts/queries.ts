import { createHash, createHmac } from 'node:crypto';
import { normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import type { Origin, Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { Refusal } from '../platform/errors.ts';
import { deriveKey } from '../platform/keys.ts';

/** How many wrong tries are borne: in a row before a pause, in a row before somebody has to help, and from one address. */
export type AttemptLimits = {
  readonly most: number;
  readonly lockMinutes: number;
  readonly mostInRow: number;
  readonly mostByAddress: number;
  readonly windowMinutes: number;
};

/** Whose secret is tried: a name on a portal, whether or not anybody has it; `device` where a known browser counts for itself. */
export type Subject = { readonly userName: string; readonly domainName: string; readonly device?: Buffer | undefined };

/** How a try ended: `locked` whatever the secret was. */
export type Judgement = 'right' | 'wrong' | 'locked';

/** Counts tries at secrets, over every door that checks one. */
export type Attempts = {
  /**
   * Judges a try whose secret has been checked already, in a transaction that is kept even when the try was in vain.
   * An address that has tried too often is refused instead, and then nothing of that transaction counts for anybody.
   */
  readonly judge: (db: Db, scope: Scope, origin: Origin, subject: Subject, right: boolean) => Promise<Judgement>;
  /** Refuses an address that has tried too often, and says for how long. Asked before the work of checking. */
  readonly demandOpen: (db: Db, origin: Origin) => Promise<void>;
  /** The same for a secret word, by a count of its own: false while that way is closed, whatever the word was. */
  readonly wordIsOpen: (db: Db, scope: Scope, subject: Subject, right: boolean) => Promise<boolean>;
  /** Forgets every try by a name, so that its owner may try again: after a new password, or by an administrator. Tells whether there was any. */
  readonly forgive: (db: Db, scope: Scope, subject: Subject) => Promise<boolean>;
  /** The lock on each of some names, in their order. The names may still be on their way: what is locked is asked for along with them. */
  readonly locksOn: (
    db: Db,
    scope: Scope,
    subjects: Promise<readonly Subject[]>,
  ) => Promise<readonly (Lock | undefined)[]>;
};

/** A lock that is on now: until when, or null where it opens only by somebody's help. */
export type Lock = { readonly until: string | null };

/** So many locks are looked through in one go; under an attack there may be more. */
const locksAtOnce = 1000;

const everyBrowser = Buffer.alloc(0);
/** Five wrong words close that way for an hour, ten in a row until somebody helps. */
const wordLimits = { most: 5, minutes: 60, mostInRow: 10 };

/** Sets up counting; a name is kept only as a mark made with a key, since people type passwords into the wrong field. */
export function attempts(secret: Uint8Array, limits: AttemptLimits): Attempts {
  const key = deriveKey(secret, 'attempts');
  const markOf = (scope: Scope, { userName, domainName }: Subject) =>
    createHmac('sha256', key)
      .update(`${scope.orgId} ${domainName} ${normalised(userName)}`)
      .digest();
  const minutes = (count: number) => sql`make_interval(mins => ${count})`;
  const closedFor = async (db: Db, { address }: Origin) => {
    const row = await db.first(
      sql<{ seconds: number }>`
        select ceil(extract(epoch from since + ${minutes(limits.windowMinutes)} - clock()))::int as seconds from address_failures
         where address = ${networkOf(address)} and failures >= ${limits.mostByAddress} and since > clock() - ${minutes(limits.windowMinutes)}`,
    );
    return row?.seconds ?? 0;
  };
  return {
    async judge(db, scope, origin, subject, right) {
      const { most, lockMinutes, mostInRow, mostByAddress, windowMinutes } = limits;
      const row = await db.first(
        sql<{
          judgement: Judgement | 'tooMany';
        }>`select judge_attempt(${markOf(scope, subject)}, ${subject.device ?? everyBrowser}, ${right},
          ${networkOf(origin.address)}, ${most}, ${minutes(lockMinutes)}, ${mostInRow}, ${mostByAddress}, ${minutes(windowMinutes)},
          ${normalised(subject.userName)}, ${subject.domainName}) as judgement`,
      );
      if (row!.judgement !== 'tooMany') return row!.judgement;
      throw tooMany(await closedFor(db, origin));
    },
    async demandOpen(db, origin) {
      const seconds = await closedFor(db, origin);
      if (seconds > 0) throw tooMany(seconds);
    },
    async wordIsOpen(db, scope, subject, right) {
      const row = await db.first(
        sql<{
          open: boolean;
        }>`select judge_word(${markOf(scope, subject)}, ${right}, ${wordLimits.most}, ${minutes(wordLimits.minutes)}, ${wordLimits.mostInRow}) as open`,
      );
      return row!.open;
    },
    async forgive(db, scope, subject) {
      const forgotten = await db.run(
        build.deleteFrom('attempts').where('org_id', '=', scope.orgId).where('subject', '=', markOf(scope, subject)),
      );
      return forgotten > 0;
    },
    async locksOn(db, scope, subjects) {
      const [found, known] = await Promise.all([db.many(locksNow(scope).limit(locksAtOnce + 1)), subjects]);
      if (found.length === 0) return known.map(() => undefined);
      const marks = known.map((subject) => markOf(scope, subject));
      const locks =
        found.length > locksAtOnce
          ? await db.many(locksNow(scope).where('subject', '=', (eb) => eb.fn.any(eb.val(marks))))
          : found;
      return marks.map((mark) => locks.find(({ subject }) => mark.equals(subject)));
    },
  };
}

const tooMany = (seconds: number) => new Refusal('signIn.tooMany', { retryAfter: Math.max(1, seconds) });

/** The locks that are on for everybody who tries; one that is for good has no end. */
function locksNow(scope: Scope) {
  return build
    .selectFrom('attempts')
    .select(['subject', 'locked_until as until'])
    .where('org_id', '=', scope.orgId)
    .where('device', '=', everyBrowser)
    .where('locked_until', '>', sql<string>`clock()`);
}

/** The address a try counts for: of an IPv6 address the network, since one household has a whole one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return `${[...front, ...middle, ...back]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}

/** What a device is remembered by: never what it holds itself. */
export const deviceMark = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The mark of the browser that asks; nothing where it holds no cookie of ours yet. A program has none to count tries by. */
export const browserMark = ({ cookies: { device } }: Origin): Buffer | undefined =>
  device === undefined ? undefined : deviceMark(`browser ${device}`);

/** The mark of the browser that asks, if somebody has signed in by it before: their tries in it count for themselves. */
export async function knownBrowser(db: Db, scope: Scope, origin: Origin, userId: string): Promise<Buffer | undefined> {
  const device = browserMark(origin);
  return device && (await findDevices(db, scope, userId, device)).known ? device : undefined;
}

/** Whether somebody has signed in before: by this device, by any. */
export async function findDevices(
  db: Db,
  scope: Scope,
  userId: string,
  device: Buffer | undefined,
): Promise<{ known: boolean; any: boolean }> {
  const row = await db.first(
    sql<{ known: boolean; any: boolean }>`
      select coalesce(bool_or(device_hash = ${device ?? null}), false) as known, count(*) > 0 as any
        from known_devices where org_id = ${scope.orgId} and user_id = ${userId}`,
  );
  return row!;
}

/** Other people have signed in by this browser, too: they are known by its new cookie from now on. */
export async function moveDevice(db: Db, scope: Scope, from: Buffer, to: Buffer): Promise<void> {
  await db.run(
    build
      .updateTable('known_devices')
      .set({ device_hash: to })
      .where('org_id', '=', scope.orgId)
      .where('device_hash', '=', from),
  );
}

/** Remembers that somebody has signed in by a device; false when that was known already. */
export async function insertDevice(db: Db, scope: Scope, userId: string, device: Buffer): Promise<boolean> {
  const inserted = await db.run(
    build
      .insertInto('known_devices')
      .values({ org_id: scope.orgId, user_id: userId, device_hash: device, last_used: sql<string>`clock()` })
      .onConflict((on) => on.doNothing()),
  );
  return inserted > 0;
}

/** Once a day is enough to know that a device is still in use. */
export async function touchDevice(db: Db, scope: Scope, userId: string, device: Buffer): Promise<void> {
  await db.run(
    build
      .updateTable('known_devices')
      .set({ last_used: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', userId)
      .where('device_hash', '=', device)
      .where('last_used', '<', sql<string>`clock() - interval '1 day'`),
  );
}
