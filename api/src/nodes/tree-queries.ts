import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import type { NewNode, NodeInput } from '@storeward/contract/nodes';
import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';
import { below, stores, within, withinNamed } from './queries.ts';

/** A place as the rules see it: where it stands. */
export type Standing = {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly tpath: string;
  readonly version: number;
};

/** Some places of the scope: looked at, or held until the change at hand is stored. */
export async function listStanding(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { held }: { held: boolean },
): Promise<Map<string, Standing>> {
  const rows = await db.many(sql<Standing>`
    select n.id, n.parent_id as "parentId", n.name, n.node_type as "nodeType", n.status, n.tpath, n.version
      from nodes n where ${withinNamed(scope)} and n.id = any(${[...ids]}) order by n.id${held ? sql` for no key update` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What is filled in about a place, as the table holds it. */
export const columnsOf = (input: NodeInput) => ({
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

const changedBy = (userId: string) => ({
  updated_date: sql<string>`clock()`,
  updated_by: userId,
  version: sql<number>`version + 1`,
});

/** Writes a new place below another one; answers its path. */
export async function insertNode(
  db: Db,
  scope: Scope,
  { id, parent, ...input }: NewNode & { id: string; parent: Standing },
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
        ...columnsOf(input),
        created_date: sql<string>`clock()`,
        created_by: userId,
        updated_date: sql<string>`clock()`,
        updated_by: userId,
      })
      .returning('tpath'),
  );
  return row?.tpath ?? parent.tpath;
}

/** One of the scope's places as it will stand in an update. */
const oneOf = (scope: Scope, { id, version }: Pick<Standing, 'id' | 'version'>) =>
  sql<boolean>`org_id = ${scope.orgId} and tpath >= ${scope.lo} and tpath < ${scope.hi} and id = ${id} and version = ${version} and deleted_date is null`;

/** Writes what was filled in about a place. */
export async function updateNode(
  db: Db,
  scope: Scope,
  node: Standing,
  input: NodeInput,
  userId: string,
): Promise<void> {
  await db.run(
    build
      .updateTable('nodes')
      .set({ ...columnsOf(input), ...changedBy(userId) })
      .where(oneOf(scope, node)),
  );
}

/** Opens a place or closes it. */
export async function updateStatus(
  db: Db,
  scope: Scope,
  node: Standing,
  status: boolean,
  userId: string,
): Promise<void> {
  await db.run(
    build
      .updateTable('nodes')
      .set({ status, ...changedBy(userId) })
      .where(oneOf(scope, node)),
  );
}

/** Takes a place out of the tree. */
export async function deleteNode(db: Db, scope: Scope, node: Standing, userId: string): Promise<void> {
  await db.run(
    build
      .updateTable('nodes')
      .set({ deleted_date: sql<string>`clock()`, ...changedBy(userId) })
      .where(oneOf(scope, node)),
  );
}

/** Ten thousand places with all their people and devices take a few seconds, and longer on a small machine. */
const movePatience = { seconds: 60 };

/** Gives a place and all below it their paths below another one; people and settings follow. Answers its own new path. */
export async function moveNode(
  db: Db,
  scope: Scope,
  node: Standing,
  parent: Standing,
  userId: string,
): Promise<string> {
  const label = node.tpath.slice(node.tpath.lastIndexOf('.', node.tpath.length - 2) + 1);
  const tpath = parent.tpath + label;
  const moved = sql`
    update nodes n
       set tpath = ${tpath} || substr(n.tpath, ${node.tpath.length + 1}),
           parent_id = case when n.id = ${node.id} then ${parent.id}::uuid else n.parent_id end,
           version = n.version + (n.id = ${node.id})::int,
           updated_date = case when n.id = ${node.id} then clock() else n.updated_date end,
           updated_by = case when n.id = ${node.id} then ${userId}::uuid else n.updated_by end
     where n.org_id = ${scope.orgId} and n.tpath >= ${node.tpath} and n.tpath < ${`${node.tpath.slice(0, -1)}/`}`;
  await db.run(moved, movePatience);
  return tpath;
}

/** What a part of the tree holds: places, stores and people. */
export async function countWithin(db: Db, scope: Scope, node: Standing) {
  const row = await db.first(sql<{ placeCount: number; storeCount: number; userCount: number; deviceCount: number }>`
    select (select count(*)::int from nodes s where s.org_id = n.org_id and s.deleted_date is null and ${below(sql`s.tpath`)}) as "placeCount",
           ${stores()} as "storeCount",
           (select count(*)::int from users u where u.org_id = n.org_id and u.deleted_date is null and ${below(sql`u.tpath`)}) as "userCount",
           (select count(*)::int from devices d where d.org_id = n.org_id and d.deleted_date is null and ${below(sql`d.tpath`)}) as "deviceCount"
      from nodes n where ${within(scope)} and n.id = ${node.id}`);
  return row ?? { placeCount: 0, storeCount: 0, userCount: 0, deviceCount: 0 };
}

/** How many people look after each of the places on the way down to one. */
export async function listReaching(db: Db, _scope: Scope, tpath: string): Promise<{ tpath: string; users: number }[]> {
  return db.many(sql<{ tpath: string; users: number }>`select tpath, users from users_reaching(${tpath})`);
}

/** The host names of the organisation's portals. */
export async function listHosts(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db.many(build.selectFrom('portal_hosts').select('host').where('org_id', '=', scope.orgId));
  return rows.map(({ host }) => host);
}
