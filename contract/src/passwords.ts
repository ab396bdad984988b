import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { emailShape, secretMinimum, userNameSigns } from './fields.ts';
import { UserId } from './users.ts';

/** What is asked of a new password: how long it is at least, and whether it may have spaces. */
export const PasswordRules = z.object({ minimum: z.int(), spaces: z.boolean() });
export type PasswordRules = z.infer<typeof PasswordRules>;

/** The shortest password there may be; an organisation may ask for longer ones. */
export const passwordMinimum = secretMinimum;
/** The shortest one where the installation is hardened. */
export const passwordMinimumHardened = 15;
const passwordMaximum = 128;

/** The least that is ever asked: six signs of any kind, and no spaces. */
export const usualRules: PasswordRules = { minimum: passwordMinimum, spaces: false };
/** For what is judged later, by the rules of its organisation. */
const anyRules: PasswordRules = { minimum: 1, spaces: true };

/** How many signs a password has, as a person counts them. */
export const signsIn = (password: string): number => [...password].length;

/** A new password by the rules given. */
export const newPassword = ({ minimum, spaces }: PasswordRules) =>
  z.string('field.required').check(
    z.minLength(1, { error: 'field.required', abort: true }),
    z.refine((password) => signsIn(password) >= minimum, 'field.passwordTooShort'),
    z.maxLength(passwordMaximum, 'field.tooLong'),
    z.regex(spaces ? /^/ : /^\S*$/u, 'field.spaces'),
  );

/** A new password by the usual rules. */
export const NewPassword = newPassword(usualRules);

const oldSecret = z
  .string('field.required')
  .check(z.minLength(1, 'field.required'), z.maxLength(1024, 'field.tooLong'));

/** Both fields of a new password hold the same. */
const typedTwice = <F extends 'password' | 'newPassword'>(field: F) =>
  z.refine<{ readonly [K in F | 'confirmPassword']: string }>((typed) => typed[field] === typed.confirmPassword, {
    error: 'field.passwordsDiffer',
    path: ['confirmPassword'],
  });
const confirmation = z.string('field.required').check(z.minLength(1, 'field.required'));

/** A new password, typed twice, by the rules given. */
export const tokenReset = (rules: PasswordRules) =>
  z.object({ password: newPassword(rules), confirmPassword: confirmation }).check(typedTwice('password'));

/** The same by the usual rules. */
export const TokenReset = tokenReset(usualRules);
export type TokenReset = z.infer<typeof TokenReset>;

/** The old password and a new one, typed twice. Who is meant is known from the session alone, whatever the last two say. */
export const passwordReset = (rules: PasswordRules) =>
  z
    .object({
      oldPassword: oldSecret,
      newPassword: newPassword(rules),
      confirmPassword: confirmation,
      updatedBy: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
      accessKey: z.optional(z.nullable(z.string().check(z.maxLength(4096)))),
    })
    .check(typedTwice('newPassword'));

/** The same by the usual rules. */
export const PasswordReset = passwordReset(usualRules);
export type PasswordReset = z.infer<typeof PasswordReset>;

/** A domain as the sign-in page shows it, without its @; left out, the portal's usual one is meant. */
const DomainName = z.optional(z.nullable(z.string().check(z.maxLength(253, 'field.tooLong'))));

/** A field that the form may leave empty, since it shows only one of two. */
const maybe = (longest: number, shape: RegExp, error: ErrorCode) =>
  z.optional(
    z.nullable(
      z.string().check(
        z.maxLength(longest, 'field.tooLong'),
        z.refine((text) => text === '' || shape.test(text), error),
      ),
    ),
  );

const attributesTyped = z.object({
  emailId: maybe(254, emailShape, 'field.email'),
  username: maybe(64, userNameSigns, 'field.invalidCharacter'),
  domainName: DomainName,
  secretWord: z.optional(
    z.nullable(z.string().check(z.minLength(1, 'field.required'), z.maxLength(128, 'field.tooLong'))),
  ),
});

/** Who has forgotten their password: by e-mail, or by user name or e-mail with the secret word. */
export const Forgotten = attributesTyped.check(
  z.refine(({ emailId, username, secretWord }) => Boolean(emailId || (secretWord && username)), {
    error: 'field.emailRequired',
    path: ['emailId'],
  }),
);
export type Forgotten = z.infer<typeof Forgotten>;

/** Whose attributes are asked about: by e-mail or by user name, with the secret word or without. */
const Attributes = attributesTyped.check(
  z.refine(({ emailId, username }) => Boolean(emailId || username), {
    error: 'field.emailRequired',
    path: ['emailId'],
  }),
);

/** How a recovery goes on: by mail `userId` names it for ten minutes and there is no token; by secret word the token is here. */
export const RecoveryStep = z.object({ userId: z.string(), resetToken: z.optional(z.string()) });

/** What the page of a reset link has to know: what is asked of the new password. */
export const ResetRules = z.extend(PasswordRules, { valid: z.literal(true) });

const token = z.object({ resetToken: z.string().check(z.minLength(1), z.maxLength(256, 'field.tooLong')) });
const tokenByOtherName = z.object({ token: token.shape.resetToken });

const linkRefusals = [
  'recovery.linkUnknown',
  'recovery.linkUsed',
  'recovery.linkExpired',
  'recovery.tooManyGuesses',
] as const;
const passwordRefusals = [
  'password.tooShort',
  'password.common',
  'password.likeYou',
  'password.likePlace',
  'password.secretWord',
  'password.sameAsBefore',
  'service.busy',
] as const;

const validation = {
  method: 'GET',
  allow: 'anyone',
  ownTransaction: true,
  takesSecret: true,
  result: ResetRules,
  errors: [...linkRefusals],
} as const;
const attributes = {
  allow: 'anyone',
  ownTransaction: true,
  takesSecret: true,
  keepsNoAnswer: true,
  result: z.object({ valid: z.boolean() }),
  errors: ['recovery.locked', 'recovery.wordClosed', 'signIn.tooMany', 'service.busy'],
} as const;

/** Ways back in for whoever has forgotten their password, and changing one that is known. */
export const passwords = endpoints({
  forgotten: {
    method: 'POST',
    path: '/user-management/validate-email-id',
    about: 'Begins a recovery, by e-mail or by secret word.',
    allow: 'anyone',
    ownTransaction: true,
    takesSecret: true,
    secretAnswer: true,
    resultIsMessage: true,
    body: Forgotten,
    result: RecoveryStep,
    errors: [
      'recovery.emailUnknown',
      'recovery.wordWrong',
      'recovery.wordClosed',
      'recovery.locked',
      'signIn.tooMany',
      'service.busy',
    ],
  },
  sendMail: {
    method: 'PUT',
    path: '/user-management/send-email/{userId}',
    about: 'Mails the link of a recovery that the same browser began within the last ten minutes.',
    allow: 'anyone',
    ownTransaction: true,
    takesSecret: true,
    keepsNoAnswer: true,
    params: z.object({ userId: z.string().check(z.maxLength(128)) }),
    result: z.object({ sent: z.boolean() }),
    errors: ['recovery.flowOver', 'recovery.tooManyMails'],
  },
  checkLink: {
    ...validation,
    path: '/user-management/reset-password/validation/{resetToken}',
    about: 'Whether a reset link is still good; asking does not use it up.',
    params: token,
  },
  checkLinkAgain: {
    ...validation,
    path: '/user-management/validate-reset-token/{token}',
    about: 'The same under the name that older callers use.',
    params: tokenByOtherName,
  },
  checkLinkShort: {
    ...validation,
    path: '/user-management/reset-password/{resetToken}',
    about: 'The same at the address of the change itself.',
    params: token,
  },
  resetByLink: {
    method: 'PUT',
    path: '/user-management/reset-password/{resetToken}',
    about: 'Sets a new password by a reset link, which is used up by it, and ends all sessions of its owner.',
    allow: 'anyone',
    ownTransaction: true,
    takesSecret: true,
    says: 'password.changed',
    params: token,
    body: tokenReset(anyRules),
    result: z.object({ changed: z.boolean() }),
    errors: [...linkRefusals, ...passwordRefusals],
  },
  change: {
    method: 'POST',
    path: '/user-management/resetpassword',
    about:
      'Changes the caller’s own password by the old one, and ends all their other sessions; the first of their own choosing ends all.',
    allow: 'signedIn',
    beforePasswordChange: true,
    ownTransaction: true,
    takesSecret: true,
    body: passwordReset(anyRules),
    result: z.string(),
    errors: ['password.oldWrong', 'signIn.locked', 'signIn.tooMany', ...passwordRefusals],
  },
  rules: {
    method: 'GET',
    path: '/user-management/resetpassword/rules',
    about: 'What is asked of the caller’s next password.',
    allow: 'signedIn',
    beforePasswordChange: true,
    result: PasswordRules,
  },
  checkAttributes: {
    ...attributes,
    method: 'POST',
    path: '/user-management/resetpassword/validate-attributes',
    about: 'Whether somebody’s attributes fit together. It never leads to a token.',
    body: Attributes,
  },
  checkAttributesByQuery: {
    ...attributes,
    method: 'GET',
    path: '/user-management/resetpassword/validate-attributes',
    about: 'The same by the other verb.',
    query: Attributes,
  },
  linkState: {
    method: 'GET',
    path: '/user-management/resetLink/{id}',
    about: 'Whether a reset link is on its way to a user, and until when it is good; never the link itself.',
    allow: 'EDIT_USER',
    params: z.object({ id: UserId }),
    result: z.object({ sent: z.boolean(), expiresAt: z.nullable(z.string()) }),
    errors: ['user.unknown'],
  },
  sendLink: {
    method: 'POST',
    path: '/user-management/resetLink/{id}',
    about: 'Mails a user a link to a new password.',
    allow: 'EDIT_USER',
    params: z.object({ id: UserId }),
    result: z.object({ sent: z.boolean(), expiresAt: z.nullable(z.string()) }),
    errors: ['user.unknown', 'user.beyondYourOwn', 'recovery.tooManyMails'],
  },
});
