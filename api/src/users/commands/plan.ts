import type { UserInput } from '@storeward/contract/users/user-input';
import { lockStructure } from '../../nodes/queries.ts';
import type { Actor } from '../../platform/actor.ts';
import { assignmentError, earlierEnd, outlasts } from '../../roles/policy.ts';
import { pickUserInput } from '../user-mapper.ts';
import {
  addressErrors,
  changeErrors,
  type CommandError,
  emailChange,
  maxEmailChangesPerHour,
  type UserAction,
} from '../policy.ts';
import type { RemovableSecret } from '../secrets.ts';
import type { CommandContext, LockDependencies, MailDependencies } from './context.ts';
import { listAssignedUsers, listNodes, listRoles, listUserStates } from './change-queries.ts';
import type { AssignedUser, NamedRole, NodePosition, PersonalFields, UserState } from './user-state.ts';

/** The requested state of a user; absent properties stay unchanged. */
export type RequestedUser = {
  readonly input?: UserInput;
  readonly personal?: { readonly [K in keyof PersonalFields]?: PersonalFields[K] | undefined };
  readonly removedSecrets?: readonly RemovableSecret[];
  /** Withdraws a changed address that is not in effect yet. */
  readonly withdrawsEmail?: boolean;
  readonly nodeId?: string | undefined;
  readonly roleId?: string | undefined;
  /** The end of the primary assignment, null for none; if omitted, the end is kept unless the actor's own is earlier. */
  readonly until?: string | null | undefined;
  readonly status?: boolean;
  /** Treated as a change of the fields even if all of them are equal, as when a form is saved. */
  readonly evenIfEqual?: true;
};

/** The requested node, role and end of the primary assignment. */
export type RequestedAssignment = Pick<RequestedUser, 'nodeId' | 'roleId' | 'until'>;

/** A user after a change; the assignment is absent if unchanged. */
export type UserTarget = {
  /** With the address in effect. */
  readonly input: UserInput;
  /** The changed address that is not in effect yet. */
  readonly pendingEmail: string | null;
  readonly personal: PersonalFields;
  readonly removedSecrets: readonly RemovableSecret[];
  readonly assignment:
    | {
        readonly node: NodePosition | undefined;
        readonly role: Pick<NamedRole, 'id' | 'name'> | undefined;
        readonly until: string | null;
      }
    | undefined;
  readonly status: boolean;
};

/** The outcome of planning a change of one user; it can be applied if there are no errors. */
export type PlannedChange = {
  readonly errors: readonly CommandError[];
  /** False if nothing would change. */
  readonly changes: boolean;
  readonly user: UserState;
  readonly target: UserTarget;
  /** Whether fields, node or role are to be written. */
  readonly edits: boolean;
  /** The status to set, even if it is set already: enabling resets failed sign-ins, disabling ends sessions. */
  readonly setsStatus: boolean | undefined;
  /** Whether failed sign-ins have locked the name of a user to be enabled. */
  readonly locked: boolean;
};

/** The nodes and roles that users are assigned, by id; an id that is missing is unknown. */
export type AssignmentTargets = {
  readonly nodes: ReadonlyMap<string, NodePosition>;
  readonly roles: ReadonlyMap<string, NamedRole>;
};

export const byId = <T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [item.id, item]));

const distinct = (ids: readonly (string | undefined)[]) => [...new Set(ids.flatMap((id) => id ?? []))];

/** Loads the requested nodes and roles, and the roles that users keep at another node; those in `known` are not loaded again. */
export async function loadTargets(
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
  items: readonly { readonly user: UserState; readonly requested: RequestedUser }[],
  { lock, known }: { readonly lock: boolean; readonly known?: AssignmentTargets },
): Promise<AssignmentTargets> {
  const nodeIds = distinct(items.map(({ requested }) => requested.nodeId)).filter((id) => !known?.nodes.has(id));
  const keptRoles = items.map((item) =>
    reassigns(item) && item.requested.roleId === undefined ? item.user.role?.id : undefined,
  );
  const roleIds = distinct([...items.map(({ requested }) => requested.roleId), ...keptRoles]).filter(
    (id) => !known?.roles.has(id),
  );
  const [nodes, roles] = await Promise.all([
    listNodes(db, actor.scope, nodeIds),
    listRoles(db, actor.scope, { ids: roleIds }, { lock }),
  ]);
  return {
    nodes: new Map([...(known?.nodes ?? []), ...byId(nodes)]),
    roles: new Map([...(known?.roles ?? []), ...byId(roles)]),
  };
}

type PlanOptions = {
  /** False for a preview. */
  readonly lock: boolean;
  /** Includes the actor outside their own scope. */
  readonly orSelf?: boolean;
  /** What is requested of the assignment of a user, if the structure of the tree is not locked yet and may have to be. */
  readonly assignmentOf?: ((user: AssignedUser) => RequestedAssignment) | undefined;
};

/**
 * Plans changes of existing users: locks them in the order of their ids, and returns the outcome of each by id; none
 * for a user who does not exist in the scope.
 */
export async function planUserChanges(
  { rateLimits, takesAddress }: LockDependencies & Pick<MailDependencies, 'takesAddress'>,
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
  { ids, requestedOf }: { readonly ids: readonly string[]; readonly requestedOf: (user: UserState) => RequestedUser },
  { lock, orSelf = false, assignmentOf }: PlanOptions,
): Promise<ReadonlyMap<string, PlannedChange>> {
  if (lock && assignmentOf) {
    // before the users: a move locks the tree first, and then the users in it; a plain save does not wait for one
    const users = await listAssignedUsers(db, actor, ids);
    if (users.some((user) => reassigns({ user, requested: assignmentOf(user) }))) await lockStructure(db, actor.scope);
  }
  const users = await listUserStates(db, actor, { ids, orSelf }, { lock });
  const items = users.map((user) => ({ user, requested: requestedOf(user) }));
  // no node may move or be deleted before users are assigned to it; the lock is already held unless a user was changed meanwhile
  if (lock && items.some(reassigns)) await lockStructure(db, actor.scope);
  const [targets, locked] = await Promise.all([
    loadTargets({ db, actor }, items, { lock }),
    findLocked({ rateLimits }, { db, actor }, items),
  ]);
  return new Map(
    items.map((item) => {
      const { id } = item.user;
      return [id, planUserChange(actor, { ...item, targets, locked: locked.has(id), takesAddress })];
    }),
  );
}

/** The users to be enabled whose names are locked after failed sign-ins. */
async function findLocked(
  { rateLimits }: LockDependencies,
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
  items: readonly { readonly user: UserState; readonly requested: RequestedUser }[],
): Promise<ReadonlySet<string>> {
  const enabled = items.flatMap(({ user, requested }) => (requested.status ? [user] : []));
  if (enabled.length === 0) return new Set();
  const locks = await rateLimits.findLocks(db, actor.scope, Promise.resolve(enabled));
  return new Set(enabled.filter((_, index) => locks[index]).map(({ id }) => id));
}

const reassigns = ({ user, requested }: { readonly user: AssignedUser; readonly requested: RequestedAssignment }) =>
  (requested.nodeId !== undefined && requested.nodeId !== user.node?.id) ||
  (requested.roleId !== undefined && requested.roleId !== user.role?.id) ||
  (requested.until !== undefined && toTime(requested.until) !== toTime(user.until));

const toTime = (instant: string | null) => (instant === null ? null : Date.parse(instant));

type ChangeToPlan = {
  readonly user: UserState;
  readonly requested: RequestedUser;
  readonly targets: AssignmentTargets;
  readonly locked: boolean;
  readonly takesAddress: MailDependencies['takesAddress'];
  /** The error code of a permission that the actor lacks. */
  readonly unpermitted?: 'import.rightMissing';
};

/** Plans the change of one user by the rules of a single save. */
export function planUserChange(
  actor: Actor,
  { user, requested, targets, locked, takesAddress, unpermitted }: ChangeToPlan,
): PlannedChange {
  const requestedInput = requested.input ?? pickUserInput(user);
  // a corrected address gets the first password, and so the assignments of the user
  const mayCorrect = user.neverSignedIn && !outlasts(actor, user.lastUntil);
  const email = emailChange({ ...user, mayCorrect }, requestedInput.emailId);
  const input = email === 'corrected' ? requestedInput : { ...requestedInput, emailId: user.emailId };
  const isReassigned = reassigns({ user, requested });
  // what another person has entered ends with a change of the access, see decision 0113
  const isForeign = user.pendingEmailBy !== user.id && user.pendingEmailBy !== actor.userId;
  const withdraws = requested.withdrawsEmail || (isReassigned && isForeign);
  const pendingEmail = email === 'pending' ? requestedInput.emailId : withdraws ? null : user.pendingEmail;
  const personal = personalTarget(user, requested.personal);
  const removedSecrets = (requested.removedSecrets ?? []).filter((secret) =>
    secret === 'pin' ? user.hasPin : user.hasSecretWord,
  );
  const fieldsChange =
    requested.evenIfEqual === true ||
    pendingEmail !== user.pendingEmail ||
    Object.entries(pickUserInput(user)).some(([field, value]) => input[field as keyof UserInput] !== value.trim());
  const contact = email !== 'none' || input.phoneNumber !== user.phoneNumber || removedSecrets.length > 0;
  const tooMany = email === 'pending' && user.recentEmailChanges >= maxEmailChangesPerHour;
  const actions: UserAction[] = [
    ...(fieldsChange ? (['fields'] as const) : []),
    ...(contact ? (['contact'] as const) : []),
    ...(isReassigned ? (['assignment'] as const) : []),
    ...(requested.status !== undefined ? (['status'] as const) : []),
  ];
  const node = requested.nodeId === undefined ? (user.node ?? undefined) : targets.nodes.get(requested.nodeId);
  const roleId = requested.roleId ?? user.role?.id;
  const role = roleId === undefined ? undefined : targets.roles.get(roleId);
  const status = requested.status ?? user.status;
  // an assignment that has ended is granted again
  const keptUntil = earlierEnd(user.over ? null : user.until, actor.assignmentUntil);
  const until = requested.until === undefined ? keptUntil : requested.until;
  return {
    user,
    errors: [
      ...changeErrors(actor, user, actions, unpermitted),
      ...(email === 'none' ? [] : addressErrors(takesAddress, requestedInput.emailId)),
      ...(tooMany ? [{ part: 'contact', code: 'recovery.tooManyMails' } as const] : []),
      ...(isReassigned ? assignmentErrors(actor, { user, roleId, node, role, until }) : []),
    ],
    changes: fieldsChange || isReassigned || status !== user.status || locked,
    target: {
      input,
      pendingEmail,
      personal,
      removedSecrets,
      assignment: isReassigned ? { node, role, until } : undefined,
      status,
    },
    edits: fieldsChange || isReassigned,
    setsStatus: requested.status,
    locked,
  };
}

type AssignmentToCheck = {
  readonly user?: Pick<UserState, 'additionalAssignments'>;
  readonly node: NodePosition | undefined;
  readonly roleId: string | undefined;
  readonly role: NamedRole | undefined;
  readonly until: string | null;
};

/** Why the actor may not assign a user this node and role until this end; a user without a role may be moved. */
export function assignmentErrors(actor: Actor, { user, node, roleId, role, until }: AssignmentToCheck): CommandError[] {
  if (!node) return [{ part: 'node', code: 'node.unknown' }];
  if (roleId === undefined) return [];
  if (!role) return [{ part: 'role', code: 'role.unknown' }];
  const error = assignmentError(actor, role, node.nodeType);
  if (error) return [{ part: 'role', code: error }];
  if (outlasts(actor, until)) return [{ part: 'role', code: 'assignment.outlastsYours' }];
  const isHeld = user?.additionalAssignments.includes(`${role.id} ${node.id}`);
  return isHeld ? [{ part: 'role', code: 'assignment.doubled' }] : [];
}

/** The optional fields after a change: omitted ones are kept, and so are marketing preferences that are null. */
function personalTarget(user: UserState, requested: RequestedUser['personal'] = {}): PersonalFields {
  const { dateOfBirth, shortName, dashboardAccess } = requested;
  return {
    dateOfBirth: dateOfBirth === undefined ? user.dateOfBirth : dateOfBirth,
    shortName: shortName === undefined ? user.shortName : shortName || null,
    dashboardAccess: dashboardAccess === undefined ? user.dashboardAccess : dashboardAccess || null,
    communicationEmail: requested.communicationEmail ?? user.communicationEmail,
    communicationPush: requested.communicationPush ?? user.communicationPush,
    communicationSms: requested.communicationSms ?? user.communicationSms,
  };
}
