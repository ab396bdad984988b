import type { AuditEntry } from '@storeward/contract/audit';
import { normalised } from '@storeward/contract/fields';
import { exactCountLimit, type PageParams } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import { build, type Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import type { Origin, Scope } from '../platform/actor.ts';
import { containsPattern, type Cursor, limitPlusOne } from '../platform/database/cursor-pagination.ts';

/** An event to record; `before` and `after` hold the changed fields and are stored as JSON. */
export type AuditEvent = {
  readonly action: `${string}.${string}`;
  readonly entity: string;
  readonly entityId: string;
  readonly tpath: string;
  readonly actorId: string | null;
  readonly sessionId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  /** The import or bulk change that it belongs to. */
  readonly runId?: string;
};

/** Inserts an audit entry, at the time of the database; call it in the transaction of the change itself. */
export async function insertAudit(db: Db, scope: Scope, origin: Origin, event: AuditEvent): Promise<void> {
  db.pipeline(build.insertInto('audit').values(auditRow(scope, origin, event)));
}

/** Inserts many audit entries in one statement, without waiting for it. */
export async function insertAudits(
  db: Db,
  scope: Scope,
  { address }: Origin,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ id: newId(), ...event }));
  db.pipeline(sql`
    insert into audit (id, org_id, tpath, actor_id, session_id, address, action, entity, entity_id, before, after, reason, run_id)
    select x.id, ${scope.orgId}, x.tpath, x."actorId", x."sessionId", ${address}, x.action, x.entity, x."entityId", x.before, x.after, x.reason, x."runId"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, tpath text, "actorId" uuid, "sessionId" uuid,
           action text, entity text, "entityId" uuid, before jsonb, after jsonb, reason text, "runId" uuid)`);
}

/**
 * Counts an event that strangers can cause as often as they like: the first `listed` of an hour are entries of their own, the others
 * one entry with their number. `group` says which are counted together.
 */
export async function insertLimitedAudit(
  db: Db,
  { orgId }: Pick<Scope, 'orgId'>,
  { address }: Pick<Origin, 'address'>,
  event: AuditEvent,
  { group, listed }: { readonly group: string; readonly listed: number },
): Promise<void> {
  db.pipeline(sql`select count_denial(${orgId}, ${group}, ${listed}, ${JSON.stringify({ ...event, address })}::jsonb)`);
}

/** Writes the numbers of events that were only counted, once their hour is over. */
export async function writeCountedEvents(db: Db): Promise<void> {
  await db.run(sql`select write_expired_denials()`);
}

function auditRow(scope: Scope, { address }: Origin, event: AuditEvent) {
  const { action, entity, entityId, tpath, actorId, sessionId, before, after, reason, runId } = event;
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return {
    id: newId(),
    org_id: scope.orgId,
    tpath,
    actor_id: actorId,
    session_id: sessionId ?? null,
    address,
    action,
    entity,
    entity_id: entityId,
    before: toJson(before),
    after: toJson(after),
    reason: reason ?? null,
    run_id: runId ?? null,
  };
}

/** The changed fields between two states of a record, before and after. */
export function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(before), after: pick(after) };
}

export type AuditFilter = Pick<PageParams, 'search' | 'offset' | 'limit'> & {
  readonly entity?: string | undefined;
  readonly entityId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

type Reader = { readonly userId: string };

/** Entries within the reader's scope or by the reader, narrowed by every filter except the search text. */
const filterCondition = (
  scope: Scope,
  { userId }: Reader,
  { entity, entityId, actorId, action, from, to }: AuditFilter,
) => {
  const equals = (column: string, value: string | undefined) =>
    value === undefined ? sql`` : sql` and ${sql.ref(column)} = ${value}`;
  const actionCondition =
    action && (action.includes('.') ? equals('a.action', action) : sql` and a.action like ${`${action}.%`}`);
  return sql`a.org_id = ${scope.orgId} and (a.tpath >= ${scope.lo} and a.tpath < ${scope.hi} or a.actor_id = ${userId})${equals('a.entity', entity)}${equals('a.entity_id', entityId)}${equals('a.actor_id', actorId)}${actionCondition ?? sql``}${
    from ? sql` and a.at >= ${from}::date` : sql``
  }${to ? sql` and a.at < ${to}::date + 1` : sql``}`;
};

/** Up to this many matches are collected by index and sorted; beyond, entries are scanned in order. */
const maxSearchCandidates = 5_000;

/**
 * The search text as two strategies: `candidates` collects the entries about or by the matching records by index; if
 * there are too many (`use_candidates` false), the ordered scan filters each entry by `matching`.
 */
const searchClauses = (condition: RawBuilder<unknown>, search: string) => {
  const byColumn = (column: string) => sql`
    select entry.id, entry.at from first_matching, lateral (
      select a.id, a.at from audit a where ${condition} and ${sql.ref(column)} = first_matching.id order by a.at desc, a.id desc limit ${sql.lit(maxSearchCandidates + 1)}) entry`;
  return {
    candidateCtes: sql`matching as materialized (select audit_subject_ids(${containsPattern(normalised(search))}) as id),
      first_matching as materialized (select id from matching limit ${sql.lit(maxSearchCandidates + 1)}),
      candidates as materialized (
        select id, at from (${byColumn('a.entity_id')} union all ${byColumn('a.actor_id')}) x
         where (select count(*) from first_matching) <= ${sql.lit(maxSearchCandidates)} limit ${sql.lit(maxSearchCandidates + 1)}),
      search_plan as materialized (
        select (select count(*) from first_matching) <= ${sql.lit(maxSearchCandidates)} and (select count(*) from candidates) <= ${sql.lit(maxSearchCandidates)} as use_candidates)`,
    scanCondition: sql`${condition} and not (select use_candidates from search_plan) and (a.actor_id in (select id from matching) or a.entity_id in (select id from matching))`,
  };
};

/** Audit entries, newest first, one more than the limit; `sortedBy` is the timestamp in full precision for the cursor. */
export async function listAudit(
  db: Db,
  scope: Scope,
  reader: Reader,
  filter: AuditFilter,
  cursor?: Cursor,
): Promise<(AuditEntry & { sortedBy: string })[]> {
  const after = cursor ? sql` and (a.at, a.id) < (${cursor.after}::timestamptz, ${cursor.id}::uuid)` : sql``;
  const orderAndLimit = sql`order by a.at desc, a.id desc offset ${cursor ? 0 : filter.offset} limit ${limitPlusOne(filter.limit)}`;
  const condition = filterCondition(scope, reader, filter);
  const searched = filter.search ? searchClauses(condition, filter.search) : undefined;
  const page = searched
    ? sql`${searched.candidateCtes},
      page as materialized (
        (select a.id from (select distinct id, at from candidates) a where (select use_candidates from search_plan)${after} ${orderAndLimit})
        union all (select a.id from audit a where ${searched.scanCondition}${after} ${orderAndLimit}))`
    : sql`page as materialized (select a.id from audit a where ${condition}${after} ${orderAndLimit})`;
  return db.many(sql<AuditEntry & { sortedBy: string }>`
    with ${page}
    select a.id, a.at, a.at::text as "sortedBy", a.actor_id as "actorId", a.address, a.action, a.entity, a.entity_id as "entityId",
           a.before, a.after, a.reason, s.position as sealed,
           nullif(trim(actor.first_name || ' ' || actor.last_name), '') as "actorName",
           coalesce(n.name, nullif(trim(u.first_name || ' ' || u.last_name), ''), d.name, g.name, r.file_name, w.description) as "entityName"
      from page join audit a on a.id = page.id
      left join audit_chain s on s.org_id = a.org_id and s.audit_id = a.id
      left join users actor on actor.org_id = a.org_id and actor.id = a.actor_id
      left join users u on u.org_id = a.org_id and u.id = a.entity_id and a.entity = 'user'
      left join nodes n on n.org_id = a.org_id and n.id = a.entity_id and a.entity in ('node', 'organisation')
      left join devices d on d.org_id = a.org_id and d.id = a.entity_id and a.entity = 'device'
      left join roles g on g.org_id = a.org_id and g.id = a.entity_id and a.entity = 'role'
      left join import_runs r on r.org_id = a.org_id and r.id = a.entity_id and a.entity = 'import'
      left join webhooks w on w.org_id = a.org_id and w.id = a.entity_id and a.entity = 'webhook'
     order by a.at desc, a.id desc`);
}

/** Number of matching entries, exact up to `exactCountLimit`. */
export async function countAudit(
  db: Db,
  scope: Scope,
  reader: Reader,
  filter: AuditFilter,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const condition = filterCondition(scope, reader, filter);
  const limit = exactCountLimit + 1;
  const searched = filter.search ? searchClauses(condition, filter.search) : undefined;
  const row = await db.first(
    searched
      ? sql<{ total: number }>`
    with ${searched.candidateCtes}
    select case when (select use_candidates from search_plan) then (select count(distinct id)::int from candidates)
                else (select count(*)::int from (select from audit a where ${searched.scanCondition} limit ${limit}) counted) end as total`
      : sql<{ total: number }>`
    select count(*)::int as total from (select from audit a where ${condition} limit ${limit}) counted`,
  );
  const total = row?.total ?? 0;
  return total > exactCountLimit ? { total, totalIsEstimate: true } : { total };
}
