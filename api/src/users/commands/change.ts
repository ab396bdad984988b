import { difference } from '../../audit/queries.ts';
import { insertMails, type MailVariables } from '../../mails/queries.ts';
import { endSessions, revokeResetTokens } from '../queries.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import type { Actor } from '../../platform/actor.ts';
import { proposeEmails, withdrawEmails } from '../email/pending-email.ts';
import { removalAuditFields } from '../secrets.ts';
import type { CommandContext, CommandDependencies, MailDependencies, LockDependencies } from './context.ts';
import { auditFields, auditUsers, type UserAuditEvent } from '../user-mapper.ts';
import type { PlannedChange } from './plan.ts';
import {
  clearTemporaryPasswords,
  insertAssignments,
  listUsersWithoutPassword,
  updateStatuses,
  updateUsers,
} from './change-queries.ts';

/** A written user with the new version. */
export type WrittenUser = { readonly id: string; readonly version: number };

/**
 * Writes planned changes with their side effects: mails about contact data, ended sessions, reset counters of failed
 * sign-ins, invitations, and an audit event per user. Returns the results in the same order.
 */
export async function applyUserChanges(
  dependencies: CommandDependencies,
  context: CommandContext,
  changes: readonly PlannedChange[],
): Promise<WrittenUser[]> {
  const { actor } = context;
  const toInvite = await writeEdits(
    dependencies,
    context,
    changes.filter(({ edits }) => edits),
  );
  const unlocked = await writeStatuses(dependencies, context, changes);
  const enabled = changes.filter((change) => changesStatus(change) && change.target.status).map(({ user }) => user.id);
  await invite(dependencies, context, [...new Set([...enabled, ...toInvite])]);
  await auditUsers(
    context,
    changes.flatMap((change) => auditEvents(actor, change, unlocked.has(change.user.id))),
  );
  return changes.map((change) => ({
    id: change.user.id,
    version: change.user.version + (change.edits ? 1 : 0) + (changesStatus(change) ? 1 : 0),
  }));
}

const changesStatus = ({ user, target }: PlannedChange) => target.status !== user.status;

/** Writes fields, nodes and primary roles; returns the users who need a new invitation to choose a password. */
async function writeEdits(
  dependencies: CommandDependencies,
  context: CommandContext,
  edits: readonly PlannedChange[],
): Promise<readonly string[]> {
  if (edits.length === 0) return [];
  const { db, actor } = context;
  const rows = edits.map(({ user: { id, userName }, target: { input, personal, removedSecrets, assignment } }) => {
    return { id, userName, input, personal, removedSecrets, node: assignment?.node ?? null };
  });
  const contacts = changedContacts(edits);
  const at = await updateUsers(db, actor.scope, rows, { by: actor.userId, needsTime: contacts.length > 0 });
  const assignments = edits.flatMap(({ user: { id: userId, assignmentId: replacedId }, target: { assignment } }) =>
    assignment?.node && assignment.role
      ? [
          {
            userId,
            roleId: assignment.role.id,
            node: assignment.node,
            position: 0,
            until: assignment.until,
            replacedId,
          },
        ]
      : [],
  );
  await insertAssignments(db, actor.scope, assignments, actor.userId);
  const readdressed = edits.filter(({ user, target }) => target.pendingEmail !== user.pendingEmail);
  const proposed = readdressed.flatMap(({ user, target: { pendingEmail: address } }) =>
    address ? [{ user, address }] : [],
  );
  const withdrawn = readdressed.flatMap(({ user, target }) => (target.pendingEmail ? [] : [user]));
  await proposeEmails(dependencies, context, proposed);
  await withdrawEmails(dependencies, { db, scope: actor.scope }, withdrawn);
  return notifyContactChanges(dependencies, context, contacts, at ?? '');
}

type ContactChange = MailVariables['contactChanged']['what'];

/** A user before the change, and the recovery fields that it changes. */
type ChangedContact = {
  readonly user: { readonly id: string; readonly emailId: string };
  readonly fields: readonly ContactChange[];
};

/** After changes of recovery fields: revokes open reset tokens and notifies the previous e-mail addresses. */
export async function revokeTokensAndNotify(
  encryption: Encryption,
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
  changed: readonly ChangedContact[],
  at: string,
): Promise<void> {
  if (changed.every(({ fields }) => fields.length === 0)) return;
  const revokedIds = changed.flatMap(({ user, fields }) =>
    fields.some((field) => field !== 'phoneNumber' && field !== 'pinRemoved') ? [user.id] : [],
  );
  if (revokedIds.length > 0) await revokeResetTokens(db, actor.scope, revokedIds);
  // the owner must learn of the change if an attacker with a session or permission made it
  const mails = changed.flatMap(({ user: { id: userId, emailId: to }, fields }) =>
    fields.map((what) => ({ kind: 'contactChanged', userId, to, variables: { what, at } }) as const),
  );
  await insertMails(db, actor.scope, encryption, mails);
}

/** The users whose recovery fields planned changes write. */
const changedContacts = (edits: readonly PlannedChange[]) =>
  edits.flatMap(({ user, target: { input, removedSecrets, status } }) => {
    const fields: ContactChange[] = [
      ...(input.emailId === user.emailId ? [] : (['emailId'] as const)),
      ...(input.phoneNumber === user.phoneNumber ? [] : (['phoneNumber'] as const)),
      ...removedSecrets.map((secret) => `${secret}Removed` as const),
    ];
    return fields.length > 0 ? [{ user, fields, status }] : [];
  });

/**
 * The same for planned changes. Returns the enabled users whose temporary password or invitation went to a previous
 * address, and who are to be invited again.
 */
async function notifyContactChanges(
  { mailEncryption, wakeMailWorker }: MailDependencies,
  context: CommandContext,
  changed: readonly (ChangedContact & { readonly status: boolean })[],
  at: string,
): Promise<readonly string[]> {
  if (changed.length === 0) return [];
  await revokeTokensAndNotify(mailEncryption, context, changed, at);
  context.afterCommit?.(async () => wakeMailWorker());
  const readdressed = changed.filter(({ fields }) => fields.includes('emailId'));
  if (readdressed.length === 0) return [];
  const cleared = await clearTemporaryPasswords(
    context.db,
    context.actor.scope,
    readdressed.map(({ user }) => user.id),
  );
  return readdressed.flatMap(({ user: { id }, status }) => (status && cleared.includes(id) ? [id] : []));
}

/** Writes statuses; returns the users whose failed sign-ins were reset. */
async function writeStatuses(
  { rateLimits }: LockDependencies,
  { db, actor }: CommandContext,
  changes: readonly PlannedChange[],
): Promise<ReadonlySet<string>> {
  const toUnlock = changes.flatMap(({ setsStatus, user }) => (setsStatus === true ? [user] : []));
  const hadFailures = toUnlock.length === 0 ? [] : await rateLimits.reset(db, actor.scope, toUnlock);
  const disabledIds = changes.flatMap(({ setsStatus, user }) => (setsStatus === false ? [user.id] : []));
  if (disabledIds.length > 0) await endSessions(db, actor.scope, disabledIds);
  const statuses = changes.filter(changesStatus).map(({ user: { id }, target: { status } }) => ({ id, status }));
  await updateStatuses(db, actor.scope, statuses, actor.userId);
  return new Set(toUnlock.filter((_, index) => hadFailures[index]).map(({ id }) => id));
}

/** Invites users without a password: users created as disabled were not invited before. */
async function invite(
  { inviteAll, wakeMailWorker }: CommandDependencies,
  context: CommandContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const invited = await listUsersWithoutPassword(context.db, context.actor.scope, ids);
  if (invited.length === 0) return;
  await inviteAll(context, invited);
  context.afterCommit?.(async () => wakeMailWorker());
}

function auditEvents(actor: Actor, change: PlannedChange, unlocked: boolean): UserAuditEvent[] {
  const { user, target, edits, locked } = change;
  const subject = { id: user.id, tpath: target.assignment?.node?.tpath ?? user.tpath };
  const events: UserAuditEvent[] = [];
  if (edits) {
    const { pendingEmail } = target;
    const after = {
      ...auditFields(actor, { ...user, ...target.input, ...target.personal }),
      pendingEmail,
      ...removalAuditFields(target.removedSecrets),
    };
    const { node, role } = target.assignment ?? {};
    const until = target.assignment ? target.assignment.until : user.until;
    const reassigned = { ...(node && { place: node.name }), ...(role && { role: role.name }), until };
    events.push({
      ...subject,
      action: 'user.updated',
      ...difference(
        { ...auditFields(actor, user), until: user.until, pendingEmail: user.pendingEmail },
        { ...after, ...reassigned },
      ),
    });
  }
  const { status } = target;
  if (changesStatus(change))
    events.push({
      ...subject,
      action: status ? 'user.enabled' : 'user.disabled',
      ...difference({ status: user.status }, { status }),
    });
  else if (unlocked) events.push({ ...subject, action: 'user.unlocked', ...difference({ locked }, { locked: false }) });
  return events;
}
