import { modulesOf } from '@storeward/contract/modules';
import type { NodeId } from '@storeward/contract/nodes';
import { pageWanted } from '@storeward/contract/paging';
import type { UserId, UserInput, UserRow, users } from '@storeward/contract/users';
import { difference, insertAudit } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { cursorFor, pageOf, readCursor } from '../platform/paged.ts';
import { mayChangeContact, userAbilities } from './policy.ts';
import * as queries from './queries.ts';

/** The people who use the portal. */
export const usersService: Service<typeof users> = {
  async list({ db, actor }, { query }) {
    const wanted = pageWanted(query, 'name:asc');
    const order = `${wanted.sort} ${wanted.descending}`;
    const cursor = readCursor(wanted.cursor, order);
    const [rows, counted] = await Promise.all([
      queries.listUsers(db, actor.scope, wanted, cursor, actor.accessRights),
      queries.countUsers(db, actor.scope, wanted.search),
    ]);
    return pageOf(
      rows,
      wanted.limit,
      counted,
      (last) => cursorFor(order, { after: last.sortedBy, id: last.id }),
      (row) => listed(actor, row),
    );
  },

  get: (context, { params }) => userInScope(context, params.id),

  async update(context, { params, body, version }) {
    const { db, actor, origin } = context;
    await queries.lockUser(db, actor.scope, params.id);
    const before = await userInScope(context, params.id);
    demand(version === undefined || version === before.version, 'record.stale', { current: before });
    demand(before.can.edit, 'user.beyondYourOwn');
    demand(mayChangeContact(actor, before, body), 'user.ownContact');
    const stored = await queries.updateUser(db, actor.scope, params.id, body, { userId: actor.userId, version });
    const after = await userInScope(context, params.id);
    demand(stored, 'record.stale', { current: after });
    await insertAudit(db, actor.scope, origin, {
      action: 'user.updated',
      entity: 'user',
      entityId: params.id,
      tpath: after.tpath,
      actorId: actor.userId,
      sessionId: actor.sessionId,
      ...difference(filledIn(before), filledIn(after)),
    });
    return after;
  },
};

async function userInScope({ db, actor }: Pick<Context, 'db' | 'actor'>, id: UserId) {
  const self = id === actor.userId;
  const [found, organisation] = await Promise.all([
    queries.findUser(db, actor.scope, id, actor),
    self ? queries.findOwnOrganisation(db, actor.scope) : undefined,
  ]);
  demand(found, 'user.unknown');
  const { roles, domainName, exceeds, resetDate, isResetTokenUsed, rootNodeId, path, ...user } = found;
  return {
    ...user,
    id,
    domainName: domainName || null,
    rootNodeId: rootNodeId as NodeId | null,
    path: path.map(placed),
    secretWord: null,
    pin: null,
    resetToken: null,
    userRole: roles.map(({ accessRights, ...role }) => ({ ...role, modules: modulesOf(accessRights) })),
    can: userAbilities(actor, { id, exceeds }),
    ...(organisation ? { ...ownStanding(actor, organisation), resetDate, isResetTokenUsed } : {}),
  };
}

function ownStanding(actor: Actor, { apiKey, domainName }: { apiKey: string; domainName: string | null }) {
  const organizationId = actor.scope.orgId as NodeId;
  return {
    permissions: [...actor.permissions],
    organizationId,
    organizationName: (actor.above[0] ?? actor.rootNode)?.name ?? '',
    nodeStructure: [...actor.above, ...(actor.rootNode ? [actor.rootNode] : [])].map(placed),
    apiKey,
    orgConfig: { organizationId, domainName },
  };
}

const placed = <T extends { id: string }>(place: T) => ({ ...place, id: place.id as NodeId });

function listed(actor: Actor, row: queries.UserListRow): UserRow {
  const { nodeId, nodeName, nodeType, parentName, exceeds, sortedBy: _, ...user } = row;
  const rootNode =
    nodeId && nodeName !== null && nodeType ? { id: nodeId as NodeId, name: nodeName, nodeType, parentName } : null;
  return { ...user, id: user.id as UserId, rootNode, can: userAbilities(actor, { id: user.id, exceeds }) };
}

/** The part of a user that a change is written down by. */
function filledIn({
  firstName,
  lastName,
  emailId,
  phoneNumber,
  language,
  timeZone,
  country,
}: Record<keyof UserInput, string>) {
  return { firstName, lastName, emailId, phoneNumber, language, timeZone, country };
}
