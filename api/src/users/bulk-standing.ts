import type { ErrorCode } from '@storeward/contract/errors';
import type { UserBulkTask } from '@storeward/contract/user-bulk';
import { standingOf } from '../nodes/queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { findGivenRole } from '../roles/queries.ts';
import { type KnownChange, standingFault } from './import-changes.ts';
import { listKnown } from './import-queries.ts';
import { userAbilities } from './policy.ts';

/** Another role or place for a user, and all else as it is. */
export type StandingChange = KnownChange;

/** What another role or place comes to for a user: a fault by name, or whether anything is to be done. */
export type StandingVerdict =
  | { readonly fault: ErrorCode }
  | { readonly changes: boolean; readonly change: StandingChange };

/** Says of some users what another role or place would do, by the rules for one. */
export async function standingVerdicts(
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  { task, ids, held }: { readonly task: UserBulkTask; readonly ids: readonly string[]; readonly held: boolean },
): Promise<(id: string) => StandingVerdict> {
  const { scope, accessRights: rights } = actor;
  const [users, role, found] = await Promise.all([
    listKnown(db, scope, { ids }, { held, rights }),
    task.role && findGivenRole(db, scope, task.role.id, { held }),
    task.place && standingOf(db, scope, task.place.id),
  ]);
  const place = found && task.place && { ...found, name: task.place.name };
  const byId = new Map(users.map((user) => [user.id, user]));
  return (id) => {
    const known = byId.get(id);
    if (!known) return { fault: 'user.unknown' };
    if (!userAbilities(actor, known).edit) return { fault: 'user.beyondYourOwn' };
    if (task.role && !role) return { fault: 'role.unknown' };
    if (task.place && !place) return { fault: 'node.unknown' };
    const to = { place: place ?? known.place ?? undefined, role: role ?? known.role ?? undefined };
    const change = { known, input: known, status: known.status, ...to };
    if (to.place?.id === known.place?.id && to.role?.id === known.role?.id) return { changes: false, change };
    const fault = faultOf(actor, change);
    return fault ? { fault } : { changes: true, change };
  };
}

function faultOf(actor: Actor, change: StandingChange): ErrorCode | undefined {
  // nobody gives themselves anything, and nobody takes from themselves what they could not give back
  if (change.known?.id === actor.userId) return 'user.ownStanding';
  return change.place ? standingFault(actor, change) : 'node.unknown';
}
