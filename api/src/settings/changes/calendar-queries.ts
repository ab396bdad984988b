import type { CalendarChange } from '@storeward/contract/settings/change-calendar';
import type { SectionName } from '@storeward/contract/settings/sections';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { authorColumns } from './change-queries.ts';

export type CalendarRow = Omit<CalendarChange, 'fields' | 'conflicts' | 'place'> & {
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
     where c.org_id = ${scope.orgId} and c.tpath >= ${tpath} and c.tpath < ${`${tpath.slice(0, -1)}/`}
       and c.begins > c.created_date and c.withdrawn_date is null and c.begins < ${to} and c.section = any(${[...sections]})
       and (c.begins >= ${from} or v.ends > ${from} or (v.ends is null and c.begins > clock_now()))
     order by c.begins, n.tpath, c.section, c.id limit ${limit}`);
}
