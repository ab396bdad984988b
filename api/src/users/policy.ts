import { permits } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { type KeyField, keyFields, type ProfileInput } from '@storeward/contract/profiles';
import type { User, UserAbilities } from '@storeward/contract/users';
import type { Actor } from '../platform/actor.ts';

/** A user as the rules see them: whether they hold a right or a place that the actor does not. */
export type Judged = { readonly id: string; readonly exceeds: boolean };

/** What the actor may do with a user of their own area; whoever holds more than the actor is only looked at, and nobody disables, deletes or sees as themselves. */
export function userAbilities(actor: Actor, user: Judged): UserAbilities {
  return {
    view: permits(actor.permissions, ['VIEW_USER']) || user.id === actor.userId,
    edit: permits(actor.permissions, ['EDIT_USER']) && !user.exceeds,
    enable: permits(actor.permissions, ['ENABLED_USER']) && !user.exceeds && user.id !== actor.userId,
    delete: permits(actor.permissions, ['DELETE_USER']) && !user.exceeds && user.id !== actor.userId,
    seeAs: permits(actor.permissions, ['VIEW_USER']) && !user.exceeds && user.id !== actor.userId,
  };
}

/** Whether the actor may know by which ways somebody wants to hear of offers, and change it: their own they tell in their profile. */
export const mayKnowWishes = (actor: Actor): boolean =>
  permits(actor.permissions, ['ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE']);

/** Whether the actor may know who has agreed to sign in by their face, and agree to it themselves. */
export const mayRegisterFaces = (actor: Actor): boolean => permits(actor.permissions, ['ALLOW_FACE_ID_REGISTRATION']);

/** Why somebody's status is not the actor's to change; nothing where it is. */
export function statusRefusal(
  actor: Actor,
  user: { readonly id: string; readonly can: Pick<UserAbilities, 'enable'> },
): 'user.self' | 'user.beyondYourOwn' | undefined {
  if (user.id === actor.userId) return 'user.self';
  return user.can.enable ? undefined : 'user.beyondYourOwn';
}

/** Nobody changes the ways to reach themselves here, nor what leads to a new password: the profile asks for the present one first. */
export function mayChangeContact(
  actor: Actor,
  user: { id: string; emailId: string; phoneNumber: string },
  wanted: {
    emailId: string;
    phoneNumber: string;
    secretWord?: string | null | undefined;
    pin?: string | null | undefined;
  },
): boolean {
  if (user.id !== actor.userId) return true;
  return (
    user.emailId === wanted.emailId && user.phoneNumber === wanted.phoneNumber && !wanted.secretWord && !wanted.pin
  );
}

/** Which of the ways to a new password a change of one's own profile would change. */
export function keysChanged(
  user: Pick<User, 'emailId' | 'phoneNumber'>,
  wanted: Pick<ProfileInput, KeyField>,
): KeyField[] {
  return keyFields.filter((field) =>
    field === 'secretWord' ? typeof wanted.secretWord === 'string' : user[field] !== wanted[field],
  );
}

/** A secret word is a second password, so it is neither the first one nor a name that everybody can look up. */
export function tellsTooMuch(
  secretWord: string,
  { userName, firstName, lastName, emailId }: Pick<User, 'userName' | 'firstName' | 'lastName' | 'emailId'>,
  password: string | null | undefined,
): boolean {
  const word = normalised(secretWord).replaceAll(/[^\p{L}\p{N}]/gu, '');
  const known = [userName, firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`, emailId];
  const parts = [...known, ...emailId.split('@')].map((part) => normalised(part).replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return (
    (password != null && normalised(password) === normalised(secretWord)) ||
    parts.some((part) => part !== '' && (part === word || (part.length > 3 && word.includes(part))))
  );
}
