import { connectionTestLimits } from '@storeward/contract/settings/endpoints/connection-test';
import type { SectionName } from '@storeward/contract/settings/sections';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';

/** The audit action of a tested connection. */
export const testedAction = 'setting.connectionTested';

/** How many connections a user, and all users of the scope, have tested within the minutes of the limits. */
export async function countTests(
  db: Db,
  { orgId }: Scope,
  userId: string,
): Promise<{ user: number; organisation: number }> {
  const counts = await db.first(sql<{ user: number; organisation: number }>`
    select count(*) filter (where actor_id = ${userId})::int as "user", count(*)::int as organisation from audit
     where org_id = ${orgId} and action = ${testedAction}
       and at > clock() - make_interval(mins => ${connectionTestLimits.minutes})`);
  return counts ?? { user: 0, organisation: 0 };
}

/**
 * Since when a stored secret applies, regardless of changes of its mode; undefined if it was entered before one of
 * these times, or if a node of its path was moved afterwards.
 */
export async function secretEntryDate(
  db: Db,
  _scope: Scope,
  stored: { nodeId: string; section: SectionName; field: string; value: unknown },
  since: readonly string[],
): Promise<string | undefined> {
  const { nodeId, section, field, value } = stored;
  const row = await db.first(sql<{ at: string | null }>`
    select secret_entry_date(${nodeId}, ${section}, ${field}, ${JSON.stringify(value)}::jsonb, ${[...since]})::text as at`);
  return row?.at ?? undefined;
}
