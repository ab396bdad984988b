import type { CalendarChange } from '@storeward/contract/settings/endpoints/change-calendar';
import type { SectionName } from '@storeward/contract/settings/sections';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Explanation } from '../queries.ts';
import { authorColumns } from './change-queries.ts';

export type CalendarRow = Omit<CalendarChange, 'fields' | 'conflicts' | 'conflictsArePartial' | 'place'> & {
  readonly nodeId: string;
  readonly name: string;
  readonly nodeType: CalendarChange['place']['nodeType'];
  readonly tpath: string;
};

/**
 * The changes planned at and below a node that overlap a period, by start. Changes without an end count until they have
 * begun.
 */
export async function listCalendarChanges(
  db: Db,
  scope: Scope,
  { tpath }: { readonly tpath: string },
  sections: readonly SectionName[],
  { from, to, limit }: { readonly from: string; readonly to: string; readonly limit: number },
): Promise<CalendarRow[]> {
  return db.many(sql<CalendarRow>`
    select c.id, c.section, c.begins, c.begins <= clock_now() as begun, v.ends, c.reason, c.run_id as "runId",
           ${authorColumns(sql`c.created_by`)}, n.id as "nodeId", n.name, n.node_type as "nodeType", n.tpath,
           coalesce(n.time_zone, effective_time_zone(n.tpath), 'UTC') as "timeZone"
      from setting_changes c
      join nodes n on n.org_id = c.org_id and n.id = c.node_id and n.deleted_date is null
      left join users u on u.org_id = c.org_id and u.id = c.created_by
      left join lateral (
        select case when bool_and(o.valid_until is not null) then max(o.valid_until) end as ends
          from setting_values o where o.org_id = c.org_id and o.change_id = c.id) v on true
     where c.org_id = ${scope.orgId} and in_sub_tree(c.tpath, ${tpath})
       and c.begins > c.created_date and c.withdrawn_date is null and c.begins < ${to} and c.section = any(${[...sections]})
       and (c.begins >= ${from} or v.ends > ${from} or (v.ends is null and c.begins > clock_now()))
     order by c.begins, n.tpath, c.section, c.id limit ${limit}`);
}

/** A value of a node above `forNode` that restricts the values below it. */
export type BoundInForce = Pick<
  Explanation,
  'forNode' | 'nodeId' | 'name' | 'nodeType' | 'section' | 'field' | 'value' | 'mode'
>;

/** The values above the nodes of planned changes that restrict the sections of these, by node, from the root down. */
export async function listBoundsInForce(
  db: Db,
  _scope: Scope,
  changes: readonly CalendarRow[],
  at: string,
): Promise<BoundInForce[]> {
  const nodeIds = [...new Set(changes.map(({ nodeId }) => nodeId))];
  const sections = [...new Set(changes.map(({ section }) => section))];
  return db.many(sql<BoundInForce>`
    select for_node as "forNode", node_id as "nodeId", name, node_type as "nodeType", section, field, value, mode
      from explain_settings(${nodeIds}, ${sections}, ${at}) where mode <> 'free' and node_id <> for_node`);
}

/** A value planned at a node. */
type PlannedBelow = Pick<CalendarRow, 'nodeId' | 'name' | 'nodeType' | 'begins' | 'timeZone'> & {
  /** A field, or a row of a list. */
  readonly field: string;
  readonly value: unknown;
};

/** The first `limit` values of these fields that are planned below a node, by start. */
export async function listPlannedBelow(
  db: Db,
  scope: Scope,
  { tpath }: { readonly tpath: string },
  section: SectionName,
  { limit, fields }: { readonly limit: number; readonly fields: readonly string[] },
): Promise<PlannedBelow[]> {
  return db.many(sql<PlannedBelow>`
    select n.id as "nodeId", n.name, n.node_type as "nodeType", v.valid_from as begins, v.field, v.value,
           coalesce(n.time_zone, effective_time_zone(n.tpath), 'UTC') as "timeZone"
      from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
     where v.org_id = ${scope.orgId} and v.section = ${section} and v.ended_date is null and v.valid_from > clock_now()
       and n.deleted_date is null and is_below(v.tpath, ${tpath}) and split_part(v.field, '/', 1) = any(${[...fields]})
     order by v.valid_from, n.tpath, v.field limit ${limit}`);
}
