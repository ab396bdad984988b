import type { ErrorCode } from '@storeward/contract/errors';
import { insertLimitedAudit } from '../../audit/queries.ts';
import type { PublicContext, ManualPublicContext } from '../../platform/http/pipeline/context.ts';
import { ensure, ApiError } from '../../platform/errors.ts';
import { ensureValidPassword, applyPasswordChange } from '../new-password.ts';
import { networkOf } from '../../platform/network.ts';
import { hashSecret } from '../../platform/security/link-secrets.ts';
import { counterName, type PasswordDependencies } from '../dependencies.ts';
import * as queries from '../queries.ts';
import * as tokenQueries from './token-queries.ts';

type VerifiedToken = { readonly owner: queries.PasswordOwner; readonly settings: queries.PasswordSettings };

const guessWindowMinutes = 10;

/** Checks a reset token without consuming it; throws if it is unknown, used or expired. */
export async function verifyResetToken(
  { limits, counterKey }: PasswordDependencies,
  context: ManualPublicContext,
  token: string,
): Promise<VerifiedToken> {
  const outcome = await context.transaction(async ({ db, portal, origin }): Promise<VerifiedToken | ErrorCode> => {
    const storedToken = await tokenQueries.findToken(db, portal.scope, hashSecret(token));
    if (!storedToken) {
      // a limit for unknown links alone: damaged ones of some never block the good ones of others behind the same address
      const counter = counterName(counterKey, 'unknown link', portal.scope.orgId, networkOf(origin.address));
      if ((await queries.readCounter(db, counter, guessWindowMinutes)) >= limits.linkGuesses)
        return 'recovery.tooManyGuesses';
      await queries.incrementCounter(db, counter, guessWindowMinutes);
      return 'recovery.linkUnknown';
    }
    if (storedToken.used) return 'recovery.linkUsed';
    const owner = await queries.findPasswordOwner(db, portal.scope, storedToken.userId);
    if (storedToken.expired || !isUsable(owner, storedToken)) return 'recovery.linkExpired';
    return { owner, settings: await queries.findPasswordSettings(db, portal.scope) };
  });
  if (typeof outcome === 'string') throw toApiError(outcome);
  return outcome;
}

const toApiError = (code: ErrorCode) =>
  new ApiError(code, code === 'recovery.tooManyGuesses' ? { retryAfter: guessWindowMinutes * 60 } : {});

/** Whether the owner may sign in, and the secret word or address that led to the token still counts. */
const isUsable = (
  owner: queries.PasswordOwner | undefined,
  { way }: Pick<tokenQueries.StoredToken, 'way'>,
): owner is queries.PasswordOwner =>
  owner !== undefined && owner.status && (way === 'secretWord' ? owner.secretWordCounts : owner.addressCounts);

type TokenResetRequest = { readonly token: string; readonly password: string };

/** Sets a new password by a reset token and consumes the token atomically; a retry of the same request succeeds again. */
export async function resetByToken(
  dependencies: PasswordDependencies,
  context: ManualPublicContext,
  request: TokenResetRequest,
): Promise<void> {
  if (await isRetry(context, request.token)) return;
  await resetOnce(dependencies, context, request).catch(async (error: unknown) => {
    // the same request may have succeeded concurrently
    if (!(error instanceof ApiError) || !(await isRetry(context, request.token))) throw error;
  });
}

async function resetOnce(
  dependencies: PasswordDependencies,
  context: ManualPublicContext,
  { token, password }: TokenResetRequest,
): Promise<void> {
  const { owner, settings } = await verifyResetToken(dependencies, context, token).catch(async (error: unknown) => {
    // nothing is written once the limit is reached
    const unaudited: readonly ErrorCode[] = ['tenant.unknown', 'recovery.tooManyGuesses'];
    const mustAudit = error instanceof ApiError && !unaudited.includes(error.code) && !(await isRetry(context, token));
    if (mustAudit) await auditFailure(context, token, error.code);
    throw error;
  });
  await ensureValidPassword(dependencies, { password, field: 'password', owner, settings, origin: context.origin });
  ensure(!(await dependencies.hashing.verify(password, owner.passwordHash, context.origin)), 'password.sameAsBefore');
  const hash = await dependencies.hashing.hash(password, context.origin);
  const failure = await context.transaction(({ db, portal, origin }) =>
    consumeToken(
      dependencies,
      { db, portal, origin },
      { token, userId: owner.id, hash, requestDigest: context.requestDigest },
    ),
  );
  if (failure) {
    await auditFailure(context, token, failure);
    throw new ApiError(failure);
  }
  dependencies.wakeMailWorker();
}

/** Whether this same request has already set the password and only its response was lost. */
async function isRetry({ transaction, requestDigest }: ManualPublicContext, token: string): Promise<boolean> {
  if (!requestDigest) return false;
  const storedToken = await transaction(({ db, portal }) =>
    tokenQueries.findToken(db, portal.scope, hashSecret(token)),
  );
  return storedToken !== undefined && isSameRequest(storedToken, requestDigest);
}

const isSameRequest = ({ usedWith }: tokenQueries.StoredToken, requestDigest: Buffer | undefined) =>
  requestDigest !== undefined && usedWith !== null && usedWith.equals(requestDigest);

/** Consumes the token under the owner's row lock, so that one of several concurrent requests succeeds; returns the error code. */
async function consumeToken(
  dependencies: PasswordDependencies,
  { db, portal: { scope }, origin }: Pick<PublicContext, 'db' | 'portal' | 'origin'>,
  {
    token,
    userId,
    hash,
    requestDigest,
  }: { token: string; userId: string; hash: string; requestDigest: Buffer | undefined },
): Promise<ErrorCode | undefined> {
  const owner = await queries.lockPasswordOwner(db, scope, userId);
  const storedToken = await tokenQueries.findToken(db, scope, hashSecret(token));
  if (storedToken?.used) return isSameRequest(storedToken, requestDigest) ? undefined : 'recovery.linkUsed';
  if (
    !storedToken ||
    !isUsable(owner, storedToken) ||
    !(await tokenQueries.markTokenUsed(db, scope, hashSecret(token), requestDigest))
  )
    return 'recovery.linkExpired';
  await applyPasswordChange(dependencies, { db, scope, origin }, owner, {
    hash,
    currentHash: owner.passwordHash,
    by: { link: storedToken.way },
  });
  return undefined;
}

/** Writes the audit entry of a failed reset in a separate transaction; further guesses are only counted. */
async function auditFailure(context: ManualPublicContext, token: string, reason: string): Promise<void> {
  await context.transaction(async ({ db, portal, origin }) => {
    const storedToken = await tokenQueries.findToken(db, portal.scope, hashSecret(token));
    const event = {
      action: 'password.resetRefused',
      entity: 'user',
      entityId: storedToken?.userId ?? portal.orgId,
      tpath: portal.scope.lo,
      actorId: null,
      reason,
    } as const;
    const group = `${event.entityId} ${networkOf(origin.address)}`;
    await insertLimitedAudit(db, portal.scope, origin, event, { group, listed: 3 });
  });
}
