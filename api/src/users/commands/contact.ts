import { insertMails, type MailFacts } from '../../mails/queries.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { revokeResetTokens } from '../queries.ts';
import type { CommandContext, CommandDependencies } from './context.ts';
import type { PlannedChange } from './plan.ts';
import { clearTemporaryPasswords } from './write-queries.ts';

type ContactChange = MailFacts['contactChanged']['what'];

/** A user before the change, and the recovery fields that it changes. */
type ChangedContact = {
  readonly user: { readonly id: string; readonly emailId: string };
  readonly fields: readonly ContactChange[];
};

/** After changes of recovery fields at a time: revokes open reset tokens and notifies the previous e-mail addresses. */
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
    fields.map((what) => ({ kind: 'contactChanged', userId, to, facts: { what, at } }) as const),
  );
  await insertMails(db, actor.scope, encryption, mails);
}

/**
 * The same for planned changes. Returns the enabled users whose temporary password or invitation went to a previous
 * address, and who are to be invited again.
 */
export async function notifyContactChanges(
  { mailEncryption, wakeMailWorker }: Pick<CommandDependencies, 'mailEncryption' | 'wakeMailWorker'>,
  context: CommandContext,
  edits: readonly PlannedChange[],
  at: string,
): Promise<readonly string[]> {
  const changed = edits.flatMap(({ user, target: { input, removedSecrets, status } }) => {
    const fields: ContactChange[] = [
      ...(input.emailId === user.emailId ? [] : (['emailId'] as const)),
      ...(input.phoneNumber === user.phoneNumber ? [] : (['phoneNumber'] as const)),
      ...removedSecrets.map((secret) => `${secret}Removed` as const),
    ];
    return fields.length > 0 ? [{ user, fields, status }] : [];
  });
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
