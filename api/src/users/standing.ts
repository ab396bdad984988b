import { errors } from '@storeward/contract/errors';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { holdStructure, standingOf } from '../nodes/queries.ts';
import type { Context } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { giveFault } from '../roles/policy.ts';
import { findGivenRole } from '../roles/queries.ts';
import type { Placed, Stands } from './standing-queries.ts';

type Within = Pick<Context, 'db' | 'actor'>;

/** The place that somebody is to stand at; from above all organisations, the top of the organisation if none is named. */
export async function placeWanted(
  { db, actor }: Within,
  wanted: NodeId | null | undefined,
): Promise<Placed & { readonly nodeType: Parameters<typeof giveFault>[2] }> {
  const above = actor.rootNode?.nodeType === 'GLOBAL';
  const id = wanted ?? (above ? actor.scope.orgId : undefined);
  if (!id) throw required('rootNodeId');
  // the place stays where it is until somebody stands there
  await holdStructure(db, actor.scope);
  const place = await standingOf(db, actor.scope, id);
  demand(place, 'node.unknown');
  return place;
}

/** Goes on only where the actor may give this role to somebody who stands at such a place. */
export async function demandGivable(
  { db, actor }: Within,
  roleId: RoleId,
  { nodeType }: Awaited<ReturnType<typeof placeWanted>>,
): Promise<void> {
  const role = await findGivenRole(db, actor.scope, roleId);
  demand(role, 'role.unknown');
  const fault = giveFault(actor, role, nodeType);
  if (fault) throw new Refusal(fault);
}

/** A change of where somebody stands or in which role; nothing where all stays as it is. */
export async function standingChange(
  within: Within,
  userId: string,
  stands: Stands,
  wanted: { readonly rootNodeId?: NodeId | null | undefined; readonly roleId?: RoleId | undefined },
): Promise<{ at: Placed; roleId: string | null; assignmentId: string | null } | undefined> {
  const moves = wanted.rootNodeId != null && wanted.rootNodeId !== stands.nodeId;
  const roleChanges = wanted.roleId !== undefined && wanted.roleId !== stands.roleId;
  if (!moves && !roleChanges) return undefined;
  // nobody gives themselves anything, and nobody takes from themselves what they could not give back
  demand(userId !== within.actor.userId, 'user.ownStanding');
  const at = await placeWanted(within, wanted.rootNodeId ?? (stands.nodeId as NodeId | null));
  const roleId = wanted.roleId ?? (stands.roleId as RoleId | null);
  if (roleId) await demandGivable(within, roleId, at);
  return { at, roleId, assignmentId: stands.assignmentId };
}

/** How the audit tells where somebody stands: by the names people know. */
export const standingFacts = (stands: Stands | undefined) => ({
  place: stands?.place ?? null,
  role: stands?.role ?? null,
});

/** A field that had to be filled in. */
const required = (path: string): Refusal =>
  new Refusal('input.invalid', {
    errors: [{ path, messageCode: 'field.required', message: errors['field.required'].text }],
  });
