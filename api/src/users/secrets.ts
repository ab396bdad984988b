import { errors, type ErrorCode } from '@storeward/contract/errors';
import type { User } from '@storeward/contract/users';
import type { SignedTransaction } from '../platform/context.ts';
import { Refusal } from '../platform/errors.ts';
import type { Hashing } from '../platform/hashing.ts';
import { tellsTooMuch } from './policy.ts';

/** What choosing a secret word or a PIN for somebody stands on. */
export type SecretParts = {
  readonly hashing: Hashing;
  /** What is wrong with a secret word by the rules that passwords have, if anything. */
  readonly wordFault: (within: SignedTransaction, word: string, owner: Named) => Promise<string | undefined>;
};

/** Whose secret it is, as far as it may not be made of that. */
export type Named = Pick<User, 'userName' | 'firstName' | 'lastName' | 'emailId'>;

/** A secret word and a PIN as they were typed; what is left out or null stays as it is. */
export type TypedSecrets = {
  readonly secretWord?: string | null | undefined;
  readonly pin?: string | null | undefined;
};

/** The secrets of somebody that were chosen anew, hashed; those left out stay as they are. */
export type NewSecrets = { readonly secretWordHash?: string; readonly pinHash?: string };

/** Goes on only with a secret word that is no second name of its owner, nor one that everybody would try. */
export async function demandSoundWord(
  { wordFault }: Pick<SecretParts, 'wordFault'>,
  within: SignedTransaction,
  word: string,
  owner: Named,
  password?: string | null,
): Promise<void> {
  if (tellsTooMuch(word, owner, password)) throw wordRefused('field.secretWordLikeYou');
  const fault = await wordFault(within, word, owner);
  if (fault) throw wordRefused(wordFaults[fault] ?? 'field.secretWordCommon');
}

/** The only form in which secrets are kept. */
export async function hashedSecrets(
  { hashing }: Pick<SecretParts, 'hashing'>,
  { secretWord, pin }: TypedSecrets,
): Promise<NewSecrets> {
  return {
    ...(secretWord ? { secretWordHash: await hashing.make(secretWord) } : {}),
    ...(pin ? { pinHash: await hashing.make(pin) } : {}),
  };
}

/** The columns in which they are kept. */
export const secretColumns = ({ secretWordHash, pinHash }: NewSecrets) => ({
  ...(secretWordHash === undefined ? {} : { secret_word_hash: secretWordHash }),
  ...(pinHash === undefined ? {} : { pin_hash: pinHash }),
});

/** How the audit tells that secrets were chosen anew. */
export const replacedSecrets = ({ secretWordHash, pinHash }: NewSecrets) => ({
  ...(secretWordHash ? { secretWord: 'replaced' } : {}),
  ...(pinHash ? { pin: 'replaced' } : {}),
});

/** What is wrong with a password, in the words for a secret word. */
const wordFaults: Readonly<Record<string, ErrorCode>> = {
  'field.passwordTooShort': 'field.secretWordTooShort',
  'password.tooShort': 'field.secretWordShort',
  'password.likeYou': 'field.secretWordLikeYou',
};

const wordRefused = (messageCode: ErrorCode) =>
  new Refusal('input.invalid', {
    errors: [{ path: 'secretWord', messageCode, message: errors[messageCode].text }],
  });
