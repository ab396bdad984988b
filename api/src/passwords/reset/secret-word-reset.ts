import type { RecoveryRequest } from '@storeward/contract/passwords';
import { insertLimitedAudit } from '../../audit/queries.ts';
import type { PublicContext, ManualPublicContext } from '../../platform/http/pipeline/context.ts';
import type { ErrorCode } from '@storeward/contract/errors';
import { ApiError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import { newSecret } from '../../platform/security/link-secrets.ts';
import { type AddressLimit, findKnownBrowser } from '../../rate-limits/queries.ts';
import { type PasswordDependencies, recoveryStepMinutes } from '../dependencies.ts';
import * as queries from '../queries.ts';
import * as tokenQueries from './token-queries.ts';
import { userLookupFrom } from './lookup.ts';

type SecretWordProof = {
  readonly context: ManualPublicContext;
  readonly body: RecoveryRequest;
  readonly secretWord: string;
};

/** Verifies the secret word and returns a short-lived reset token; sends no mail. */
export async function startSecretWordReset(
  dependencies: PasswordDependencies,
  proof: SecretWordProof,
): Promise<{ userId: string; resetToken: string }> {
  const { secret, hash } = newSecret();
  await verifySecretWord(dependencies, proof, async ({ db, portal }, { id }) => {
    const token = { userId: id, tokenHash: hash, way: 'secretWord', minutes: recoveryStepMinutes } as const;
    await tokenQueries.insertToken(db, portal.scope, token);
  });
  // an opaque value as in the e-mail flow, so that the response contains no user id
  return { userId: newSecret().secret, resetToken: secret };
}

/** Verifies the secret word without issuing a token. */
export async function secretWordMatches(dependencies: PasswordDependencies, proof: SecretWordProof): Promise<boolean> {
  try {
    await verifySecretWord(dependencies, proof, async () => undefined);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'recovery.wordWrong') return false;
    throw error;
  }
}

/** Verifies with the same work for unknown, disabled and matching users (timing), then throws on failure. */
async function verifySecretWord(
  { hashing, rateLimits, hardened }: PasswordDependencies,
  { context, body, secretWord }: SecretWordProof,
  onVerified: (context: PublicContext, owner: queries.PasswordOwner) => Promise<void>,
): Promise<void> {
  const { enabled, lookup, owner, limit } = await context.transaction(async ({ db, portal, origin }) => {
    const settings = await queries.findPasswordSettings(db, portal.scope);
    const lookup = userLookupFrom(body, settings);
    const owners = await queries.findOwners(db, portal.scope, lookup);
    const enabled = !hardened && !settings.isGlobal && settings.values['secretWordRecovery'] !== false;
    // an e-mail shared by several users is ambiguous
    const owner = owners.length === 1 ? owners[0] : undefined;
    const isKnown = owner !== undefined && (await findKnownBrowser(db, portal.scope, origin, owner.id)) !== undefined;
    const limit: AddressLimit = isKnown ? 'exempt' : { origin, purpose: 'recovery' };
    await rateLimits.ensureAddressAllowed(db, limit);
    return { enabled, lookup, owner, limit };
  });
  if (!enabled) throw new ApiError('recovery.wordClosed');
  const matches = await hashing.verify(secretWord.trim(), owner?.secretWordHash, context.origin);
  const verified = matches && owner !== undefined && owner.status && owner.secretWordCounts;
  const subject = {
    userName: owner?.userName ?? lookup.userName ?? lookup.emailId ?? '',
    domainName: owner?.domainName ?? lookup.domainName,
  };
  const outcome = await context.transaction(async (openContext): Promise<ErrorCode | undefined> => {
    const { db, portal, origin } = openContext;
    if (!(await rateLimits.recordSecretWordAttempt(db, portal.scope, subject, verified))) return 'recovery.wordClosed';
    const result = await rateLimits.recordAttempt(db, portal.scope, limit, subject, verified);
    if (result === 'right' && owner) await onVerified(openContext, owner);
    const code = errorCodes[result];
    const event = {
      action: code ? 'password.wordRefused' : 'password.wordAccepted',
      entity: 'user',
      entityId: owner?.id ?? portal.orgId,
      tpath: owner?.tpath ?? portal.scope.lo,
      actorId: null,
      ...(code ? { reason: code } : {}),
    } as const;
    const group = `${event.entityId} ${networkOf(origin.address)}`;
    await insertLimitedAudit(db, portal.scope, origin, event, { group, listed: 10 });
    return code;
  });
  if (outcome) throw new ApiError(outcome);
}

const errorCodes = {
  right: undefined,
  wrong: 'recovery.wordWrong',
  locked: 'recovery.locked',
} as const;
