import { type Action, actionOf, permissionsOfNeed } from '@storeward/contract/users/actions';
import { type Permission, permits } from '@storeward/contract/access';
import type { Explanation, Obstacle, userAccess } from '@storeward/contract/users/user-access';
import { permissionsOf } from '@storeward/contract/modules';
import { pageParams } from '@storeward/contract/paging';
import type { UserId } from '@storeward/contract/users';
import type { LockDependencies } from '../commands/context.ts';
import { ensure } from '../../platform/errors.ts';
import type { Context, Service } from '../../platform/http/pipeline/context.ts';
import { assignmentError } from '../../roles/policy.ts';
import { listRoles } from '../commands/change-queries.ts';
import type { NamedRole } from '../commands/user-state.ts';
import { userReader } from '../user-mapper.ts';
import * as queries from './access-queries.ts';
import { type AssignmentDetails, hasAssignmentsOutsideScope, listAssignments } from './assignment-queries.ts';
import { toAssignment } from './assignment-mapper.ts';

/** Explains which assignments of a user allow an action at a node, and lists who may perform it there. */
export function accessService({ rateLimits }: LockDependencies): Service<typeof userAccess> {
  const readUser = userReader(rateLimits);

  return {
    async explain(context, { params: { id }, query: { action: name, nodeId, targetId, roleId } }) {
      const { db, actor } = context;
      const action = actionOf(name);
      const [user, node, targetUser, [targetRole]] = await Promise.all([
        readUser(context, id),
        queries.findAccessNode(db, actor.scope, { userId: targetId ?? id, nodeId }),
        targetId && action.to?.includes('user') ? findTargetUser(context, readUser, targetId) : undefined,
        roleId && action.to?.includes('role') ? listRoles(db, actor.scope, { ids: [roleId] }, { lock: false }) : [],
      ]);
      // without `nodeId`, a user without a node is valid and has access nowhere
      ensure(node || !nodeId, 'node.unknown');
      ensure(targetRole || !roleId, 'role.unknown');
      const explained = await queries.explainAssignments(db, actor.scope, id, { action, node });
      const ways = explained.map((assignment) => ({
        ...toAssignment(assignment),
        missing: obstaclesOf(action, assignment, { node, userId: id, targetUser, targetRole }),
      }));
      const rights = explained.flatMap(({ accessRights }) => accessRights);
      const beyond = await hasAssignmentsOutsideScope(db, actor.scope, id, rights);
      const fits = node !== undefined && action.at.includes(node.nodeType);
      const { status, locked, manualPassword } = user;
      const canAct = status && !locked && manualPassword;
      return {
        allowed: fits && canAct && ways.some(({ missing }) => missing.length === 0),
        node: node ? { id: node.id, name: node.name, nodeType: node.nodeType } : null,
        fits,
        status,
        locked,
        mustChangePassword: !manualPassword,
        ways,
        beyond,
      } satisfies Explanation;
    },

    async permittedUsers({ db, actor }, { params: { id }, query: { action: name, ...query } }) {
      const action = actionOf(name);
      const node = await queries.findAccessNode(db, actor.scope, { nodeId: id });
      ensure(node, 'node.unknown');
      if (!action.at.includes(node.nodeType)) return { result: [], total: 0 };
      return queries.listPermittedUsers(db, actor.scope, { action, node }, pageParams(query, 'name:asc'));
    },
  };
}

/** A user that an action is applied to, with the assignments that decide whether they exceed others. */
type TargetUser = {
  readonly id: string;
  readonly tpath: string;
  readonly assignments: readonly AssignmentDetails[];
  /** Whether they have assignments outside the reader's scope, and so outside that of every assignment explained. */
  readonly beyondScope: boolean;
};

async function findTargetUser(
  context: Context,
  readUser: ReturnType<typeof userReader>,
  id: UserId,
): Promise<TargetUser> {
  const { db, actor } = context;
  const [user, held] = await Promise.all([readUser(context, id), listAssignments(db, actor.scope, [id])]);
  const rights = held.flatMap(({ accessRights }) => accessRights);
  const beyondScope = await hasAssignmentsOutsideScope(db, actor.scope, id, rights);
  const tpath = await queries.findUserPath(db, actor.scope, user.id);
  return { id, tpath: tpath ?? '', assignments: held.filter(({ over }) => !over), beyondScope };
}

type Targets = {
  readonly node: queries.AccessNode | undefined;
  readonly userId: string;
  readonly targetUser: TargetUser | undefined;
  readonly targetRole: NamedRole | undefined;
};

/** The obstacles that keep an assignment from allowing an action; empty if it allows it. */
function obstaclesOf(
  action: Action,
  assignment: queries.ExplainedAssignment,
  { node, userId, targetUser, targetRole }: Targets,
): Obstacle[] {
  const { accessRights, tpath, place, role, disabledNode } = assignment;
  const obstacles = assignment.obstacles.flatMap((reason): Obstacle[] => {
    if (reason === 'permission')
      return missingNeeds(action, accessRights).map((permissions) => ({ reason, permissions }));
    if (reason === 'locationDisabled' && disabledNode) return [{ reason, node: disabledNode }];
    return [{ reason }];
  });
  const add = (reason: Obstacle['reason'], applies: boolean | undefined) =>
    applies && !obstacles.some((obstacle) => obstacle.reason === reason) && obstacles.push({ reason });
  if (targetUser) {
    add('scope', !targetUser.tpath.startsWith(tpath));
    add('ownAccount', action.notSelf && targetUser.id === userId);
    add('beyondOwn', action.withinOwn && exceeds(targetUser, assignment));
  }
  if (targetRole && node) {
    const error = assignmentError({ rootNode: place, accessRights, roleId: role.id }, targetRole, node.nodeType);
    add('targetRoleDisabled', error === 'role.closed');
    add('beyondOwn', error !== undefined && error !== 'role.closed');
  }
  return obstacles;
}

/** The needs of an action that these access rights do not meet. */
function missingNeeds({ needs }: Action, accessRights: readonly string[]): Permission[][] {
  const held = permissionsOf(accessRights);
  return needs.map((need) => [...permissionsOfNeed(need)]).filter((permissions) => !permits(held, permissions));
}

const exceeds = ({ assignments: held, beyondScope }: TargetUser, { accessRights, tpath }: AssignmentDetails) =>
  beyondScope ||
  held.some(
    (other) =>
      !other.tpath.startsWith(tpath) || other.accessRights.some((accessRight) => !accessRights.includes(accessRight)),
  );
