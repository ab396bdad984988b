import type { NodeType } from '@storeward/contract/access';
import type { NodeInput, NodeRegion, ChildNodeType } from '@storeward/contract/nodes';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { excludeHidden, inScope, inScopeById } from './queries.ts';
import { toColumns } from './tree-queries.ts';

/** A node with every field that a file can contain. */
export type ExistingNode = NodeInput & {
  readonly id: string;
  readonly parentId: string | null;
  readonly parentCode: string;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly tpath: string;
  readonly version: number;
  /** The normalised code, unique within the organisation. */
  readonly key: string;
};

const existingColumns = sql`n.id, n.parent_id as "parentId", coalesce(p.code, '') as "parentCode", n.node_type as "nodeType", n.status, n.tpath, n.version,
  n.code_norm as key, n.name, n.code, n.region, coalesce(n.street, '') as street, coalesce(n.city, '') as city,
  coalesce(n.state, '') as state, coalesce(n.post_code, '') as "postCode", coalesce(n.country, '') as country,
  coalesce(n.time_zone, '') as "timeZone", n.phone_number as "phoneNumber", n.email_id as "emailId"`;
const joinParent = sql`left join nodes p on p.org_id = n.org_id and p.id = n.parent_id`;

/**
 * The nodes of the scope with these normalised codes, by code; `lock` locks their rows until the end of the
 * transaction.
 */
export async function listByCode(
  db: Db,
  scope: Scope,
  keys: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, ExistingNode>> {
  const rows = await db.many(sql<ExistingNode>`
    select ${existingColumns} from nodes n ${joinParent} where ${inScopeById(scope)} and n.code_norm = any(${[...keys]})
     order by n.id${lock ? sql` for no key update of n` : sql``}`);
  return new Map(rows.map((row) => [row.key, row]));
}

/** The nodes of the scope with these ids, with their rows locked until the end of the transaction. */
export async function listById(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, ExistingNode>> {
  const rows = await db.many(sql<ExistingNode>`
    select ${existingColumns} from nodes n ${joinParent} where ${inScopeById(scope)} and n.id = any(${[...ids]}) order by n.id for no key update of n`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The organisation's root node; empty if the scope covers only a subtree. */
export async function listRoots(db: Db, scope: Scope): Promise<ExistingNode[]> {
  return db.many(
    sql<ExistingNode>`select ${existingColumns} from nodes n ${joinParent} where ${inScope(scope)} and n.parent_id is null`,
  );
}

/** Which of the codes are used anywhere in the organisation, also outside the scope. */
export async function listTakenCodes(db: Db, _scope: Scope, keys: readonly string[]): Promise<Set<string>> {
  const row = await db.first(sql<{ taken: string[] }>`select codes_taken(${[...keys]}) as taken`);
  return new Set(row?.taken);
}

/** All nodes below the scope's root, parents before children. */
export async function listForExport(db: Db, scope: Scope, hidden: NodeRegion): Promise<ExistingNode[]> {
  return db.many(sql<ExistingNode>`
    select ${existingColumns} from nodes n ${joinParent}
     where ${inScope(scope)} and n.tpath <> ${scope.lo} and n.parent_id is not null${excludeHidden(hidden)}
     order by length(n.tpath) - length(replace(n.tpath, '.', '')), p.code_norm, n.code_norm`);
}

/** The values of a new node row. */
export type NodeInsert = {
  readonly id: string;
  readonly parentId: string;
  readonly parentPath: string;
  readonly nodeType: ChildNodeType;
  readonly status: boolean;
  readonly input: NodeInput;
};

/** Inserts new nodes; returns their paths by id. */
export async function insertNodes(
  db: Db,
  scope: Scope,
  nodes: readonly NodeInsert[],
  userId: string,
): Promise<Map<string, string>> {
  if (nodes.length === 0) return new Map();
  const rows = nodes.map(({ input, ...node }) => ({ ...node, ...toColumns(input) }));
  const inserted = await db.many(sql<{ id: string; tpath: string }>`
    insert into nodes (id, org_id, parent_id, tpath, node_type, status, name, name_norm, code, code_norm, search_text, region, street, city,
      state, post_code, country, time_zone, phone_number, email_id, created_date, created_by, updated_date, updated_by)
    select x.id, ${scope.orgId}, x."parentId", x."parentPath" || node_label(nextval('node_labels')) || '.', x."nodeType", x.status, x.name,
           x.name_norm, x.code, x.code_norm, x.search_text, x.region, x.street, x.city, x.state, x.post_code, x.country, x.time_zone,
           x.phone_number, x.email_id, clock(), ${userId}, clock(), ${userId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           x(id uuid, "parentId" uuid, "parentPath" text, "nodeType" text, status boolean, name text, name_norm text, code text, code_norm text,
             search_text text, region text[], street text, city text, state text, post_code text, country text, time_zone text,
             phone_number text, email_id text)
    returning id, tpath`);
  return new Map(inserted.map(({ id, tpath }) => [id, tpath]));
}

/** The ids of those nodes that have children, users, assignments or devices. */
export async function listNonEmpty(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.many(sql<{ id: string }>`
    select n.id from nodes n where ${inScopeById(scope)} and n.id = any(${[...ids]})
       and (exists (select from nodes c where c.org_id = n.org_id and c.parent_id = n.id and c.deleted_date is null)
         or exists (select from users u where u.org_id = n.org_id and u.node_id = n.id and u.deleted_date is null)
         or exists (select from assignments a where a.org_id = n.org_id and a.node_id = n.id)
         or exists (select from devices d where d.org_id = n.org_id and d.node_id = n.id and d.deleted_date is null))`);
  return new Set(rows.map(({ id }) => id));
}

/** Soft-deletes empty nodes. */
export async function deleteNodes(db: Db, scope: Scope, ids: readonly string[], userId: string): Promise<void> {
  await db.run(sql`
    update nodes set deleted_date = clock(), updated_date = clock(), updated_by = ${userId}, version = version + 1
     where org_id = ${scope.orgId} and case when tpath >= ${scope.lo} and tpath < ${scope.hi} then true else false end and id = any(${[...ids]}) and deleted_date is null`);
}
