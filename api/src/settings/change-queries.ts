import type { SettingMode } from '@storeward/contract/settings/section';
import type { FieldChange, Override, SectionChange } from '@storeward/contract/settings/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { countedExactly } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { oneMoreThan } from '../platform/paged.ts';

/** A change of one section at one place: in which version, from when on, and what each field becomes. */
export type NewChange = {
  readonly id: string;
  readonly nodeId: string;
  readonly tpath: string;
  readonly version: number;
  readonly values: readonly NewValue[];
};

/** What a field of a place becomes; without a value it is inherited again. */
export type NewValue = {
  readonly id: string;
  readonly field: string;
  readonly own: boolean;
  readonly value: unknown;
  readonly mode: SettingMode;
};

/** What is alike in all changes that are written together. */
export type ChangeFacts = {
  readonly section: SectionName;
  readonly begins: string;
  readonly reason: string | null;
  readonly runId?: string;
};

/**
 * Writes changes of one section at some places. Nothing is overwritten: what counted until then ends, and what was to begin
 * later still does.
 */
export async function insertChanges(
  db: Db,
  scope: Scope,
  { section, begins, reason, runId }: ChangeFacts,
  changes: readonly NewChange[],
  userId: string,
): Promise<void> {
  const heads = changes.map(({ values: _, ...change }) => change);
  const wanted = changes.flatMap(({ id: changeId, nodeId, tpath, values }) =>
    values.map((value) => ({ ...value, changeId, nodeId, tpath })),
  );
  const given = (rows: readonly unknown[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "changeId" uuid, "nodeId" uuid, tpath text, field text,
          own boolean, value jsonb, mode text, until timestamptz, "closedBy" uuid)`;
  // what is to end or to follow later still does
  const later = await db.many(sql<{ nodeId: string; field: string; until: string | null; closedBy: string | null }>`
    select x."nodeId", x.field, coalesce(v.valid_until, next.valid_from) as until, coalesce(v.closed_by, next.change_id) as "closedBy"
      from ${given(wanted)}
      left join setting_values v on v.org_id = ${scope.orgId} and v.node_id = x."nodeId" and v.section = ${section} and v.field = x.field
       and v.ended_date is null and v.valid_from <= ${begins} and (v.valid_until is null or v.valid_until > ${begins})
      left join lateral (select n.valid_from, n.change_id from setting_values n
         where n.org_id = ${scope.orgId} and n.node_id = x."nodeId" and n.section = ${section} and n.field = x.field
           and n.ended_date is null and n.valid_from > ${begins} order by n.valid_from limit 1) next on true
     where coalesce(v.valid_until, next.valid_from) is not null`);
  const laterOf = new Map(
    later.map(({ nodeId, field, until, closedBy }) => [`${nodeId} ${field}`, { until, closedBy }]),
  );
  const values = wanted.map((value) => ({ ...value, ...laterOf.get(`${value.nodeId} ${value.field}`) }));
  await db.run(sql`
    insert into setting_changes (id, org_id, node_id, tpath, section, version, begins, reason, run_id, created_date, created_by)
    select x.id, ${scope.orgId}, x."nodeId", x.tpath, ${section}, x.version, ${begins}, ${reason}, ${runId ?? null}::uuid, clock_now(), ${userId}
      from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) x(id uuid, "nodeId" uuid, tpath text, version int)`);
  // what began at that very moment never counted, and gives way
  await db.run(sql`
    update setting_values v set valid_until = ${begins}, closed_by = x."changeId",
           ended_date = case when ${begins}::timestamptz <= clock_now() or v.valid_from = ${begins} then clock_now() end
      from ${given(values)}
     where v.org_id = ${scope.orgId} and v.node_id = x."nodeId" and v.section = ${section} and v.field = x.field and v.ended_date is null
       and v.valid_from <= ${begins} and (v.valid_until is null or v.valid_until > ${begins})`);
  await db.run(sql`
    insert into setting_values (id, org_id, node_id, tpath, section, field, value, mode, valid_from, valid_until, change_id, closed_by, created_date, created_by)
    select x.id, ${scope.orgId}, x."nodeId", x.tpath, ${section}, x.field, coalesce(x.value, 'null'), x.mode, ${begins}, x.until,
           x."changeId", x."closedBy", clock_now(), ${userId}
      from ${given(values)} where x.own`);
}

/** A change as it stands. */
export type StoredChange = {
  readonly id: string;
  readonly begins: string;
  readonly begun: boolean;
  readonly withdrawn: boolean;
};

/** One change of a section at a place; nothing where there is none. */
export async function findChange(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
  id: string,
): Promise<StoredChange | undefined> {
  return db.first(sql<StoredChange>`
    select id, begins, begins <= clock_now() as begun, withdrawn_date is not null as withdrawn from setting_changes
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section} and id = ${id}`);
}

/** Takes back a change that has not begun: what it would have ended goes on, and what it would have begun never does. */
export async function withdrawChange(
  db: Db,
  scope: Scope,
  { id, begins }: StoredChange,
  userId: string,
): Promise<void> {
  await db.run(sql`
    update setting_changes set withdrawn_date = clock_now(), withdrawn_by = ${userId} where org_id = ${scope.orgId} and id = ${id}`);
  await db.run(sql`
    update setting_values w set ended_date = clock_now()
     where w.org_id = ${scope.orgId} and w.change_id = ${id} and w.ended_date is null`);
  // what it would have ended goes on as long as its own value would have, or until the next one begins; and what had given
  // way to it, beginning at the same moment, begins after all, unless that was withdrawn too
  await db.run(sql`
    update setting_values p set ended_date = null,
           valid_until = coalesce(w.valid_until, next.valid_from), closed_by = coalesce(w.closed_by, next.change_id)
      from setting_values o
      left join setting_values w on w.org_id = o.org_id and w.change_id = ${id} and w.field = o.field
      left join lateral (select n.valid_from, n.change_id from setting_values n
         where n.org_id = o.org_id and n.node_id = o.node_id and n.section = o.section and n.field = o.field
           and n.ended_date is null and n.valid_from > ${begins} order by n.valid_from limit 1) next on true
     where o.org_id = ${scope.orgId} and o.closed_by = ${id} and p.org_id = o.org_id and p.id = o.id
       and (o.ended_date is null or o.valid_from = ${begins} and not exists (select from setting_changes c
              where c.org_id = o.org_id and c.id = o.change_id and c.withdrawn_date is not null))`);
  await db.run(sql`
    update setting_values w set valid_until = w.valid_from where w.org_id = ${scope.orgId} and w.change_id = ${id}`);
}

/** Takes a secret out of all that a place has said or plans to say of it. */
export async function forgetSecret(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
  field: string,
): Promise<void> {
  await db.run(sql`
    update setting_values set value = 'null',
           ended_date = case when valid_from > clock_now() then coalesce(ended_date, clock_now()) else ended_date end,
           valid_until = case when valid_from > clock_now() then valid_from else valid_until end
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section} and field = ${field}`);
}

/** What each field was before a change and after it. */
export async function listFieldChanges(
  db: Db,
  scope: Scope,
  changeIds: readonly string[],
): Promise<(FieldChange & { changeId: string })[]> {
  const ids = [...changeIds];
  const half = (column: 'change_id' | 'closed_by') =>
    sql`select ${sql.ref(column)} as change_id, field, json_build_object('value', value, 'mode', mode) as said from setting_values
         where org_id = ${scope.orgId} and ${sql.ref(column)} = any(${ids})`;
  return db.many(sql<FieldChange & { changeId: string }>`
    select coalesce(a.change_id, b.change_id) as "changeId", coalesce(a.field, b.field) as field, b.said as before, a.said as after
      from (${half('change_id')}) a
      full join (${half('closed_by')}) b on b.change_id = a.change_id and b.field = a.field
     order by 1, 2`);
}

/** Who `u` is to the reader: by name where they see them, else from where they have done it. */
const author = (id: RawBuilder<unknown>) => sql`nullif(trim(u.first_name || ' ' || u.last_name), '') as by,
  case when u.id is not null then 'person' when ${id} is null then null when is_colleague(${id}) then 'above' else 'platform' end as "byWhom"`;

/** A change as the history shows it, without its fields. */
type HistoryRow = Omit<SectionChange, 'fields'>;

/** The changes of a section at a place, the newest first, and one more than wanted. */
export async function listChanges(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<HistoryRow[]> {
  return db.many(sql<HistoryRow>`
    select c.id, c.version, c.created_date as "createdDate", ${author(sql`c.created_by`)}, c.reason,
           c.begins as "from", c.begins <= clock_now() as begun, c.withdrawn_date is not null as withdrawn, c.run_id as "runId"
      from setting_changes c left join users u on u.org_id = c.org_id and u.id = c.created_by
     where c.org_id = ${scope.orgId} and c.node_id = ${nodeId} and c.section = ${section}
       and (${before ?? null}::int is null or c.version < ${before ?? null})
     order by c.version desc limit ${oneMoreThan(limit)}`);
}

/** Who made some changes, and why. */
export async function listAuthors(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Pick<SectionChange, 'by' | 'byWhom' | 'reason'>>> {
  if (ids.length === 0) return new Map();
  type Row = Pick<SectionChange, 'id' | 'by' | 'byWhom' | 'reason'>;
  const rows = await db.many(sql<Row>`
    select c.id, ${author(sql`c.created_by`)}, c.reason
      from setting_changes c left join users u on u.org_id = c.org_id and u.id = c.created_by
     where c.org_id = ${scope.orgId} and c.id = any(${[...ids]}::uuid[])`);
  return new Map(rows.map(({ id, ...said }) => [id, said]));
}

/** How often a section was changed at a place. */
export async function countChanges(db: Db, scope: Scope, nodeId: string, section: string): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from setting_changes where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section}`);
  return row?.total ?? 0;
}

/** How a field is set below a place, as the database counts it. */
export type ReachRow = {
  readonly section: SectionName;
  readonly field: string;
  readonly own: number;
  readonly overruled: number;
  readonly storesApart: number;
  readonly values: { readonly value: unknown; readonly count: number }[];
  readonly kinds: number;
};

/** A value of a field, whoever has said it. */
export type Word = { readonly section: SectionName; readonly field: string; readonly value: unknown };

/** The values that are said at, above and below a place, each once. */
export async function listWords(db: Db, _scope: Scope, nodeId: string, sections: readonly string[]): Promise<Word[]> {
  return db.many(sql<Word>`select section, field, value from setting_words(${nodeId}, ${[...sections]})`);
}

/** For each field that anybody has set below a place: by how many, with what, and how many stores it concerns. */
export async function listReach(
  db: Db,
  _scope: Scope,
  nodeId: string,
  sections: readonly string[],
  { stricter, lost }: { stricter: Readonly<Record<string, string>>; lost: readonly Word[] },
): Promise<ReachRow[]> {
  return db.many(sql<ReachRow>`
    select section, field, own, overruled, stores_apart as "storesApart", vals as "values", kinds
      from setting_reach(${nodeId}, ${[...sections]}, ${JSON.stringify(stricter)}, ${JSON.stringify(lost)})`);
}

type Overriding = { readonly section: string; readonly field: string; readonly search: string };
const overriding = (scope: Scope, above: { tpath: string }, { section, field, search }: Overriding) =>
  sql`v.org_id = ${scope.orgId} and v.section = ${section} and v.field = ${field} and v.ended_date is null
      and v.valid_from <= clock() and (v.valid_until is null or v.valid_until > clock())
      and v.tpath > ${above.tpath} and v.tpath < ${`${above.tpath.slice(0, -1)}/`} and n.deleted_date is null
      ${search ? sql`and n.search_text like ${search}` : sql``}`;

/** The places below one that have set a field themselves, by name, and one more than wanted. */
export async function listOverrides(
  db: Db,
  scope: Scope,
  above: { tpath: string },
  wanted: Overriding & { limit: number; offset: number },
): Promise<Omit<Override, 'inForce'>[]> {
  return db.many(sql<Omit<Override, 'inForce'>>`
    select json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type, 'code', n.code) as place, v.value, v.mode, v.valid_from as since,
           ${author(sql`v.created_by`)}, c.reason
      from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
      left join users u on u.org_id = v.org_id and u.id = v.created_by
      left join setting_changes c on c.org_id = v.org_id and c.id = v.change_id
     where ${overriding(scope, above, wanted)}
     order by n.name_norm, n.id offset ${wanted.offset} limit ${oneMoreThan(wanted.limit)}`);
}

/** How many places below one have set a field themselves, counted up to a bound. */
export async function countOverrides(
  db: Db,
  scope: Scope,
  above: { tpath: string },
  wanted: Overriding,
): Promise<{ total: number; totalIsEstimate?: true }> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from (select from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
     where ${overriding(scope, above, wanted)} limit ${countedExactly + 1}) counted`);
  const total = row?.total ?? 0;
  return total > countedExactly ? { total, totalIsEstimate: true } : { total };
}

/** How many places, and how many stores, lie below a place. */
export async function countBelow(
  db: Db,
  scope: Scope,
  above: { tpath: string },
): Promise<{ placeCount: number; storeCount: number }> {
  const row = await db.first(sql<{ placeCount: number; storeCount: number }>`
    select count(*)::int as "placeCount", (count(*) filter (where n.node_type = 'STORE'))::int as "storeCount" from nodes n
     where n.org_id = ${scope.orgId} and n.deleted_date is null and n.tpath > ${above.tpath} and n.tpath < ${`${above.tpath.slice(0, -1)}/`}`);
  return row ?? { placeCount: 0, storeCount: 0 };
}
