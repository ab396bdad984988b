import type { NodeId } from '@storeward/contract/nodes';
import { pageWanted } from '@storeward/contract/paging';
import type { UserId, UserRow, users } from '@storeward/contract/users';
import type { Attempts, Lock } from '../attempts/queries.ts';
import { difference } from '../audit/queries.ts';
import { pathWithin } from '../nodes/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Service } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { cursorFor, pageOf, readCursor } from '../platform/paged.ts';
import * as listQueries from './list-queries.ts';
import { lockFields, subjectOf, userReader, writeDown } from './one-user.ts';
import { personDoors, type PersonParts } from './person.ts';
import { statusRefusal, userAbilities } from './policy.ts';
import * as queries from './queries.ts';
import { listWithoutPassword } from './standing-queries.ts';

/** What looking after users stands on, besides the database. */
export type UserParts = PersonParts & { readonly attempts: Pick<Attempts, 'forgive' | 'locksOn'> };

/** The people who use the portal. */
export function usersService(parts: UserParts): Service<typeof users> {
  const { attempts } = parts;
  const userInScope = userReader(attempts);
  return {
    async list({ db, actor }, { query }) {
      const below = query.node && (await pathWithin(db, actor.scope, query.node));
      demand(!query.node || below, 'node.unknown');
      const { role, status, level } = query;
      const wanted = { ...pageWanted(query, 'name:asc'), below, only: { role, status, level } };
      const order = `${wanted.sort} ${wanted.descending}`;
      const cursor = readCursor(wanted.cursor, order);
      const found = listQueries.listUsers(db, actor.scope, wanted, cursor, actor.accessRights);
      const [rows, locks, counted] = await Promise.all([
        found,
        attempts.locksOn(db, actor.scope, found),
        listQueries.countUsers(db, actor.scope, wanted),
      ]);
      const lockOf = new Map(rows.map((row, at) => [row, locks[at]]));
      return pageOf(
        rows,
        wanted.limit,
        counted,
        (last) => cursorFor(order, { after: last.sortedBy, id: last.id }),
        (row) => listed(actor, row, lockOf.get(row)),
      );
    },

    get: (context, { params }) => userInScope(context, params.id),

    ...personDoors(parts, userInScope),

    async setStatus(context, { params, body: { status }, version }) {
      const { db, actor } = context;
      await queries.lockUser(db, actor.scope, params.id);
      const before = await userInScope(context, params.id);
      demand(version === undefined || version === before.version, 'record.stale', { current: before });
      const refusal = statusRefusal(actor, before);
      if (refusal) throw new Refusal(refusal);
      // whoever is enabled may try again at once, and whoever is disabled has nothing left to go on with
      const forgiven = status && (await attempts.forgive(db, actor.scope, subjectOf(before)));
      if (!status) await queries.endSessions(db, actor.scope, params.id);
      if (status === before.status) {
        if (!forgiven) return before;
        await writeDown(context, before, 'user.unlocked', difference({ locked: before.locked }, { locked: false }));
        return userInScope(context, params.id);
      }
      const by = { userId: actor.userId, version: before.version };
      const stored = await queries.updateStatus(db, actor.scope, params.id, status, by);
      const after = await userInScope(context, params.id);
      demand(stored, 'record.stale', { current: after });
      // whoever was made disabled, and so was never asked to choose a password, is asked now
      const asked = status ? await listWithoutPassword(db, actor.scope, [params.id]) : [];
      await parts.inviteAll(context, asked);
      if (asked.length > 0) context.afterCommit(async () => parts.mailsQueued());
      await writeDown(
        context,
        after,
        status ? 'user.enabled' : 'user.disabled',
        difference({ status: before.status }, { status }),
      );
      return after;
    },
  };
}

function listed(actor: Actor, row: listQueries.UserListRow, lock: Lock | undefined): UserRow {
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
