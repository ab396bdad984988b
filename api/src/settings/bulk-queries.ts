import type { NodeType } from '@storeward/contract/access';
import type { SettingMode } from '@storeward/contract/settings/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import { sql } from 'kysely';
import { within, withinNamed } from '../nodes/queries.ts';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** A place that is to be changed together with others. */
export type BulkPlace = {
  readonly id: string;
  readonly code: string;
  readonly key: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  readonly parentId: string | null;
  /** How many places stand above it. */
  readonly depth: number;
};

const place = sql`n.id, n.code, n.code_norm as key, n.name, n.node_type as "nodeType", n.tpath, n.parent_id as "parentId",
  length(n.tpath) - length(replace(n.tpath, '.', '')) as depth`;
const below = (tpath: string) => sql`n.tpath > ${tpath} and n.tpath < ${`${tpath.slice(0, -1)}/`}`;

/** Places of the scope by id: looked at, or held until the change at hand is stored. */
export async function listPlaces(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { held }: { held: boolean },
): Promise<Map<string, BulkPlace>> {
  const rows = await db.many(sql<BulkPlace>`
    select ${place} from nodes n where ${withinNamed(scope)} and n.id = any(${[...ids]}) order by n.id${held ? sql` for no key update` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The places of some sub-trees below one, those above before those below. */
export async function listSubtrees(
  db: Db,
  scope: Scope,
  source: { tpath: string },
  tops: readonly { tpath: string }[],
  { storesOnly, limit }: { storesOnly: boolean; limit: number },
): Promise<BulkPlace[]> {
  const paths = tops.map(({ tpath }) => tpath).sort();
  // what stands below another of them is among its places already
  const apart = paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)));
  return db.many(sql<BulkPlace>`
    select ${place} from unnest(${apart}::text[]) top join nodes n on n.tpath >= top collate "C" and n.tpath < (left(top, -1) || '/') collate "C"
     where ${within(scope)} and ${below(source.tpath)}${storesOnly ? sql` and n.node_type = 'STORE'` : sql``}
     order by depth, n.tpath limit ${limit}`);
}

/** The places below one that have these codes, those above before those below. */
export async function listCoded(
  db: Db,
  scope: Scope,
  source: { tpath: string },
  keys: readonly string[],
): Promise<BulkPlace[]> {
  return db.many(sql<BulkPlace>`
    select found.* from unnest(${[...keys]}::text[]) wanted(code)
      cross join lateral (select ${place} from nodes n
         where ${within(scope)} and ${below(source.tpath)} and n.code_norm = wanted.code offset 0) found
     order by found.depth, found.tpath`);
}

/** The places of the scope that have these codes. */
export async function listByCode(db: Db, scope: Scope, keys: readonly string[]): Promise<BulkPlace[]> {
  return db.many(sql<BulkPlace>`
    select found.* from unnest(${[...keys]}::text[]) wanted(code)
      cross join lateral (select ${place} from nodes n where ${withinNamed(scope)} and n.code_norm = wanted.code offset 0) found`);
}

/** The places of the scope at these paths. */
export async function listAt(db: Db, scope: Scope, paths: readonly string[]): Promise<BulkPlace[]> {
  return db.many(sql<BulkPlace>`select ${place} from nodes n where ${within(scope)} and n.tpath = any(${[...paths]})`);
}

/** What a place says of one section, field by field. */
export type SaidRow = {
  readonly code: string;
  readonly name: string;
  readonly said: Readonly<Record<string, { readonly value: unknown; readonly mode: SettingMode }>>;
};

/** A place and all below it with what each says of a section itself: those that say something, or every one. */
export async function listForExport(
  db: Db,
  scope: Scope,
  top: { tpath: string },
  { section, every, limit }: { section: string; every: boolean; limit: number },
): Promise<SaidRow[]> {
  return db.many(sql<SaidRow>`
    select n.code, n.name, coalesce(v.said, '{}'::jsonb) as said from nodes n
      ${every ? sql`left join` : sql`join`} (
        select v.node_id, jsonb_object_agg(v.field, jsonb_build_object('value', v.value, 'mode', v.mode)) as said from setting_values v
         where v.org_id = ${scope.orgId} and v.section = ${section} and v.ended_date is null and v.valid_from <= clock()
           and (v.valid_until is null or v.valid_until > clock())
           and v.tpath >= ${top.tpath} and v.tpath < ${`${top.tpath.slice(0, -1)}/`} group by v.node_id) v on v.node_id = n.id
     where ${within(scope)} and n.tpath >= ${top.tpath} and n.tpath < ${`${top.tpath.slice(0, -1)}/`}
     order by length(n.tpath) - length(replace(n.tpath, '.', '')), n.code_norm limit ${limit}`);
}

/** What a place below another one says of a field itself. */
export type SaidBelow = {
  readonly tpath: string;
  readonly nodeId: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
};

/** What the places below one say of a section themselves just now, by the names of the places. */
export async function listSaidBelow(
  db: Db,
  scope: Scope,
  top: { tpath: string },
  section: string,
): Promise<SaidBelow[]> {
  return db.many(sql<SaidBelow>`
    select v.tpath, n.id as "nodeId", n.name, n.node_type as "nodeType", v.field, v.value, v.mode
      from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
     where v.org_id = ${scope.orgId} and v.section = ${section} and v.ended_date is null and v.valid_from <= clock_now()
       and (v.valid_until is null or v.valid_until > clock_now()) and n.deleted_date is null
       and v.tpath > ${top.tpath} and v.tpath < ${`${top.tpath.slice(0, -1)}/`}
     order by n.name_norm, n.id`);
}

/** The moment at hand, later than whatever it had to wait for. */
export async function momentNow(db: Db): Promise<string> {
  return (await db.first(sql<{ now: string }>`select clock_now() as now`))?.now ?? '';
}

/** What a place itself says about a field. */
export type OwnStated = {
  readonly tpath: string;
  readonly section: SectionName;
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
};

/** What the places at some paths say themselves just now. */
export async function listSaidAt(
  db: Db,
  scope: Scope,
  paths: readonly string[],
  sections: readonly string[],
): Promise<OwnStated[]> {
  return db.many(sql<OwnStated>`
    select v.tpath, v.section, v.field, v.value, v.mode from unnest(${[...paths]}::text[] collate "C") said(path)
      cross join unnest(${[...sections]}::text[]) wanted(section)
      cross join lateral (select o.tpath, o.section, o.field, o.value, o.mode from setting_values o
         where o.org_id = ${scope.orgId} and o.section = wanted.section and o.tpath = said.path and o.ended_date is null
           and o.valid_from <= clock_now() and (o.valid_until is null or o.valid_until > clock_now()) offset 0) v`);
}

/** Which versions the sections of some places have; those that were never changed are not among them. */
export async function listVersions(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  sections: readonly string[],
): Promise<{ nodeId: string; section: SectionName; version: number }[]> {
  return db.many(sql<{ nodeId: string; section: SectionName; version: number }>`
    select place.id as "nodeId", wanted.section, c.version from unnest(${[...ids]}::uuid[]) place(id)
      cross join unnest(${[...sections]}::text[]) wanted(section)
      cross join lateral (select version from setting_changes
         where org_id = ${scope.orgId} and node_id = place.id and section = wanted.section order by version desc limit 1) c`);
}

/** The places where something that was planned has begun since these changes, which nobody sees in their versions. */
export async function listOvertaken(db: Db, scope: Scope, changeIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.many(sql<{ nodeId: string }>`
    select distinct c.node_id as "nodeId" from setting_changes c
      join setting_changes p on p.org_id = c.org_id and p.node_id = c.node_id and p.section = c.section
     where c.org_id = ${scope.orgId} and c.id = any(${[...changeIds]}::uuid[])
       and p.begins > c.begins and p.begins <= clock_now() and p.withdrawn_date is null`);
  return new Set(rows.map(({ nodeId }) => nodeId));
}

/** The places at some paths, and their sections, that nobody has changed since a run did. */
export async function listStillOf(
  db: Db,
  scope: Scope,
  runId: string,
  paths: readonly string[],
  sections: readonly string[],
): Promise<{ tpath: string; section: SectionName }[]> {
  return db.many(sql<{ tpath: string; section: SectionName }>`
    select n.tpath, wanted.section from nodes n
      cross join unnest(${[...sections]}::text[]) wanted(section)
      cross join lateral (select run_id from setting_changes
         where org_id = ${scope.orgId} and node_id = n.id and section = wanted.section order by version desc limit 1) c
     where ${within(scope)} and n.tpath = any(${[...paths]}) and c.run_id = ${runId}`);
}
