import { type NodeType, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import { hiddenRegion, type NodeAbilities, type NodeRegion, typesBelow } from '@storeward/contract/nodes';
import type { Actor } from '../platform/actor.ts';

/** The fields of a node that the access rules need. */
export type PolicyNode = { readonly id: string; readonly nodeType: NodeType; readonly tpath: string };

/** Whether the node is the actor's own or the root of a tree; only users above it may manage it. */
const isOwnOrRoot = (actor: Actor, { id, nodeType }: Pick<PolicyNode, 'id' | 'nodeType'>) =>
  id === actor.rootNode?.id || nodeType === 'ORGANIZATION' || nodeType === 'GLOBAL';

/** The actions that the actor may perform on a node of their scope. */
export function nodeAbilities(actor: Actor, node: Pick<PolicyNode, 'id' | 'nodeType'>): NodeAbilities {
  const has = (name: string) => permits(actor.permissions, [name]);
  const isBelowOwnNode = !isOwnOrRoot(actor, node);
  return {
    view: has('VIEW_NODE'),
    // organisations have their own permission and endpoint
    edit: has('EDIT_NODE') && has('EDIT_NODE_DETAILS') && node.nodeType !== 'ORGANIZATION',
    add: has('CREATE_NODE') && typesBelow(node.nodeType).length > 0,
    // a company has no other possible parent
    move: has('EDIT_NODE') && isBelowOwnNode && node.nodeType !== 'COMPANY',
    enable: has('ENABLED_NODE') && isBelowOwnNode,
    delete: has('DELETE_NODE') && isBelowOwnNode,
  };
}

/** The error for disabling, moving or deleting one's own node. */
export const ownNodeError = (actor: Actor, node: PolicyNode): ErrorCode | undefined =>
  isOwnOrRoot(actor, node) ? 'node.ownPlace' : undefined;

/** The error for a parent of a type that does not accept this node type. */
export const parentTypeError = (nodeType: NodeType, parent: Pick<PolicyNode, 'nodeType'>): ErrorCode | undefined =>
  (typesBelow(parent.nodeType) as readonly NodeType[]).includes(nodeType) ? undefined : 'node.wrongParent';

/** The error for moving a node below this parent. */
export const moveError = (actor: Actor, node: PolicyNode, parent: PolicyNode): ErrorCode | undefined =>
  ownNodeError(actor, node) ??
  (parent.tpath.startsWith(node.tpath) ? 'node.intoItself' : parentTypeError(node.nodeType, parent));

/**
 * The error for a region that would hide the node from the actor's own portal, or from every portal of the
 * organisation.
 */
export function regionError(
  region: readonly NodeRegion[],
  { own, host, hosts }: { own: boolean; host: string; hosts: readonly string[] },
): ErrorCode | undefined {
  const [only, ...others] = new Set(region);
  if (!only || others.length > 0) return undefined;
  if (own && hiddenRegion(host) === only) return 'node.hidesYourself';
  return hosts.length === 0 || hosts.some((name) => hiddenRegion(name) !== only) ? undefined : 'node.hiddenEverywhere';
}
