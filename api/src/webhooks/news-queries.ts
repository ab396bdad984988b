import type { SettingMode } from '@storeward/contract/settings/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import type { WebhookMessage } from '@storeward/contract/webhooks';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** Marks what news is due by now; answers whether there is any. */
export async function settleNews(db: Db): Promise<boolean> {
  const row = await db.first(sql<{ due: boolean }>`select settle_news() as due`);
  return row?.due === true;
}

/** Notes that news could not be judged; it is tried again after a while. */
export async function noteNewsFailed(db: Db, ids: readonly number[]): Promise<void> {
  await db.run(sql`select news_failed(${[...ids]}::bigint[])`);
}

/** Forgets news that was told, or that concerns nobody. */
export async function deleteNews(db: Db, scope: Scope, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from setting_news where org_id = ${scope.orgId} and id = any(${[...ids]}::bigint[])`);
}

/** A webhook that is on: where it stands and what it listens to. */
export type Listener = {
  readonly id: string;
  readonly tpath: string;
  readonly nodeId: string;
  readonly sections: SectionName[] | null;
};

/** The webhooks of an organisation that are on. */
export async function listListeners(db: Db, scope: Scope): Promise<Listener[]> {
  return db.many(sql<Listener>`
    select w.id, w.tpath, w.node_id as "nodeId", w.sections from webhooks w join nodes n on n.org_id = w.org_id and n.id = w.node_id
     where w.org_id = ${scope.orgId} and w.status and n.deleted_date is null`);
}

/** A field that was changed at a place. */
export type ChangedField = { readonly tpath: string; readonly section: SectionName; readonly field: string };

/** The fields that some changes gave another value or ended, at places that are still there; what was withdrawn changed none. */
export async function listChangedFields(db: Db, scope: Scope, changeIds: readonly string[]): Promise<ChangedField[]> {
  return db.many(sql<ChangedField>`
    select n.tpath, c.section, f.field from setting_changes c
      join nodes n on n.org_id = c.org_id and n.id = c.node_id and n.deleted_date is null
      cross join lateral (select v.field from setting_values v where v.org_id = c.org_id and v.change_id = c.id
                          union select v.field from setting_values v where v.org_id = c.org_id and v.closed_by = c.id) f
     where c.org_id = ${scope.orgId} and c.id = any(${[...changeIds]}::uuid[]) and c.withdrawn_date is null`);
}

/** Where some places stand now; those that are gone are left out. */
export async function listPaths(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.many(sql<{ id: string; tpath: string }>`
    select n.id, n.tpath from nodes n
     where n.org_id = ${scope.orgId} and n.id = any(${[...ids]}::uuid[]) and n.deleted_date is null`);
  return new Map(rows.map(({ id, tpath }) => [id, tpath]));
}

/** Before and after: up to the first moment, and from the last one on. */
export type Span = { readonly from: string; readonly until: string };

/** What one place says of a field before, after, or both. */
export type SaidRow = {
  readonly nodeId: string;
  readonly path: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly was: boolean;
  readonly is: boolean;
  /** Whether it was one of the changes that ended it. */
  readonly ended: boolean;
};

/** Places whose sub-trees are looked at, and those that stand, or stood, above them. */
export type Ground = {
  readonly tops: readonly string[];
  readonly above: readonly string[];
  readonly wasAbove: readonly string[];
};

const counted = ({ from, until }: Span) => sql`
  v.valid_from is distinct from v.valid_until
  and (v.valid_from < ${from} and (v.valid_until is null or v.valid_until >= ${from})
       or v.valid_from <= ${until} and (v.valid_until is null or v.valid_until > ${until}))`;

/** What is said of one field in some sub-trees and above them, from the top down. */
export async function listSaid(
  db: Db,
  scope: Scope,
  { section, field }: Pick<ChangedField, 'section' | 'field'>,
  { tops, above, wasAbove }: Ground,
  { changeIds, ...span }: Span & { readonly changeIds: readonly string[] },
): Promise<SaidRow[]> {
  const meant = sql`v.org_id = ${scope.orgId} and v.section = ${section} and v.field = ${field} and ${counted(span)}`;
  return db.many(sql<SaidRow>`
    with said as (
      select v.* from unnest(${[...tops]}::text[] collate "C") top(path)
        cross join lateral (select * from setting_values v where ${meant}
           and v.tpath >= top.path and v.tpath < left(top.path, -1) || '/' offset 0) v
      union select v.* from setting_values v where ${meant} and v.tpath = any(${[...above]}::text[])
      union select v.* from setting_values v where ${meant} and v.node_id = any(${[...wasAbove]}::uuid[])
    )
    select v.node_id as "nodeId", v.tpath as path, v.value, v.mode,
           v.valid_from < ${span.from} and (v.valid_until is null or v.valid_until >= ${span.from}) as was,
           v.valid_from <= ${span.until} and (v.valid_until is null or v.valid_until > ${span.until}) as "is",
           coalesce(v.closed_by = any(${[...changeIds]}::uuid[]), false) as ended
      from said v order by v.tpath, v.valid_from`);
}

/** The fields that anything is said of by some places. */
export async function listFieldsSaid(
  db: Db,
  scope: Scope,
  { above, wasAbove }: Omit<Ground, 'tops'>,
  span: Span,
): Promise<Pick<ChangedField, 'section' | 'field'>[]> {
  return db.many(sql<Pick<ChangedField, 'section' | 'field'>>`
    select distinct v.section, v.field from setting_values v
     where v.org_id = ${scope.orgId} and ${counted(span)}
       and (v.tpath = any(${[...above]}::text[]) or v.node_id = any(${[...wasAbove]}::uuid[]))`);
}

/** How many stores stand at and below each of some places. */
export async function countStores(db: Db, scope: Scope, paths: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many(sql<{ path: string; stores: number }>`
    select top.path, (select count(*)::int from nodes n where n.org_id = ${scope.orgId} and n.node_type = 'STORE' and n.deleted_date is null
                         and n.tpath >= top.path and n.tpath < left(top.path, -1) || '/') as stores
      from unnest(${[...paths]}::text[] collate "C") top(path)`);
  return new Map(rows.map(({ path, stores }) => [path, stores]));
}

/** A place as messages name it, and the moment at hand. */
export async function findPlace(
  db: Db,
  scope: Scope,
  tpath: string,
): Promise<{ place: WebhookMessage['place']; time: string } | undefined> {
  return db.first(sql<{ place: WebhookMessage['place']; time: string }>`
    select json_build_object('id', n.id, 'code', n.code, 'name', n.name, 'nodeType', n.node_type) as place, clock() as time
      from nodes n where n.org_id = ${scope.orgId} and n.tpath = ${tpath}`);
}
