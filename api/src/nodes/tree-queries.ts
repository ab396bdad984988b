import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import type { NewNode, NodeInput } from '@storeward/contract/nodes';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/database/db.ts';
import { isBelow, storeCountBelow, inScope, inScopeById } from './queries.ts';

/** The fields of a node that tree changes and access rules need. */
export type TreeNode = {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly tpath: string;
  readonly version: number;
};

/** The nodes of the scope with these ids; `lock` locks their rows until the end of the transaction. */
export async function listTreeNodes(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, TreeNode>> {
  const rows = await db.many(sql<TreeNode>`
    select n.id, n.parent_id as "parentId", n.name, n.node_type as "nodeType", n.status, n.tpath, n.version
      from nodes n where ${inScopeById(scope)} and n.id = any(${[...ids]}) order by n.id${lock ? sql` for no key update` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Maps the editable fields of a node to table columns. */
export const toColumns = (input: NodeInput) => ({
  name: input.name,
  name_norm: normalised(input.name),
  code: input.code,
  code_norm: normalised(input.code),
  search_text: normalised(`${input.name} ${input.code}`),
  region: [...new Set(input.region)].sort(),
  street: input.street || null,
  city: input.city || null,
  state: input.state || null,
  post_code: input.postCode || null,
  country: input.country || null,
  time_zone: input.timeZone || null,
  phone_number: input.phoneNumber,
  email_id: input.emailId,
});

const updateStamp = (userId: string) => ({
  updated_date: sql<string>`clock()`,
  updated_by: userId,
  version: sql<number>`version + 1`,
});

/** Inserts a node below its parent; returns its path. */
export async function insertNode(
  db: Db,
  scope: Scope,
  { id, parent, ...input }: NewNode & { id: string; parent: TreeNode },
  userId: string,
): Promise<string> {
  const row = await db.first(
    build
      .insertInto('nodes')
      .values({
        id,
        org_id: scope.orgId,
        parent_id: parent.id,
        tpath: sql<string>`${parent.tpath} || node_label(nextval('node_labels')) || '.'`,
        node_type: input.nodeType,
        ...toColumns(input),
        created_date: sql<string>`clock()`,
        created_by: userId,
        updated_date: sql<string>`clock()`,
        updated_by: userId,
      })
      .returning('tpath'),
  );
  return row?.tpath ?? parent.tpath;
}

/** Matches a node of the scope only in the version that was read before. */
const isNodeVersion = (scope: Scope, { id, version }: Pick<TreeNode, 'id' | 'version'>) =>
  sql<boolean>`org_id = ${scope.orgId} and tpath >= ${scope.lo} and tpath < ${scope.hi} and id = ${id} and version = ${version} and deleted_date is null`;

/** Updates the editable fields of a node. */
export async function updateNode(
  db: Db,
  scope: Scope,
  node: TreeNode,
  input: NodeInput,
  userId: string,
): Promise<void> {
  await db.run(
    build
      .updateTable('nodes')
      .set({ ...toColumns(input), ...updateStamp(userId) })
      .where(isNodeVersion(scope, node)),
  );
}

export async function updateStatus(
  db: Db,
  scope: Scope,
  node: TreeNode,
  status: boolean,
  userId: string,
): Promise<void> {
  await db.run(
    build
      .updateTable('nodes')
      .set({ status, ...updateStamp(userId) })
      .where(isNodeVersion(scope, node)),
  );
}

/** Soft-deletes a node. */
export async function deleteNode(db: Db, scope: Scope, node: TreeNode, userId: string): Promise<void> {
  await db.run(
    build
      .updateTable('nodes')
      .set({ deleted_date: sql<string>`clock()`, ...updateStamp(userId) })
      .where(isNodeVersion(scope, node)),
  );
}

/** A move of 10,000 nodes with their users and devices takes a few seconds, longer on a small machine. */
const moveTimeout = { seconds: 60 };

/**
 * Moves a subtree below another parent by rewriting the paths of its nodes; cascading foreign keys update users, devices and settings. Returns
 * the new path of the node.
 */
export async function moveNode(
  db: Db,
  scope: Scope,
  node: TreeNode,
  parent: TreeNode,
  userId: string,
): Promise<string> {
  const label = node.tpath.slice(node.tpath.lastIndexOf('.', node.tpath.length - 2) + 1);
  const tpath = parent.tpath + label;
  const statement = sql`
    update nodes n
       set tpath = ${tpath} || substr(n.tpath, ${node.tpath.length + 1}),
           parent_id = case when n.id = ${node.id} then ${parent.id}::uuid else n.parent_id end,
           version = n.version + (n.id = ${node.id})::int,
           updated_date = case when n.id = ${node.id} then clock() else n.updated_date end,
           updated_by = case when n.id = ${node.id} then ${userId}::uuid else n.updated_by end
     where n.org_id = ${scope.orgId} and n.tpath >= ${node.tpath} and n.tpath < ${`${node.tpath.slice(0, -1)}/`}`;
  await db.run(statement, moveTimeout);
  return tpath;
}

/** Counts the nodes (including the node itself), stores, users and devices of a subtree. */
export async function countSubtree(db: Db, scope: Scope, node: TreeNode) {
  const row = await db.first(sql<{ placeCount: number; storeCount: number; userCount: number; deviceCount: number }>`
    select (select count(*)::int from nodes s where s.org_id = n.org_id and s.deleted_date is null and ${isBelow(sql`s.tpath`)}) as "placeCount",
           ${storeCountBelow()} as "storeCount",
           (select count(*)::int from users u where u.org_id = n.org_id and u.deleted_date is null and ${isBelow(sql`u.tpath`)}) as "userCount",
           (select count(*)::int from devices d where d.org_id = n.org_id and d.deleted_date is null and ${isBelow(sql`d.tpath`)}) as "deviceCount"
      from nodes n where ${inScope(scope)} and n.id = ${node.id}`);
  return row ?? { placeCount: 0, storeCount: 0, userCount: 0, deviceCount: 0 };
}

/** The number of users assigned to each node on the path to a node. */
export async function listReachingUserCounts(
  db: Db,
  _scope: Scope,
  tpath: string,
): Promise<{ tpath: string; users: number }[]> {
  return db.many(sql<{ tpath: string; users: number }>`select tpath, users from users_reaching(${tpath})`);
}

/** The host names of the organisation's portals. */
export async function listHosts(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.many(build.selectFrom('portal_hosts').select('host').where('org_id', '=', scope.orgId));
  return rows.map(({ host }) => host);
}
