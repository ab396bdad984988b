import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import type { NodeRegion } from '@storeward/contract/nodes';
import { countedExactly, type PageWanted } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import type { Place, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { containing, type Cursor, oneMoreThan } from '../platform/paged.ts';

/** A place with what the tree shows beside it, and its path, from which the places above it can be told. */
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

/** Whether a path lies in the part of the tree that begins at `n`. */
export const below = (path: RawBuilder<unknown>) => sql`${path} >= n.tpath and ${path} < left(n.tpath, -1) || '/'`;

/** Cuts the sub-tree out: the one place that does. */
export const within = (scope: Scope) =>
  sql`n.org_id = ${scope.orgId} and n.deleted_date is null and n.tpath >= ${scope.lo} and n.tpath < ${scope.hi}`;

/**
 * The same for places that are named one by one. The range stands in a CASE, or the planner, who cannot know how wide it
 * is, goes through all of the sub-tree in search of a few.
 */
export const withinNamed = (scope: Scope) =>
  sql`n.org_id = ${scope.orgId} and n.deleted_date is null
      and case when n.tpath >= ${scope.lo} and n.tpath < ${scope.hi} then true else false end`;

/** Leaves out what a portal does not show: the places of the other region alone, with all below them. */
export const shownBy = (hidden: NodeRegion, path = sql`n.tpath`) =>
  sql` and not ${path} ^@ any ((select walled_paths(${hidden}))::text[])`;

/** How many stores there are in the part of the tree that begins at `n`. */
export const stores = (more = sql``) =>
  sql`(select count(*)::int from nodes s where s.org_id = n.org_id and s.node_type = 'STORE' and s.deleted_date is null and ${below(sql`s.tpath`)}${more})`;
/** Whether a place below the top says anything itself. */
const overriding = sql`(n.parent_id is not null and exists (select from setting_values v where v.org_id = n.org_id and v.node_id = n.id
    and v.ended_date is null and v.valid_from <= clock() and (v.valid_until is null or v.valid_until > clock())))`;
const shown = (
  hidden: NodeRegion,
) => sql`n.id as "nodeId", n.parent_id as "parentId", n.name, n.code, n.node_type as "nodeType", n.status, ${overriding} as "isOverride",
  n.region, n.tpath, n.name_norm as "sortedBy",
  (select count(*)::int from nodes c where c.org_id = n.org_id and c.parent_id = n.id and c.deleted_date is null${shownBy(hidden, sql`c.tpath`)}) as "childCount",
  ${stores(shownBy(hidden, sql`s.tpath`))} as "storeCount"`;

/** Which places of those there are are wanted: by name or code, open ones alone, and without those that the portal does not show. */
type Shown = { readonly hidden: NodeRegion; readonly openOnly?: boolean };

const narrowed = ({ search, hidden, openOnly }: Pick<PageWanted, 'search'> & Shown) =>
  sql`${search ? sql` and n.search_text like ${containing(normalised(search))}` : sql``}${openOnly ? sql` and n.status` : sql``}${shownBy(hidden)}`;

/** The places right below one place, by name, and one more than wanted. */
export async function listChildren(
  db: Db,
  scope: Scope,
  parentId: string,
  page: Pick<PageWanted, 'descending' | 'offset' | 'limit' | 'search'> & Shown,
  cursor?: Cursor,
): Promise<NodeListRow[]> {
  const direction = sql.raw(page.descending ? 'desc' : 'asc');
  const after = cursor
    ? sql` and (n.name_norm, n.id) ${sql.raw(page.descending ? '<' : '>')} (${cursor.after}, ${cursor.id})`
    : sql``;
  const kept = narrowed(page);
  return db.many(sql<NodeListRow>`
    with page as materialized (
      select n.id from nodes n where ${within(scope)} and n.parent_id = ${parentId}${kept}${after}
       order by n.name_norm ${direction}, n.id ${direction} offset ${cursor ? 0 : page.offset} limit ${oneMoreThan(page.limit)})
    select ${shown(page.hidden)} from page join nodes n on n.org_id = ${scope.orgId} and n.id = page.id
     order by n.name_norm ${direction}, n.id ${direction}`);
}

/** The path of a place of the scope that is not gone. */
export async function pathWithin(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  return (await db.first(sql<{ tpath: string }>`select n.tpath from nodes n where ${within(scope)} and n.id = ${id}`))
    ?.tpath;
}

/** What a place is and where it stands. */
export async function standingOf(
  db: Db,
  scope: Scope,
  id: string,
  { held = true }: { held?: boolean } = {},
): Promise<{ id: string; nodeType: NodeType; tpath: string } | undefined> {
  return db.first(
    sql<{ id: string; nodeType: NodeType; tpath: string }>`
      select n.id, n.node_type as "nodeType", n.tpath from nodes n where ${within(scope)} and n.id = ${id}${held ? sql` for share` : sql``}`,
  );
}

/** Whether there is such a place in the scope. */
export async function hasNode(db: Db, scope: Scope, id: string): Promise<boolean> {
  return (await db.first(sql`select from nodes n where ${within(scope)} and n.id = ${id}`)) !== undefined;
}

/** How many places lie right below one place. */
export async function countChildren(
  db: Db,
  scope: Scope,
  parentId: string,
  page: Pick<PageWanted, 'search'> & Shown,
): Promise<number> {
  const row = await db.first(
    sql<{
      total: number;
    }>`select count(*)::int as total from nodes n where ${within(scope)} and n.parent_id = ${parentId}${narrowed(page)}`,
  );
  return row?.total ?? 0;
}

/** Which places a search is after: shown by the portal, open ones alone, of some kinds alone, at and below one alone. */
type Sought = Required<Shown> & {
  readonly types: readonly NodeType[] | null;
  readonly belowPath?: string | undefined;
};

/** The places whose name or code holds the text, an exact code first, and one more than wanted. */
export async function searchNodes(
  db: Db,
  scope: Scope,
  { search, offset, limit, ...which }: PageWanted & Sought,
): Promise<NodeListRow[]> {
  const text = normalised(search);
  return db.many(sql<NodeListRow>`
    with page as materialized (select id from search_nodes(${containing(text)}, ${which.hidden}, ${which.openOnly}, ${which.types}, ${which.belowPath ?? null}, ${text}, ${offset}, ${limit + 1}))
    select ${shown(which.hidden)} from page join nodes n on n.org_id = ${scope.orgId} and n.id = page.id
     order by n.code_norm = ${text} desc, n.name_norm, n.id`);
}

/** How many places a search finds, counted up to a bound. */
export async function countFound(
  db: Db,
  { search, hidden, openOnly, types, belowPath }: PageWanted & Sought,
): Promise<number> {
  const most = countedExactly + 1;
  const row = await db.first(
    sql<{
      total: number;
    }>`select count_found_nodes(${containing(normalised(search))}, ${hidden}, ${openOnly}, ${types}, ${belowPath ?? null}, ${most}) as total`,
  );
  return row?.total ?? 0;
}

/** A place that can be chosen, and its path. */
export type ChoiceRow = Pick<NodeListRow, 'nodeId' | 'name' | 'code' | 'nodeType' | 'tpath'>;

/** Which places there are to choose from: shown by the portal, of one kind, below one place if one is said. */
type Choosable = Pick<Shown, 'hidden'> & { readonly nodeType: NodeType; readonly belowPath: string | undefined };

const choosable = (scope: Scope, { search, hidden, nodeType, belowPath }: Pick<PageWanted, 'search'> & Choosable) =>
  sql`nodes n where ${within(scope)} and n.node_type = ${nodeType}
    and not n.tpath ^@ any ((select barred_paths(${hidden}, true))::text[])${
      belowPath ? sql` and n.tpath > ${belowPath} and n.tpath < ${`${belowPath.slice(0, -1)}/`}` : sql``
    }${search ? sql` and n.search_text like ${containing(normalised(search))}` : sql``}`;

/** The open places of one kind to choose from, an exact code first, and one more than wanted. */
export async function listChoices(db: Db, scope: Scope, wanted: PageWanted & Choosable): Promise<ChoiceRow[]> {
  const direction = sql.raw(wanted.descending ? 'desc' : 'asc');
  return db.many(sql<ChoiceRow>`
    select n.id as "nodeId", n.name, n.code, n.node_type as "nodeType", n.tpath from ${choosable(scope, wanted)}
     order by n.code_norm = ${normalised(wanted.search)} desc, n.name_norm ${direction}, n.id ${direction}
    offset ${wanted.offset} limit ${oneMoreThan(wanted.limit)}`);
}

/** How many places there are to choose from, counted up to a bound. */
export async function countChoices(db: Db, scope: Scope, wanted: PageWanted & Choosable): Promise<number> {
  const row = await db.first(sql<{ total: number }>`
    select count(*)::int as total from (select from ${choosable(scope, wanted)} limit ${countedExactly + 1}) found`);
  return row?.total ?? 0;
}

/** One place that somebody has chosen, whether it is open or not. */
export async function findChoice(db: Db, scope: Scope, id: string): Promise<ChoiceRow | undefined> {
  return db.first(sql<ChoiceRow>`
    select n.id as "nodeId", n.name, n.code, n.node_type as "nodeType", n.tpath from nodes n where ${within(scope)} and n.id = ${id}`);
}

/** The places at these paths and on the way down to them, by path. */
export async function listAlong(
  db: Db,
  scope: Scope,
  paths: readonly string[],
): Promise<(Place & { tpath: string })[]> {
  const wanted = [...new Set(paths.flatMap(prefixes))];
  return db.many(sql<Place & { tpath: string }>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath from nodes n
     where ${within(scope)} and n.tpath = any(${wanted}) order by n.tpath`);
}

/** 'a.b.c.' gives 'a.', 'a.b.', 'a.b.c.': the paths of a place and of all above it. */
const prefixes = (tpath: string): string[] =>
  tpath
    .split('.')
    .slice(0, -1)
    .map((_, index, labels) => `${labels.slice(0, index + 1).join('.')}.`);

type Details = NodeListRow & {
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postCode: string | null;
  readonly country: string | null;
  readonly timeZone: string | null;
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

/** One place with all that is stored of it, and how many users and devices there are at it or below it. */
export async function findNode(db: Db, scope: Scope, id: string, hidden: NodeRegion): Promise<Details | undefined> {
  return db.first(sql<Details>`
    select ${shown(hidden)}, n.street, n.city, n.state, n.post_code as "postCode", n.country, n.time_zone as "timeZone",
           n.phone_number as "phoneNumber", n.email_id as "emailId",
           (select count(*)::int from users u where u.org_id = n.org_id and u.deleted_date is null and ${below(sql`u.tpath`)}) as "userCount",
           (select count(*)::int from devices d where d.org_id = n.org_id and d.deleted_date is null and ${below(sql`d.tpath`)}) as "deviceCount",
           n.created_date as "createdDate", n.created_by as "createdBy", n.updated_date as "updatedDate", n.updated_by as "updatedBy", n.version
      from nodes n where ${within(scope)} and n.id = ${id}`);
}

/** Keeps the shape of the organisation's tree still until the change at hand is stored; `alone` also keeps out whoever writes into it. */
export async function holdStructure(db: Db, _scope: Scope, alone = false): Promise<void> {
  await db.run(sql`select hold_structure(${alone})`);
}

/** The same without waiting: false where somebody else holds it just now. */
export async function tryHoldStructure(db: Db, _scope: Scope, alone: boolean): Promise<boolean> {
  const lock = sql.raw(alone ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_xact_lock_shared');
  const row = await db.first(sql<{ held: boolean }>`select ${lock}(hashtextextended(scope_org()::text, 12)) as held`);
  return row?.held === true;
}
