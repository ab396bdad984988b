import { nodeTypes, satisfiesLevelRule } from '@storeward/contract/access';
import { type Action, permissionsOfNeed } from '@storeward/contract/users/actions';
import type { Obstacle, PermittedUser } from '@storeward/contract/users/user-access';
import { accessRightsOf, moduleCodes } from '@storeward/contract/modules';
import type { NodeRef } from '@storeward/contract/nodes';
import type { PageParams } from '@storeward/contract/paging';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { exactFirst, isFound } from '../../platform/database/search-patterns.ts';
import { assignmentColumns, assignmentsInScope, type AssignmentDetails } from './assignment-queries.ts';

/** A node of the scope, with its tree path. */
export type AccessNode = NodeRef & { readonly tpath: string };

/**
 * The node at which access is explained: by default that of the user. The id is computed in a subquery and the path
 * range wrapped in a CASE, because otherwise PostgreSQL scans all nodes of the organisation.
 */
export async function findAccessNode(
  db: Db,
  { orgId, lo, hi }: Scope,
  { userId, nodeId }: { readonly userId?: string | undefined; readonly nodeId?: string | undefined },
): Promise<AccessNode | undefined> {
  return db.first(sql<AccessNode>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath from nodes n
     where n.org_id = ${orgId} and n.deleted_date is null
       and n.id = (select coalesce(${nodeId ?? null}::uuid, (select u.node_id from users u where u.org_id = ${orgId} and u.id = ${userId ?? null}::uuid)))
       and case when n.tpath >= ${lo} and n.tpath < ${hi} then true else false end`);
}

/** The obstacles that depend on the action, the node and the assignment alone. */
type AssignmentObstacle = Exclude<Obstacle['reason'], 'ownAccount' | 'beyondOwn' | 'targetRoleDisabled'>;

/**
 * SQL conditions under which the assignment `a` with its role `r` and its node `n`, null without one, does not allow an
 * action at a node. Explaining the access of one user and listing who may both use them.
 */
function obstacleConditions(
  { needs, level, fromAbove, everywhere }: Action,
  node: AccessNode | undefined,
): Readonly<Record<AssignmentObstacle, RawBuilder<unknown>>> {
  const granted = needs.map((need) => sql`r.access_rights && ${grantingRights(permissionsOfNeed(need))}::text[]`);
  const levels = nodeTypes.filter((type) => satisfiesLevelRule(type, level));
  return {
    permission: sql`not (${sql.join(granted, sql` and `)})`,
    scope: everywhere ? sql`n.id is null` : sql`(n.id is null or not ${node?.tpath ?? ''} ^@ a.tpath)`,
    level: sql`(n.id is not null and not n.node_type = any(${levels}))`,
    ownLocation: fromAbove ? sql`(n.id is not null and n.id = ${node?.id ?? null}::uuid)` : sql`false`,
    expired: sql`(a.until is not null and a.until <= clock())`,
    roleDisabled: sql`not r.status`,
    locationDisabled: sql`exists (select from nodes_along_path(a.tpath) p where not p.is_open)`,
  };
}

/** The access rights of all modules that grant one of these permissions. */
function grantingRights(permissions: readonly string[]): string[] {
  const rights = moduleCodes.flatMap((code) => accessRightsOf(code));
  return rights.filter((right) => permissions.includes(right.associatePermission)).map(({ shortName }) => shortName);
}

export type ExplainedAssignment = AssignmentDetails & {
  readonly obstacles: readonly AssignmentObstacle[];
  /** The topmost disabled node at or above that of the assignment. */
  readonly disabledNode: NodeRef | null;
};

/** The assignments of a user within the scope, each with the obstacles to the action at the node. */
export async function explainAssignments(
  db: Db,
  scope: Scope,
  userId: string,
  { action, node }: { readonly action: Action; readonly node: AccessNode | undefined },
): Promise<ExplainedAssignment[]> {
  const cases = Object.entries(obstacleConditions(action, node)).map(
    ([reason, condition]) => sql`case when ${condition} then ${reason}::text end`,
  );
  return db.many(sql<ExplainedAssignment>`
    select ${assignmentColumns}, array_remove(array[${sql.join(cases)}], null) as obstacles,
           (select json_build_object('id', p.id, 'name', p.name, 'nodeType', p.node_type) from nodes_along_path(a.tpath) p
             where not p.is_open order by p.tpath limit 1) as "disabledNode"
      from assignments a
      join roles r on r.org_id = a.org_id and r.id = a.role_id and r.deleted_date is null
      left join nodes n on n.org_id = a.org_id and n.id = a.node_id
     where ${assignmentsInScope(scope)} and a.user_id = ${userId}
     order by a.position, a.created_date, a.id`);
}

/**
 * One page of the users who may perform an action at a node, by name, and their number. An assignment that reaches the
 * node is at one of the few nodes on its path, so no more are read.
 */
export async function listPermittedUsers(
  db: Db,
  scope: Scope,
  { action, node }: { readonly action: Action; readonly node: AccessNode },
  { search, offset, limit }: Pick<PageParams, 'search' | 'offset' | 'limit'>,
): Promise<{ result: PermittedUser[]; total: number }> {
  const obstacles = {
    ...obstacleConditions(action, node),
    // The paths of disabled nodes are read once: a look-up for each assignment exceeds the statement timeout at 60,000 users.
    locationDisabled: sql`(n.deleted_date is not null or not n.status or a.tpath ^@ any ((select disabled_parent_paths())::text[]))`,
  };
  // without "offset 0" the planner would go through all assignments of a few roles; an action that is possible everywhere needs those
  const reaching = action.everywhere
    ? sql`(select * from assignments a where a.org_id = ${scope.orgId} and a.tpath >= ${scope.lo} and a.tpath < ${scope.hi})`
    : sql`(select * from assignments a where ${assignmentsInScope(scope)}
             and a.node_id = any(array(select p.id from nodes_along_path(${node.tpath}) p)) offset 0)`;
  const conditions = Object.values(obstacles).map((condition) => sql`not ${condition}`);
  const order = sql`${exactFirst(search, sql`u.user_name_norm`, sql`u.email_norm`, sql`u.name_norm`)}u.name_norm, u.id`;
  // only those of the page are put together: at half a million users many thousands may be permitted
  const rows = await db.many(sql<PermittedUser & { total: number }>`
    with ways as materialized (
      select a.id, a.user_id, a.until, a.position, r.id as role_id, r.name as role_name, n.id as node_id, n.name as node_name, n.node_type
        from ${reaching} a
        join nodes n on n.org_id = a.org_id and n.id = a.node_id
        join roles r on r.org_id = a.org_id and r.id = a.role_id and r.deleted_date is null
       where ${sql.join(conditions, sql` and `)}),
    page as materialized (
      select u.id, u.user_name, u.first_name, u.last_name, u.profile_picture, u.user_name_norm, u.email_norm, u.name_norm,
             count(*) over()::int as total
        from users u
       where u.org_id = ${scope.orgId} and u.id in (select user_id from ways)
         and u.status and u.deleted_date is null and u.manual_password and ${isFound(sql`u.search_text`, search)}
         and not exists (select from failed_attempts l where l.org_id = u.org_id and l.user_id = u.id and l.device = ''
                          and l.locked_until > clock())
       order by ${order} offset ${offset} limit ${limit})
    select u.id, u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName",
           u.profile_picture as "profilePicture", u.total, found.ways
      from page u
      join (select w.user_id, json_agg(json_build_object('id', w.id, 'until', w.until,
                     'role', json_build_object('id', w.role_id, 'name', w.role_name),
                     'place', json_build_object('id', w.node_id, 'name', w.node_name, 'nodeType', w.node_type)) order by w.position) as ways
              from ways w where w.user_id = any(array(select id from page)) group by w.user_id) found on found.user_id = u.id
     order by ${order}`);
  return { result: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** The tree path of the node at which a user of the scope is managed. */
export async function findUserPath(db: Db, { orgId, lo, hi }: Scope, id: string): Promise<string | undefined> {
  const row = await db.first(sql<{ tpath: string }>`
    select u.tpath from users u where u.org_id = ${orgId} and u.id = ${id} and u.tpath >= ${lo} and u.tpath < ${hi}`);
  return row?.tpath;
}
