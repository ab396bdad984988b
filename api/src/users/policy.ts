import { permits } from '@storeward/contract/access';
import type { UserAbilities } from '@storeward/contract/users';
import type { Actor } from '../platform/actor.ts';

/** A user as the rules see them: whether they hold a right or a place that the actor does not. */
export type Judged = { readonly id: string; readonly exceeds: boolean };

/** What the actor may do with a user of their own area; whoever holds more than the actor is only looked at. */
export function userAbilities(actor: Actor, user: Judged): UserAbilities {
  return {
    view: permits(actor.permissions, ['VIEW_USER']) || user.id === actor.userId,
    edit: permits(actor.permissions, ['EDIT_USER']) && !user.exceeds,
  };
}

/** Nobody changes the ways to reach themselves here: the profile asks for the password first. */
export function mayChangeContact(
  actor: Actor,
  user: { id: string; emailId: string; phoneNumber: string },
  wanted: { emailId: string; phoneNumber: string },
): boolean {
  return user.id !== actor.userId || (user.emailId === wanted.emailId && user.phoneNumber === wanted.phoneNumber);
}
