import { normalised } from '@storeward/contract/fields';
import type { UserColumnName } from '@storeward/contract/users/user-views';
import { sql } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

/** The lists that have views. */
export type ViewedList = 'users' | 'products';

/** The stored properties of a view; those of a list with fixed columns have no columns. */
export type StoredViewInput = {
  readonly name: string;
  readonly shared: boolean;
  readonly query: object;
  readonly columns?: readonly string[];
};

/** A stored view; `area` is the tree path of the owner's node when it was shared, null without a node. */
export type StoredView = {
  readonly id: string;
  readonly ownerId: string;
  readonly owner: string | null;
  readonly area: string | null;
  readonly name: string;
  readonly shared: boolean;
  readonly query: object;
  readonly columns: string[];
  readonly createdDate: string;
  readonly createdBy: string | null;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
  readonly version: number;
};

type Reader = Pick<Actor, 'scope' | 'userId'>;
type Owner = Pick<Actor, 'scope' | 'userId' | 'rootNode'>;

// row-level security on users hides the owner's name from readers outside their area
const viewColumns = sql`v.id, v.owner_id as "ownerId", full_name(u.first_name, u.last_name) as owner, v.area, v.name, v.shared,
  v.query, v.columns, v.created_date as "createdDate", v.created_by as "createdBy", v.updated_date as "updatedDate",
  v.updated_by as "updatedBy", v.version`;
const visibleTo = ({ scope, userId }: Reader, list: ViewedList) =>
  sql`v.org_id = ${scope.orgId} and v.list = ${list} and (v.owner_id = ${userId} or v.shared and ${scope.lo} ^@ v.area)`;

const maxListedViews = 500;

/** A user's own and shared views of a list, sorted by name. */
export async function listViews(db: Db, reader: Reader, list: ViewedList): Promise<StoredView[]> {
  return db.many(sql<StoredView>`
    select ${viewColumns} from user_views v left join users u on u.org_id = v.org_id and u.id = v.owner_id
     where ${visibleTo(reader, list)} order by v.name_norm, v.id limit ${maxListedViews}`);
}

/** A visible view, locked until the transaction ends. */
export async function lockView(db: Db, reader: Reader, list: ViewedList, id: string): Promise<StoredView | undefined> {
  return db.first(sql<StoredView>`
    select ${viewColumns} from user_views v left join users u on u.org_id = v.org_id and u.id = v.owner_id
     where ${visibleTo(reader, list)} and v.id = ${id} for update of v`);
}

export async function countOwnViews(db: Db, { scope, userId }: Reader, list: ViewedList): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from user_views where org_id = ${scope.orgId} and owner_id = ${userId} and list = ${list}`);
  return row?.count ?? 0;
}

/** Inserts a view at the node where its owner acts. */
export async function insertView(
  db: Db,
  { scope, userId, rootNode }: Owner,
  list: ViewedList,
  id: string,
  { name, shared, query, columns = [] }: StoredViewInput,
): Promise<void> {
  await db.run(sql`
    insert into user_views (id, org_id, list, owner_id, node_id, area, name, name_norm, shared, query, columns, created_date, created_by, updated_date, updated_by)
    values (${id}, ${scope.orgId}, ${list}, ${userId}, ${rootNode?.id ?? null}, ${rootNode ? scope.lo : null}, ${name}, ${normalised(name)}, ${shared},
      ${JSON.stringify(query)}::jsonb, ${[...columns]}, clock(), ${userId}, clock(), ${userId})`);
}

export async function updateView(
  db: Db,
  { scope, userId }: Reader,
  id: string,
  { name, shared, query, columns = [] }: StoredViewInput,
): Promise<void> {
  await db.run(sql`
    update user_views set name = ${name}, name_norm = ${normalised(name)}, shared = ${shared}, query = ${JSON.stringify(query)}::jsonb,
           columns = ${[...columns]}, updated_date = clock(), updated_by = ${userId}, version = version + 1
     where org_id = ${scope.orgId} and id = ${id}`);
}

/** Moves a view to the node where the actor acts. */
export async function updateViewNode(db: Db, { scope, rootNode }: Owner, id: string): Promise<void> {
  await db.run(sql`
    update user_views set node_id = ${rootNode?.id ?? null}, area = ${rootNode ? scope.lo : null}
     where org_id = ${scope.orgId} and id = ${id}`);
}

export async function deleteView(db: Db, scope: Scope, id: string): Promise<void> {
  await db.run(sql`delete from user_views where org_id = ${scope.orgId} and id = ${id}`);
}

/** The columns that a user chose; undefined for the default ones. */
export async function findColumns(db: Db, { scope, userId }: Reader): Promise<UserColumnName[] | undefined> {
  const row = await db.first(sql<{ columns: UserColumnName[] }>`
    select columns from user_list_columns where org_id = ${scope.orgId} and user_id = ${userId}`);
  return row?.columns;
}

export async function saveColumns(
  db: Db,
  { scope, userId }: Reader,
  columns: readonly UserColumnName[],
): Promise<void> {
  await db.run(sql`
    insert into user_list_columns (org_id, user_id, columns) values (${scope.orgId}, ${userId}, ${[...columns]})
      on conflict (org_id, user_id) do update set columns = excluded.columns`);
}
