import { createHmac } from 'node:crypto';
import type { Endpoint } from '@storeward/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { build, type Db } from './db.ts';
import { demand } from './errors.ts';

/** A change that may arrive twice: the key its sender gave it, the door, and what it carried. */
export type Repeatable = { readonly key: string; readonly door: string; readonly bodyHash: Buffer };

/** An answer as it was given the first time. */
export type KeptAnswer = { readonly answer: string; readonly headers: Record<string, string> };

/** Thrown where a change turns out to have been made already: its answer is given again. */
export class Repeated extends Error {
  readonly kept: KeptAnswer;

  constructor(kept: KeptAnswer) {
    super('this change was made already');
    this.kept = kept;
  }
}

/**
 * Names a change by its sender's key, so that a repeat can be told from another change; nothing without a key.
 *
 * What it carried may be a password, so the mark of it is made with a key of ours: nobody can guess it from a copy.
 */
export function repeatable(
  endpoint: Endpoint,
  { method, headers, url }: FastifyRequest,
  { markKey, area, body }: { markKey: Uint8Array; area: string; body: unknown },
): Repeatable | undefined {
  const key =
    method === 'GET' || endpoint.secretAnswer || endpoint.keepsNoAnswer ? undefined : headers['idempotency-key'];
  if (key === undefined) return undefined;
  demand(typeof key === 'string' && /^[\w-]{8,128}$/.test(key), 'input.invalid');
  const carried = body instanceof Uint8Array ? body : JSON.stringify(body ?? null);
  // a kept answer is for the very area it was given in: whoever was moved since gets nothing of the old one
  return { key, door: `${method} ${url} in ${area}`, bodyHash: createHmac('sha256', markKey).update(carried).digest() };
}

/** Gives an answer once more. */
export function answerAgain(reply: FastifyReply, { answer, headers }: KeptAnswer): FastifyReply {
  void reply.headers({ ...headers, 'idempotency-replayed': 'true', 'content-type': 'application/json; charset=utf-8' });
  return reply.serializer(String).send(answer);
}

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
