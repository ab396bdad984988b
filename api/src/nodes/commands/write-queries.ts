import { normalised } from '@storeward/contract/fields';
import type { ChildNodeType } from '@storeward/contract/nodes/node-types';
import type { NodeInput } from '@storeward/contract/nodes/node-input';
import { searchText } from '@storeward/contract/search';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { includingHidden, inScopeById } from '../queries.ts';
import type { NodeState } from './state-queries.ts';

/** The editable fields of a node as table columns. */
const toColumns = (input: NodeInput) => ({
  name: input.name,
  name_norm: normalised(input.name),
  code: input.code,
  code_norm: normalised(input.code),
  search_text: searchText(input.name, input.code),
  region: [...new Set(input.region)].sort(),
  street: input.street || null,
  city: input.city || null,
  state: input.state || null,
  post_code: input.postCode || null,
  country: input.country || null,
  time_zone: input.timeZone || null,
  latitude: input.latitude ?? null,
  longitude: input.longitude ?? null,
  phone_number: input.phoneNumber,
  email_id: input.emailId,
});

const columnTypes = sql`name text, name_norm text, code text, code_norm text, search_text text, region text[], street text, city text,
  state text, post_code text, country text, time_zone text, latitude float8, longitude float8, phone_number text, email_id text`;

export type NodeToInsert = {
  readonly id: string;
  readonly parentId: string;
  readonly parentPath: string;
  readonly nodeType: ChildNodeType;
  readonly status: boolean;
  readonly input: NodeInput;
};

/** Inserts nodes below their parents; returns their paths by id. */
export async function insertNodes(
  db: Db,
  scope: Scope,
  nodes: readonly NodeToInsert[],
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  if (nodes.length === 0) return new Map();
  const rows = nodes.map(({ input, ...node }) => ({ ...node, ...toColumns(input) }));
  const inserted = await db.many(sql<{ id: string; tpath: string }>`
    insert into nodes (id, org_id, parent_id, tpath, node_type, status, name, name_norm, code, code_norm, search_text, region, street, city,
      state, post_code, country, time_zone, latitude, longitude, phone_number, email_id, created_date, created_by, updated_date, updated_by)
    select x.id, ${scope.orgId}, x."parentId", x."parentPath" || node_label(nextval('node_labels')) || '.', x."nodeType", x.status, x.name,
           x.name_norm, x.code, x.code_norm, x.search_text, x.region, x.street, x.city, x.state, x.post_code, x.country, x.time_zone,
           x.latitude, x.longitude, x.phone_number, x.email_id, clock(), ${userId}, clock(), ${userId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           x(id uuid, "parentId" uuid, "parentPath" text, "nodeType" text, status boolean, ${columnTypes})
    returning id, tpath`);
  return new Map(inserted.map(({ id, tpath }) => [id, tpath]));
}

/** Updates the editable fields of nodes, whose rows must be locked. */
export async function updateNodes(
  db: Db,
  scope: Scope,
  nodes: readonly { readonly id: string; readonly input: NodeInput }[],
  userId: string,
): Promise<void> {
  if (nodes.length === 0) return;
  const rows = nodes.map(({ id, input }) => ({ id, ...toColumns(input) }));
  await db.run(sql`
    update nodes n set name = x.name, name_norm = x.name_norm, code = x.code, code_norm = x.code_norm, search_text = x.search_text,
           region = x.region, street = x.street, city = x.city, state = x.state, post_code = x.post_code, country = x.country,
           time_zone = x.time_zone, latitude = x.latitude, longitude = x.longitude, phone_number = x.phone_number, email_id = x.email_id,
           updated_date = clock(), updated_by = ${userId}, version = n.version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(id uuid, ${columnTypes})
     where ${inScopeById(scope)} and n.id = x.id`);
}

/** Enables or disables nodes, whose rows must be locked. */
export async function updateStatuses(
  db: Db,
  scope: Scope,
  nodes: readonly { readonly id: string; readonly status: boolean }[],
  userId: string,
): Promise<void> {
  if (nodes.length === 0) return;
  await db.run(sql`
    update nodes n set status = x.status, updated_date = clock(), updated_by = ${userId}, version = n.version + 1
      from jsonb_to_recordset(${JSON.stringify(nodes)}::jsonb) x(id uuid, status boolean)
     where ${inScopeById(scope)} and n.id = x.id`);
}

/** Deletes empty nodes, whose rows must be locked: a soft delete, so that history and audit can name them. */
export async function deleteNodes(db: Db, scope: Scope, ids: readonly string[], userId: string): Promise<void> {
  if (ids.length === 0) return;
  await db.run(sql`
    update nodes n set deleted_date = clock(), updated_date = clock(), updated_by = ${userId}, version = n.version + 1
     where ${inScopeById(scope)} and n.id = any(${[...ids]})`);
}

/** A move of 10,000 nodes with their users and devices takes a few seconds, longer on a small machine. */
const moveTimeout = { seconds: 60 };

/**
 * Moves a subtree below another parent by rewriting the paths of its nodes, including hidden ones; cascading foreign
 * keys update users, devices and settings. Returns the new path of the node.
 */
export async function moveNode(
  db: Db,
  scope: Scope,
  node: Pick<NodeState, 'id' | 'tpath'>,
  parent: Pick<NodeState, 'id' | 'tpath'>,
  userId: string,
): Promise<string> {
  const label = node.tpath.slice(node.tpath.lastIndexOf('.', node.tpath.length - 2) + 1);
  const tpath = parent.tpath + label;
  const statement = sql`
    update nodes n
       set tpath = ${tpath} || substr(n.tpath, ${node.tpath.length + 1}),
           parent_id = case when n.id = ${node.id} then ${parent.id}::uuid else n.parent_id end,
           version = n.version + (n.id = ${node.id})::int,
           moved_date = case when n.id = ${node.id} then clock() else n.moved_date end,
           updated_date = case when n.id = ${node.id} then clock() else n.updated_date end,
           updated_by = case when n.id = ${node.id} then ${userId}::uuid else n.updated_by end
     where n.org_id = ${scope.orgId} and in_sub_tree(n.tpath, ${node.tpath})`;
  await includingHidden(db, () => db.run(statement, moveTimeout));
  return tpath;
}
