import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { build, type Db } from '../../platform/database/db.ts';
import { revokeResetTokens } from '../../users/queries.ts';

/** A token of a reset or invitation link, stored as a hash. */
export type NewResetToken = {
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly way: 'mail' | 'secretWord' | 'administrator' | 'invitation';
  readonly minutes: number;
};

/**
 * Inserts a token, revokes older ones and records the pending reset on the user; returns the expiry.
 * For an unknown user id the same statements run without effect (timing).
 */
export async function insertToken(
  db: Db,
  scope: Scope,
  { userId, tokenHash, way, minutes }: NewResetToken,
): Promise<string | undefined> {
  const [, , row] = await Promise.all([
    recordResetRequest(db, scope, userId), // locks the user's row first, which serialises concurrent calls
    revokeResetTokens(db, scope, [userId]),
    db.first(
      sql<{ expiresAt: string }>`
        insert into reset_tokens (org_id, user_id, token_hash, way, created_date, expires_date)
        select org_id, id, ${tokenHash}, ${way}, clock(), clock() + make_interval(mins => ${minutes})
          from users where org_id = ${scope.orgId} and id = ${userId}
        returning expires_date as "expiresAt"`,
    ),
  ]);
  return row?.expiresAt;
}

/** Like `insertToken` for many users whose rows are locked; `alreadyRecorded` skips the update of the user rows. */
export async function insertTokens(
  db: Db,
  scope: Scope,
  users: readonly { readonly userId: string; readonly hash: Buffer }[],
  { way, minutes, alreadyRecorded = false }: Pick<NewResetToken, 'way' | 'minutes'> & { alreadyRecorded?: boolean },
): Promise<string | undefined> {
  const ids = users.map(({ userId }) => userId);
  const hashes = users.map(({ hash }) => hash.toString('hex'));
  await revokeResetTokens(db, scope, ids);
  const row = await db.first(sql<{ expiresAt: string }>`
    insert into reset_tokens (org_id, user_id, token_hash, way, created_date, expires_date)
    select ${scope.orgId}, x.id, decode(x.hash, 'hex'), ${way}, clock(), clock() + make_interval(mins => ${minutes})
      from unnest(${ids}::uuid[], ${hashes}::text[]) x(id, hash)
    returning expires_date as "expiresAt"`);
  if (!alreadyRecorded)
    await db.run(sql`
    update users set is_reset_token_used = false, reset_date = clock() where org_id = ${scope.orgId} and id = any(${ids}::uuid[])`);
  return row?.expiresAt;
}

async function recordResetRequest(db: Db, scope: Scope, userId: string): Promise<void> {
  await db.run(
    build
      .updateTable('users')
      .set({ is_reset_token_used: false, reset_date: sql<string>`clock()` })
      .where('org_id', '=', scope.orgId)
      .where('id', '=', userId),
  );
}

export type StoredToken = {
  readonly userId: string;
  readonly used: boolean;
  readonly expired: boolean;
  /** Digest of the request that used the token, for the ten minutes in which a retry is accepted. */
  readonly usedWith: Buffer | null;
  readonly way: string;
};

const tokenQuery = (scope: Scope, tokenHash: Buffer) =>
  build
    .selectFrom('reset_tokens')
    .select([
      'user_id as userId',
      'way',
      sql<boolean>`used_date is not null`.as('used'),
      sql<Buffer | null>`case when used_date > clock() - interval '10 minutes' then request_hash end`.as('usedWith'),
      sql<boolean>`replaced_date is not null or expires_date <= clock()`.as('expired'),
    ])
    .where('org_id', '=', scope.orgId)
    .where('token_hash', '=', tokenHash);

export async function findToken(db: Db, scope: Scope, tokenHash: Buffer): Promise<StoredToken | undefined> {
  return db.first(tokenQuery(scope, tokenHash));
}

/** Marks a token as used; false if it was used, replaced or expired. */
export async function markTokenUsed(
  db: Db,
  scope: Scope,
  tokenHash: Buffer,
  requestDigest: Buffer | undefined,
): Promise<boolean> {
  const changed = await db.run(
    build
      .updateTable('reset_tokens')
      .set({ used_date: sql<string>`clock()`, request_hash: requestDigest ?? null })
      .where('org_id', '=', scope.orgId)
      .where('token_hash', '=', tokenHash)
      .where('used_date', 'is', null)
      .where('replaced_date', 'is', null)
      .where('expires_date', '>', sql<string>`clock()`),
  );
  return changed > 0;
}

/** The user's valid mailed token, if any. */
export async function findValidToken(db: Db, scope: Scope, userId: string): Promise<{ expiresAt: string } | undefined> {
  return db.first(
    build
      .selectFrom('reset_tokens')
      .select('expires_date as expiresAt')
      .where('org_id', '=', scope.orgId)
      .where('user_id', '=', userId)
      .where('way', '<>', 'secretWord')
      .where('used_date', 'is', null)
      .where('replaced_date', 'is', null)
      .where('expires_date', '>', sql<string>`clock()`),
  );
}
