import { type NodeType, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import { hiddenRegion, type NodeAbilities, type NodeRegion, typesBelow } from '@storeward/contract/nodes';
import type { Actor } from '../platform/actor.ts';

/** A place as the rules see it. */
export type Judged = { readonly id: string; readonly nodeType: NodeType; readonly tpath: string };

/** Whether a place is the actor's own, or the root of a tree: somebody above looks after it. */
const ownOrRoot = (actor: Actor, { id, nodeType }: Pick<Judged, 'id' | 'nodeType'>) =>
  id === actor.rootNode?.id || nodeType === 'ORGANIZATION' || nodeType === 'GLOBAL';

/** What the actor may do with a place of their own area. */
export function nodeAbilities(actor: Actor, node: Pick<Judged, 'id' | 'nodeType'>): NodeAbilities {
  const may = (name: string) => permits(actor.permissions, [name]);
  const lower = !ownOrRoot(actor, node);
  return {
    view: may('VIEW_NODE'),
    // an organisation has rights and screens of its own
    edit: may('EDIT_NODE') && may('EDIT_NODE_DETAILS') && node.nodeType !== 'ORGANIZATION',
    add: may('CREATE_NODE') && typesBelow(node.nodeType).length > 0,
    // a company has nowhere else to stand
    move: may('EDIT_NODE') && lower && node.nodeType !== 'COMPANY',
    enable: may('ENABLED_NODE') && lower,
    delete: may('DELETE_NODE') && lower,
  };
}

/** Why somebody may not close, move or take away a place: it is the one they stand on themselves. */
export const ownFault = (actor: Actor, node: Judged): ErrorCode | undefined =>
  ownOrRoot(actor, node) ? 'node.ownPlace' : undefined;

/** Why a place of this kind may not stand right below that one. */
export const kindFault = (nodeType: NodeType, parent: Pick<Judged, 'nodeType'>): ErrorCode | undefined =>
  (typesBelow(parent.nodeType) as readonly NodeType[]).includes(nodeType) ? undefined : 'node.wrongParent';

/** Why a place may not be moved below that one. */
export const moveFault = (actor: Actor, node: Judged, parent: Judged): ErrorCode | undefined =>
  ownFault(actor, node) ?? (parent.tpath.startsWith(node.tpath) ? 'node.intoItself' : kindFault(node.nodeType, parent));

/** Why a place may not be of this region: nobody walls themselves out of their own place, nor a place out of every portal there is. */
export function regionFault(
  region: readonly NodeRegion[],
  { own, host, hosts }: { own: boolean; host: string; hosts: readonly string[] },
): ErrorCode | undefined {
  const [only, ...more] = new Set(region);
  if (!only || more.length > 0) return undefined;
  if (own && hiddenRegion(host) === only) return 'node.hidesYourself';
  return hosts.length === 0 || hosts.some((name) => hiddenRegion(name) !== only) ? undefined : 'node.hiddenEverywhere';
}
