import { type NodeType, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import { hiddenRegion, type NodeRegion, typesBelow } from '@storeward/contract/nodes/node-types';
import type { HiddenContents as Contents, NodeAbilities } from '@storeward/contract/nodes';
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
const ownNodeError = (actor: Actor, node: PolicyNode): ErrorCode | undefined =>
  isOwnOrRoot(actor, node) ? 'node.ownPlace' : undefined;

/** The error for a parent of a type that does not accept this node type. */
const parentTypeError = (nodeType: NodeType, parent: Pick<PolicyNode, 'nodeType'>): ErrorCode | undefined =>
  (typesBelow(parent.nodeType) as readonly NodeType[]).includes(nodeType) ? undefined : 'node.wrongParent';

/** The parent of a node; without a path if it does not exist yet. */
export type PolicyParent = { readonly nodeType: NodeType; readonly tpath?: string | undefined };

/** The error for moving a node below this parent. */
const moveError = (actor: Actor, node: PolicyNode, parent: PolicyParent): ErrorCode | undefined =>
  ownNodeError(actor, node) ??
  (parent.tpath?.startsWith(node.tpath) ? 'node.intoItself' : parentTypeError(node.nodeType, parent));

/** Why a command is refused; `part` names the part of the change concerned, so that an import can report the error at a column. */
export type NodeCommandError = { readonly part: 'node' | 'parent' | 'status' | 'region'; readonly code: ErrorCode };

const errorsOf = (part: NodeCommandError['part'], code: ErrorCode | undefined): NodeCommandError[] =>
  code ? [{ part, code }] : [];

/** The parts of a change; `parent` is given for a move, `status` to enable or disable. */
type NodeParts = {
  readonly input?: unknown;
  readonly status?: boolean | undefined;
  readonly parent?: PolicyParent | undefined;
};

/**
 * Why the actor may not change a node, in the order of reporting. The endpoints for one node check the permissions
 * earlier; an import reports missing ones by the code `unpermitted`.
 */
export function changeErrors(
  actor: Actor,
  node: PolicyNode,
  { input, status, parent }: NodeParts,
  unpermitted?: ErrorCode,
): NodeCommandError[] {
  const needs = (part: NodeCommandError['part'], ...names: readonly string[]) =>
    errorsOf(part, permits(actor.permissions, names, 'all') ? undefined : unpermitted);
  return [
    ...(parent ? errorsOf('parent', moveError(actor, node, parent)) : []),
    ...(input === undefined ? [] : needs('node', 'EDIT_NODE', 'EDIT_NODE_DETAILS')),
    ...(parent ? needs('parent', 'EDIT_NODE') : []),
    ...(status === undefined ? [] : needs('status', 'ENABLED_NODE')),
    ...(status === undefined ? [] : errorsOf('status', ownNodeError(actor, node))),
  ];
}

/** Why the actor may not create a node below this parent, like `changeErrors`; rules whose input is unknown are skipped. */
export function creationErrors(
  { permissions }: Actor,
  {
    nodeType,
    parentType,
    status,
  }: { nodeType: NodeType | undefined; parentType: NodeType | undefined; status: boolean | undefined },
  unpermitted?: ErrorCode,
): NodeCommandError[] {
  const needs = (part: NodeCommandError['part'], name: string) =>
    errorsOf(part, permits(permissions, [name]) ? undefined : unpermitted);
  return [
    ...(nodeType && parentType ? errorsOf('parent', parentTypeError(nodeType, { nodeType: parentType })) : []),
    ...needs('node', 'CREATE_NODE'),
    ...(status === false ? needs('status', 'ENABLED_NODE') : []),
  ];
}

/** Why the actor may not delete a node; it also has to be empty. */
export const removalErrors = (actor: Actor, node: PolicyNode): NodeCommandError[] =>
  errorsOf('node', ownNodeError(actor, node));

/**
 * Why a node or an organisation with contents may not be deleted: first by the contents that the portal of the request
 * shows, then by the others, of which only the number is returned. `current` is the record of the response. The
 * numbers of nodes include the one to delete.
 */
export function contentsError<T extends object>(current: T, shownCounts: SubTreeCounts, allCounts: SubTreeCounts) {
  const [shown, all] = [contentsOf(shownCounts), contentsOf(allCounts)];
  const hidden = {
    places: all.places - shown.places,
    users: all.users - shown.users,
    devices: all.devices - shown.devices,
  };
  if (!isEmpty(shown)) {
    const message = `Only an empty location can be deleted. It contains ${textOf(shown)}.`;
    return { code: 'node.notEmpty', details: { message, current } } as const;
  }
  if (isEmpty(hidden)) return undefined;
  const message = `It contains something that this portal does not show: ${textOf(hidden)}.`;
  return { code: 'node.holdsHidden', details: { message, current: { ...current, hidden } } } as const;
}

type SubTreeCounts = { readonly placeCount: number; readonly userCount: number; readonly deviceCount: number };

const contentsOf = ({ placeCount, userCount, deviceCount }: SubTreeCounts): Contents => ({
  places: placeCount - 1,
  users: userCount,
  devices: deviceCount,
});

const isEmpty = ({ places, users, devices }: Contents) => places === 0 && users === 0 && devices === 0;

const textOf = ({ places, users, devices }: Contents) =>
  `${countOf(places, 'location')}, ${countOf(users, 'user')} and ${countOf(devices, 'device')}`;

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Why a region would hide the node from the actor's own portal, or from every portal of the organisation. */
export function regionErrors(
  region: readonly NodeRegion[],
  { own, host, hosts }: { own: boolean; host: string; hosts: readonly string[] },
): NodeCommandError[] {
  const [only, ...others] = new Set(region);
  if (!only || others.length > 0) return [];
  if (own && hiddenRegion(host) === only) return [{ part: 'region', code: 'node.hidesYourself' }];
  const isVisible = hosts.length === 0 || hosts.some((name) => hiddenRegion(name) !== only);
  return isVisible ? [] : [{ part: 'region', code: 'node.hiddenEverywhere' }];
}
