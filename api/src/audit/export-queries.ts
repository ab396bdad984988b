import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { type AuditFilter, filterCondition, type Reader, searchClauses } from './filter-queries.ts';
import { nameColumns, nameJoins } from './list-queries.ts';

/** Rows per fetch of the cursor, and the time limit of each fetch in seconds. */
const part = { size: 500, seconds: 60 };

/** The condition of the matching entries, and the expressions it needs. */
const matching = (scope: Scope, reader: Reader, filter: AuditFilter) => {
  const condition = filterCondition(scope, reader, filter);
  if (!filter.search) return { ctes: sql``, condition };
  const { candidateCtes, scanCondition } = searchClauses(condition, filter.search);
  return {
    ctes: sql`with ${candidateCtes}, found as materialized (
      select distinct id from candidates where (select use_candidates from search_plan)
      union all select a.id from audit a where ${scanCondition})`,
    condition: sql`a.id in (select id from found)`,
  };
};

export type ReadableRow = {
  readonly at: string;
  readonly action: string;
  readonly entity: string;
  readonly entityId: string;
  readonly entityName: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly address: string;
  readonly reason: string | null;
  readonly sealed: number | null;
  readonly runId: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
};

/** The matching entries with names, for reading. */
export function streamReadable(
  db: Db,
  scope: Scope,
  reader: Reader,
  filter: AuditFilter,
): AsyncGenerator<ReadableRow[]> {
  const { ctes, condition } = matching(scope, reader, filter);
  return db.stream(
    sql<ReadableRow>`${ctes}
    select a.at, a.action, a.entity, a.entity_id as "entityId", a.actor_id as "actorId", a.address, a.reason, s.position as sealed, a.run_id as "runId",
           shown_audit_fields(a.before) as before, shown_audit_fields(a.after) as after, ${nameColumns}
      from audit a
      left join audit_chain s on s.org_id = a.org_id and s.audit_id = a.id
      ${nameJoins}
     where ${condition} order by a.at, a.id`,
    part,
  );
}

export type ChainedRow = {
  /** Null, as is all of the chain, if the entry is not chained yet. */
  readonly position: number | null;
  readonly version: number | null;
  readonly previous: string | null;
  readonly hash: string | null;
  /** The entry as JSON; null if this portal must not show all of it. */
  readonly entry: string | null;
};

/** The matching entries as they are hashed, each with its hash and the one before it. */
export function streamChained(db: Db, scope: Scope, reader: Reader, filter: AuditFilter): AsyncGenerator<ChainedRow[]> {
  const { ctes, condition } = matching(scope, reader, filter);
  return db.stream(
    sql<ChainedRow>`${ctes}
    select s.position, s.version, encode(s.hash, 'hex') as hash,
           case when s.position is not null then coalesce(encode(p.hash, 'hex'), (
             select g.record ->> 'hash' from audit_gaps g
              where g.org_id = a.org_id and g.record ->> 'reason' = 'retention' and (g.record ->> 'through')::bigint = s.position - 1 limit 1), '') end as previous,
           case when shown_audit_fields(a.before) is not distinct from a.before and shown_audit_fields(a.after) is not distinct from a.after
                then audit_entry_object(a)::text end as entry
      from audit a
      left join audit_chain s on s.org_id = a.org_id and s.audit_id = a.id
      left join audit_chain p on p.org_id = s.org_id and p.position = s.position - 1
     where ${condition} order by a.at, a.id`,
    part,
  );
}

/** The signed records of an organisation that its database keeps, as JSON: those of gaps, and the last of the head. */
export async function listSignedRecords(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.many(sql<{ record: string }>`
    select g.record::text as record from audit_gaps g where g.org_id = ${scope.orgId}
    union all select t.anchor::text from audit_status t where t.org_id = ${scope.orgId} and t.anchor is not null`);
  return rows.map(({ record }) => record);
}

/** Whether the portal of the request shows every node of the scope. */
export async function showsEverything(db: Db): Promise<boolean> {
  return (await db.first(sql<{ shown: boolean }>`select scope_hidden() = '{}' as shown`))!.shown;
}
