import { messages } from '@storeward/contract/errors';
import type { PasswordReset } from '@storeward/contract/passwords';
import type { ManualContext } from '../platform/http/pipeline/context.ts';
import { ownHashOrigin } from '../platform/security/hashing.ts';
import { ensure } from '../platform/errors.ts';
import { ensureValidPassword, applyPasswordChange } from './new-password.ts';
import type { PasswordDependencies } from './dependencies.ts';
import * as queries from './queries.ts';

/**
 * Changes the user's own password; attempts with the old one are rate-limited like a sign-in. Ignores the user named in
 * the body.
 */
export async function changePassword(
  dependencies: PasswordDependencies,
  context: ManualContext,
  { oldPassword, newPassword }: PasswordReset,
): Promise<string> {
  const currentHash = await dependencies.reauthenticate(context, oldPassword);
  const { owner, settings } = await context.transaction(async ({ db, actor }) => {
    const found = await queries.findPasswordOwner(db, actor.scope, actor.userId);
    ensure(found, 'session.expired');
    return { owner: found, settings: await queries.findPasswordSettings(db, actor.scope) };
  });
  await ensureValidPassword(dependencies, {
    password: newPassword,
    field: 'newPassword',
    owner,
    settings,
    origin: ownHashOrigin(context),
  });
  ensure(newPassword.normalize('NFC') !== oldPassword.normalize('NFC'), 'password.sameAsBefore');
  const hash = await dependencies.hashing.hash(newPassword, ownHashOrigin(context));
  await context.finalTransaction(async ({ db, actor, origin }) => {
    await queries.lockPasswordOwner(db, actor.scope, actor.userId);
    const by = { sessionId: actor.sessionId, keepSession: owner.manualPassword };
    const stored = await applyPasswordChange(dependencies, { db, scope: actor.scope, origin }, owner, {
      hash,
      currentHash,
      by,
    });
    ensure(stored, 'password.oldWrong');
    return messages['password.changed'];
  });
  dependencies.wakeMailWorker();
  return messages['password.changed'];
}
