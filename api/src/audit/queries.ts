import { sql } from 'kysely';
import { build, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Origin, Scope } from '../platform/actor.ts';

/** One thing that happened: who did it, to what, and what stood there before and after. */
export type Happening = {
  readonly action: `${string}.${string}`;
  readonly entity: string;
  readonly entityId: string;
  readonly tpath: string;
  readonly actorId: string | null;
  readonly sessionId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
};

/** Writes down what happened, in the same transaction as the change itself. */
export async function insertAudit(db: Db, scope: Scope, origin: Origin, happening: Happening): Promise<void> {
  const { action, entity, entityId, tpath, actorId, sessionId, before, after, reason } = happening;
  const kept = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await db.run(
    build.insertInto('audit').values({
      id: newId(),
      at: sql<string>`clock()`,
      org_id: scope.orgId,
      tpath,
      actor_id: actorId,
      session_id: sessionId ?? null,
      address: origin.address,
      action,
      entity,
      entity_id: entityId,
      before: kept(before),
      after: kept(after),
      reason: reason ?? null,
    }),
  );
}

/** What differs between two states of a record: each changed field, before and after. */
export function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(before), after: pick(after) };
}
