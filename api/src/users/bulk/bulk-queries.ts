import { sql } from 'kysely';
import type { Actor, Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { filterArguments, type UserFilter } from '../list/list-queries.ts';
import { usersInScope } from '../queries.ts';

/** A target of a bulk change; `name` is the full name. */
export type BulkTarget = { readonly id: string; readonly userName: string; readonly name: string };

const targetColumns = sql`u.id, u.user_name as "userName", coalesce(full_name(u.first_name, u.last_name), '') as name`;

/** The given users within the scope, sorted by name. */
export async function listTargetsById(db: Db, scope: Scope, ids: readonly string[]): Promise<BulkTarget[]> {
  return db.many(
    sql<BulkTarget>`select ${targetColumns} from users u where ${usersInScope(scope)} and u.id = any(${[...ids]}) order by u.name_norm, u.id`,
  );
}

/** The users that match a list filter, sorted by name, at most `limit`. */
export async function listTargetsMatching(
  db: Db,
  scope: Scope,
  filter: UserFilter,
  limit: number,
): Promise<BulkTarget[]> {
  return db.many(sql<BulkTarget>`
    with found as materialized (select id from user_page(${filterArguments(filter)}, 'name', false, null, null, 0, ${limit}, null))
    select ${targetColumns} from found f join users u on u.org_id = ${scope.orgId} and u.id = f.id order by u.name_norm, u.id`);
}

/** Users whose plan is the same. */
export type UserGroup = { readonly members: readonly string[]; readonly count: number };

/** What a bulk change can change of a user. */
type ChangeableState = {
  readonly id: string;
  readonly status: boolean;
  readonly roleName: string | null;
  readonly nodeName: string | null;
};

/** The status and the names of role and node of some users. */
export async function listChangeableStates(db: Db, scope: Scope, ids: readonly string[]): Promise<ChangeableState[]> {
  return db.many(sql<ChangeableState>`
    select u.id, u.status, r.name as "roleName", n.name as "nodeName"
      from users u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
      left join roles r on r.org_id = a.org_id and r.id = a.role_id
     where ${usersInScope(scope)} and u.id = any(${[...ids]})`);
}

/**
 * Groups users by everything that the evaluation of a role or node change depends on, including whether they are at the
 * target node already, and whether they hold the role there as an additional one. Returns the size of each group and its
 * first members, in the order of the ids; any of them represents it.
 */
export async function groupEquivalentUsers(
  db: Db,
  { scope, userId, accessRights }: Pick<Actor, 'scope' | 'userId' | 'accessRights'>,
  ids: readonly string[],
  { nodeId, roleId }: { readonly nodeId: string | undefined; readonly roleId: string | undefined },
  memberCount: number,
): Promise<UserGroup[]> {
  return db.many(sql<UserGroup>`
    with exceeding as materialized (select users_exceeding(${[...ids]}::uuid[], ${[...accessRights]}::text[]) as id)
    select (array_agg(u.id order by requested.rank))[1:${memberCount}] as members, count(*)::int as count
      from unnest(${[...ids]}::uuid[]) with ordinality as requested(id, rank)
      join users u on u.id = requested.id
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
     where ${usersInScope(scope)}
     group by n.node_type, n.id = ${nodeId ?? null}::uuid, a.role_id, u.id = ${userId}, u.id in (select id from exceeding),
           exists (select from assignments x where x.org_id = u.org_id and x.user_id = u.id and x.position > 0
                      and x.role_id = coalesce(${roleId ?? null}::uuid, a.role_id) and x.node_id = coalesce(${nodeId ?? null}::uuid, u.node_id))`);
}

export async function findNodeName(db: Db, { orgId, lo, hi }: Scope, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ name: string }>`
    select n.name from nodes n where n.org_id = ${orgId} and n.id = ${id} and n.deleted_date is null and n.tpath >= ${lo} and n.tpath < ${hi}`);
  return row?.name;
}
