import { sql } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { soughtBy, type UsersSought } from './list-queries.ts';
import { withinNamed } from './queries.ts';

/** A user as one of many that are changed at once; `exceeds` says whether they hold more than whoever asks. */
export type BulkUser = {
  readonly id: string;
  readonly userName: string;
  readonly domainName: string;
  readonly emailId: string;
  readonly tpath: string;
  readonly status: boolean;
  readonly version: number;
  readonly exceeds: boolean;
};

/** A user to be changed, by name. */
export type BulkTarget = { readonly id: string; readonly userName: string; readonly name: string };

const named = sql`u.id, u.user_name as "userName", trim(u.first_name || ' ' || u.last_name) as name`;

/** Those of some users who are within the scope, by name. */
export async function listNamed(db: Db, scope: Scope, ids: readonly string[]): Promise<BulkTarget[]> {
  return db.many(
    sql<BulkTarget>`select ${named} from users u where ${withinNamed(scope)} and u.id = any(${[...ids]}) order by u.name_norm, u.id`,
  );
}

/** Everybody whom a list would show, by name, up to so many. */
export async function listMatching(db: Db, scope: Scope, sought: UsersSought, limit: number): Promise<BulkTarget[]> {
  return db.many(sql<BulkTarget>`
    with found as materialized (select id from page_of_users(${soughtBy(sought)}, 'name', false, null, null, 0, ${limit}))
    select ${named} from found f join users u on u.org_id = ${scope.orgId} and u.id = f.id order by u.name_norm, u.id`);
}

/** Some users of the scope as they stand; held until the change at hand is stored, if wanted. */
export async function listBulkUsers(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  { rights, held }: { rights: readonly string[]; held: boolean },
): Promise<ReadonlyMap<string, BulkUser>> {
  const rows = await db.many(sql<BulkUser>`
    with exceeding as materialized (select users_exceeding(${[...ids]}::uuid[], ${[...rights]}::text[]) as id)
    select u.id, u.user_name as "userName", u.domain_name as "domainName", u.email_id as "emailId", u.tpath, u.status, u.version,
           u.id in (select id from exceeding) as exceeds
      from users u where ${withinNamed(scope)} and u.id = any(${[...ids]}) order by u.id${held ? sql` for update of u` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Some users of the actor's area by all that another role or place for them depends on: one of each kind, and how many are
 * like them. Whether they stand at the place that is wanted tells them apart, too.
 */
export async function listAlike(
  db: Db,
  { scope, userId, accessRights }: Pick<Actor, 'scope' | 'userId' | 'accessRights'>,
  ids: readonly string[],
  placeId: string | undefined,
): Promise<{ id: string; count: number }[]> {
  return db.many(sql<{ id: string; count: number }>`
    with exceeding as materialized (select users_exceeding(${[...ids]}::uuid[], ${[...accessRights]}::text[]) as id)
    select (array_agg(u.id))[1] as id, count(*)::int as count
      from users u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
     where ${withinNamed(scope)} and u.id = any(${[...ids]})
     group by n.node_type, n.id = ${placeId ?? null}::uuid, a.role_id, u.id = ${userId}, u.id in (select id from exceeding)`);
}

/** Writes down of some users whether they may sign in; answers the version that each has now. */
export async function updateStatuses(
  db: Db,
  scope: Scope,
  changes: readonly { readonly id: string; readonly status: boolean }[],
  by: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many(sql<{ id: string; version: number }>`
    update users u set status = x.status, updated_date = clock(), updated_by = ${by}, version = u.version + 1
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) x(id uuid, status boolean)
     where ${withinNamed(scope)} and u.id = x.id
    returning u.id, u.version`);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Ends all open sessions of some users at once. */
export async function endSessionsOf(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  await db.run(sql`
    update sessions set ended_date = clock()
     where org_id = ${scope.orgId} and user_id = any(${[...ids]}) and ended_date is null and expires_date > clock()`);
}

/** What a place of the scope is called. */
export async function findPlaceName(db: Db, { orgId, lo, hi }: Scope, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ name: string }>`
    select n.name from nodes n where n.org_id = ${orgId} and n.id = ${id} and n.deleted_date is null and n.tpath >= ${lo} and n.tpath < ${hi}`);
  return row?.name;
}
