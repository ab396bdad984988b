import { type Permission, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import { normalised } from '@storeward/contract/fields';
import { type RecoveryField, recoveryFields, type ProfileInput } from '@storeward/contract/users/profiles';
import type { PendingEmail } from '@storeward/contract/users/pending-email';
import type { User, UserAbilities } from '@storeward/contract/users';
import type { Actor } from '../platform/actor.ts';

/**
 * The user that an action targets. `exceeds`: holds access rights, or an assignment in an area, that the actor does
 * not.
 */
export type TargetUser = { readonly id: string; readonly exceeds: boolean };

/**
 * The actor's abilities on a user within their scope. A user who exceeds the actor is read-only; oneself cannot be
 * disabled, deleted or impersonated.
 */
export function userAbilities(actor: Actor, user: TargetUser): UserAbilities {
  return {
    view: permits(actor.permissions, ['VIEW_USER']) || user.id === actor.userId,
    edit: permits(actor.permissions, ['EDIT_USER']) && !user.exceeds,
    enable: permits(actor.permissions, ['ENABLED_USER']) && !user.exceeds && user.id !== actor.userId,
    delete: permits(actor.permissions, ['DELETE_USER']) && !user.exceeds && user.id !== actor.userId,
    seeAs: permits(actor.permissions, ['VIEW_USER']) && !user.exceeds && user.id !== actor.userId,
  };
}

/**
 * Whether the actor may see and change the marketing preferences of users. One's own are part of the profile and always
 * visible.
 */
export const mayViewMarketingPreferences = (actor: Actor): boolean =>
  permits(actor.permissions, ['ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE']);

/** Whether the actor may see face sign-in consents and give their own. */
export const mayRegisterFaces = (actor: Actor): boolean => permits(actor.permissions, ['ALLOW_FACE_ID_REGISTRATION']);

/**
 * What a command does to a user: `fields` changes the data of the form, `contact` their e-mail, phone, secret word or
 * PIN, `assignment` their node or primary role, `furtherRole` an additional role.
 */
export type UserAction =
  | 'fields'
  | 'contact'
  | 'assignment'
  | 'furtherRole'
  | 'status'
  | 'delete'
  | 'resetLink'
  | 'firstPassword';

/** Why a command is refused; `part` names the part of the change concerned, so that an import can report the error at a column. */
export type CommandError = {
  readonly part: 'user' | 'status' | 'contact' | 'node' | 'role' | 'userName';
  readonly code: ErrorCode;
};

/** Why the actor may do nothing to a user who holds access beyond the actor's own. */
export const exceedsError = ({ exceeds }: Pick<TargetUser, 'exceeds'>): ErrorCode | undefined =>
  exceeds ? 'user.beyondYourOwn' : undefined;

const permissionOf = (action: UserAction): Permission =>
  action === 'status' ? 'ENABLED_USER' : action === 'delete' ? 'DELETE_USER' : 'EDIT_USER';

/**
 * Why the actor may not do this to a user, in the order of reporting; empty if they may. The endpoints for one user
 * check the permission earlier; a run reports a permission lost since by the code `unpermitted`.
 */
export function changeErrors(
  actor: Actor,
  user: TargetUser,
  actions: readonly UserAction[],
  unpermitted: ErrorCode = 'user.beyondYourOwn',
): CommandError[] {
  const isSelf = user.id === actor.userId;
  const does = (...some: readonly UserAction[]) => some.some((action) => actions.includes(action));
  const errors: CommandError[] = [];
  if (isSelf && does('status', 'delete')) errors.push({ part: 'status', code: 'user.self' });
  if (isSelf && does('furtherRole')) errors.push({ part: 'user', code: 'user.ownStanding' });
  const beyond = exceedsError(user);
  if (beyond) return [...errors, { part: 'user', code: beyond }];
  const missing = actions.filter((action) => !permits(actor.permissions, [permissionOf(action)]));
  if (missing.some((action) => action !== 'status')) errors.push({ part: 'user', code: unpermitted });
  if (missing.includes('status')) errors.push({ part: 'status', code: unpermitted });
  // own contact data only in the profile, after reauthentication
  if (isSelf && does('contact')) errors.push({ part: 'contact', code: 'user.ownContact' });
  // prevents privilege escalation and self-lockout
  if (isSelf && does('assignment')) errors.push({ part: 'user', code: 'user.ownStanding' });
  return errors;
}

/** Why the actor may not create a user with this status, like `changeErrors`. */
export function creationErrors(actor: Actor, status: boolean, unpermitted: ErrorCode): CommandError[] {
  return [
    ...(permits(actor.permissions, ['CREATE_USER']) ? [] : [{ part: 'user', code: unpermitted } as const]),
    ...(status || permits(actor.permissions, ['ENABLED_USER']) ? [] : [{ part: 'status', code: unpermitted } as const]),
  ];
}

/**
 * What the actor may do with a changed address: its owner accepts an address that an administrator has entered, and
 * withdraws any; an actor who may edit the user withdraws addresses that the owner has not entered.
 */
export function pendingEmailAbilities(
  actor: Actor,
  { id, byOwner, edit }: { readonly id: string; readonly byOwner: boolean; readonly edit: boolean },
): PendingEmail['can'] {
  const isSelf = id === actor.userId && !actor.impersonation;
  return { accept: isSelf && !byOwner, object: isSelf || (edit && !byOwner && id !== actor.userId) };
}

/** Limit of changed addresses of one user that are mailed links within an hour. */
export const maxEmailChangesPerHour = 5;

/**
 * The effect of a requested address. The one in effect, or the pending one, changes nothing; one that the actor may
 * correct, of a user who has never signed in and holds no assignment longer than the actor, replaces the old one at
 * once; any other is pending until it has been confirmed or accepted.
 */
export function emailChange(
  user: { readonly emailId: string; readonly pendingEmail: string | null; readonly mayCorrect: boolean },
  requested: string,
): 'none' | 'corrected' | 'pending' {
  if (requested === user.emailId || requested === user.pendingEmail) return 'none';
  return user.mayCorrect ? 'corrected' : 'pending';
}

/** Why an address may not be entered: the mail server is known not to take it. */
export const addressErrors = (takesAddress: (address: string) => boolean, address: string): CommandError[] =>
  takesAddress(address) ? [] : [{ part: 'contact', code: 'field.emailLetters' }];

/** The changed fields that require reauthentication; not the address that the user has entered before and that is pending. */
export function changedRecoveryFields(
  { emailId, phoneNumber, pendingEmail }: Pick<User, 'emailId' | 'phoneNumber' | 'pendingEmail'>,
  requested: Pick<ProfileInput, RecoveryField>,
): RecoveryField[] {
  const isOwnPending = pendingEmail?.byOwner === true && pendingEmail.address === requested.emailId;
  const isChanged: Readonly<Record<RecoveryField, boolean>> = {
    emailId: requested.emailId !== emailId && !isOwnPending,
    phoneNumber: requested.phoneNumber !== phoneNumber,
    secretWord: typeof requested.secretWord === 'string',
  };
  return recoveryFields.filter((field) => isChanged[field]);
}

/**
 * Whether a secret word equals the password or contains a name or e-mail part of its owner (longer than three
 * characters).
 */
export function isGuessableSecretWord(
  secretWord: string,
  { userName, firstName, lastName, emailId }: Pick<User, 'userName' | 'firstName' | 'lastName' | 'emailId'>,
  password: string | null | undefined,
): boolean {
  const normalisedWord = normalised(secretWord).replaceAll(/[^\p{L}\p{N}]/gu, '');
  const personalTerms = [userName, firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`, emailId];
  const forbiddenTerms = [...personalTerms, ...emailId.split('@')].map((term) =>
    normalised(term).replaceAll(/[^\p{L}\p{N}]/gu, ''),
  );
  return (
    (password != null && normalised(password) === normalised(secretWord)) ||
    forbiddenTerms.some(
      (term) => term !== '' && (term === normalisedWord || (term.length > 3 && normalisedWord.includes(term))),
    )
  );
}
