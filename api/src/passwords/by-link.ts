import type { ErrorCode } from '@storeward/contract/errors';
import { networkOf } from '../attempts/queries.ts';
import { insertAudit } from '../audit/queries.ts';
import type { OpenContext, OwnContext } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { demandSound, settle } from './new-password.ts';
import { hashOf, markOf, type PasswordParts } from './parts.ts';
import * as queries from './queries.ts';

type Opened = { readonly holder: queries.Holder; readonly security: queries.Security };

const guessMinutes = 10;

/** Looks at a reset link without using it up; refuses one that is unknown, used or over. */
export async function openLink(
  { limits, markKey }: PasswordParts,
  context: OwnContext,
  token: string,
): Promise<Opened> {
  const opened = await context.transaction(async ({ db, portal, origin }): Promise<Opened | ErrorCode> => {
    const mark = markOf(markKey, 'unknown link', networkOf(origin.address));
    if ((await queries.counted(db, mark, guessMinutes)) >= limits.guesses) return 'recovery.tooManyGuesses';
    const found = await queries.findToken(db, portal.scope, hashOf(token));
    if (!found) {
      await queries.countTowards(db, mark, guessMinutes);
      return 'recovery.linkUnknown';
    }
    if (found.used) return 'recovery.linkUsed';
    const holder = await queries.findHolder(db, portal.scope, found.userId);
    if (found.over || !holder?.status) return 'recovery.linkExpired';
    return { holder, security: await queries.findSecurity(db, portal.scope) };
  });
  if (typeof opened === 'string') throw refusal(opened);
  return opened;
}

const refusal = (code: ErrorCode) =>
  new Refusal(code, code === 'recovery.tooManyGuesses' ? { retryAfter: guessMinutes * 60 } : {});

type Wish = { readonly token: string; readonly password: string };

/** Sets a new password by a reset link: the link is used up, or nothing happens at all. */
export async function resetByLink(parts: PasswordParts, context: OwnContext, wish: Wish): Promise<void> {
  if (await isRepeated(context, wish.token)) return;
  await setByLink(parts, context, wish).catch(async (error: unknown) => {
    // the very same request may have come through in the meantime
    if (!(error instanceof Refusal) || !(await isRepeated(context, wish.token))) throw error;
  });
}

async function setByLink(parts: PasswordParts, context: OwnContext, { token, password }: Wish): Promise<void> {
  const { holder, security } = await openLink(parts, context, token).catch(async (error: unknown) => {
    const noted = error instanceof Refusal && error.code !== 'tenant.unknown' && !(await isRepeated(context, token));
    if (noted) await noteRefusal(context, token, error.code);
    throw error;
  });
  await demandSound(parts, { password, field: 'password', holder, security });
  demand(!(await parts.hashing.matches(password, holder.passwordHash)), 'password.sameAsBefore');
  const hash = await parts.hashing.make(password);
  const lost = await context.transaction(({ db, portal, origin }) =>
    useUp(parts, { db, portal, origin }, { token, userId: holder.id, hash, sentAs: context.sentAs }),
  );
  if (lost) {
    await noteRefusal(context, token, lost);
    throw new Refusal(lost);
  }
  parts.mailsQueued();
}

/** Whether this very request has set the password already, and only its answer was lost. */
async function isRepeated({ transaction, sentAs }: OwnContext, token: string): Promise<boolean> {
  if (!sentAs) return false;
  const found = await transaction(({ db, portal }) => queries.findToken(db, portal.scope, hashOf(token)));
  return found !== undefined && isSame(found, sentAs);
}

const isSame = ({ usedWith }: queries.FoundToken, sentAs: Buffer | undefined) =>
  sentAs !== undefined && usedWith !== null && usedWith.equals(sentAs);

/** Under the lock of its owner's row, since of many at once one alone may succeed; answers why it could not. */
async function useUp(
  parts: PasswordParts,
  { db, portal: { scope }, origin }: Pick<OpenContext, 'db' | 'portal' | 'origin'>,
  { token, userId, hash, sentAs }: { token: string; userId: string; hash: string; sentAs: Buffer | undefined },
): Promise<ErrorCode | undefined> {
  const holder = await queries.lockHolder(db, scope, userId);
  const found = await queries.findToken(db, scope, hashOf(token));
  if (found?.used) return isSame(found, sentAs) ? undefined : 'recovery.linkUsed';
  if (!holder?.status || !found || !(await queries.useToken(db, scope, hashOf(token), sentAs)))
    return 'recovery.linkExpired';
  await settle(parts, { db, scope, origin }, holder, { hash, instead: holder.passwordHash, by: { link: found.way } });
  return undefined;
}

/** A refused reset changes nothing, and is written down all the same. */
async function noteRefusal(context: OwnContext, token: string, reason: string): Promise<void> {
  await context.transaction(async ({ db, portal, origin }) => {
    const found = await queries.findToken(db, portal.scope, hashOf(token));
    await insertAudit(db, portal.scope, origin, {
      action: 'password.resetRefused',
      entity: 'user',
      entityId: found?.userId ?? portal.orgId,
      tpath: portal.scope.lo,
      actorId: null,
      reason,
    });
  });
}
