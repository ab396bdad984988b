import type { NodeId } from '@storeward/contract/nodes';
import { pageParams } from '@storeward/contract/paging';
import type { UserId, UserRow, users } from '@storeward/contract/users';
import type { Lock } from '../rate-limits/queries.ts';
import { findPath } from '../nodes/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Service } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import { encodeCursor, pageOf, decodeCursor } from '../platform/database/cursor-pagination.ts';
import * as listQueries from './list/list-queries.ts';
import { lockFields, userReader } from './user-mapper.ts';
import { userCommands, type UserCommandDependencies } from './user-commands.ts';
import { userAbilities } from './policy.ts';

export function usersService(dependencies: UserCommandDependencies): Service<typeof users> {
  const { rateLimits } = dependencies;
  const readUser = userReader(rateLimits);
  return {
    async list({ db, actor }, { query }) {
      const subtreePath = query.node && (await findPath(db, actor.scope, query.node));
      ensure(!query.node || subtreePath, 'node.unknown');
      const { role, status, level, inactiveSince, timeZone } = query;
      const attributes = { role, status, level, inactiveSince, timeZone };
      const params = { ...pageParams(query, 'name:asc'), subtreePath, attributes };
      const order = `${params.sort} ${params.descending}`;
      const cursor = decodeCursor(params.cursor, order);
      const pageQuery = listQueries.listUsers(db, actor.scope, params, cursor, actor.accessRights);
      const [{ rows, counted }, locks] = await Promise.all([
        pageQuery,
        rateLimits.findLocks(
          db,
          actor.scope,
          pageQuery.then((page) => page.rows),
        ),
      ]);
      const lockByRow = new Map(rows.map((row, index) => [row, locks[index]]));
      return pageOf(
        rows,
        params.limit,
        counted,
        (last) => encodeCursor(order, { after: last.sortedBy, id: last.id }),
        (row) => toUserRow(actor, row, lockByRow.get(row)),
      );
    },

    get: (context, { params }) => readUser(context, params.id),

    ...userCommands(dependencies, readUser),
  };
}

function toUserRow(actor: Actor, row: listQueries.UserListRow, lock: Lock | undefined): UserRow {
  const { domainName: _domain, nodeId, nodeName, nodeType, parentName, exceeds, sortedBy: _, ...user } = row;
  const rootNode =
    nodeId && nodeName !== null && nodeType ? { id: nodeId as NodeId, name: nodeName, nodeType, parentName } : null;
  return {
    ...user,
    ...lockFields(lock),
    id: user.id as UserId,
    rootNode,
    can: userAbilities(actor, { id: user.id, exceeds }),
  };
}
