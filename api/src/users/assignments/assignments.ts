import { throwFirst } from '../../platform/errors.ts';
import type { assignments } from '@storeward/contract/users/assignments';
import { pageParams } from '@storeward/contract/paging';
import type { UserId } from '@storeward/contract/users';
import type { Context, Service } from '../../platform/http/pipeline/context.ts';
import { toAssignment } from './assignment-mapper.ts';
import * as queries from './assignment-queries.ts';
import { assignRoles, removeAssignments } from '../commands/assign.ts';
import { changeEnd } from '../commands/assignment-end.ts';
import { type CommandDependencies } from '../commands/context.ts';
import { userReader } from '../user-mapper.ts';

/** Additional assignments of users. */
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
      const [errors = []] = await assignRoles(dependencies, context, [{ userId: id, ...body }]);
      throwFirst(errors);
      return listAll(context, id);
    },

    async remove(context, { params: { id, assignmentId } }) {
      const [errors = []] = await removeAssignments(dependencies, context, [{ userId: id, id: assignmentId }]);
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
        queries.listGranted(db, actor.scope, id, requested),
        queries.countGiven(db, actor.scope, id),
      ]);
      return { result, total };
    },
  };
}
