import { modulesOf } from '@storeward/contract/modules';
import type { NodeId } from '@storeward/contract/nodes';
import type { KeyField } from '@storeward/contract/profiles';
import type { User, UserId, UserInput } from '@storeward/contract/users';
import type { Attempts, Lock } from '../attempts/queries.ts';
import { type difference, insertAudit } from '../audit/queries.ts';
import { insertMail } from '../mails/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import type { Sealing } from '../platform/sealing.ts';
import { mayKnowWishes, mayRegisterFaces, userAbilities } from './policy.ts';
import { findOwnOrganisation } from './profile-queries.ts';
import * as queries from './queries.ts';

/** Reads one user as the reader may know them; refuses by name whoever lies out of reach. */
export type UserReader = ReturnType<typeof userReader>;

/** Sets up reading users, each with the lock that is on their name, unless that is known already. */
export function userReader(attempts: Pick<Attempts, 'locksOn'>) {
  return async ({ db, actor }: Pick<Context, 'db' | 'actor'>, id: UserId, known?: ReturnType<typeof lockFields>) => {
    const self = id === actor.userId;
    const looked = queries.findUser(db, actor.scope, id, actor);
    const [found, [lock], organisation, assignments] = await Promise.all([
      looked,
      known
        ? []
        : attempts.locksOn(
            db,
            actor.scope,
            looked.then((user) => (user ? [subjectOf(user)] : [])),
          ),
      self ? findOwnOrganisation(db, actor.scope) : undefined,
      self ? queries.listOwnAssignments(db, actor.scope, actor.sessionId) : [],
    ]);
    demand(found, 'user.unknown');
    const { roles, domainName, exceeds, resetDate, isResetTokenUsed, rootNodeId, rootNode, path, ...user } = found;
    // whoever acts elsewhere just now stands there
    const acting = self && actor.rootNode?.id !== rootNodeId ? actor.rootNode : null;
    return {
      ...user,
      // whoever only looks as somebody else is not told more than they may know
      ...((!self || actor.seeing) && !mayKnowWishes(actor) && nothingOfWishes),
      ...(!mayRegisterFaces(actor) && { faceConsentDate: null }),
      ...(known ? { locked: known.locked, lockedUntil: known.lockedUntil } : lockFields(lock)),
      id,
      domainName: domainName || null,
      rootNodeId: (acting?.id ?? rootNodeId) as NodeId | null,
      rootNode: acting?.nodeType ?? rootNode,
      path: (acting ? [acting] : path).map(placed),
      secretWord: null,
      pin: null,
      resetToken: null,
      userRole: roles.map(({ accessRights, ...role }) => ({ ...role, modules: modulesOf(accessRights) })),
      can: userAbilities(actor, { id, exceeds }),
      ...(organisation ? { ...ownStanding(actor, organisation), assignments, resetDate, isResetTokenUsed } : {}),
    };
  };
}

const nothingOfWishes = { communicationEmail: null, communicationPush: null, communicationSms: null };

/** A change without what its author may not know: that stays as it is stored. */
export const asFarAsKnown = <T extends object>(actor: Actor, change: T) =>
  mayKnowWishes(actor) ? change : { ...change, ...nothingOfWishes };

/** By which name somebody's tries are counted. */
export const subjectOf = ({ userName, domainName }: { userName: string; domainName: string | null }) => ({
  userName,
  domainName: domainName ?? '',
});

/** How a lock is told of. */
export const lockFields = (lock: Lock | undefined) => ({
  locked: lock !== undefined,
  lockedUntil: lock?.until ?? null,
});

/** Writes down what the actor changed about a user, in the transaction of the change. */
export async function writeDown(
  { db, actor, origin }: Pick<Context, 'db' | 'actor' | 'origin'>,
  { id, tpath }: { id: string; tpath: string },
  action: `user.${string}`,
  change: Partial<ReturnType<typeof difference>>,
): Promise<void> {
  const { userId: actorId, sessionId } = actor;
  await insertAudit(db, actor.scope, origin, {
    action,
    entity: 'user',
    entityId: id,
    tpath,
    actorId,
    sessionId,
    ...change,
  });
}

/** What belongs to a change of what leads to a new password: links under way are good no more, and the address before is told. */
export async function guardKeys(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  sealing: Sealing,
  { id, emailId }: { readonly id: string; readonly emailId: string },
  changed: { readonly keys: readonly KeyField[]; readonly at: string },
): Promise<void> {
  const { keys, at } = changed;
  if (keys.some((what) => what !== 'phoneNumber')) await queries.endTokens(db, actor.scope, id);
  // whoever took over a session, or a right, must not be able to cut somebody off unseen
  for (const what of keys) {
    await insertMail(db, actor.scope, sealing, {
      kind: 'contactChanged',
      userId: id,
      to: emailId,
      facts: { what, at },
    });
  }
}

function ownStanding(actor: Actor, { apiKey: held, domainName }: { apiKey: string; domainName: string | null }) {
  const organizationId = actor.scope.orgId as NodeId;
  const apiKey = actor.seeing ? '' : held; // whoever only looks has their own
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

/** The part of a user that a change is written down by. */
export function filledIn<T extends Record<keyof UserInput, string>>({
  firstName,
  lastName,
  emailId,
  phoneNumber,
  language,
  timeZone,
  country,
}: T): Pick<T, keyof UserInput> {
  return { firstName, lastName, emailId, phoneNumber, language, timeZone, country };
}

/** What a user told of themselves besides, and by which ways they want to hear of offers. */
export const wishes = (user: User) => ({
  dateOfBirth: user.dateOfBirth,
  communicationEmail: user.communicationEmail,
  communicationPush: user.communicationPush,
  communicationSms: user.communicationSms,
});
