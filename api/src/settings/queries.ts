import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';

/** The values that a place itself has in force now in one section, by field. */
export async function findSection(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
): Promise<Record<string, unknown>> {
  const rows = await db.many(
    build
      .selectFrom('setting_values')
      .select(['field', 'value'])
      .where('org_id', '=', scope.orgId)
      .where('node_id', '=', nodeId)
      .where('section', '=', section)
      .where('ended_date', 'is', null)
      .where('valid_from', '<=', sql<string>`clock()`)
      .where((is) => is.or([is('valid_until', 'is', null), is('valid_until', '>', sql<string>`clock()`)]))
      .orderBy('valid_from'),
  );
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}
