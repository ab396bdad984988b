import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { emailPattern, minSecretLength, userNamePattern } from './fields.ts';
import { UserId } from './users.ts';
import { LinkToken } from './link-tokens.ts';

/** Rules for new passwords: minimum length in characters, and whether spaces are allowed. */
export const PasswordRules = z.object({ minimum: z.int(), spaces: z.boolean() });
export type PasswordRules = z.infer<typeof PasswordRules>;

/** Minimum password length; an organisation can only raise it. */
export const passwordMinimum = minSecretLength;
/** Minimum password length in the hardened security profile. */
export const passwordMinimumHardened = 15;
const passwordMaximum = 128;

/** The weakest rules: minimum length, any characters except spaces. */
export const defaultPasswordRules: PasswordRules = { minimum: passwordMinimum, spaces: false };
/** For request bodies, whose password is checked later by the organisation's rules. */
const permissiveRules: PasswordRules = { minimum: 1, spaces: true };

/** Length in Unicode code points of the form in which it is hashed. */
export const countCharacters = (password: string): number => [...password.normalize('NFC')].length;

/** A new password under the given rules. The minimum counts code points, the maximum of 128 counts UTF-16 code units. */
export const newPassword = ({ minimum, spaces }: PasswordRules) =>
  z.string('field.required').check(
    z.minLength(1, { error: 'field.required', abort: true }),
    z.refine((password) => countCharacters(password) >= minimum, 'field.passwordTooShort'),
    z.maxLength(passwordMaximum, 'field.tooLong'),
    z.regex(/^\P{Cs}*$/u, 'field.invalidCharacter'),
    z.regex(spaces ? /^/ : /^\S*$/u, 'field.spaces'),
  );

const oldPasswordText = z
  .string('field.required')
  .check(z.minLength(1, 'field.required'), z.maxLength(1024, 'field.tooLong'));

/** Requires `confirmPassword` to equal the given field. */
const confirmationMatches = <F extends 'password' | 'newPassword'>(field: F) =>
  z.refine<{ readonly [K in F | 'confirmPassword']: string }>(
    (input) => input[field].normalize('NFC') === input.confirmPassword.normalize('NFC'),
    {
      error: 'field.passwordsDiffer',
      path: ['confirmPassword'],
    },
  );
const confirmationText = z.string('field.required').check(z.minLength(1, 'field.required'));

/** Body of a reset by token, under the given rules. */
export const tokenReset = (rules: PasswordRules) =>
  z.object({ password: newPassword(rules), confirmPassword: confirmationText }).check(confirmationMatches('password'));

export const TokenReset = tokenReset(defaultPasswordRules);
export type TokenReset = z.infer<typeof TokenReset>;

/** Body of a password change. The user is taken from the session; `updatedBy` and `accessKey` are ignored. */
export const passwordReset = (rules: PasswordRules) =>
  z
    .object({
      oldPassword: oldPasswordText,
      newPassword: newPassword(rules),
      confirmPassword: confirmationText,
      updatedBy: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
      accessKey: z.optional(z.nullable(z.string().check(z.maxLength(4096)))),
    })
    .check(confirmationMatches('newPassword'));

export const PasswordReset = passwordReset(defaultPasswordRules);
export type PasswordReset = z.infer<typeof PasswordReset>;

/** A sign-in domain without the @; defaults to the portal's first domain. */
const DomainName = z.optional(z.nullable(z.string().check(z.maxLength(253, 'field.tooLong'))));

/** A text field that may be empty, as the form shows only one of two fields. */
const optionalText = (maxLength: number, pattern: RegExp, error: ErrorCode) =>
  z.optional(
    z.nullable(
      z.string().check(
        z.trim(),
        z.normalize('NFC'),
        z.maxLength(maxLength, 'field.tooLong'),
        z.refine((text) => text === '' || pattern.test(text), error),
      ),
    ),
  );

const recoveryInput = z.object({
  emailId: optionalText(254, emailPattern, 'field.email'),
  username: optionalText(64, userNamePattern, 'field.invalidCharacter'),
  domainName: DomainName,
  secretWord: z.optional(
    z.nullable(z.string().check(z.minLength(1, 'field.required'), z.maxLength(128, 'field.tooLong'))),
  ),
});

/** Start of a recovery: by e-mail, or by user name or e-mail together with the secret word. */
export const RecoveryRequest = recoveryInput.check(
  z.refine(({ emailId, username, secretWord }) => Boolean(emailId || (secretWord && username)), {
    error: 'field.emailRequired',
    path: ['emailId'],
  }),
);
export type RecoveryRequest = z.infer<typeof RecoveryRequest>;

/** Check of attributes: e-mail or user name, with or without the secret word. */
const AttributeCheck = recoveryInput.check(
  z.refine(({ emailId, username }) => Boolean(emailId || username), {
    error: 'field.emailRequired',
    path: ['emailId'],
  }),
);

/**
 * Result of a recovery start. By e-mail, `userId` is an opaque flow id, valid for ten minutes, and `resetToken` is null; by secret
 * word, `resetToken` is a token.
 */
export const RecoveryStep = z.object({ userId: z.string(), resetToken: z.nullable(z.string()) });

/** Password rules for the page of a valid reset link. */
export const ResetRules = z.extend(PasswordRules, { valid: z.literal(true) });

const tokenParams = z.object({ resetToken: LinkToken });
const legacyTokenParams = z.object({ token: LinkToken });

const linkErrors = [
  'recovery.linkUnknown',
  'recovery.linkUsed',
  'recovery.linkExpired',
  'recovery.tooManyGuesses',
] as const;
const passwordErrors = [
  'password.tooShort',
  'password.common',
  'password.likeYou',
  'password.likePlace',
  'password.secretWord',
  'password.sameAsBefore',
  'service.busy',
] as const;

const linkCheck = {
  method: 'GET',
  allow: 'anyone',
  manualTransaction: true,
  takesSecret: true,
  result: ResetRules,
  errors: [...linkErrors],
} as const;
const attributeCheck = {
  allow: 'anyone',
  manualTransaction: true,
  takesSecret: true,
  skipsIdempotency: true,
  result: z.object({ valid: z.boolean() }),
  errors: ['recovery.locked', 'recovery.wordClosed', 'signIn.tooMany', 'service.busy'],
} as const;

/** Password recovery, reset and change. */
export const passwords = endpoints({
  forgotten: {
    method: 'POST',
    path: '/user-management/validate-email-id',
    summary: 'Begins a recovery, by e-mail or by secret word.',
    allow: 'anyone',
    manualTransaction: true,
    takesSecret: true,
    secretResponse: true,
    resultIsMessage: true,
    body: RecoveryRequest,
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
    summary:
      'Queues a mail with the link of a recovery that the same browser began within the last ten minutes. `sent` is true whether or not a mail follows.',
    allow: 'anyone',
    manualTransaction: true,
    takesSecret: true,
    skipsIdempotency: true,
    params: z.object({ userId: z.string().check(z.maxLength(128)) }),
    result: z.object({ sent: z.boolean() }),
    errors: ['recovery.flowOver', 'recovery.tooManyMails'],
  },
  checkLink: {
    ...linkCheck,
    path: '/user-management/reset-password/validation/{resetToken}',
    summary: 'Whether a reset link is still valid; the request does not use it up.',
    params: tokenParams,
  },
  checkLinkAgain: {
    ...linkCheck,
    path: '/user-management/validate-reset-token/{token}',
    summary: 'The same at the path that earlier clients use.',
    params: legacyTokenParams,
  },
  checkLinkShort: {
    ...linkCheck,
    path: '/user-management/reset-password/{resetToken}',
    summary: 'The same at the path of the change itself.',
    params: tokenParams,
  },
  resetByLink: {
    method: 'PUT',
    path: '/user-management/reset-password/{resetToken}',
    summary: 'Sets a new password by a reset link, which becomes invalid, and ends all sessions of its owner.',
    allow: 'anyone',
    manualTransaction: true,
    takesSecret: true,
    successMessage: 'password.changed',
    params: tokenParams,
    body: tokenReset(permissiveRules),
    result: z.object({ changed: z.boolean() }),
    errors: [...linkErrors, ...passwordErrors],
  },
  change: {
    method: 'POST',
    path: '/user-management/resetpassword',
    summary:
      'Changes the current user’s password, which requires the old one, and ends all their other sessions; the first password that the current user chooses ends all sessions.',
    allow: 'signedIn',
    beforePasswordChange: true,
    manualTransaction: true,
    takesSecret: true,
    body: passwordReset(permissiveRules),
    result: z.string(),
    errors: ['password.oldWrong', 'signIn.locked', 'signIn.tooMany', ...passwordErrors],
  },
  rules: {
    method: 'GET',
    path: '/user-management/resetpassword/rules',
    summary: 'The rules for the current user’s next password.',
    allow: 'signedIn',
    beforePasswordChange: true,
    result: PasswordRules,
  },
  checkAttributes: {
    ...attributeCheck,
    method: 'POST',
    path: '/user-management/resetpassword/validate-attributes',
    summary: 'Whether the attributes of a user match each other. It never returns a token.',
    body: AttributeCheck,
  },
  checkAttributesByQuery: {
    ...attributeCheck,
    method: 'GET',
    path: '/user-management/resetpassword/validate-attributes',
    summary: 'The same by GET. Proxies log URLs, so send a secret word by POST; the hardened profile rejects it here.',
    query: AttributeCheck,
    errors: [...attributeCheck.errors, 'recovery.wordInAddress'],
  },
  linkState: {
    method: 'GET',
    path: '/user-management/resetLink/{id}',
    summary: 'Whether a user has a pending reset link, and until when it is valid; never the link itself.',
    allow: 'EDIT_USER',
    params: z.object({ id: UserId }),
    result: z.object({ sent: z.boolean(), expiresAt: z.nullable(z.string()) }),
    errors: ['user.unknown'],
  },
  sendLink: {
    method: 'POST',
    path: '/user-management/resetLink/{id}',
    summary:
      'Queues a mail with a password reset link to a user. `sent` means queued, not delivered; it is false for a disabled user.',
    allow: 'EDIT_USER',
    params: z.object({ id: UserId }),
    result: z.object({ sent: z.boolean(), expiresAt: z.nullable(z.string()) }),
    errors: ['user.unknown', 'user.beyondYourOwn', 'recovery.tooManyMails'],
  },
});
