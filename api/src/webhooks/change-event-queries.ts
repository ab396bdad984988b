import type { SettingMode } from '@storeward/contract/settings/engine/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import type { ConfigurationMessage } from '@storeward/contract/webhooks/webhook-messages';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

/** Marks the change events, the rows of the transactional outbox, that are due. Returns whether there are any. */
export async function markDueEvents(db: Db): Promise<boolean> {
  const row = await db.first(sql<{ due: boolean }>`select has_due_setting_event() as due`);
  return row?.due === true;
}

/** Defers events whose processing failed. */
export async function deferFailedEvents(db: Db, ids: readonly number[]): Promise<void> {
  await db.run(sql`select record_setting_event_failure(${[...ids]}::bigint[])`);
}

/** Deletes processed events. */
export async function deleteEvents(db: Db, scope: Scope, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from setting_events where org_id = ${scope.orgId} and id = any(${[...ids]}::bigint[])`);
}

/** An enabled webhook that reports changes of the configuration, with its node and sections. */
export type ActiveWebhook = {
  readonly id: string;
  readonly tpath: string;
  readonly nodeId: string;
  readonly sections: SectionName[] | null;
};

export async function listActiveWebhooks(db: Db, scope: Scope): Promise<ActiveWebhook[]> {
  return db.many(sql<ActiveWebhook>`
    select w.id, w.tpath, w.node_id as "nodeId", w.sections from webhooks w join nodes n on n.org_id = w.org_id and n.id = w.node_id
     where w.org_id = ${scope.orgId} and w.status and 'configuration.changed' = any(w.events) and n.deleted_date is null`);
}

/** A field, without the row of a list. */
export type Field = { readonly section: SectionName; readonly field: string };
/** A node with a section that changed there. */
export type ChangedSection = { readonly tpath: string; readonly section: SectionName };
export type ChangedField = ChangedSection & Field;

/**
 * The fields with values that these changes started or ended, without deleted nodes and withdrawn changes; undefined if
 * there are more than `limit`.
 */
export async function listChangedFields(
  db: Db,
  scope: Scope,
  changeIds: readonly string[],
  limit: number,
): Promise<ChangedField[] | undefined> {
  const rows = await db.many(sql<ChangedField>`
    select n.tpath, c.section, f.field from setting_changes c
      join nodes n on n.org_id = c.org_id and n.id = c.node_id and n.deleted_date is null
      cross join lateral (select ${fieldName} as field from setting_values v where v.org_id = c.org_id and v.change_id = c.id
                          union select ${fieldName} from setting_values v where v.org_id = c.org_id and v.closed_by = c.id) f
     where c.org_id = ${scope.orgId} and c.id = any(${[...changeIds]}::uuid[]) and c.withdrawn_date is null
     limit ${limit + 1}`);
  return rows.length > limit ? undefined : rows;
}

/** The name of a value's field, without the row of a list. */
const fieldName = sql`split_part(v.field, '/', 1)`;

/** The nodes and sections of these changes, without deleted nodes and withdrawn changes. Reads no values. */
export async function listChangedSections(
  db: Db,
  scope: Scope,
  changeIds: readonly string[],
): Promise<ChangedSection[]> {
  return db.many(sql<ChangedSection>`
    select n.tpath, c.section from setting_changes c
      join nodes n on n.org_id = c.org_id and n.id = c.node_id and n.deleted_date is null
     where c.org_id = ${scope.orgId} and c.id = any(${[...changeIds]}::uuid[]) and c.withdrawn_date is null
     group by n.tpath, c.section`);
}

/** The current paths of nodes by id, without deleted ones. */
export async function listPaths(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.many(sql<{ id: string; tpath: string }>`
    select n.id, n.tpath from nodes n
     where n.org_id = ${scope.orgId} and n.id = any(${[...ids]}::uuid[]) and n.deleted_date is null`);
  return new Map(rows.map(({ id, tpath }) => [id, tpath]));
}

/** "Before" is up to `from`, "after" is from `until` on. */
export type Span = { readonly from: string; readonly until: string };

/** A value of a field with its node. */
export type FieldValueRow = {
  readonly nodeId: string;
  /** The field; that of a row of a list is named `list/row`. */
  readonly field: string;
  readonly path: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly appliesBefore: boolean;
  readonly appliesAfter: boolean;
  /** Whether one of the changes ended it. */
  readonly ended: boolean;
};

/** Roots of the affected subtrees, with their current and previous ancestors. */
export type AffectedPaths = {
  readonly roots: readonly string[];
  readonly ancestorPaths: readonly string[];
  readonly previousAncestorIds: readonly string[];
};

const appliesInSpan = ({ from, until }: Span) => sql`
  v.valid_from is distinct from v.valid_until
  and (v.valid_from < ${from} and (v.valid_until is null or v.valid_until >= ${from})
       or applies_at(v, ${until}))`;

/** The values of one field in the affected subtrees and above them, by path; undefined if there are more than `limit`. */
export async function listFieldValues(
  db: Db,
  scope: Scope,
  { section, field }: Field,
  { roots, ancestorPaths, previousAncestorIds }: AffectedPaths,
  { changeIds, limit, ...span }: Span & { readonly changeIds: readonly string[]; readonly limit: number },
): Promise<FieldValueRow[] | undefined> {
  const condition = sql`v.org_id = ${scope.orgId} and v.section = ${section}
    and (v.field = ${field} or v.field ^@ ${`${field}/`}) and ${appliesInSpan(span)}`;
  const rows = await db.many(sql<FieldValueRow>`
    with found as (
      (select v.* from unnest(${[...roots]}::text[] collate "C") top(path)
         cross join lateral (select * from setting_values v where ${condition}
            and in_sub_tree(v.tpath, top.path) offset 0) v limit ${limit + 1})
      union (select v.* from setting_values v
              where ${condition} and v.tpath = any(${[...ancestorPaths]}::text[]) limit ${limit + 1})
      union (select v.* from setting_values v
              where ${condition} and v.node_id = any(${[...previousAncestorIds]}::uuid[]) limit ${limit + 1})
    )
    select v.node_id as "nodeId", v.field, v.tpath as path, v.value, v.mode,
           v.valid_from < ${span.from} and (v.valid_until is null or v.valid_until >= ${span.from}) as "appliesBefore",
           v.valid_from <= ${span.until} and (v.valid_until is null or v.valid_until > ${span.until}) as "appliesAfter",
           coalesce(v.closed_by = any(${[...changeIds]}::uuid[]), false) as ended
      from found v order by v.tpath, v.valid_from limit ${limit + 1}`);
  return rows.length > limit ? undefined : rows;
}

/** The fields that current or previous ancestors set. */
export async function listFieldsWithValues(
  db: Db,
  scope: Scope,
  { ancestorPaths, previousAncestorIds }: Omit<AffectedPaths, 'roots'>,
  span: Span,
): Promise<Field[]> {
  return db.many(sql<Field>`
    select distinct v.section, ${fieldName} as field from setting_values v
     where v.org_id = ${scope.orgId} and ${appliesInSpan(span)}
       and (v.tpath = any(${[...ancestorPaths]}::text[]) or v.node_id = any(${[...previousAncestorIds]}::uuid[]))`);
}

/** Number of stores at and below each path. */
export async function countStores(db: Db, scope: Scope, paths: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many(sql<{ path: string; stores: number }>`
    select top.path, (select count(*)::int from nodes n where n.org_id = ${scope.orgId} and n.node_type = 'STORE' and n.deleted_date is null
                         and in_sub_tree(n.tpath, top.path)) as stores
      from unnest(${[...paths]}::text[] collate "C") top(path)`);
  return new Map(rows.map(({ path, stores }) => [path, stores]));
}

/** A node as webhook messages name it, and the current time. */
export async function findMessageNode(
  db: Db,
  scope: Scope,
  tpath: string,
): Promise<{ node: ConfigurationMessage['place']; time: string } | undefined> {
  return db.first(sql<{ node: ConfigurationMessage['place']; time: string }>`
    select json_build_object('id', n.id, 'code', n.code, 'name', n.name, 'nodeType', n.node_type) as node, clock() as time
      from nodes n where n.org_id = ${scope.orgId} and n.tpath = ${tpath}`);
}
