import { type NodeType, permits, ranks } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import type { roleChangeErrors, RoleAbilities } from '@storeward/contract/roles';
import type { Actor } from '../platform/actor.ts';

/** The level and the access rights of a role. */
export type Grant = { readonly level: NodeType; readonly accessRights: readonly string[] };

/** A role to be assigned to a user. */
export type AssignableRole = Grant & { readonly id: string; readonly status: boolean };

/**
 * The fields of a role that the rules need; `own` says that the actor holds it, `heldBeyond` counts holders outside
 * their scope.
 */
export type PolicyRole = Grant & { readonly own: boolean; readonly heldBeyond: number };

/** The rank of the actor's node; 0, below all levels, without a node. */
const rankOf = ({ rootNode }: Pick<Actor, 'rootNode'>): number => (rootNode ? ranks[rootNode.nodeType] : 0);

/** Whether the actor acts for the platform itself rather than in one of its organisations. */
const isPlatform = ({ rootNode, scope, homeOrgId }: Actor): boolean =>
  rootNode?.nodeType === 'GLOBAL' && scope.orgId === homeOrgId;

/** The levels up to that of the actor's node. */
export const levelsUpToOwn = (actor: Actor): NodeType[] =>
  (Object.keys(ranks) as NodeType[]).filter((level) => ranks[level] <= rankOf(actor));

/** The levels of the roles that the actor may assign to a user at a node of this type. */
export function assignableLevels(actor: Actor, nodeType: NodeType): NodeType[] {
  const levels = levelsUpToOwn(actor).filter((level) => ranks[level] >= ranks[nodeType]);
  return levels.filter((level) => (level === 'GLOBAL') === (nodeType === 'GLOBAL'));
}

/** Whether a role has rights or a level that the actor does not have. */
export function exceeds(actor: Pick<Actor, 'rootNode' | 'accessRights'>, { level, accessRights }: Grant): boolean {
  return ranks[level] > rankOf(actor) || accessRights.some((right) => !actor.accessRights.includes(right));
}

/** The earlier of two ends as ISO 8601 times; null is no end. */
export function earlierEnd(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) <= Date.parse(other) ? one : other;
}

/** Whether an assignment with this end would last longer than the actor's own. */
export const outlasts = ({ assignmentUntil }: Actor, until: string | null): boolean =>
  assignmentUntil !== null && (until === null || Date.parse(until) > Date.parse(assignmentUntil));

/**
 * The error for creating or changing to this role: GLOBAL is reserved for the platform's own roles, and nobody can
 * grant rights they lack.
 */
export function grantError(actor: Actor, grant: Grant): ErrorCode | undefined {
  if ((grant.level === 'GLOBAL') !== isPlatform(actor)) return 'role.levelWrong';
  return exceeds(actor, grant) ? 'role.beyondYourOwn' : undefined;
}

/** The error for changing this role, regardless of the actor's permissions. */
export function changeError(actor: Actor, role: PolicyRole): (typeof roleChangeErrors)[number] | undefined {
  if (role.own) return 'role.own';
  if (exceeds(actor, role)) return 'role.beyondYourOwn';
  return role.heldBeyond > 0 ? 'role.heldBeyond' : undefined;
}

/** The actions that the actor may perform on a visible role. */
export function roleAbilities(actor: Actor, role: PolicyRole): RoleAbilities {
  const isChangeable = changeError(actor, role) === undefined;
  return {
    view: permits(actor.permissions, ['VIEW_ROLE']),
    edit: isChangeable && permits(actor.permissions, ['EDIT_ROLE']),
    enable: isChangeable && permits(actor.permissions, ['ENABLED_ROLE']),
    delete: isChangeable && permits(actor.permissions, ['DELETE_ROLE']),
  };
}

/** The error for assigning this role to a user at a node of this type. */
export function assignmentError(
  actor: Pick<Actor, 'rootNode' | 'accessRights' | 'roleId'>,
  role: AssignableRole,
  nodeType: NodeType,
): ErrorCode | undefined {
  // roles above the actor's level are invisible to them, except their acting role
  if (ranks[role.level] > rankOf(actor) && role.id !== actor.roleId) return 'role.unknown';
  if (!role.status) return 'role.closed';
  if ((role.level === 'GLOBAL') !== (nodeType === 'GLOBAL')) return 'role.levelWrong';
  if (ranks[nodeType] > ranks[role.level]) return 'role.levelTooHigh';
  return exceeds(actor, role) ? 'role.beyondYourOwn' : undefined;
}
