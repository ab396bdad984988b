import { permits } from '@storeward/contract/access';
import type { ApiKey } from '@storeward/contract/api-keys';
import type { ErrorCode } from '@storeward/contract/errors';
import type { Actor } from '../platform/actor.ts';

/** The fields of an API key that the rules need; `exceeds`: its role has rights or a level that the actor does not have. */
export type PolicyKey = { readonly exceeds: boolean; readonly isRevoked: boolean };

/** The error for changing or revoking this key: like a user, one with rights that the actor does not have is out of reach. */
export const changeError = ({ exceeds }: Pick<PolicyKey, 'exceeds'>): ErrorCode | undefined =>
  exceeds ? 'role.beyondYourOwn' : undefined;

/** What the actor may do with a key; an API key manages none. */
export function apiKeyAbilities(actor: Actor, key: PolicyKey): ApiKey['can'] {
  const isChangeable = !key.isRevoked && !key.exceeds && actor.apiKeyPrefix === undefined;
  return {
    edit: isChangeable && permits(actor.permissions, ['EDIT_USER']),
    rotate: isChangeable && permits(actor.permissions, ['CREATE_USER']),
    revoke: isChangeable && permits(actor.permissions, ['CREATE_USER', 'DELETE_USER']),
  };
}
