import { normalised } from '@storeward/contract/fields';
import { passwordMinimum, passwordMinimumHardened, type PasswordRules, signsIn } from '@storeward/contract/passwords';

/** Whose password it will be, in the words it must not be made of. */
export type Owner = {
  readonly userName: string;
  readonly emailId: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** Where it will be used, in the words that are guessed first there. */
export type Surroundings = { readonly organisation: string; readonly domains: readonly string[] };

/** What may be wrong with a new password. */
export type PasswordFault =
  | 'field.passwordTooShort'
  | 'field.spaces'
  | 'password.tooShort'
  | 'password.common'
  | 'password.likeYou'
  | 'password.likePlace';

const product = ['storeward'];
const longestMinimum = 64;

/** What an installation and an organisation together ask: an organisation may only ask for more. */
export function passwordRules(hardened: boolean, wanted: unknown): PasswordRules {
  const floor = hardened ? passwordMinimumHardened : passwordMinimum;
  const minimum = typeof wanted === 'number' && Number.isInteger(wanted) ? Math.min(wanted, longestMinimum) : 0;
  return { minimum: Math.max(floor, minimum), spaces: hardened };
}

/** The first thing wrong with a new password; nothing when it may be used. It is judged as it was typed, and never changed. */
export function passwordFault(
  password: string,
  rules: PasswordRules,
  { owner, place, isCommon }: { owner: Owner; place: Surroundings; isCommon: (password: string) => boolean },
): PasswordFault | undefined {
  const length = signsIn(password);
  if (length < passwordMinimum) return 'field.passwordTooShort';
  if (!rules.spaces && /\s/u.test(password)) return 'field.spaces';
  if (length < rules.minimum) return 'password.tooShort';
  if (isCommon(password) || isMonotonous(password)) return 'password.common';
  const { userName, emailId, firstName, lastName } = owner;
  const [mailbox = '', mailDomain = ''] = emailId.split('@');
  const names = [userName, mailbox, firstName, lastName, `${firstName}${lastName}`];
  if (isMadeOf(password, names) || lettersOf(password) === lettersOf(emailId)) return 'password.likeYou';
  const { organisation, domains } = place;
  if (
    isMadeOf(password, [
      ...product,
      organisation,
      ...[...domains, mailDomain].flatMap((domain) => [domain, ...domain.split('.').slice(0, -1)]),
    ])
  )
    return 'password.likePlace';
  return undefined;
}

/** One sign over and over, two in turn, or a walk along the alphabet or the digits. */
function isMonotonous(password: string): boolean {
  const signs = [...password.toLowerCase()];
  if (new Set(signs).size <= 2) return true;
  const steps = new Set(signs.slice(1).map((sign, index) => sign.codePointAt(0)! - signs[index]!.codePointAt(0)!));
  return steps.size === 1 && steps.has(Math.sign([...steps][0]!));
}

const ownSigns = 6;

/** Whether a password is one of some words, however often, with little of its own added: less than the shortest password has. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const letters = lettersOf(password);
  return words.some((word) =>
    [word, ...word.split(/[^\p{L}\p{N}]+/u)]
      .map(lettersOf)
      .some((part) => part.length >= 4 && letters.includes(part) && letters.replaceAll(part, '').length < ownSigns),
  );
}

const lettersOf = (text: string) => normalised(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
