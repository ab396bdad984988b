import type { NodeType } from '@storeward/contract/access';
import type { ListAction } from '@storeward/contract/settings/lists/list-state';
import type { SettingMode } from '@storeward/contract/settings/engine/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import { sql } from 'kysely';
import { inScope, inScopeById } from '../../nodes/queries.ts';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { fieldName, listAction } from '../lists/list-queries.ts';

/** A node of a bulk change. */
export type BulkNode = {
  readonly id: string;
  readonly code: string;
  readonly key: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
  readonly parentId: string | null;
  /** Number of ancestors. */
  readonly depth: number;
};

const nodeColumns = sql`n.id, n.code, n.code_norm as key, n.name, n.node_type as "nodeType", n.tpath, n.parent_id as "parentId",
  length(n.tpath) - length(replace(n.tpath, '.', '')) as depth`;
/** Whether a value applies at this instant, which is later than the changes whose locks the transaction waited for. */
const appliesNow = sql`v.ended_date is null and v.valid_from <= clock_now() and (v.valid_until is null or v.valid_until > clock_now())`;

/** Nodes of the scope by id, locked for the transaction if `lock` is set. */
export async function listNodes(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkNode>> {
  const rows = await db.many(sql<BulkNode>`
    select ${nodeColumns} from nodes n where ${inScopeById(scope)} and n.id = any(${[...ids]}) order by n.id${lock ? sql` for no key update` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The nodes of some subtrees below the source, ancestors first. */
export async function listSubtrees(
  db: Db,
  scope: Scope,
  source: { tpath: string },
  roots: readonly { tpath: string }[],
  { storesOnly, limit }: { storesOnly: boolean; limit: number },
): Promise<BulkNode[]> {
  const paths = roots.map(({ tpath }) => tpath).sort();
  // a subtree inside another one would return its nodes twice
  const outermost = paths.filter(
    (path) => !paths.some((candidate) => candidate !== path && path.startsWith(candidate)),
  );
  return db.many(sql<BulkNode>`
    select ${nodeColumns} from unnest(${outermost}::text[]) top join nodes n on in_sub_tree(n.tpath, top)
     where ${inScope(scope)} and is_below(n.tpath, ${source.tpath})${storesOnly ? sql` and n.node_type = 'STORE'` : sql``}
     order by depth, n.tpath limit ${limit}`);
}

/** The nodes below the source with these normalised codes, ancestors first. */
export async function listBelowByCode(
  db: Db,
  scope: Scope,
  source: { tpath: string },
  keys: readonly string[],
): Promise<BulkNode[]> {
  return db.many(sql<BulkNode>`
    select found.* from unnest(${[...keys]}::text[]) requested(code)
      cross join lateral (select ${nodeColumns} from nodes n
         where ${inScope(scope)} and is_below(n.tpath, ${source.tpath}) and n.code_norm = requested.code offset 0) found
     order by found.depth, found.tpath`);
}

/** The nodes below the source that override a field; only those with a value (as JSON) or action if given; ancestors first. */
export async function listOverriding(
  db: Db,
  scope: Scope,
  source: { tpath: string },
  {
    section,
    field,
    value,
    action,
    limit,
  }: { section: string; field: string; value: string | undefined; action: ListAction | undefined; limit: number },
): Promise<BulkNode[]> {
  return db.many(sql<BulkNode>`
    select ${nodeColumns} from nodes n
     where ${inScope(scope)} and is_below(n.tpath, ${source.tpath}) and n.id in (select v.node_id from setting_values v
         where v.org_id = ${scope.orgId} and v.section = ${section} and ${fieldName} = ${field} and ${appliesNow}
           and is_below(v.tpath, ${source.tpath})
           ${value === undefined ? sql`` : sql`and v.value = ${value}::jsonb`} ${action ? sql`and ${listAction} = ${action}` : sql``})
     order by depth, n.tpath limit ${limit}`);
}

/** The nodes of the scope with these normalised codes. */
export async function listByCode(db: Db, scope: Scope, keys: readonly string[]): Promise<BulkNode[]> {
  return db.many(sql<BulkNode>`
    select found.* from unnest(${[...keys]}::text[]) requested(code)
      cross join lateral (select ${nodeColumns} from nodes n where ${inScopeById(scope)} and n.code_norm = requested.code offset 0) found`);
}

export async function listByPath(db: Db, scope: Scope, paths: readonly string[]): Promise<BulkNode[]> {
  return db.many(
    sql<BulkNode>`select ${nodeColumns} from nodes n where ${inScope(scope)} and n.tpath = any(${[...paths]})`,
  );
}

/** A value stored at a node below another one. */
export type DescendantValue = {
  readonly tpath: string;
  readonly nodeId: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
};

/**
 * The current values of a section stored below a node, those of ancestors before those of nodes below them: the first `limit`
 * of them, of all fields unless some are named.
 */
export async function listDescendantValues(
  db: Db,
  scope: Scope,
  root: { tpath: string },
  section: string,
  { limit, fields }: { readonly limit: number; readonly fields?: readonly string[] },
): Promise<DescendantValue[]> {
  return db.many(sql<DescendantValue>`
    select v.tpath, n.id as "nodeId", n.name, n.node_type as "nodeType", v.field, v.value, v.mode
      from setting_values v join nodes n on n.org_id = v.org_id and n.id = v.node_id
     where v.org_id = ${scope.orgId} and v.section = ${section} and ${appliesNow} and n.deleted_date is null
       and is_below(v.tpath, ${root.tpath})${fields ? sql` and split_part(v.field, '/', 1) = any(${[...fields]})` : sql``}
     order by v.tpath, v.field limit ${limit}`);
}

/** The number of stores at and below these paths; stores at or below several of them count for each. */
export async function countStoresAt(db: Db, scope: Scope, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) return 0;
  const row = await db.first(sql<{ stores: number }>`
    select count(*)::int as stores from unnest(${[...paths]}::text[] collate "C") top(path)
      join nodes n on n.org_id = ${scope.orgId} and in_sub_tree(n.tpath, top.path)
     where n.node_type = 'STORE' and n.deleted_date is null`);
  return row?.stores ?? 0;
}

/** The current time, later than any transaction whose locks it waited for. */
export async function currentTimestamp(db: Db): Promise<string> {
  return (await db.first(sql<{ now: string }>`select clock_now() as now`))?.now ?? '';
}

/** A value stored at a node. */
export type NodeValue = {
  readonly tpath: string;
  readonly section: SectionName;
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
};

/** The current values stored at these paths. */
export async function listValuesAtPaths(
  db: Db,
  scope: Scope,
  paths: readonly string[],
  sections: readonly string[],
): Promise<NodeValue[]> {
  return db.many(sql<NodeValue>`
    select v.tpath, v.section, v.field, v.value, v.mode from unnest(${[...paths]}::text[] collate "C") node(path)
      cross join unnest(${[...sections]}::text[]) requested(section)
      cross join lateral (select v.* from setting_values v
         where v.org_id = ${scope.orgId} and v.section = requested.section and v.tpath = node.path and ${appliesNow} offset 0) v`);
}

/** Section versions of nodes. Sections without any change are left out. */
export async function listVersions(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  sections: readonly string[],
): Promise<{ nodeId: string; section: SectionName; version: number }[]> {
  return db.many(sql<{ nodeId: string; section: SectionName; version: number }>`
    select node.id as "nodeId", requested.section, c.version from unnest(${[...ids]}::uuid[]) node(id)
      cross join unnest(${[...sections]}::text[]) requested(section)
      cross join lateral (select version from setting_changes
         where org_id = ${scope.orgId} and node_id = node.id and section = requested.section order by version desc limit 1) c`);
}

/** Ids of nodes where a planned change has taken effect since these changes. Versions do not show that. */
export async function listSupersededNodes(db: Db, scope: Scope, changeIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.many(sql<{ nodeId: string }>`
    select distinct c.node_id as "nodeId" from setting_changes c
      join setting_changes p on p.org_id = c.org_id and p.node_id = c.node_id and p.section = c.section
     where c.org_id = ${scope.orgId} and c.id = any(${[...changeIds]}::uuid[])
       and p.begins > c.begins and p.begins <= clock_now() and p.withdrawn_date is null`);
  return new Set(rows.map(({ nodeId }) => nodeId));
}

/** The nodes and sections whose last change was made by this run. */
export async function listUnchangedSinceRun(
  db: Db,
  scope: Scope,
  runId: string,
  paths: readonly string[],
  sections: readonly string[],
): Promise<{ tpath: string; section: SectionName }[]> {
  return db.many(sql<{ tpath: string; section: SectionName }>`
    select n.tpath, requested.section from nodes n
      cross join unnest(${[...sections]}::text[]) requested(section)
      cross join lateral (select run_id from setting_changes
         where org_id = ${scope.orgId} and node_id = n.id and section = requested.section order by version desc limit 1) c
     where ${inScope(scope)} and n.tpath = any(${[...paths]}) and c.run_id = ${runId}`);
}
