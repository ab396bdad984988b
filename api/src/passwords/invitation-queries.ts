import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

/** The whole minutes until a time by the clock of the installation; 0 if it has passed. */
export async function minutesUntil(db: Db, _scope: Scope, end: string): Promise<number> {
  const row = await db.first(
    sql<{ minutes: number }>`
      select greatest(0, floor(extract(epoch from ${end}::timestamptz - clock()) / 60))::int as minutes`,
  );
  return row?.minutes ?? 0;
}
