import { normalised } from '@storeward/contract/fields';
import type { UserInput } from '@storeward/contract/users/user-input';
import { insertMails } from '../../mails/queries.ts';
import type { Actor } from '../../platform/actor.ts';
import { newId } from '../../platform/database/ids.ts';
import { addressErrors, creationErrors, type CommandError } from '../policy.ts';
import { auditFields, auditUsers, pickUserInput } from '../user-mapper.ts';
import { secretAuditFields, type SecretHashes } from '../secrets.ts';
import type { CommandContext, InvitationDependencies, MailDependencies } from './context.ts';
import { type AssignmentTargets, assignmentErrors } from './plan.ts';
import { insertUsers } from './create-queries.ts';
import type { NamedRole, NodePosition, PersonalFields } from './user-state.ts';

/** A user to be created, in the sign-in domain of the set. */
export type NewUserItem = {
  readonly userName: string;
  readonly input: UserInput;
  readonly nodeId: string | undefined;
  readonly roleId: string | undefined;
  /** When the assignment ends, null for no end; if omitted, with that of the actor. */
  readonly until?: string | null | undefined;
  readonly status: boolean;
  /** Absent in imports, which have no columns for them. */
  readonly personal?: PersonalFields;
  readonly secrets?: SecretHashes;
  /** The temporary password to mail; users without one are invited to choose their own. */
  readonly initialPassword?: { readonly password: string; readonly passwordHash: string; readonly days: number };
};

/** A planned new user; it can be created if there are no errors. */
export type PlannedUser = {
  readonly errors: readonly CommandError[];
  readonly item: NewUserItem;
  readonly domainName: string;
  readonly node: NodePosition | undefined;
  readonly role: NamedRole | undefined;
  readonly until: string | null;
};

type NewUserLookups = {
  readonly targets: AssignmentTargets;
  readonly domainName: string;
  /** The normalised user names that are taken in that domain. */
  readonly takenNames: ReadonlySet<string>;
  readonly takesAddress: MailDependencies['takesAddress'];
  /** The error code of a permission that the actor lacks; the endpoint for one user checks it earlier. */
  readonly unpermitted?: 'import.rightMissing';
};

/** The end of an assignment that the actor grants: the requested one, otherwise that of their own. */
const endGivenBy = (actor: Actor, requested: string | null | undefined) =>
  requested === undefined ? actor.assignmentUntil : requested;

/** Why a user may not be created; rules that need an unknown node or role are skipped. `key` is the normalised user name. */
export function newUserErrors(
  actor: Actor,
  {
    key,
    nodeId,
    roleId,
    status,
    until,
  }: Pick<NewUserItem, 'nodeId' | 'roleId' | 'status' | 'until'> & {
    readonly key: string;
  },
  { targets, takenNames, unpermitted = 'import.rightMissing' }: NewUserLookups,
): CommandError[] {
  const node = nodeId === undefined ? undefined : targets.nodes.get(nodeId);
  const role = roleId === undefined ? undefined : targets.roles.get(roleId);
  return [
    ...creationErrors(actor, status, unpermitted),
    ...(nodeId && roleId ? assignmentErrors(actor, { node, roleId, role, until: endGivenBy(actor, until) }) : []),
    ...(takenNames.has(key) ? [{ part: 'userName', code: 'user.userNameTaken' } as const] : []),
  ];
}

/** Plans one new user; a missing node or role must have been refused before. The tree and the roles must be locked. */
export function planNewUser(actor: Actor, item: NewUserItem, lookups: NewUserLookups): PlannedUser {
  const { targets, domainName } = lookups;
  const node = item.nodeId === undefined ? undefined : targets.nodes.get(item.nodeId);
  const role = item.roleId === undefined ? undefined : targets.roles.get(item.roleId);
  return {
    item,
    domainName,
    node,
    role,
    until: endGivenBy(actor, item.until),
    errors: [
      ...newUserErrors(actor, { ...item, key: normalised(item.userName) }, lookups),
      ...addressErrors(lookups.takesAddress, item.input.emailId),
    ],
  };
}

/** Creates planned users with their mails and audit events; returns their ids in the same order. */
export async function applyNewUsers(
  { inviteAll, mailEncryption }: InvitationDependencies,
  context: CommandContext,
  planned: readonly PlannedUser[],
): Promise<string[]> {
  if (planned.length === 0) return [];
  const { db, actor } = context;
  const users = planned.map(({ item, domainName, node, role, until }) => {
    if (!node || !role) throw new Error('a planned user without errors needs a node and a role');
    const { input, userName, status, personal, secrets = {}, initialPassword } = item;
    return {
      ...input,
      id: newId(),
      userName,
      domainName,
      status,
      personal,
      node,
      role,
      roleId: role.id,
      until,
      secrets,
      initialPassword,
    };
  });
  await insertUsers(db, actor.scope, users, actor.userId);
  await inviteAll(
    context,
    users.filter(({ status, initialPassword }) => status && !initialPassword),
    { alreadyRecorded: true },
  );
  const mails = users.flatMap(({ id: userId, emailId: to, initialPassword }) => {
    if (!initialPassword) return [];
    const { password, days } = initialPassword;
    return [{ kind: 'firstPassword', variables: { password, days }, userId, to } as const];
  });
  if (mails.length > 0) await insertMails(db, actor.scope, mailEncryption, mails);
  await auditUsers(
    context,
    users.map((user) => {
      const { id, node, role, until, userName, domainName, status, secrets, personal } = user;
      const fields = personal
        ? auditFields(actor, { ...user, ...personal })
        : { ...pickUserInput(user), place: node.name, role: role.name };
      const ends = until === null ? {} : { until };
      const after = {
        userName,
        domainName,
        ...fields,
        ...ends,
        ...secretAuditFields(secrets),
        ...(status ? {} : { status }),
      };
      return { id, tpath: node.tpath, action: 'user.created', after };
    }),
  );
  return users.map(({ id }) => id);
}
