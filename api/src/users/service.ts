import type { NodeId } from '@storeward/contract/nodes';
import { pageParams } from '@storeward/contract/paging';
import type { UserId, UserRow, users } from '@storeward/contract/users';
import type { RateLimits, Lock } from '../rate-limits/queries.ts';
import { difference } from '../audit/queries.ts';
import { findPath } from '../nodes/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Service } from '../platform/http/context.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { encodeCursor, pageOf, decodeCursor } from '../platform/database/cursor-pagination.ts';
import * as listQueries from './list-queries.ts';
import { lockFields, signInSubject, userReader, auditUserChange } from './user-mapper.ts';
import { userCommands, type UserCommandDependencies } from './user-commands.ts';
import { statusChangeError, userAbilities } from './policy.ts';
import * as queries from './queries.ts';
import { listUsersWithoutPassword } from './primary-assignment-queries.ts';

export type UserDependencies = UserCommandDependencies & {
  readonly rateLimits: Pick<RateLimits, 'reset' | 'findLocks'>;
};

export function usersService(dependencies: UserDependencies): Service<typeof users> {
  const { rateLimits } = dependencies;
  const readUser = userReader(rateLimits);
  return {
    async list({ db, actor }, { query }) {
      const subtreePath = query.node && (await findPath(db, actor.scope, query.node));
      ensure(!query.node || subtreePath, 'node.unknown');
      const { role, status, level } = query;
      const params = { ...pageParams(query, 'name:asc'), subtreePath, attributes: { role, status, level } };
      const order = `${params.sort} ${params.descending}`;
      const cursor = decodeCursor(params.cursor, order);
      const rowsQuery = listQueries.listUsers(db, actor.scope, params, cursor, actor.accessRights);
      const [rows, locks, counted] = await Promise.all([
        rowsQuery,
        rateLimits.findLocks(db, actor.scope, rowsQuery),
        listQueries.countUsers(db, actor.scope, params),
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

    async setStatus(context, { params, body: { status }, version }) {
      const { db, actor } = context;
      await queries.lockUser(db, actor.scope, params.id);
      const before = await readUser(context, params.id);
      ensure(version === undefined || version === before.version, 'record.stale', { current: before });
      const errorCode = statusChangeError(actor, before);
      if (errorCode) throw new ApiError(errorCode);
      // enabling also resets failed sign-ins; disabling ends all sessions
      const wasUnlocked = status && (await rateLimits.reset(db, actor.scope, signInSubject(before)));
      if (!status) await queries.endSessions(db, actor.scope, params.id);
      if (status === before.status) {
        if (!wasUnlocked) return before;
        await auditUserChange(
          context,
          before,
          'user.unlocked',
          difference({ locked: before.locked }, { locked: false }),
        );
        return readUser(context, params.id);
      }
      const by = { userId: actor.userId, version: before.version };
      const stored = await queries.updateStatus(db, actor.scope, params.id, status, by);
      const after = await readUser(context, params.id);
      ensure(stored, 'record.stale', { current: after });
      // users created disabled were never invited to choose a password
      const invited = status ? await listUsersWithoutPassword(db, actor.scope, [params.id]) : [];
      await dependencies.inviteAll(context, invited);
      if (invited.length > 0) context.afterCommit(async () => dependencies.wakeMailWorker());
      await auditUserChange(
        context,
        after,
        status ? 'user.enabled' : 'user.disabled',
        difference({ status: before.status }, { status }),
      );
      return after;
    },
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
