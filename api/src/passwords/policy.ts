import { normalised } from '@storeward/contract/fields';
import {
  passwordMinimum,
  passwordMinimumHardened,
  type PasswordRules,
  countCharacters,
} from '@storeward/contract/passwords';

/** The owner's personal data; a password must not consist of it. */
export type PersonalData = {
  readonly userName: string;
  readonly emailId: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** Names of the organisation; a password must not consist of them. */
export type OrganisationTerms = { readonly organisation: string; readonly domains: readonly string[] };

export type PasswordError =
  | 'field.passwordTooShort'
  | 'field.spaces'
  | 'password.tooShort'
  | 'password.common'
  | 'password.likeYou'
  | 'password.likePlace';

const productNames = ['storeward'];
const maxConfigurableMinimum = 64;

/** Combines the installation's minimum length with the organisation's, which can only raise it. */
export function passwordRules(hardened: boolean, configured: unknown): PasswordRules {
  const floor = hardened ? passwordMinimumHardened : passwordMinimum;
  const minimum =
    typeof configured === 'number' && Number.isInteger(configured) ? Math.min(configured, maxConfigurableMinimum) : 0;
  return { minimum: Math.max(floor, minimum), spaces: hardened };
}

/** The first policy violation, undefined for a valid password. The password is checked as it is hashed, in NFC. */
export function passwordError(
  password: string,
  rules: PasswordRules,
  {
    owner,
    terms,
    isCommon,
  }: { owner: PersonalData; terms: OrganisationTerms; isCommon: (password: string) => boolean },
): PasswordError | undefined {
  const length = countCharacters(password);
  if (length < passwordMinimum) return 'field.passwordTooShort';
  if (!rules.spaces && /\s/u.test(password)) return 'field.spaces';
  if (length < rules.minimum) return 'password.tooShort';
  if (isCommon(password) || isMonotonous(password)) return 'password.common';
  const { userName, emailId, firstName, lastName } = owner;
  const [mailbox = '', mailDomain = ''] = emailId.split('@');
  const names = [userName, mailbox, firstName, lastName, `${firstName}${lastName}`];
  if (consistsOf(password, names) || lettersAndDigits(password) === lettersAndDigits(emailId))
    return 'password.likeYou';
  const { organisation, domains } = terms;
  if (
    consistsOf(password, [
      ...productNames,
      organisation,
      ...[...domains, mailDomain].flatMap((domain) => [domain, ...domain.split('.').slice(0, -1)]),
    ])
  )
    return 'password.likePlace';
  return undefined;
}

/** At most two different characters, or a run of consecutive code points such as `abcdef` or `987654`. */
function isMonotonous(password: string): boolean {
  const characters = [...password.toLowerCase()];
  if (new Set(characters).size <= 2) return true;
  const steps = new Set(
    characters.slice(1).map((character, index) => character.codePointAt(0)! - characters[index]!.codePointAt(0)!),
  );
  return steps.size === 1 && steps.has(Math.sign([...steps][0]!));
}

const minOwnCharacters = 6;

/** Whether a password is a term, possibly repeated, with fewer additional characters than the minimum length. */
function consistsOf(password: string, terms: readonly string[]): boolean {
  const letters = lettersAndDigits(password);
  return terms.some((term) =>
    [term, ...term.split(/[^\p{L}\p{N}]+/u)]
      .map(lettersAndDigits)
      .some(
        (part) => part.length >= 4 && letters.includes(part) && letters.replaceAll(part, '').length < minOwnCharacters,
      ),
  );
}

const lettersAndDigits = (text: string) => normalised(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
