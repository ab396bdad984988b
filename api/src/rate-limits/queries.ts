import { createHash, createHmac } from 'node:crypto';
import { normalised } from '@storeward/contract/fields';
import { sql } from 'kysely';
import type { Origin, Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { ApiError } from '../platform/errors.ts';
import { networkOf } from '../platform/network.ts';
import { deriveKey } from '../platform/security/keys.ts';

/**
 * Limits for wrong secrets. Account lockout: `lockAfter` failures in a row lock the user name for `lockMinutes`, and
 * `blockAfter` lock it until an administrator resets it. Rate limit: `maxPerAddress` failures within `windowMinutes`
 * block the client address for the organisation and the purpose of the secret.
 */
export type RateLimitSettings = {
  readonly lockAfter: number;
  readonly lockMinutes: number;
  readonly blockAfter: number;
  readonly maxPerAddress: number;
  readonly windowMinutes: number;
};

/** The key that attempts are counted by: a user name on a portal, existing or not; `device` counts a known browser separately. */
export type Subject = { readonly userName: string; readonly domainName: string; readonly device?: Buffer | undefined };

/** What wrong secrets of an address are counted for; those for one purpose do not block it for another. */
export type Purpose = 'signIn' | 'recovery' | 'device' | 'deviceKey';

/**
 * Who is limited by address: an unknown client, for a purpose. Exempt are signed-in users and browsers that have signed
 * in with the name before, so that strangers behind the same address cannot lock them out.
 */
export type AddressLimit = { readonly origin: Origin; readonly purpose: Purpose } | 'exempt';

/** Result of an attempt; `locked` even if the secret was right. */
export type AttemptResult = 'right' | 'wrong' | 'locked';

/** Rate limit and account lockout: counts attempts at secrets across all endpoints that verify one. */
export type RateLimits = {
  /**
   * Counts an attempt whose secret was already verified; the transaction must commit even if the attempt failed.
   * Throws `signIn.tooMany` for an address over its limit, in which case nothing of the transaction is counted.
   */
  readonly recordAttempt: (
    db: Db,
    scope: Scope,
    limit: AddressLimit,
    subject: Subject,
    right: boolean,
  ) => Promise<AttemptResult>;
  /** Throws `signIn.tooMany` with `retryAfter` for an address over its limit; call before the costly verification. */
  readonly ensureAddressAllowed: (db: Db, limit: AddressLimit) => Promise<void>;
  /** Counts a wrong secret that belongs to no user name; the transaction must commit although the attempt failed. */
  readonly recordAddressFailure: (db: Db, limit: Exclude<AddressLimit, 'exempt'>) => Promise<void>;
  /** Counts a secret word attempt by its own counter; false while recovery by secret word is locked, even if the word is right. */
  readonly recordSecretWordAttempt: (db: Db, scope: Scope, subject: Subject, right: boolean) => Promise<boolean>;
  /**
   * Clears all counters and locks of names, after a new password or by an administrator; returns for each name whether
   * there were any.
   */
  readonly reset: (db: Db, scope: Scope, subjects: readonly Subject[]) => Promise<readonly boolean[]>;
  /** The lock of each subject, in their order. `subjects` is a promise so that both queries run in parallel. */
  readonly findLocks: (
    db: Db,
    scope: Scope,
    subjects: Promise<readonly Subject[]>,
  ) => Promise<readonly (Lock | undefined)[]>;
};

/** An active lock; `until` is null if only an administrator can remove it. */
export type Lock = { readonly until: string | null };

/** Up to this many active locks are all loaded; beyond (under attack) only those of the given subjects are. */
const lockBatchSize = 1000;

const anyBrowser = Buffer.alloc(0);
const secretWordLimits = { lockAfter: 5, minutes: 60, blockAfter: 10 };

/** Creates the counters; names are stored only as keyed hashes, since users type passwords into the wrong field. */
export function rateLimits(secret: Uint8Array, limits: RateLimitSettings): RateLimits {
  const key = deriveKey(secret, 'attempts');
  const subjectHash = (scope: Scope, { userName, domainName }: Subject) =>
    createHmac('sha256', key)
      .update(`${scope.orgId} ${domainName} ${normalised(userName)}`)
      .digest();
  const minutes = (count: number) => sql`make_interval(mins => ${count})`;
  // per organisation: its failed attempts must not lock an address that others share, such as that of a proxy
  const counterOf = (limit: AddressLimit) =>
    limit === 'exempt'
      ? sql`null`
      : sql`scope_org()::text || ' ' || ${`${limit.purpose} ${networkOf(limit.origin.address)}`}`;
  const blockedSeconds = async (db: Db, limit: AddressLimit) => {
    if (limit === 'exempt') return 0;
    const row = await db.first(
      sql<{ seconds: number }>`
        select ceil(extract(epoch from since + ${minutes(limits.windowMinutes)} - clock()))::int as seconds from address_failures
         where address = ${counterOf(limit)} and failures >= ${limits.maxPerAddress} and since > clock() - ${minutes(limits.windowMinutes)}`,
    );
    return row?.seconds ?? 0;
  };
  return {
    async recordAttempt(db, scope, limit, subject, right) {
      const { lockAfter, lockMinutes, blockAfter, maxPerAddress, windowMinutes } = limits;
      const row = await db.first(
        sql<{
          result: AttemptResult | 'tooMany';
        }>`select record_attempt(${subjectHash(scope, subject)}, ${subject.device ?? anyBrowser}, ${right},
          ${counterOf(limit)}, ${lockAfter}, ${minutes(lockMinutes)}, ${blockAfter}, ${maxPerAddress}, ${minutes(windowMinutes)},
          ${normalised(subject.userName)}, ${subject.domainName}) as result`,
      );
      if (row!.result !== 'tooMany') return row!.result;
      throw tooManyAttempts(await blockedSeconds(db, limit));
    },
    async ensureAddressAllowed(db, limit) {
      const seconds = await blockedSeconds(db, limit);
      if (seconds > 0) throw tooManyAttempts(seconds);
    },
    async recordAddressFailure(db, limit) {
      const isCurrent = sql`a.since > clock() - ${minutes(limits.windowMinutes)}`;
      await db.run(sql`
        insert into address_failures as a values (${counterOf(limit)}, 1, clock()) on conflict (address) do update set
          failures = case when ${isCurrent} then a.failures + 1 else 1 end,
          since = case when ${isCurrent} then a.since else clock() end`);
    },
    async recordSecretWordAttempt(db, scope, subject, right) {
      const row = await db.first(
        sql<{
          allowed: boolean;
        }>`select record_secret_word_attempt(${subjectHash(scope, subject)}, ${right}, ${secretWordLimits.lockAfter}, ${minutes(secretWordLimits.minutes)}, ${secretWordLimits.blockAfter}) as allowed`,
      );
      return row!.allowed;
    },
    async reset(db, scope, subjects) {
      const hashes = subjects.map((subject) => subjectHash(scope, subject));
      const deleted = await db.many(
        build
          .deleteFrom('failed_attempts')
          .where('org_id', '=', scope.orgId)
          .where('subject', '=', (eb) => eb.fn.any(eb.val(hashes)))
          .returning('subject'),
      );
      const found = new Set(deleted.map(({ subject }) => subject.toString('hex')));
      return hashes.map((hash) => found.has(hash.toString('hex')));
    },
    async findLocks(db, scope, subjects) {
      const [firstLocks, resolved] = await Promise.all([
        db.many(activeLocks(scope).limit(lockBatchSize + 1)),
        subjects,
      ]);
      if (firstLocks.length === 0) return resolved.map(() => undefined);
      const hashes = resolved.map((subject) => subjectHash(scope, subject));
      const locks =
        firstLocks.length > lockBatchSize
          ? await db.many(activeLocks(scope).where('subject', '=', (eb) => eb.fn.any(eb.val(hashes))))
          : firstLocks;
      return hashes.map((hash) => locks.find(({ subject }) => hash.equals(subject)));
    },
  };
}

const tooManyAttempts = (seconds: number) => new ApiError('signIn.tooMany', { retryAfter: Math.max(1, seconds) });

/** Active locks that apply to every browser; a permanent lock has the timestamp `infinity`. */
function activeLocks(scope: Scope) {
  return build
    .selectFrom('failed_attempts')
    .select(['subject', 'locked_until as until'])
    .where('org_id', '=', scope.orgId)
    .where('device', '=', anyBrowser)
    .where('locked_until', '>', sql<string>`clock()`);
}

export const hashDevice = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Hash of the requesting browser's device cookie; undefined without one, as for programs. */
export const browserHash = ({ cookies: { device } }: Origin): Buffer | undefined =>
  device === undefined ? undefined : hashDevice(`browser ${device}`);

/** Hash of the requesting browser if the user has signed in with it before; its attempts are counted separately. */
export async function findKnownBrowser(
  db: Db,
  scope: Scope,
  origin: Origin,
  userId: string,
): Promise<Buffer | undefined> {
  const device = browserHash(origin);
  return device && (await findDevices(db, scope, userId, device)).known ? device : undefined;
}

/** Whether the user has signed in before with this device (`known`), and with any device (`any`). */
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

/** Moves all known-device rows of a browser to its new cookie, including those of other users of the same browser. */
export async function replaceDevice(db: Db, scope: Scope, from: Buffer, to: Buffer): Promise<void> {
  await db.run(
    build
      .updateTable('known_devices')
      .set({ device_hash: to })
      .where('org_id', '=', scope.orgId)
      .where('device_hash', '=', from),
  );
}

/** Records a known device; false when it was recorded already. */
export async function insertDevice(db: Db, scope: Scope, userId: string, device: Buffer): Promise<boolean> {
  const inserted = await db.run(
    build
      .insertInto('known_devices')
      .values({ org_id: scope.orgId, user_id: userId, device_hash: device, last_used: sql<string>`clock()` })
      .onConflict((on) => on.doNothing()),
  );
  return inserted > 0;
}

/** Updates `last_used`, at most once a day. */
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
