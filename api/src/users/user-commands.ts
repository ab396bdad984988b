import type { NodeId } from '@storeward/contract/nodes';
import type { UserId, users } from '@storeward/contract/users';
import type { NewUser, UserChange } from '@storeward/contract/users/user-input';
import { normalised } from '@storeward/contract/fields';
import { lockStructure } from '../nodes/queries.ts';
import type { Actor } from '../platform/actor.ts';
import { ownHashOrigin } from '../platform/security/hashing.ts';
import type { Context, ManualContext, Service, AuthenticatedTransaction } from '../platform/http/pipeline/context.ts';
import { ApiError, ensure, inputError, throwFirst } from '../platform/errors.ts';
import { listFutureTimes } from './assignments/assignment-queries.ts';
import { applyUserChanges } from './commands/change.ts';
import { type CommandDependencies } from './commands/context.ts';
import { applyNewUsers, type NewUserItem, type PlannedUser, planNewUser } from './commands/create.ts';
import { type InitialPassword, sendFirstPassword } from './commands/first-password.ts';
import {
  byId,
  type PlannedChange,
  planUserChanges,
  type RequestedAssignment,
  type RequestedUser,
} from './commands/plan.ts';
import { removalErrors, removeUsers } from './commands/remove.ts';
import { listNodes, listRoles, listUserStates } from './commands/change-queries.ts';
import { listTakenNames } from './commands/create-queries.ts';
import type { AssignedUser, UserState } from './commands/user-state.ts';
import type { CommandError } from './policy.ts';
import { omitHiddenPreferences, pickUserInput, type UserReader } from './user-mapper.ts';
import { listSignInDomains } from './queries.ts';
import { ensureStrongSecretWord, hashSecrets, type RemovableSecret, type SecretDependencies } from './secrets.ts';

export type UserCommandDependencies = SecretDependencies &
  CommandDependencies & { readonly initialPassword: InitialPassword };

/** The handlers that create, update, enable, disable and delete one user, each by a command for a set of one. */
export function userCommands(
  dependencies: UserCommandDependencies,
  read: UserReader,
): Pick<Service<typeof users>, 'create' | 'update' | 'setStatus' | 'sendFirstPassword' | 'remove'> {
  const { wakeMailWorker } = dependencies;

  /** Throws unless the user exists and has the version that the client has read. */
  async function ensureCurrent(context: Context, user: UserState | undefined, id: UserId, version: number | undefined) {
    ensure(user, 'user.unknown');
    if (version !== undefined && version !== user.version)
      throw new ApiError('record.stale', { current: await read(context, id) });
    return user;
  }

  async function planOne(
    context: Context,
    {
      id,
      version,
      requestedOf,
      assignmentOf,
    }: {
      id: UserId;
      version: number | undefined;
      requestedOf: (user: UserState) => RequestedUser;
      assignmentOf?: ((user: AssignedUser) => RequestedAssignment) | undefined;
    },
  ): Promise<PlannedChange> {
    const planned = await planUserChanges(
      dependencies,
      context,
      { ids: [id], requestedOf },
      { lock: true, orSelf: true, assignmentOf },
    );
    const plan = planned.get(id);
    await ensureCurrent(context, plan?.user, id, version);
    return plan!;
  }

  return {
    async create(context, { body }) {
      // refused before anything is hashed, which is what costs; the locks are taken for the second look only
      await context.transaction((inner) => planCreation(dependencies, inner, body, { lock: false }));
      const prepared = await prepareUser(dependencies, context, body);
      const created = await context.finalTransaction(async (inner) => {
        const { item, ...planned } = await planCreation(dependencies, inner, body, { lock: true });
        const [id] = await applyNewUsers(dependencies, inner, [{ ...planned, item: { ...item, ...prepared } }]);
        return read(inner, id as UserId);
      });
      wakeMailWorker();
      return created;
    },

    async update(context, { params: { id }, body, version }) {
      const assignmentOf = (user: AssignedUser) => requestedAssignment(context.actor, user, body);
      const requestedOf = (user: UserState): RequestedUser => ({
        input: pickUserInput(body),
        personal: omitHiddenPreferences(context.actor, body),
        removedSecrets: removedSecrets(body),
        ...assignmentOf(user),
        evenIfEqual: true,
      });
      const mayReassign = body.rootNodeId !== undefined || body.userRole !== undefined;
      const plan = await planOne(context, {
        id,
        version,
        requestedOf,
        assignmentOf: mayReassign ? assignmentOf : undefined,
      });
      throwFirst(
        plan.errors.filter(
          (error) => !isOfAddress(error) && (error.part === 'contact' || error.code === 'user.beyondYourOwn'),
        ),
        plan.errors[0]?.code === 'recovery.tooManyMails' ? { retryAfter: 3600 } : {},
      );
      throwAddressError(plan.errors);
      // a client who chooses another user's secret word could become them
      ensure(!body.secretWord && !body.pin, id === context.actor.userId ? 'user.ownContact' : 'user.secretOfOwner');
      if (plan.errors[0]?.part === 'node' && plan.user.node === null && !body.rootNodeId)
        throw inputError('rootNodeId', 'field.required');
      throwFirst(plan.errors);
      await applyUserChanges(dependencies, context, [plan]);
      return read(context, id);
    },

    async setStatus(context, { params: { id }, body: { status }, version }) {
      const plan = await planOne(context, { id, version, requestedOf: () => ({ status }) });
      throwFirst(plan.errors);
      await applyUserChanges(dependencies, context, [plan]);
      return read(context, id);
    },

    sendFirstPassword: (context, { params: { id } }) => sendFirstPassword(dependencies, context, id),

    async remove(context, { params: { id }, version }) {
      const [user] = await listUserStates(context.db, context.actor, { ids: [id], orSelf: true }, { lock: true });
      const current = await ensureCurrent(context, user, id, version);
      throwFirst(removalErrors(context.actor, current));
      const before = await read(context, id);
      await removeUsers(dependencies, context, [current]);
      return { ...before, can: { view: false, edit: false, enable: false, delete: false, seeAs: false } };
    },
  };
}

const removedSecrets = ({ removeSecretWord, removePin }: UserChange): readonly RemovableSecret[] => [
  ...(removeSecretWord ? (['secretWord'] as const) : []),
  ...(removePin ? (['pin'] as const) : []),
];

/**
 * The requested node and role if they differ from what the client has read. A session that acts by an additional
 * assignment reads that one's node and role; sending them back is no change. A global user may omit the node and means
 * the organisation's root.
 */
function requestedAssignment(actor: Actor, user: AssignedUser, { rootNodeId, userRole }: UserChange) {
  const isSelf = user.id === actor.userId;
  const roleId = userRole?.[0]?.id;
  const requestedRole = isSelf && roleId === actor.roleId ? undefined : roleId;
  const requestedNode = isSelf && rootNodeId === actor.rootNode?.id ? undefined : (rootNodeId ?? undefined);
  const changesRole = requestedRole !== undefined && requestedRole !== user.role?.id;
  const needsNode = changesRole && user.node === null && requestedNode === undefined;
  return { roleId: requestedRole, nodeId: needsNode ? defaultNode(actor) : requestedNode };
}

/** The default node of a user: the organisation's root for global users, none for others. */
const defaultNode = ({ rootNode, scope }: Actor): NodeId | undefined =>
  rootNode?.nodeType === 'GLOBAL' ? (scope.orgId as NodeId) : undefined;

type PreparedUser = Pick<NewUserItem, 'secrets'> & {
  readonly initialPassword: NewUserItem['initialPassword'] & object;
};

/** Generates the temporary password and hashes all secrets before any row is locked. */
async function prepareUser(
  dependencies: UserCommandDependencies,
  context: ManualContext,
  body: NewUser,
): Promise<PreparedUser> {
  const { secretWord } = body;
  if (secretWord) await context.transaction((inner) => ensureStrongSecretWord(dependencies, inner, secretWord, body));
  const { generate, days } = dependencies.initialPassword;
  const password = generate();
  const [passwordHash, secrets] = await Promise.all([
    dependencies.hashing.hash(password, ownHashOrigin(context)),
    hashSecrets(dependencies, body, ownHashOrigin(context)),
  ]);
  return { secrets, initialPassword: { password, passwordHash, days } };
}

/** Plans a new user, and throws why it may not be created; with `lock`, the tree and the role are locked. */
async function planCreation(
  { takesAddress }: UserCommandDependencies,
  { db, actor }: AuthenticatedTransaction,
  body: NewUser,
  { lock }: { readonly lock: boolean },
): Promise<PlannedUser> {
  const nodeId = body.rootNodeId ?? defaultNode(actor);
  if (!nodeId) throw inputError('rootNodeId', 'field.required');
  // the contract requires at least one role
  const roleId = body.userRole[0]!.id;
  if (lock) await lockStructure(db, actor.scope);
  const [nodes, roles, domains, future] = await Promise.all([
    listNodes(db, actor.scope, [nodeId]),
    listRoles(db, actor.scope, { ids: [roleId] }, { lock }),
    listSignInDomains(db, actor.scope),
    body.until ? listFutureTimes(db, actor.scope, [body.until]) : undefined,
  ]);
  ensure(!future || future.size > 0, 'assignment.past');
  const domainName = findDomain(domains, body.domainName);
  const takenNames = await listTakenNames(db, actor.scope, [normalised(body.userName)], domainName ?? '');
  const item = {
    userName: body.userName,
    input: pickUserInput(body),
    personal: newPersonalFields(omitHiddenPreferences(actor, body)),
    nodeId,
    roleId,
    until: body.until,
    status: true,
  };
  const targets = { nodes: byId(nodes), roles: byId(roles) };
  const planned = planNewUser(actor, item, { targets, domainName: domainName ?? '', takenNames, takesAddress });
  throwAddressError(planned.errors);
  throwFirst(planned.errors.filter(({ part }) => part !== 'userName'));
  if (domainName === undefined) throw inputError('domainName', 'field.invalid');
  throwFirst(planned.errors);
  return planned;
}

/** The requested or default sign-in domain; empty on the platform, which has none; undefined for an unknown one. */
const findDomain = (domains: readonly string[], requested: string | null | undefined): string | undefined =>
  requested ? domains.find((domain) => domain === requested.toLowerCase()) : (domains[0] ?? '');

const newPersonalFields = (input: Partial<NewUser>) => ({
  dateOfBirth: input.dateOfBirth ?? null,
  shortName: input.shortName || null,
  dashboardAccess: input.dashboardAccess || null,
  communicationEmail: input.communicationEmail ?? false,
  communicationPush: input.communicationPush ?? false,
  communicationSms: input.communicationSms ?? false,
});

const isOfAddress = ({ code }: CommandError): boolean => code === 'field.emailLetters';

function throwAddressError(found: readonly CommandError[]): void {
  const error = found.find(isOfAddress);
  if (error) throw inputError('emailId', error.code);
}
