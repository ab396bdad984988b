import { errors } from '@storeward/contract/errors';
import type { PasswordRules } from '@storeward/contract/passwords';
import { insertAudit } from '../audit/queries.ts';
import { insertMail } from '../mails/queries.ts';
import type { Origin, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { endSessions, revokeResetTokens } from '../users/queries.ts';
import { commonPasswords } from './blocklist.ts';
import type { PasswordDependencies, PasswordProfile } from './dependencies.ts';
import { type PersonalData, type PasswordError, passwordError, passwordRules } from './policy.ts';
import * as queries from './queries.ts';
import type { HashOrigin } from '../platform/security/hashing.ts';

export const passwordRulesOf = ({ hardened }: PasswordProfile, { values }: queries.PasswordSettings): PasswordRules =>
  passwordRules(hardened, values['passwordMinimum']);

/** A new password, the body field that validation errors refer to, and its owner. */
export type NewPasswordCheck = {
  readonly password: string;
  readonly field: 'password' | 'newPassword';
  readonly owner: queries.PasswordOwner;
  readonly settings: queries.PasswordSettings;
  readonly origin: HashOrigin;
};

/** Throws unless the password satisfies the policy and differs from the owner's secret word. */
export async function ensureValidPassword(
  dependencies: PasswordDependencies,
  { password, field, owner, settings, origin }: NewPasswordCheck,
): Promise<void> {
  const error = await firstError(password, passwordRulesOf(dependencies, settings), owner, settings);
  if (error === undefined) {
    // the secret word can reset the password, so they must differ
    const { secretWordHash } = owner;
    const isSecretWord =
      secretWordHash !== null && (await dependencies.hashing.verify(password.trim(), secretWordHash, origin));
    return ensure(!isSecretWord, 'password.secretWord');
  }
  if (error.startsWith('password.')) throw new ApiError(error);
  throw new ApiError('input.invalid', {
    errors: [{ path: field, messageCode: error, message: errors[error].text }],
  });
}

/** The first policy violation of a secret word, which follows the password rules but may contain spaces. */
export async function secretWordError(
  dependencies: PasswordProfile,
  { db, scope }: Pick<TransactionContext, 'db' | 'scope'>,
  secretWord: string,
  owner: PersonalData,
): Promise<PasswordError | undefined> {
  const settings = await queries.findPasswordSettings(db, scope);
  return firstError(secretWord, { ...passwordRulesOf(dependencies, settings), spaces: true }, owner, settings);
}

const firstError = async (
  secret: string,
  rules: PasswordRules,
  owner: PersonalData,
  { name, domains }: queries.PasswordSettings,
) =>
  passwordError(secret.normalize('NFC'), rules, {
    owner,
    terms: { organisation: name, domains },
    isCommon: await commonPasswords(),
  });

/** A password change by reset link, or by a signed-in user whose session may be kept. */
export type PasswordChange = {
  readonly hash: string;
  readonly currentHash: string | null;
  readonly by: { readonly link: string } | { readonly sessionId: string; readonly keepSession: boolean };
};

export type TransactionContext = { readonly db: Db; readonly scope: Scope; readonly origin: Origin };

/**
 * Stores a new password, revokes reset tokens and other sessions, resets the rate limits and mails the owner.
 * Returns false, without effect, if the stored hash is no longer `currentHash`.
 */
export async function applyPasswordChange(
  { rateLimits, mailEncryption }: PasswordDependencies,
  { db, scope, origin }: TransactionContext,
  owner: queries.PasswordOwner,
  { hash, currentHash: previousHash, by }: PasswordChange,
): Promise<boolean> {
  const byToken = 'link' in by;
  const at = await queries.updatePassword(db, scope, owner.id, {
    hash,
    previousHash,
    byToken,
    provesAddress: byToken && by.link !== 'secretWord',
  });
  if (at === undefined) return false;
  const keptSessionId = !byToken && by.keepSession ? by.sessionId : undefined;
  await Promise.all([
    revokeResetTokens(db, scope, [owner.id]),
    endSessions(db, scope, [owner.id], keptSessionId === undefined ? {} : { except: keptSessionId }),
    rateLimits.reset(db, scope, [owner]),
    insertMail(db, scope, mailEncryption, {
      kind: 'passwordChanged',
      variables: { at, address: origin.address, device: origin.device },
      userId: owner.id,
      to: owner.emailId,
    }),
    insertAudit(db, scope, origin, {
      action: byToken ? 'password.reset' : 'password.changed',
      entity: 'user',
      entityId: owner.id,
      tpath: owner.tpath,
      actorId: owner.id,
      ...(byToken ? { reason: by.link } : { sessionId: by.sessionId }),
    }),
  ]);
  return true;
}
