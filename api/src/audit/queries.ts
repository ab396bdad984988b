import type { AuditEntry } from '@storeward/contract/audit';
import { normalised } from '@storeward/contract/fields';
import { countedExactly, type PageWanted } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import { build, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Origin, Scope } from '../platform/actor.ts';
import { containing, type Cursor, oneMoreThan } from '../platform/paged.ts';

/** One thing that happened: who did it, to what, and what stood there before and after. */
export type Happening = {
  readonly action: `${string}.${string}`;
  readonly entity: string;
  readonly entityId: string;
  readonly tpath: string;
  readonly actorId: string | null;
  readonly sessionId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  /** The import that it was a part of. */
  readonly runId?: string;
};

/** Writes down what happened, in the same transaction as the change itself: without the one there is not the other. */
export async function insertAudit(db: Db, scope: Scope, origin: Origin, happening: Happening): Promise<void> {
  db.send(build.insertInto('audit').values(auditRow(scope, origin, happening)));
}

/** Writes down much that happened at once. */
export async function insertAudits(
  db: Db,
  scope: Scope,
  { address }: Origin,
  happenings: readonly Happening[],
): Promise<void> {
  const rows = happenings.map((happening) => ({ id: newId(), ...happening }));
  await db.run(sql`
    insert into audit (id, at, org_id, tpath, actor_id, session_id, address, action, entity, entity_id, before, after, reason, run_id)
    select x.id, clock(), ${scope.orgId}, x.tpath, x."actorId", x."sessionId", ${address}, x.action, x.entity, x."entityId", x.before, x.after, x.reason, x."runId"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, tpath text, "actorId" uuid, "sessionId" uuid,
           action text, entity text, "entityId" uuid, before jsonb, after jsonb, reason text, "runId" uuid)`);
}

function auditRow(scope: Scope, { address }: Origin, happening: Happening) {
  const { action, entity, entityId, tpath, actorId, sessionId, before, after, reason, runId } = happening;
  const kept = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return {
    id: newId(),
    at: sql<string>`clock()`,
    org_id: scope.orgId,
    tpath,
    actor_id: actorId,
    session_id: sessionId ?? null,
    address,
    action,
    entity,
    entity_id: entityId,
    before: kept(before),
    after: kept(after),
    reason: reason ?? null,
    run_id: runId ?? null,
  };
}

/** What differs between two states of a record: each changed field, before and after. */
export function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(before), after: pick(after) };
}

/** Which of all that happened is wanted. */
export type AuditWanted = Pick<PageWanted, 'search' | 'offset' | 'limit'> & {
  readonly entity?: string | undefined;
  readonly entityId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

type Reader = { readonly userId: string };

/** What lies within the reader's area, or is their own doing, and is wanted besides the words. */
const within = (scope: Scope, { userId }: Reader, { entity, entityId, actorId, action, from, to }: AuditWanted) => {
  const only = (column: string, value: string | undefined) =>
    value === undefined ? sql`` : sql` and ${sql.ref(column)} = ${value}`;
  const kind = action && (action.includes('.') ? only('a.action', action) : sql` and a.action like ${`${action}.%`}`);
  return sql`a.org_id = ${scope.orgId} and (a.tpath >= ${scope.lo} and a.tpath < ${scope.hi} or a.actor_id = ${userId})${only('a.entity', entity)}${only('a.entity_id', entityId)}${only('a.actor_id', actorId)}${kind ?? sql``}${
    from ? sql` and a.at >= ${from}::date` : sql``
  }${to ? sql` and a.at < ${to}::date + 1` : sql``}`;
};

/** Up to so many entries are taken from the index of whoever and whatever is named so, and put in order afterwards. */
const foundAtOnce = 5_000;

/** The same with words looked for: `few` are the entries about them or by them, unless there are too many; then `named` is looked at for each entry on the way. */
const sought = (kept: RawBuilder<unknown>, search: string) => {
  const of = (column: string) => sql`
    select of.id, of.at from some_named, lateral (
      select a.id, a.at from audit a where ${kept} and ${sql.ref(column)} = some_named.id order by a.at desc, a.id desc limit ${sql.lit(foundAtOnce + 1)}) of`;
  return {
    first: sql`named as materialized (select audit_named(${containing(normalised(search))}) as id),
      some_named as materialized (select id from named limit ${sql.lit(foundAtOnce + 1)}),
      found as materialized (
        select id, at from (${of('a.entity_id')} union all ${of('a.actor_id')}) x
         where (select count(*) from some_named) <= ${sql.lit(foundAtOnce)} limit ${sql.lit(foundAtOnce + 1)}),
      few as materialized (
        select (select count(*) from some_named) <= ${sql.lit(foundAtOnce)} and (select count(*) from found) <= ${sql.lit(foundAtOnce)} as enough)`,
    onTheWay: sql`${kept} and not (select enough from few) and (a.actor_id in (select id from named) or a.entity_id in (select id from named))`,
  };
};

/** What happened, newest first, and one more than wanted; `sortedBy` is the moment to the last digit. */
export async function listAudit(
  db: Db,
  scope: Scope,
  reader: Reader,
  wanted: AuditWanted,
  cursor?: Cursor,
): Promise<(AuditEntry & { sortedBy: string })[]> {
  const after = cursor ? sql` and (a.at, a.id) < (${cursor.after}::timestamptz, ${cursor.id}::uuid)` : sql``;
  const few = sql`order by a.at desc, a.id desc offset ${cursor ? 0 : wanted.offset} limit ${oneMoreThan(wanted.limit)}`;
  const kept = within(scope, reader, wanted);
  const words = wanted.search ? sought(kept, wanted.search) : undefined;
  const page = words
    ? sql`${words.first},
      page as materialized (
        (select a.id from (select distinct id, at from found) a where (select enough from few)${after} ${few})
        union all (select a.id from audit a where ${words.onTheWay}${after} ${few}))`
    : sql`page as materialized (select a.id from audit a where ${kept}${after} ${few})`;
  return db.many(sql<AuditEntry & { sortedBy: string }>`
    with ${page}
    select a.id, a.at, a.at::text as "sortedBy", a.actor_id as "actorId", a.address, a.action, a.entity, a.entity_id as "entityId",
           a.before, a.after, a.reason, s.position as sealed,
           nullif(trim(who.first_name || ' ' || who.last_name), '') as "actorName",
           coalesce(n.name, nullif(trim(u.first_name || ' ' || u.last_name), ''), d.name, g.name, r.file_name, w.description) as "entityName"
      from page join audit a on a.id = page.id
      left join audit_seals s on s.org_id = a.org_id and s.audit_id = a.id
      left join users who on who.org_id = a.org_id and who.id = a.actor_id
      left join users u on u.org_id = a.org_id and u.id = a.entity_id and a.entity = 'user'
      left join nodes n on n.org_id = a.org_id and n.id = a.entity_id and a.entity in ('node', 'organisation')
      left join devices d on d.org_id = a.org_id and d.id = a.entity_id and a.entity = 'device'
      left join roles g on g.org_id = a.org_id and g.id = a.entity_id and a.entity = 'role'
      left join import_runs r on r.org_id = a.org_id and r.id = a.entity_id and a.entity = 'import'
      left join webhooks w on w.org_id = a.org_id and w.id = a.entity_id and a.entity = 'webhook'
     order by a.at desc, a.id desc`);
}

/** How much happened, counted up to a bound. */
export async function countAudit(
  db: Db,
  scope: Scope,
  reader: Reader,
  wanted: AuditWanted,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const kept = within(scope, reader, wanted);
  const most = countedExactly + 1;
  const words = wanted.search ? sought(kept, wanted.search) : undefined;
  const row = await db.first(
    words
      ? sql<{ total: number }>`
    with ${words.first}
    select case when (select enough from few) then (select count(distinct id)::int from found)
                else (select count(*)::int from (select from audit a where ${words.onTheWay} limit ${most}) counted) end as total`
      : sql<{ total: number }>`
    select count(*)::int as total from (select from audit a where ${kept} limit ${most}) counted`,
  );
  const total = row?.total ?? 0;
  return total > countedExactly ? { total, totalIsEstimate: true } : { total };
}

/** Seals what is not sealed yet, of all organisations; answers how much it was. */
export async function sealAudit(db: Db, most: number): Promise<number> {
  const row = await db.first(sql<{ sealed: number }>`select seal_audit(${most}) as sealed`);
  return row?.sealed ?? 0;
}
