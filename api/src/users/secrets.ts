import { errors, type ErrorCode } from '@storeward/contract/errors';
import type { User } from '@storeward/contract/users';
import type { AuthenticatedTransaction } from '../platform/http/pipeline/context.ts';
import { ApiError } from '../platform/errors.ts';
import type { Hashing, HashOrigin } from '../platform/security/hashing.ts';
import { isGuessableSecretWord } from './policy.ts';

export type SecretWordDependencies = {
  /** Checks a secret word against the password rules; returns the error code of the first violation. */
  readonly findSecretWordError: (
    context: AuthenticatedTransaction,
    secretWord: string,
    owner: SecretOwner,
  ) => Promise<string | undefined>;
};

export type HashingDependencies = { readonly hashing: Hashing };

export type SecretDependencies = SecretWordDependencies & HashingDependencies;

/** The fields of a user that a secret must not be derived from. */
export type SecretOwner = Pick<User, 'userName' | 'firstName' | 'lastName' | 'emailId'>;

/** A secret word and PIN in plain text; undefined or null keeps the stored one. */
export type SecretInput = {
  readonly secretWord?: string | null | undefined;
  readonly pin?: string | null | undefined;
};

/** A secret of an existing user, which an administrator can remove but not choose. */
export type RemovableSecret = 'secretWord' | 'pin';

/** Hashes of the replaced secrets only. */
export type SecretHashes = { readonly secretWordHash?: string; readonly pinHash?: string };

/** Throws `input.invalid` for a secret word that is derived from its owner's data or breaks the password rules. */
export async function ensureStrongSecretWord(
  { findSecretWordError }: SecretWordDependencies,
  context: AuthenticatedTransaction,
  secretWord: string,
  owner: SecretOwner,
  password?: string | null,
): Promise<void> {
  if (isGuessableSecretWord(secretWord, owner, password)) throw secretWordError('field.secretWordLikeYou');
  const ruleError = await findSecretWordError(context, secretWord, owner);
  if (ruleError) throw secretWordError(secretWordErrors[ruleError] ?? 'field.secretWordCommon');
}

export async function hashSecrets(
  { hashing }: HashingDependencies,
  { secretWord, pin }: SecretInput,
  origin: HashOrigin,
): Promise<SecretHashes> {
  return {
    ...(secretWord ? { secretWordHash: await hashing.hash(secretWord, origin) } : {}),
    ...(pin ? { pinHash: await hashing.hash(pin, origin) } : {}),
  };
}

export const secretColumns = ({ secretWordHash, pinHash }: SecretHashes) => ({
  ...(secretWordHash === undefined ? {} : { secret_word_hash: secretWordHash }),
  ...(pinHash === undefined ? {} : { pin_hash: pinHash }),
});

/** Audit fields that record a replaced secret without its value. */
export const secretAuditFields = ({ secretWordHash, pinHash }: SecretHashes) => ({
  ...(secretWordHash ? { secretWord: 'replaced' } : {}),
  ...(pinHash ? { pin: 'replaced' } : {}),
});

/** Audit fields that record removed secrets. */
export const removalAuditFields = (removed: readonly RemovableSecret[]): Readonly<Record<string, string>> =>
  Object.fromEntries(removed.map((secret) => [secret, 'removed']));

/** Maps error codes of passwords to those of secret words. */
const secretWordErrors: Readonly<Record<string, ErrorCode>> = {
  'field.passwordTooShort': 'field.secretWordTooShort',
  'password.tooShort': 'field.secretWordShort',
  'password.likeYou': 'field.secretWordLikeYou',
};

const secretWordError = (messageCode: ErrorCode) =>
  new ApiError('input.invalid', {
    errors: [{ path: 'secretWord', messageCode, message: errors[messageCode].text }],
  });
