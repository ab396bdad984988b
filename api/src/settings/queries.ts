import type { NodeType } from '@storeward/contract/access';
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

/** One value in force somewhere along a path: its section, its field and itself. */
export type InForce = readonly [section: string, field: string, value: unknown];

/** A place with the code of its organisation, and what is set along its path. */
export type Along = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly orgCode: string;
  readonly settings: readonly InForce[];
};

/** What is in force along the path of one place of the caller's area or above it, from the top down; nothing for any other place. */
export async function findSettingsAlong(
  db: Db,
  _scope: Scope,
  nodeId: string,
  sections: readonly string[],
): Promise<Along | undefined> {
  return db.first(
    sql<Along>`select id, name, node_type as "nodeType", org_code as "orgCode", settings from settings_along(${nodeId}, ${sections})`,
  );
}
