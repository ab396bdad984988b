import { modulesOf } from '@storeward/contract/modules';
import type { NodeId } from '@storeward/contract/nodes';
import type { User, UserId } from '@storeward/contract/users';
import type { UserInput } from '@storeward/contract/users/user-input';
import type { RateLimits, Lock } from '../rate-limits/queries.ts';
import { type AuditEvent, insertAudits } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import type { PersonalFields } from './commands/user-state.ts';
import { mayViewMarketingPreferences, mayRegisterFaces, pendingEmailAbilities, userAbilities } from './policy.ts';
import { findOwnOrganisation } from './profile/profile-queries.ts';
import * as queries from './queries.ts';

/** Loads one user as the API returns it to the actor. Throws `user.unknown` outside the actor's scope. */
export type UserReader = ReturnType<typeof userReader>;

/** Creates a `UserReader`. With `knownLock`, the lookup of the sign-in lock is skipped. */
export function userReader(rateLimits: RateLimits) {
  return async (
    { db, actor }: Pick<Context, 'db' | 'actor'>,
    id: UserId,
    knownLock?: ReturnType<typeof lockFields>,
  ) => {
    const self = id === actor.userId;
    const userQuery = queries.findUser(db, actor.scope, id, actor);
    const [userRow, [lock], organisation, assignments] = await Promise.all([
      userQuery,
      knownLock
        ? []
        : rateLimits.findLocks(
            db,
            actor.scope,
            userQuery.then((user) => (user ? [signInSubject(user)] : [])),
          ),
      self ? findOwnOrganisation(db, actor.scope) : undefined,
      self ? queries.listOwnAssignments(db, actor.scope, actor.sessionId) : [],
    ]);
    ensure(userRow, 'user.unknown');
    const { roles, domainName, exceeds, resetDate, isResetTokenUsed, rootNodeId, rootNode, path, ...rest } = userRow;
    const { pendingAddress, pendingSince, pendingByOwner, pendingCountsFrom, refusedSince, refusedReason, ...user } =
      rest;
    const can = userAbilities(actor, { id, exceeds });
    const pendingEmail =
      pendingAddress === null || pendingSince === null
        ? null
        : {
            address: pendingAddress,
            since: pendingSince,
            byOwner: pendingByOwner,
            countsFrom: pendingCountsFrom,
            can: pendingEmailAbilities(actor, { id, byOwner: pendingByOwner, edit: can.edit }),
          };
    // a session acting by an additional assignment shows the node of that assignment
    const actingNode = self && actor.rootNode?.id !== rootNodeId ? actor.rootNode : null;
    return {
      ...user,
      // one's own are always visible, except during impersonation
      ...((!self || actor.impersonation) && !mayViewMarketingPreferences(actor) && hiddenMarketingPreferences),
      ...(!mayRegisterFaces(actor) && { faceConsentDate: null }),
      ...(knownLock ? { locked: knownLock.locked, lockedUntil: knownLock.lockedUntil } : lockFields(lock)),
      id,
      domainName: domainName || null,
      rootNodeId: (actingNode?.id ?? rootNodeId) as NodeId | null,
      rootNode: actingNode?.nodeType ?? rootNode,
      path: (actingNode ? [actingNode] : path).map(withNodeId),
      secretWord: null,
      pin: null,
      resetToken: null,
      userRole: roles.map(({ accessRights, ...role }) => ({ ...role, modules: modulesOf(accessRights) })),
      pendingEmail,
      mailRefused:
        refusedSince === null || refusedReason === null ? null : { since: refusedSince, reason: refusedReason },
      can,
      ...(organisation ? { ...ownAccessFields(actor, organisation), assignments, resetDate, isResetTokenUsed } : {}),
    };
  };
}

const hiddenMarketingPreferences = { communicationEmail: null, communicationPush: null, communicationSms: null };

/** Drops marketing preferences that the actor may not see from a change; null keeps the stored value. */
export const omitHiddenPreferences = <T extends object>(actor: Actor, change: T) =>
  mayViewMarketingPreferences(actor) ? change : { ...change, ...hiddenMarketingPreferences };

/** The key under which failed sign-ins of a user are counted. */
const signInSubject = ({ userName, domainName }: { userName: string; domainName: string | null }) => ({
  userName,
  domainName: domainName ?? '',
});

export const lockFields = (lock: Lock | undefined) => ({
  locked: lock !== undefined,
  lockedUntil: lock?.until ?? null,
});

function ownAccessFields(
  actor: Actor,
  { apiKey: storedApiKey, domainName }: { apiKey: string; domainName: string | null },
) {
  const organizationId = actor.scope.orgId as NodeId;
  const apiKey = actor.impersonation ? '' : storedApiKey; // not disclosed during impersonation
  return {
    permissions: [...actor.permissions],
    organizationId,
    organizationName: (actor.ancestors[0] ?? actor.rootNode)?.name ?? '',
    nodeStructure: [...actor.ancestors, ...(actor.rootNode ? [actor.rootNode] : [])].map(withNodeId),
    apiKey,
    orgConfig: { organizationId, domainName },
  };
}

const withNodeId = <T extends { id: string }>(node: T) => ({ ...node, id: node.id as NodeId });

/** The user fields that both an administrator and the user themselves edit. */
export function pickUserInput<T extends Record<keyof UserInput, string>>({
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

/** Date of birth and marketing preferences, as compared by audit events. */
export const personalFields = (
  user: Pick<User, 'dateOfBirth' | 'communicationEmail' | 'communicationPush' | 'communicationSms'>,
) => ({
  dateOfBirth: user.dateOfBirth,
  communicationEmail: user.communicationEmail,
  communicationPush: user.communicationPush,
  communicationSms: user.communicationSms,
});

/** The fields of a user that audit events of commands compare. */
export const auditFields = (actor: Actor, user: AuditedUser) => ({
  ...pickUserInput(user),
  ...omitHiddenPreferences(actor, personalFields(user)),
  shortName: user.shortName,
  dashboardAccess: user.dashboardAccess,
  place: user.node?.name ?? null,
  role: user.role?.name ?? null,
});

type AuditedUser = UserInput &
  PersonalFields & { readonly node: { readonly name: string } | null; readonly role: { readonly name: string } | null };

export type UserAuditEvent = Pick<AuditEvent, 'tpath' | 'before' | 'after'> & {
  readonly action: `user.${string}`;
  readonly id: string;
};

/** Inserts the audit events of a set of users, grouped by the run if there is one. */
export async function auditUsers(
  { db, actor, origin, runId }: Pick<Context, 'db' | 'actor' | 'origin'> & { readonly runId?: string },
  events: readonly UserAuditEvent[],
): Promise<void> {
  const common = { entity: 'user', actorId: actor.userId, sessionId: actor.sessionId, ...(runId && { runId }) };
  await insertAudits(
    db,
    actor.scope,
    origin,
    events.map(({ id: entityId, ...event }) => ({ ...event, ...common, entityId })),
  );
}
