import { productsNamed } from '@storeward/contract/settings/kinds/registry';
import { type SettingMode, storedFieldOf } from '@storeward/contract/settings/engine/section';
import type { FieldChange, SectionChange } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sections } from '@storeward/contract/settings/sections';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { limitPlusOne } from '../../platform/database/cursor-pagination.ts';

/** A change of one section at one node. */
export type NewChange = {
  readonly id: string;
  readonly nodeId: string;
  readonly tpath: string;
  readonly version: number;
  readonly values: readonly NewValue[];
};

/** The new state of a field; `own: false` means it is inherited again. */
export type NewValue = {
  readonly id: string;
  readonly field: string;
  readonly own: boolean;
  readonly value: unknown;
  readonly mode: SettingMode;
};

/** The common properties of changes that are written together. */
export type ChangeDetails = {
  readonly section: SectionName;
  readonly begins: string;
  readonly reason: string | null;
  readonly runId?: string;
};

/**
 * Writes changes of one section at several nodes. No value is overwritten: current values end at `begins`, and planned
 * ones still start later.
 */
export async function insertChanges(
  db: Db,
  scope: Scope,
  { section, begins, reason, runId }: ChangeDetails,
  changes: readonly NewChange[],
  userId: string,
): Promise<void> {
  const changeRows = changes.map(({ values: _, ...change }) => change);
  const valueRows = changes.flatMap(({ id: changeId, nodeId, tpath, values }) =>
    values.map((value) => ({ ...value, changeId, nodeId, tpath, skus: skusOf(section, value) })),
  );
  const recordset = (rows: readonly unknown[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, "changeId" uuid, "nodeId" uuid, tpath text, field text,
          own boolean, value jsonb, mode text, until timestamptz, "closedBy" uuid, skus text[])`;
  // the new value ends where the current one would have ended, or where the next planned one starts
  const successors = await db.many(sql<{
    nodeId: string;
    field: string;
    until: string | null;
    closedBy: string | null;
  }>`
    select x."nodeId", x.field, coalesce(v.valid_until, next.valid_from) as until, coalesce(v.closed_by, next.change_id) as "closedBy"
      from ${recordset(valueRows)}
      left join setting_values v on v.org_id = ${scope.orgId} and v.node_id = x."nodeId" and v.section = ${section} and v.field = x.field
       and v.ended_date is null and applies_at(v, ${begins})
      left join lateral (select n.valid_from, n.change_id from setting_values n
         where n.org_id = ${scope.orgId} and n.node_id = x."nodeId" and n.section = ${section} and n.field = x.field
           and n.ended_date is null and n.valid_from > ${begins} order by n.valid_from limit 1) next on true
     where coalesce(v.valid_until, next.valid_from) is not null`);
  const successorByField = new Map(
    successors.map(({ nodeId, field, until, closedBy }) => [`${nodeId} ${field}`, { until, closedBy }]),
  );
  const values = valueRows.map((value) => ({ ...value, ...successorByField.get(`${value.nodeId} ${value.field}`) }));
  await db.run(sql`
    insert into setting_changes (id, org_id, node_id, tpath, section, version, begins, reason, run_id, created_date, created_by)
    select x.id, ${scope.orgId}, x."nodeId", x.tpath, ${section}, x.version, ${begins}, ${reason}, ${runId ?? null}::uuid, clock_now(), ${userId}
      from jsonb_to_recordset(${JSON.stringify(changeRows)}::jsonb) x(id uuid, "nodeId" uuid, tpath text, version int)`);
  // a value with the same start never took effect and is ended at once
  await db.run(sql`
    update setting_values v set valid_until = ${begins}, closed_by = x."changeId",
           ended_date = case when ${begins}::timestamptz <= clock_now() or v.valid_from = ${begins} then clock_now() end
      from ${recordset(values)}
     where v.org_id = ${scope.orgId} and v.node_id = x."nodeId" and v.section = ${section} and v.field = x.field and v.ended_date is null
       and applies_at(v, ${begins})`);
  await db.run(sql`
    insert into setting_values (id, org_id, node_id, tpath, section, field, value, mode, valid_from, valid_until, change_id, closed_by, created_date, created_by, skus)
    select x.id, ${scope.orgId}, x."nodeId", x.tpath, ${section}, x.field, coalesce(x.value, 'null'), x.mode, ${begins}, x.until,
           x."changeId", x."closedBy", clock_now(), ${userId}, x.skus
      from ${recordset(values)} where x.own`);
}

/** The products that a value refers to, stored so that the uses of a product can be found. */
function skusOf(section: SectionName, { field, value }: Pick<NewValue, 'field' | 'value'>): string[] {
  const definition = storedFieldOf(sections[section], field);
  return definition ? productsNamed(definition, value) : [];
}

export type StoredChange = {
  readonly id: string;
  readonly begins: string;
  readonly begun: boolean;
  readonly withdrawn: boolean;
};

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

/** Withdraws a planned change: values that it would have ended continue, its own values never start. */
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
  // a value it would have ended lasts as long as the withdrawn value would have, or until the next one starts; a value
  // replaced at the same start takes effect again, unless its own change was withdrawn too
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

/** Erases a secret from all past, current and planned values of a node. */
export async function eraseSecret(db: Db, scope: Scope, nodeId: string, section: string, field: string): Promise<void> {
  await db.run(sql`
    update setting_values set value = 'null',
           ended_date = case when valid_from > clock_now() then coalesce(ended_date, clock_now()) else ended_date end,
           valid_until = case when valid_from > clock_now() then valid_from else valid_until end
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section} and field = ${field}`);
}

/** The values of each field before and after the given changes. */
export async function listFieldChanges(
  db: Db,
  scope: Scope,
  changeIds: readonly string[],
): Promise<(FieldChange & { changeId: string })[]> {
  const ids = [...changeIds];
  const changeSide = (column: 'change_id' | 'closed_by') =>
    sql`select ${sql.ref(column)} as change_id, field, json_build_object('value', value, 'mode', mode) as stored from setting_values
         where org_id = ${scope.orgId} and ${sql.ref(column)} = any(${ids})`;
  return db.many(sql<FieldChange & { changeId: string }>`
    select coalesce(a.change_id, b.change_id) as "changeId", coalesce(a.field, b.field) as field, b.stored as before, a.stored as after
      from (${changeSide('change_id')}) a
      full join (${changeSide('closed_by')}) b on b.change_id = a.change_id and b.field = a.field
     order by 1, 2`);
}

/**
 * Author columns for user `u`, or the service account with this id: the name if row-level security shows the author to
 * the reader, else only the author's relation to the reader's scope.
 */
export const authorColumns = (
  id: RawBuilder<unknown>,
) => sql`coalesce(full_name(u.first_name, u.last_name), ${accountName(id)}) as by,
  case when u.id is not null or ${accountName(id)} is not null then 'person' when ${id} is null then null when is_colleague(${id}) then 'above' else 'platform' end as "byWhom"`;

const accountName = (id: RawBuilder<unknown>) => sql`(select s.name from service_accounts s where s.id = ${id})`;

/** A change in the history, without its fields. */
type HistoryRow = Omit<SectionChange, 'fields'>;

/** The changes of a section at a node, newest first. Returns one row more than `limit`. */
export async function listChanges(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<HistoryRow[]> {
  return db.many(sql<HistoryRow>`
    select c.id, c.version, c.created_date as "createdDate", ${authorColumns(sql`c.created_by`)}, c.reason,
           c.begins as "from", c.begins <= clock_now() as begun, c.withdrawn_date is not null as withdrawn, c.run_id as "runId"
      from setting_changes c left join users u on u.org_id = c.org_id and u.id = c.created_by
     where c.org_id = ${scope.orgId} and c.node_id = ${nodeId} and c.section = ${section}
       and (${before ?? null}::int is null or c.version < ${before ?? null})
     order by c.version desc limit ${limitPlusOne(limit)}`);
}

/** Authors and reasons by change id. */
export async function listAuthors(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Pick<SectionChange, 'by' | 'byWhom' | 'reason'>>> {
  if (ids.length === 0) return new Map();
  type Row = Pick<SectionChange, 'id' | 'by' | 'byWhom' | 'reason'>;
  const rows = await db.many(sql<Row>`
    select c.id, ${authorColumns(sql`c.created_by`)}, c.reason
      from setting_changes c left join users u on u.org_id = c.org_id and u.id = c.created_by
     where c.org_id = ${scope.orgId} and c.id = any(${[...ids]}::uuid[])`);
  return new Map(rows.map(({ id, ...author }) => [id, author]));
}

export async function countChanges(db: Db, scope: Scope, nodeId: string, section: string): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from setting_changes where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section}`);
  return row?.total ?? 0;
}
