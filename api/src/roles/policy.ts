import { type NodeType, permits, ranks } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import type { RoleAbilities } from '@storeward/contract/roles';
import type { Actor } from '../platform/actor.ts';

/** What of a role the rules look at: where it may be given, and what it allows. */
export type Grant = { readonly level: NodeType; readonly accessRights: readonly string[] };

/** A role that is about to be given to somebody. */
export type GivenRole = Grant & { readonly id: string; readonly status: boolean };

/** A role as the rules see it: whether the actor holds it themselves, and how many outside their area do. */
export type JudgedRole = Grant & { readonly own: boolean; readonly heldBeyond: number };

/** How high the actor's own place stands; nowhere is below everything. */
const rankOf = ({ rootNode }: Actor): number => (rootNode ? ranks[rootNode.nodeType] : 0);

/** Whether the actor acts for the platform itself, and not in one of its organisations. */
const isPlatform = ({ rootNode, scope, homeOrgId }: Actor): boolean =>
  rootNode?.nodeType === 'GLOBAL' && scope.orgId === homeOrgId;

/** The kinds of place up to the actor's own. */
export const levelsWithin = (actor: Actor): NodeType[] =>
  (Object.keys(ranks) as NodeType[]).filter((level) => ranks[level] <= rankOf(actor));

/** The levels of roles that the actor may give to somebody who stands at a place of this kind. */
export function givableLevels(actor: Actor, placeType: NodeType): NodeType[] {
  const levels = levelsWithin(actor).filter((level) => ranks[level] >= ranks[placeType]);
  return levels.filter((level) => (level === 'GLOBAL') === (placeType === 'GLOBAL'));
}

/** Whether a role allows something that the actor may not do, or at a higher place than theirs. */
export function exceeds(actor: Actor, { level, accessRights }: Grant): boolean {
  return ranks[level] > rankOf(actor) || accessRights.some((right) => !actor.accessRights.includes(right));
}

/** Why the actor may not make a role like this one: the platform's level is for its own roles alone, and nobody grants what they do not hold. */
export function grantFault(actor: Actor, wanted: Grant): ErrorCode | undefined {
  if ((wanted.level === 'GLOBAL') !== isPlatform(actor)) return 'role.levelWrong';
  return exceeds(actor, wanted) ? 'role.beyondYourOwn' : undefined;
}

/** Why the actor may not change a role, whatever their permissions say. */
export function changeFault(actor: Actor, role: JudgedRole): ErrorCode | undefined {
  if (role.own) return 'role.own';
  if (exceeds(actor, role)) return 'role.beyondYourOwn';
  return role.heldBeyond > 0 ? 'role.heldBeyond' : undefined;
}

/** What the actor may do with a role that they see. */
export function roleAbilities(actor: Actor, role: JudgedRole): RoleAbilities {
  const free = changeFault(actor, role) === undefined;
  return {
    view: permits(actor.permissions, ['VIEW_ROLE']),
    edit: free && permits(actor.permissions, ['EDIT_ROLE']),
    enable: free && permits(actor.permissions, ['ENABLED_ROLE']),
    delete: free && permits(actor.permissions, ['DELETE_ROLE']),
  };
}

/** Why the actor may not give a role to somebody who stands at a place of this kind. */
export function giveFault(actor: Actor, role: GivenRole, placeType: NodeType): ErrorCode | undefined {
  // what stands higher does not exist for the actor, unless they act by it
  if (ranks[role.level] > rankOf(actor) && role.id !== actor.roleId) return 'role.unknown';
  if (!role.status) return 'role.closed';
  if ((role.level === 'GLOBAL') !== (placeType === 'GLOBAL')) return 'role.levelWrong';
  if (ranks[placeType] > ranks[role.level]) return 'role.levelTooHigh';
  return exceeds(actor, role) ? 'role.beyondYourOwn' : undefined;
}
