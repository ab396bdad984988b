import type { PasswordReset } from '@storeward/contract/passwords';
import { knownBrowser } from '../attempts/queries.ts';
import type { OwnSignedContext } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { demandSound, settle } from './new-password.ts';
import type { PasswordParts } from './parts.ts';
import * as queries from './queries.ts';

/** Changes the caller's own password by the old one, which counts like a sign-in; whoever the body names is nobody's business. */
export async function changeByOld(
  parts: PasswordParts,
  context: OwnSignedContext,
  { oldPassword, newPassword }: PasswordReset,
): Promise<void> {
  const { hashing, attempts } = parts;
  const { holder, security } = await context.transaction(async ({ db, actor }) => {
    const found = await queries.findHolder(db, actor.scope, actor.userId);
    demand(found, 'session.expired');
    return { holder: found, security: await queries.findSecurity(db, actor.scope) };
  });
  const right = (await hashing.matches(oldPassword, holder.passwordHash)) && !holder.outOfDate;
  const judgement = await context.transaction(async ({ db, actor, origin }) => {
    // a stranger's tries by this name keep nobody from a new password in a browser of their own
    const device = await knownBrowser(db, actor.scope, origin, actor.userId);
    return attempts.judge(db, actor.scope, origin, { ...holder, device }, right);
  });
  demand(judgement !== 'tooMany', 'signIn.tooMany', { retryAfter: 900 });
  demand(judgement !== 'locked', 'signIn.locked');
  demand(judgement === 'right', 'password.oldWrong');
  await demandSound(parts, { password: newPassword, field: 'newPassword', holder, security });
  demand(newPassword !== oldPassword, 'password.sameAsBefore');
  const hash = await hashing.make(newPassword);
  const stored = await context.transaction(async ({ db, actor, origin }) => {
    await queries.lockHolder(db, actor.scope, actor.userId);
    const by = { sessionId: actor.sessionId, mayGoOn: holder.manualPassword };
    return settle(parts, { db, scope: actor.scope, origin }, holder, { hash, instead: holder.passwordHash, by });
  });
  if (!stored) throw new Refusal('password.oldWrong');
  parts.mailsQueued();
}
