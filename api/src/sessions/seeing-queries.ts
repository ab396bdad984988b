import { type Seeing, type SeeingEnd, longestSeeingMinutes } from '@storeward/contract/seeings';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';

/** Why somebody may not be seen as, by the very rule that every request is held to; nothing where they may. */
export async function findSeeingRefusal(
  db: Db,
  _scope: Scope,
  userId: string,
  rights: readonly string[],
): Promise<Extract<SeeingEnd, 'personClosed' | 'outOfReach'> | undefined> {
  const row = await db.first(
    sql<{ fault: 'personClosed' | 'outOfReach' | null }>`select seeing_refusal(${userId}, ${[...rights]}) as fault`,
  );
  return row?.fault ?? undefined;
}

/** A seeing about to begin, with the id of the audit entry that will tell of its end. */
export type NewSeeing = {
  readonly id: string;
  readonly endEntry: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly viewerId: string;
  readonly reason: string;
};

/** Begins a seeing, which ends by itself. */
export async function insertSeeing(db: Db, scope: Scope, seeing: NewSeeing): Promise<void> {
  await db.run(
    build.insertInto('seeings').values({
      id: seeing.id,
      org_id: scope.orgId,
      user_id: seeing.userId,
      session_id: seeing.sessionId,
      viewer_id: seeing.viewerId,
      reason: seeing.reason,
      began_date: sql<string>`clock()`,
      until: sql<string>`clock() + make_interval(mins => ${longestSeeingMinutes})`,
      end_entry: seeing.endEntry,
    }),
  );
}

/** As whom the caller's own session sees, if as anybody; what may not go on is ended by asking. */
export async function findOwnSeeing(
  db: Db,
  _scope: Scope,
  sessionId: string,
  rights: readonly string[],
): Promise<Seeing | undefined> {
  const row = await db.first(sql<{ seeing: Seeing | null }>`select own_seeing(${sessionId}, ${[...rights]}) as seeing`);
  return row?.seeing ?? undefined;
}

/** Ends what the caller's own session sees, and tells of it; answers whether it saw anything. */
export async function stopSeeing(db: Db, _scope: Scope, sessionId: string, address: string): Promise<boolean> {
  const row = await db.first(sql<{ ended: boolean }>`select stop_seeing(${sessionId}, ${address}) as ended`);
  return row!.ended;
}

/** Ends, in whichever organisation, what is over although nobody has asked since. */
export async function endOverdueSeeings(db: Db): Promise<void> {
  await db.run(sql`select end_overdue_seeings()`);
}
