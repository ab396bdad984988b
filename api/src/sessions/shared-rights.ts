import { permissionsOf } from '@storeward/contract/modules';
import type { Actor } from '../platform/actor.ts';

type Rights = Pick<Actor, 'accessRights' | 'permissions'>;

const maxKnown = 1_000;

/**
 * The permissions of access rights. Actors with the same rights get the same two lists, which would otherwise be most of
 * the memory of a cached actor: many sessions act by few roles.
 */
export function rightsByText(): (accessRights: readonly string[]) => Rights {
  const known = new Map<string, Rights>();
  return (accessRights) => {
    const text = accessRights.join('\n');
    const rights = known.get(text) ?? { accessRights, permissions: permissionsOf(accessRights) };
    known.delete(text);
    known.set(text, rights);
    if (known.size > maxKnown) known.delete(known.keys().next().value!);
    return rights;
  };
}
