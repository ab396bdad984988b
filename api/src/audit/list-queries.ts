import type { AuditEntry } from '@storeward/contract/audit';
import { exactCountLimit } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { type Cursor, limitPlusOne } from '../platform/database/cursor-pagination.ts';
import type { Db } from '../platform/database/db.ts';
import { type AuditFilter, filterCondition, type Reader, searchClauses } from './filter-queries.ts';

export type ListFilter = AuditFilter & {
  readonly offset: number;
  readonly limit: number;
  readonly grouped?: boolean | undefined;
};

/** Up to this many entries of a run are counted. */
const maxRunEntries = 1_000;

/** Whether an entry represents its run: it is the newest of those that match the filter. */
const isNewestOfRun = (scope: Scope, reader: Reader, filter: AuditFilter) => sql`
  (a.run_id is null or not exists (select from audit newer where newer.run_id = a.run_id
     and (newer.at, newer.id) > (a.at, a.id) and ${filterCondition(scope, reader, filter, 'newer')}))`;

/** Searches, the entries of one run, and the begins and ends of runs are listed singly. */
const isGrouped = ({ grouped, search, run, entity }: ListFilter) =>
  grouped === true && !search && !run && entity !== 'import';

/** Names of the actor and of the record, null if the reader may not see them. */
export const nameColumns = sql`coalesce(full_name(actor.first_name, actor.last_name), machine.name) as "actorName",
  coalesce(n.name, full_name(u.first_name, u.last_name), d.name, g.name, r.file_name, w.description, k.name, nullif(p.name, ''), p.sku) as "entityName"`;
export const nameJoins = sql`
  left join users actor on actor.org_id = a.org_id and actor.id = a.actor_id
  left join service_accounts machine on machine.org_id = a.org_id and machine.id = a.actor_id
  left join users u on u.org_id = a.org_id and u.id = a.entity_id and a.entity = 'user'
  left join nodes n on n.org_id = a.org_id and n.id = a.entity_id and a.entity in ('node', 'organisation')
  left join devices d on d.org_id = a.org_id and d.id = a.entity_id and a.entity = 'device'
  left join roles g on g.org_id = a.org_id and g.id = a.entity_id and a.entity = 'role'
  left join import_runs r on r.org_id = a.org_id and r.id = a.entity_id and a.entity = 'import'
  left join webhooks w on w.org_id = a.org_id and w.id = a.entity_id and a.entity = 'webhook'
  left join service_accounts k on k.org_id = a.org_id and k.id = a.entity_id and a.entity = 'apiKey'
  left join products p on p.org_id = a.org_id and p.id = a.entity_id and a.entity = 'product'`;

type AuditRow = AuditEntry & { sortedBy: string };

/** Audit entries, newest first, one more than the limit; `sortedBy` is the timestamp in full precision for the cursor. */
export async function listAudit(
  db: Db,
  scope: Scope,
  reader: Reader,
  filter: ListFilter,
  cursor?: Cursor,
): Promise<AuditRow[]> {
  const after = cursor ? sql` and (a.at, a.id) < (${cursor.after}::timestamptz, ${cursor.id}::uuid)` : sql``;
  const orderAndLimit = sql`order by a.at desc, a.id desc offset ${cursor ? 0 : filter.offset} limit ${limitPlusOne(filter.limit)}`;
  const matches = filterCondition(scope, reader, filter);
  const condition = isGrouped(filter) ? sql`${matches} and ${isNewestOfRun(scope, reader, filter)}` : matches;
  const searched = filter.search ? searchClauses(condition, filter.search) : undefined;
  const page = searched
    ? sql`${searched.candidateCtes},
      page as materialized (
        (select a.id from (select distinct id, at from candidates) a where (select use_candidates from search_plan)${after} ${orderAndLimit})
        union all (select a.id from audit a where ${searched.scanCondition}${after} ${orderAndLimit}))`
    : sql`page as materialized (select a.id from audit a where ${condition}${after} ${orderAndLimit})`;
  return db.many(sql<AuditRow>`
    with ${page}
    select a.id, a.at, a.at::text as "sortedBy", a.actor_id as "actorId", a.address, a.action, a.entity, a.entity_id as "entityId",
           shown_audit_fields(a.before) as before, shown_audit_fields(a.after) as after, a.reason, s.position as sealed,
           ${nameColumns}, ${runColumn(scope, reader, filter)} as run
      from page join audit a on a.id = page.id
      left join audit_chain s on s.org_id = a.org_id and s.audit_id = a.id
      ${nameJoins}
     order by a.at desc, a.id desc`);
}

const runColumn = (scope: Scope, reader: Reader, filter: ListFilter): RawBuilder<AuditEntry['run']> => {
  const { search: _, ...others } = filter;
  return sql`(
    select jsonb_build_object('id', a.run_id, 'kind', i.kind, 'fileName', nullif(i.file_name, ''), 'entries',
             (select count(*) from (select from audit e where e.run_id = a.run_id and e.entity <> 'import' and ${filterCondition(scope, reader, others, 'e')} limit ${sql.lit(maxRunEntries)}) counted))
      from (select) x left join import_runs i on i.org_id = a.org_id and i.id = a.run_id where a.run_id is not null)`;
};

/** The number of matching entries, or of lines where they are grouped; exact up to `exactCountLimit` entries. */
export async function countAudit(
  db: Db,
  scope: Scope,
  reader: Reader,
  filter: ListFilter,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const condition = filterCondition(scope, reader, filter);
  const limit = exactCountLimit + 1;
  const searched = filter.search ? searchClauses(condition, filter.search) : undefined;
  const newest = isGrouped(filter) ? isNewestOfRun(scope, reader, filter) : sql`true`;
  const row = await db.first(
    searched
      ? sql<{ total: number; entries: number }>`
    with ${searched.candidateCtes}, counted as (
      select case when (select use_candidates from search_plan) then (select count(distinct id)::int from candidates)
                else (select count(*)::int from (select from audit a where ${searched.scanCondition} limit ${limit}) counted) end as total)
    select total, total as entries from counted`
      : sql<{ total: number; entries: number }>`
    select count(*) filter (where ${newest})::int as total, count(*)::int as entries
      from (select a.* from audit a where ${condition} order by a.at desc, a.id desc limit ${limit}) a`,
  );
  const { total, entries } = row ?? { total: 0, entries: 0 };
  return entries > exactCountLimit ? { total, totalIsEstimate: true } : { total };
}
