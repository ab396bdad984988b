import type { NodeType } from '@storeward/contract/access';
import { normalisedCode } from '@storeward/contract/fields';
import { exactCountLimit, type PageParams } from '@storeward/contract/paging';
import { sql } from 'kysely';
import type { NodeRef, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { type Cursor, limitPlusOne } from '../platform/database/cursor-pagination.ts';
import { isFound, searchPattern } from '../platform/database/search-patterns.ts';

/** A row of the node tree with its path, which contains the labels of all ancestors. */
export type NodeListRow = {
  readonly nodeId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly code: string;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly isOverride: boolean;
  readonly region: ('CHINA' | 'REST_OF_WORLD')[];
  readonly childCount: number;
  readonly storeCount: number;
  readonly tpath: string;
  readonly sortedBy: string;
};

/** SQL condition that limits nodes `n` to the scope. Every node query uses this or `inScopeById`. */
export const inScope = (scope: Scope) =>
  sql`n.org_id = ${scope.orgId} and n.deleted_date is null and n.tpath >= ${scope.lo} and n.tpath < ${scope.hi}`;

/**
 * The same for nodes selected by id or code. The range is wrapped in a CASE because the planner cannot estimate its
 * selectivity and would otherwise scan the whole subtree.
 */
export const inScopeById = (scope: Scope) =>
  sql`n.org_id = ${scope.orgId} and n.deleted_date is null
      and case when n.tpath >= ${scope.lo} and n.tpath < ${scope.hi} then true else false end`;

/** Kinds of counters, and the rows that they count. */
const counted = {
  nodes: { kinds: 'node.', rows: sql`nodes s where true` },
  stores: { kinds: 'node.STORE.', rows: sql`nodes s where s.node_type = 'STORE'` },
  users: { kinds: 'user.', rows: sql`users s where true` },
  devices: { kinds: 'device.', rows: sql`devices s where true` },
} as const;

/** SQL expression: the number of rows at and below the node `n`. */
const countRowsInSubTree = (what: keyof typeof counted) =>
  sql`(select count(*)::int from ${counted[what].rows} and s.org_id = n.org_id and s.deleted_date is null and in_sub_tree(s.tpath, n.tpath))`;

/** The same from the counters of the node, unless they do not tell it. */
export const countInSubTree = (what: keyof typeof counted) =>
  sql`coalesce(sub_tree_count(n.tpath, ${sql.lit(counted[what].kinds)}), ${countRowsInSubTree(what)})`;

/** SQL expression: the number of stores at and below the node `n`. */
export const storeCountBelow = () => sql`case when n.node_type = 'STORE' then 1 else ${countInSubTree('stores')} end`;

type SubTreeCounts = { placeCount: number; storeCount: number; userCount: number; deviceCount: number };

/**
 * Counts the nodes (including the node itself), stores, users and devices of a subtree. What is deleted depends on rows: it counts
 * those, not the counters.
 */
export async function countSubtree(
  db: Db,
  scope: Scope,
  node: { readonly id: string },
  { rows = false }: { rows?: boolean } = {},
): Promise<SubTreeCounts> {
  const count = rows ? countRowsInSubTree : countInSubTree;
  const row = await db.first(sql<SubTreeCounts>`
    select ${count('nodes')} as "placeCount", ${count('stores')} as "storeCount", ${count('users')} as "userCount",
           ${count('devices')} as "deviceCount"
      from nodes n where ${inScope(scope)} and n.id = ${node.id}`);
  return row ?? { placeCount: 0, storeCount: 0, userCount: 0, deviceCount: 0 };
}

/** SQL expression: whether a node below the organisation has its own setting values. */
const hasOwnSettings = sql`(n.parent_id is not null and exists (select from setting_values v where v.org_id = n.org_id and v.node_id = n.id
    and is_current(v)))`;
const rowColumns = sql`n.id as "nodeId", n.parent_id as "parentId", n.name, n.code, n.node_type as "nodeType", n.status, ${hasOwnSettings} as "isOverride",
  n.region, n.tpath, n.name_norm as "sortedBy",
  (select count(*)::int from nodes c where c.org_id = n.org_id and c.parent_id = n.id and c.deleted_date is null) as "childCount",
  ${storeCountBelow()} as "storeCount"`;

/** Filters nodes by enabled status. */
type StatusFilter = { readonly openOnly?: boolean };

const filterConditions = ({ search, openOnly }: Pick<PageParams, 'search'> & StatusFilter) =>
  sql` and ${isFound(sql`n.search_text`, search)}${openOnly ? sql` and n.status` : sql``}`;

/**
 * Runs a query that also reads rows that the portal of the request hides, for checks that must cover them. Other
 * queries of the transaction must not run meanwhile.
 */
export async function includingHidden<T>(db: Db, query: () => Promise<T>): Promise<T> {
  db.pipeline(sql`
    select set_config('app.hidden', '', true) from set_config('app.shown_without', current_setting('app.hidden', true), true)`);
  const result = await query();
  db.pipeline(sql`select set_config('app.hidden', current_setting('app.shown_without'), true)`);
  return result;
}

/** The direct children of a node by name; one row more than the page size, to detect a next page. */
export async function listChildren(
  db: Db,
  scope: Scope,
  parentId: string,
  page: Pick<PageParams, 'descending' | 'offset' | 'limit' | 'search'> & StatusFilter,
  cursor?: Cursor,
): Promise<NodeListRow[]> {
  const direction = sql.raw(page.descending ? 'desc' : 'asc');
  const after = cursor
    ? sql` and (n.name_norm, n.id) ${sql.raw(page.descending ? '<' : '>')} (${cursor.after}, ${cursor.id})`
    : sql``;
  const conditions = filterConditions(page);
  return db.many(sql<NodeListRow>`
    with page as materialized (
      select n.id from nodes n where ${inScope(scope)} and n.parent_id = ${parentId}${conditions}${after}
       order by n.name_norm ${direction}, n.id ${direction} offset ${cursor ? 0 : page.offset} limit ${limitPlusOne(page.limit)})
    select ${rowColumns} from page join nodes n on n.org_id = ${scope.orgId} and n.id = page.id
     order by n.name_norm ${direction}, n.id ${direction}`);
}

/** The path of a node of the scope; undefined if it does not exist or is deleted. */
export async function findPath(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  return (await db.first(sql<{ tpath: string }>`select n.tpath from nodes n where ${inScope(scope)} and n.id = ${id}`))
    ?.tpath;
}

/** The type and path of a node; `lock` (the default) takes a share lock until the end of the transaction. */
export async function findTreePosition(
  db: Db,
  scope: Scope,
  id: string,
  { lock = true }: { lock?: boolean } = {},
): Promise<{ id: string; nodeType: NodeType; tpath: string } | undefined> {
  return db.first(
    sql<{ id: string; nodeType: NodeType; tpath: string }>`
      select n.id, n.node_type as "nodeType", n.tpath from nodes n where ${inScope(scope)} and n.id = ${id}${lock ? sql` for share` : sql``}`,
  );
}

export async function hasNode(db: Db, scope: Scope, id: string): Promise<boolean> {
  return (await db.first(sql`select from nodes n where ${inScope(scope)} and n.id = ${id}`)) !== undefined;
}

export async function countChildren(
  db: Db,
  scope: Scope,
  parentId: string,
  page: Pick<PageParams, 'search'> & StatusFilter,
): Promise<number> {
  const row = await db.first(
    sql<{
      total: number;
    }>`select count(*)::int as total from nodes n where ${inScope(scope)} and n.parent_id = ${parentId}${filterConditions(page)}`,
  );
  return row?.total ?? 0;
}

/** Filters of the node search; `belowPath` limits it to a subtree including its root. */
type NodeSearchFilter = Required<StatusFilter> & {
  readonly types: readonly NodeType[] | null;
  readonly belowPath?: string | undefined;
};

/** Nodes whose name or code contains the text, an exact code match first; one row more than the page size. */
export async function searchNodes(
  db: Db,
  scope: Scope,
  { search, offset, limit, ...filter }: PageParams & NodeSearchFilter,
): Promise<NodeListRow[]> {
  const text = normalisedCode(search);
  return db.many(sql<NodeListRow>`
    with page as materialized (select id from find_nodes(${searchPattern(search) ?? '%'}, ${filter.openOnly}, ${filter.types}, ${filter.belowPath ?? null}, ${text}, ${offset}, ${limit + 1}))
    select ${rowColumns} from page join nodes n on n.org_id = ${scope.orgId} and n.id = page.id
     order by n.code_norm = ${text} desc, n.name_norm, n.id`);
}

/** The number of search results, counted up to `exactCountLimit` + 1. */
export async function countSearchResults(
  db: Db,
  { search, openOnly, types, belowPath }: PageParams & NodeSearchFilter,
): Promise<number> {
  const countLimit = exactCountLimit + 1;
  const row = await db.first(
    sql<{
      total: number;
    }>`select count_nodes(${searchPattern(search) ?? '%'}, ${openOnly}, ${types}, ${belowPath ?? null}, ${countLimit}) as total`,
  );
  return row?.total ?? 0;
}

export type ChoiceRow = Pick<NodeListRow, 'nodeId' | 'name' | 'code' | 'nodeType' | 'tpath'>;

/** Filters of the node choices; `belowPath` limits them to the descendants of a node. */
type ChoiceFilter = {
  readonly nodeType: NodeType;
  readonly belowPath: string | undefined;
};

const choiceSource = (scope: Scope, { search, nodeType, belowPath }: Pick<PageParams, 'search'> & ChoiceFilter) =>
  // the planner has to know the type, as most nodes are stores and few are companies
  sql`nodes n where ${inScope(scope)} and n.node_type = ${sql.lit(nodeType)} and n.status
    and not n.tpath ^@ any ((select disabled_parent_paths())::text[])${
      belowPath ? sql` and is_below(n.tpath, ${belowPath})` : sql``
    } and ${isFound(sql`n.search_text`, search)}`;

/** The enabled nodes of one type, an exact code match first; one row more than the page size. */
export async function listChoices(db: Db, scope: Scope, filter: PageParams & ChoiceFilter): Promise<ChoiceRow[]> {
  const direction = sql.raw(filter.descending ? 'desc' : 'asc');
  return db.many(sql<ChoiceRow>`
    select n.id as "nodeId", n.name, n.code, n.node_type as "nodeType", n.tpath from ${choiceSource(scope, filter)}
     order by ${filter.search ? sql`n.code_norm = ${normalisedCode(filter.search)} desc, ` : sql``}n.name_norm ${direction}, n.id ${direction}
    offset ${filter.offset} limit ${limitPlusOne(filter.limit)}`);
}

/** The number of choices, counted up to `exactCountLimit` + 1. */
export async function countChoices(db: Db, scope: Scope, filter: PageParams & ChoiceFilter): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from (select from ${choiceSource(scope, filter)} limit ${exactCountLimit + 1}) found`);
  return row?.total ?? 0;
}

/** One node by id, also if it is disabled. */
export async function findChoice(db: Db, scope: Scope, id: string): Promise<ChoiceRow | undefined> {
  return db.first(sql<ChoiceRow>`
    select n.id as "nodeId", n.name, n.code, n.node_type as "nodeType", n.tpath from nodes n where ${inScope(scope)} and n.id = ${id}`);
}

/** The nodes with these paths and all their ancestors within the scope, ordered by path. */
export async function listPathNodes(
  db: Db,
  scope: Scope,
  paths: readonly string[],
): Promise<(NodeRef & { tpath: string })[]> {
  const prefixes = [...new Set(paths.flatMap(pathPrefixes))];
  return db.many(sql<NodeRef & { tpath: string }>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath from nodes n
     where ${inScope(scope)} and n.tpath = any(${prefixes}) order by n.tpath`);
}

/** 'a.b.c.' gives 'a.', 'a.b.', 'a.b.c.': the paths of the ancestors and of the node itself. */
const pathPrefixes = (tpath: string): string[] =>
  tpath
    .split('.')
    .slice(0, -1)
    .map((_, index, labels) => `${labels.slice(0, index + 1).join('.')}.`);

type NodeDetails = NodeListRow & {
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postCode: string | null;
  readonly country: string | null;
  readonly inheritedCountry: string | null;
  readonly timeZone: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly phoneNumber: string;
  readonly emailId: string;
  readonly userCount: number;
  readonly deviceCount: number;
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

/** The full node with the number of users and devices in its subtree. */
export async function findNode(db: Db, scope: Scope, id: string): Promise<NodeDetails | undefined> {
  return db.first(sql<NodeDetails>`
    select ${rowColumns}, n.street, n.city, n.state, n.post_code as "postCode", n.country, country_above(n.tpath) as "inheritedCountry",
           n.time_zone as "timeZone", n.latitude, n.longitude,
           n.phone_number as "phoneNumber", n.email_id as "emailId",
           ${countInSubTree('users')} as "userCount", ${countInSubTree('devices')} as "deviceCount",
           n.created_date as "createdDate", n.created_by as "createdBy", n.updated_date as "updatedDate", n.updated_by as "updatedBy", n.version
      from nodes n where ${inScope(scope)} and n.id = ${id}`);
}

/**
 * Takes the advisory lock on the organisation's tree structure until the end of the transaction; `exclusive` also
 * blocks writers that take the shared lock.
 */
export async function lockStructure(db: Db, _scope: Scope, exclusive = false): Promise<void> {
  await db.run(sql`select lock_tree(${exclusive})`);
}

/** Takes the same lock without waiting; returns false if it is not available. */
export async function tryLockStructure(db: Db, _scope: Scope, exclusive: boolean): Promise<boolean> {
  const lockFunction = sql.raw(exclusive ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_xact_lock_shared');
  const row = await db.first(
    sql<{ locked: boolean }>`select ${lockFunction}(hashtextextended(scope_org()::text, 12)) as locked`,
  );
  return row?.locked === true;
}
