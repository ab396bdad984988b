import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { build, type Db } from './db.ts';
import { demand } from './errors.ts';

/** A change that may arrive twice: the key its sender gave it, the door, and what it carried. */
export type Repeatable = { readonly key: string; readonly door: string; readonly bodyHash: Buffer };

/** An answer as it was given the first time. */
export type KeptAnswer = { readonly answer: string; readonly headers: Record<string, string> };

/** Names a change by its sender's key, so that a repeat can be told from another change. */
export const repeatable = (key: string, door: string, body: unknown): Repeatable => ({
  key,
  door,
  bodyHash: createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest(),
});

/** The answer to a change that was already made; nothing when it is new. Refuses while the first is still running. */
export async function keptAnswer(
  db: Db,
  actor: Actor,
  { key, door, bodyHash }: Repeatable,
): Promise<KeptAnswer | undefined> {
  const lock = await db.first(
    sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`${actor.userId} ${key}`}, 0)) as free`,
  );
  demand(lock?.free, 'request.stillRunning');
  const kept = await db.first(
    build
      .selectFrom('repeated_requests')
      .select(['door', 'body_hash', 'answer', 'headers'])
      .where('org_id', '=', actor.scope.orgId)
      .where('user_id', '=', actor.userId)
      .where('key', '=', key)
      .where('created_date', '>', sql<string>`clock() - interval '24 hours'`),
  );
  if (!kept) return undefined;
  demand(kept.door === door && bodyHash.equals(kept.body_hash), 'request.otherBody');
  return { answer: kept.answer, headers: kept.headers as Record<string, string> };
}

/** Keeps the answer to a change for a day, in the change's own transaction. */
export async function keepAnswer(
  db: Db,
  actor: Actor,
  { key, door, bodyHash }: Repeatable,
  kept: KeptAnswer,
): Promise<void> {
  await db.run(
    build
      .deleteFrom('repeated_requests')
      .where('org_id', '=', actor.scope.orgId)
      .where('user_id', '=', actor.userId)
      .where('created_date', '<=', sql<string>`clock() - interval '24 hours'`),
  );
  await db.run(
    build.insertInto('repeated_requests').values({
      org_id: actor.scope.orgId,
      user_id: actor.userId,
      key,
      door,
      body_hash: bodyHash,
      status: 200,
      headers: JSON.stringify(kept.headers),
      answer: kept.answer,
      created_date: sql<string>`clock()`,
    }),
  );
}
