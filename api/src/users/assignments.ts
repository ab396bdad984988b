import type { Permission } from '@storeward/contract/access';
import type { Assignment, assignments, DenialReason } from '@storeward/contract/assignments';
import { permissionsOf } from '@storeward/contract/modules';
import type { UserId } from '@storeward/contract/users';
import type { RateLimits } from '../rate-limits/queries.ts';
import type { Context, Service } from '../platform/http/context.ts';
import { ensure } from '../platform/errors.ts';
import * as queries from './assignment-queries.ts';
import { userReader, auditUserChange } from './user-mapper.ts';
import { lockUser } from './queries.ts';
import { ensureAssignableRole, resolveTargetNode } from './primary-assignment.ts';
import { insertAssignment } from './primary-assignment-queries.ts';

/** Limit of additional roles per user; users choose among them in a menu. */
const maxAdditionalAssignments = 20;

/** Additional assignments of users and explanations of what all assignments allow. */
export function assignmentsService({
  rateLimits,
}: {
  readonly rateLimits: Pick<RateLimits, 'findLocks'>;
}): Service<typeof assignments> {
  const readUser = userReader(rateLimits);

  /** Locks and returns a user whose assignments the actor may change. */
  async function lockEditableUser(context: Context, id: UserId) {
    const { db, actor } = context;
    await lockUser(db, actor.scope, id);
    const user = await readUser(context, id);
    ensure(id !== actor.userId, 'user.ownStanding');
    ensure(user.can.edit, 'user.beyondYourOwn');
    return user;
  }

  const listAll = async ({ db, actor }: Context, id: UserId) =>
    (await queries.listAssignments(db, actor.scope, id)).map(toAssignment);

  return {
    async list(context, { params: { id } }) {
      await readUser(context, id);
      return listAll(context, id);
    },

    async create(context, { params: { id }, body: { roleId, nodeId, until = null } }) {
      const { db, actor } = context;
      const user = await lockEditableUser(context, id);
      ensure(until === null || (await queries.isInFuture(db, actor.scope, until)), 'assignment.past');
      const node = await resolveTargetNode(context, nodeId);
      await ensureAssignableRole(context, roleId, node);
      await queries.deleteExpiredAssignments(db, actor.scope, id);
      const before = await queries.listAssignments(db, actor.scope, id);
      ensure(before.length <= maxAdditionalAssignments, 'assignment.tooMany');
      const position = 1 + Math.max(0, ...before.map((assignment) => assignment.position));
      const createdId = await insertAssignment(
        db,
        actor.scope,
        { userId: id, roleId, node, position, until },
        actor.userId,
      );
      const after = await queries.listAssignments(db, actor.scope, id);
      const created = after.find((assignment) => assignment.id === createdId);
      await auditUserChange(context, user, 'user.roleGiven', { after: auditFields(created) });
      return after.map(toAssignment);
    },

    async remove(context, { params: { id, assignmentId } }) {
      const { db, actor } = context;
      const user = await lockEditableUser(context, id);
      const before = await queries.listAssignments(db, actor.scope, id);
      const removed = before.find((assignment) => assignment.id === assignmentId);
      ensure(await queries.deleteAssignment(db, actor.scope, id, assignmentId), 'assignment.gone');
      await auditUserChange(context, user, 'user.roleTaken', { before: auditFields(removed) });
      return listAll(context, id);
    },

    async explain(context, { params: { id }, query: { permission, nodeId } }) {
      const { db, actor } = context;
      const [user, node, all] = await Promise.all([
        readUser(context, id),
        queries.findAccessNode(db, actor.scope, id, nodeId),
        queries.listAssignments(db, actor.scope, id),
      ]);
      // without `nodeId`, a user without a node is valid and has access nowhere
      ensure(node || !nodeId, 'node.unknown');
      const ways = all.map((assignment) => ({
        ...toAssignment(assignment),
        lacks: denialReasonsFor(assignment, permission, node?.tpath),
      }));
      const beyond = await queries.hasAssignmentsOutsideScope(
        db,
        actor.scope,
        id,
        all.flatMap(({ accessRights }) => accessRights),
      );
      const { status, locked, manualPassword } = user;
      const mustChangePassword = !manualPassword;
      const canAct = status && !locked && !mustChangePassword;
      const allowed = canAct && ways.some(({ lacks }) => lacks.length === 0);
      return { allowed, status, locked, mustChangePassword, ways, beyond };
    },
  };
}

/** Why an assignment does not grant a permission at a tree path; empty if it does. */
function denialReasonsFor(
  assignment: queries.AssignmentDetails,
  permission: Permission,
  nodePath: string | undefined,
): DenialReason[] {
  const applies: Record<DenialReason, boolean> = {
    permission: !permissionsOf(assignment.accessRights).includes(permission),
    place: assignment.place === null || !nodePath?.startsWith(assignment.tpath),
    over: assignment.over,
    roleClosed: !assignment.role.status,
    placeClosed: assignment.placeClosed,
  };
  return (Object.keys(applies) as DenialReason[]).filter((reason) => applies[reason]);
}

const toAssignment = ({ id, role, place, until, over, first, createdDate }: queries.AssignmentDetails): Assignment => ({
  id,
  role,
  place,
  until,
  over,
  first,
  createdDate,
});

const auditFields = (assignment: queries.AssignmentDetails | undefined) => ({
  role: assignment?.role.name ?? null,
  place: assignment?.place?.name ?? null,
  ...(assignment?.until ? { until: assignment.until } : {}),
});
