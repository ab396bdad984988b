import type { Permission } from '@storeward/contract/access';
import type { Assignment, assignments, DenialReason } from '@storeward/contract/assignments';
import { permissionsOf } from '@storeward/contract/modules';
import { pageParams } from '@storeward/contract/paging';
import type { UserId } from '@storeward/contract/users';
import type { Context, Service } from '../../platform/http/context.ts';
import { ensure } from '../../platform/errors.ts';
import * as queries from './assignment-queries.ts';
import { assignRoles, removeAssignments } from '../commands/assign.ts';
import { changeEnd } from '../commands/assignment-end.ts';
import { type CommandDependencies, throwFirst } from '../commands/context.ts';
import { userReader } from '../user-mapper.ts';

/** Additional assignments of users and explanations of what all assignments allow. */
export function assignmentsService(dependencies: CommandDependencies): Service<typeof assignments> {
  const { rateLimits } = dependencies;
  const readUser = userReader(rateLimits);

  const listAll = async ({ db, actor }: Context, id: UserId) =>
    (await queries.listAssignments(db, actor.scope, [id])).map(toAssignment);

  return {
    async list(context, { params: { id } }) {
      await readUser(context, id);
      return listAll(context, id);
    },

    async create(context, { params: { id }, body }) {
      const [errors = []] = await assignRoles(context, [{ userId: id, ...body }]);
      throwFirst(errors);
      return listAll(context, id);
    },

    async remove(context, { params: { id, assignmentId } }) {
      const [errors = []] = await removeAssignments(context, [{ userId: id, id: assignmentId }]);
      throwFirst(errors);
      return listAll(context, id);
    },

    async changeEnd(context, { params: { id, assignmentId }, body: { until } }) {
      throwFirst(await changeEnd(dependencies, context, { userId: id, id: assignmentId, until }));
      return listAll(context, id);
    },

    async given(context, { params: { id }, query }) {
      const { db, actor } = context;
      await readUser(context, id);
      const requested = pageParams(query, 'name:asc');
      const [result, total] = await Promise.all([
        queries.listGiven(db, actor.scope, id, requested),
        queries.countGiven(db, actor.scope, id),
      ]);
      return { result, total };
    },

    async explain(context, { params: { id }, query: { permission, nodeId } }) {
      const { db, actor } = context;
      const [user, node, all] = await Promise.all([
        readUser(context, id),
        queries.findAccessNode(db, actor.scope, id, nodeId),
        queries.listAssignments(db, actor.scope, [id]),
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
