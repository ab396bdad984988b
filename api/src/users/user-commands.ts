import { errors } from '@storeward/contract/errors';
import type { RoleId } from '@storeward/contract/roles';
import type { NewUser, User, UserChange, UserId, users } from '@storeward/contract/users';
import type { RateLimits } from '../rate-limits/queries.ts';
import { difference } from '../audit/queries.ts';
import { insertMail } from '../mails/queries.ts';
import type { Context, ManualContext, Service, AuthenticatedTransaction } from '../platform/http/context.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { newId } from '../platform/database/ids.ts';
import type { Encryption } from '../platform/security/encryption.ts';
import {
  omitHiddenPreferences,
  pickUserInput,
  revokeResetTokensAndNotify,
  signInSubject,
  type UserReader,
  personalFields,
  auditUserChange,
} from './user-mapper.ts';
import { changedRecoveryFields, mayChangeContact } from './policy.ts';
import * as queries from './queries.ts';
import {
  ensureStrongSecretWord,
  hashSecrets,
  secretAuditFields,
  secretColumns,
  type SecretDependencies,
} from './secrets.ts';
import {
  ensureAssignableRole,
  resolveTargetNode,
  primaryAssignmentChange,
  assignmentAuditFields,
} from './primary-assignment.ts';
import * as assignmentQueries from './primary-assignment-queries.ts';

export type UserCommandDependencies = SecretDependencies & {
  readonly rateLimits: Pick<RateLimits, 'reset'>;
  readonly mailEncryption: Encryption;
  /** Mails each user an invitation link to choose a password. */
  readonly inviteAll: (
    context: Pick<Context, 'db' | 'actor'>,
    users: readonly { readonly id: string; readonly emailId: string }[],
  ) => Promise<void>;
  /** Generator of temporary passwords and their validity in days. */
  readonly initialPassword: { readonly generate: () => string; readonly days: number };
  readonly wakeMailWorker: () => void;
};

/** The handlers that create, update and delete a user. */
export function userCommands(
  dependencies: UserCommandDependencies,
  read: UserReader,
): Pick<Service<typeof users>, 'create' | 'update' | 'remove'> {
  const { rateLimits, mailEncryption, wakeMailWorker } = dependencies;
  return {
    async create(context, { body }) {
      const prepared = await prepareUser(dependencies, context, body);
      const created = await context.finalTransaction((inner) =>
        insertPreparedUser(dependencies, inner, { ...prepared, body, read }),
      );
      wakeMailWorker();
      return created;
    },

    async update(context, { params: { id }, body, version }) {
      const { db, actor } = context;
      // hash before locking the row: hashing is slow
      const secrets = await hashSecrets(dependencies, body);
      // pipelined statements run in this order: the lock is held before the reads
      const [, before, assignment] = await Promise.all([
        queries.lockUser(db, actor.scope, id),
        read(context, id),
        assignmentQueries.findPrimaryAssignment(db, actor.scope, id),
      ]);
      ensure(version === undefined || version === before.version, 'record.stale', { current: before });
      ensure(before.can.edit, 'user.beyondYourOwn');
      ensure(mayChangeContact(actor, before, body), 'user.ownContact');
      if (body.secretWord) await ensureStrongSecretWord(dependencies, context, body.secretWord, { ...before, ...body });
      const requested = requestedAssignment(before, assignment, body);
      const change = assignment && (await primaryAssignmentChange(context, id, assignment, requested));
      const extraColumns = {
        ...assignmentQueries.optionalColumns(omitHiddenPreferences(actor, body)),
        ...secretColumns(secrets),
      };
      const pendingUpdate = queries.updateUser(db, actor.scope, id, body, {
        userId: actor.userId,
        version,
        extraColumns,
      });
      if (change && (await pendingUpdate))
        await assignmentQueries.updatePrimaryAssignment(db, actor.scope, id, change, actor.userId);
      const [stored, after] = await Promise.all([pendingUpdate, read(context, id, before)]);
      ensure(stored, 'record.stale', { current: after });
      const assignmentAfter = change ? await assignmentQueries.findPrimaryAssignment(db, actor.scope, id) : assignment;
      const beforeFields = { ...auditFields(before), ...assignmentAuditFields(assignment) };
      const afterFields = {
        ...auditFields(after),
        ...assignmentAuditFields(assignmentAfter),
        ...secretAuditFields(secrets),
      };
      await auditUserChange(context, after, 'user.updated', difference(beforeFields, afterFields));
      const changedFields = changedRecoveryFields(before, body);
      await revokeResetTokensAndNotify(context, mailEncryption, before, {
        fields: changedFields,
        at: after.updatedDate,
      });
      if (changedFields.includes('emailId')) await reinviteUser(context, dependencies, after);
      if (changedFields.length > 0) context.afterCommit(async () => wakeMailWorker());
      return after;
    },

    async remove(context, { params: { id }, version }) {
      const { db, actor } = context;
      await queries.lockUser(db, actor.scope, id);
      const before = await read(context, id);
      ensure(version === undefined || version === before.version, 'record.stale', { current: before });
      ensure(id !== actor.userId, 'user.self');
      ensure(before.can.delete, 'user.beyondYourOwn');
      const assignment = await assignmentQueries.findPrimaryAssignment(db, actor.scope, id);
      await queries.endSessions(db, actor.scope, id);
      await queries.revokeResetTokens(db, actor.scope, id);
      await rateLimits.reset(db, actor.scope, signInSubject(before));
      const by = { userId: actor.userId, version: before.version };
      ensure(await assignmentQueries.deleteUser(db, actor.scope, id, by), 'record.stale', { current: before });
      const { userName, domainName } = before;
      await auditUserChange(context, before, 'user.deleted', {
        before: { userName, domainName, ...auditFields(before), ...assignmentAuditFields(assignment) },
      });
      return { ...before, can: { view: false, edit: false, enable: false, delete: false, seeAs: false } };
    },
  };
}

type PreparedUser = {
  readonly roleId: RoleId;
  readonly password: string;
  readonly passwordHash: string;
  readonly secrets: Awaited<ReturnType<typeof hashSecrets>>;
};

/**
 * Replaces a temporary password or invitation that was mailed to the previous address by an invitation to the new one.
 */
async function reinviteUser(
  { db, actor }: Context,
  { inviteAll }: Pick<UserCommandDependencies, 'inviteAll'>,
  { id, emailId, manualPassword, status }: User,
): Promise<void> {
  if (manualPassword || !(await assignmentQueries.clearTemporaryPassword(db, actor.scope, id)) || !status) return;
  await inviteAll({ db, actor }, [{ id, emailId }]);
}

/** Generates the temporary password and hashes all secrets before any row is locked. */
async function prepareUser(
  dependencies: UserCommandDependencies,
  context: ManualContext,
  body: NewUser,
): Promise<PreparedUser> {
  const { secretWord, userRole } = body;
  if (secretWord) await context.transaction((inner) => ensureStrongSecretWord(dependencies, inner, secretWord, body));
  const password = dependencies.initialPassword.generate();
  const [passwordHash, secrets] = await Promise.all([
    dependencies.hashing.hash(password),
    hashSecrets(dependencies, body),
  ]);
  // the contract requires at least one role
  return { roleId: userRole[0]!.id, password, passwordHash, secrets };
}

async function insertPreparedUser(
  { mailEncryption, initialPassword: { days } }: UserCommandDependencies,
  inner: AuthenticatedTransaction,
  { roleId, password, passwordHash, secrets, body, read }: PreparedUser & { body: NewUser; read: UserReader },
): Promise<User> {
  const { db, actor } = inner;
  const node = await resolveTargetNode(inner, body.rootNodeId);
  await ensureAssignableRole(inner, roleId, node);
  const domainName = await resolveSignInDomain(inner, body.domainName);
  const id = newId() as UserId;
  const initialPassword = { passwordHash, days };
  await assignmentQueries.insertUser(
    db,
    actor.scope,
    { id, input: omitHiddenPreferences(actor, body), domainName, node, roleId, secrets, initialPassword },
    actor.userId,
  );
  const created = await read(inner, id);
  const assignment = await assignmentQueries.findPrimaryAssignment(db, actor.scope, id);
  await auditUserChange(inner, created, 'user.created', {
    after: {
      userName: created.userName,
      domainName,
      ...auditFields(created),
      ...assignmentAuditFields(assignment),
      ...secretAuditFields(secrets),
    },
  });
  await insertMail(db, actor.scope, mailEncryption, {
    kind: 'firstPassword',
    facts: { password, days },
    userId: id,
    to: created.emailId,
  });
  return created;
}

/** The requested or default sign-in domain; empty on the platform, which has none. */
async function resolveSignInDomain(
  { db, actor }: AuthenticatedTransaction,
  requested: string | null | undefined,
): Promise<string> {
  const domains = await assignmentQueries.listSignInDomains(db, actor.scope);
  const match = requested ? domains.find((domain) => domain === requested.toLowerCase()) : (domains[0] ?? '');
  if (match !== undefined) return match;
  const messageCode = 'field.invalid';
  throw new ApiError('input.invalid', {
    errors: [{ path: 'domainName', messageCode, message: errors[messageCode].text }],
  });
}

/**
 * The node and role that differ from the values the client has read. A session acting by an additional assignment reads
 * that one's node and role; sending them back is no change.
 */
function requestedAssignment(
  { rootNodeId, userRole, assignments }: User,
  assignment: assignmentQueries.PrimaryAssignment | undefined,
  body: UserChange,
) {
  const roleId = body.userRole?.[0]?.id;
  // another user without a primary role has an additional role at index 0
  const isSameRole = roleId === userRole[0]?.id && (assignments !== undefined || roleId === assignment?.roleId);
  return {
    rootNodeId: body.rootNodeId === rootNodeId ? undefined : body.rootNodeId,
    roleId: isSameRole ? undefined : roleId,
  };
}

const auditFields = (user: User) => ({
  ...pickUserInput(user),
  ...personalFields(user),
  shortName: user.shortName,
  dashboardAccess: user.dashboardAccess,
});
