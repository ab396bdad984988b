import { permits } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { type RecoveryField, recoveryFields, type ProfileInput } from '@storeward/contract/profiles';
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

/** The error that prevents the actor from changing a user's status, if any. */
export function statusChangeError(
  actor: Actor,
  user: { readonly id: string; readonly can: Pick<UserAbilities, 'enable'> },
): 'user.self' | 'user.beyondYourOwn' | undefined {
  if (user.id === actor.userId) return 'user.self';
  return user.can.enable ? undefined : 'user.beyondYourOwn';
}

/**
 * Refuses changes to one's own contact data, secret word and PIN: only the profile allows them, after reauthentication.
 */
export function mayChangeContact(
  actor: Actor,
  user: { id: string; emailId: string; phoneNumber: string },
  requested: {
    emailId: string;
    phoneNumber: string;
    secretWord?: string | null | undefined;
    pin?: string | null | undefined;
  },
): boolean {
  if (user.id !== actor.userId) return true;
  return (
    user.emailId === requested.emailId &&
    user.phoneNumber === requested.phoneNumber &&
    !requested.secretWord &&
    !requested.pin
  );
}

/** The recovery fields that an update would change. */
export function changedRecoveryFields(
  user: Pick<User, 'emailId' | 'phoneNumber'>,
  requested: Pick<ProfileInput, RecoveryField>,
): RecoveryField[] {
  return recoveryFields.filter((field) =>
    field === 'secretWord' ? typeof requested.secretWord === 'string' : user[field] !== requested[field],
  );
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
