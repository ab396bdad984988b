import { messages } from '@storeward/contract/errors';
import type { PasswordReset } from '@storeward/contract/passwords';
import type { OwnSignedContext } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { demandSound, settle } from './new-password.ts';
import type { PasswordParts } from './parts.ts';
import * as queries from './queries.ts';

/** Changes the caller's own password by the old one, which counts like a sign-in; whoever the body names is nobody's business. */
export async function changeByOld(
  parts: PasswordParts,
  context: OwnSignedContext,
  { oldPassword, newPassword }: PasswordReset,
): Promise<string> {
  const instead = await parts.provePresent(context, oldPassword);
  const { holder, security } = await context.transaction(async ({ db, actor }) => {
    const found = await queries.findHolder(db, actor.scope, actor.userId);
    demand(found, 'session.expired');
    return { holder: found, security: await queries.findSecurity(db, actor.scope) };
  });
  await demandSound(parts, { password: newPassword, field: 'newPassword', holder, security });
  demand(newPassword !== oldPassword, 'password.sameAsBefore');
  const hash = await parts.hashing.make(newPassword);
  await context.lastTransaction(async ({ db, actor, origin }) => {
    await queries.lockHolder(db, actor.scope, actor.userId);
    const by = { sessionId: actor.sessionId, mayGoOn: holder.manualPassword };
    const stored = await settle(parts, { db, scope: actor.scope, origin }, holder, { hash, instead, by });
    demand(stored, 'password.oldWrong');
    return messages['password.changed'];
  });
  parts.mailsQueued();
  return messages['password.changed'];
}
