import type { NodeInput } from '@storeward/contract/nodes/node-input';
import { difference } from '../../audit/queries.ts';
import type { Actor, Origin } from '../../platform/actor.ts';
import { changeErrors, type NodeCommandError, type PolicyParent, regionErrors } from '../policy.ts';
import { listPathNodes } from '../queries.ts';
import { auditFields, auditNodes, type CommandContext, type NodeAuditEvent } from './context.ts';
import { listNodeStates, type NodeState } from './state-queries.ts';
import { moveNode, updateNodes, updateStatuses } from './write-queries.ts';

/** The requested state of a node; absent properties stay unchanged. */
export type RequestedNode = {
  readonly input?: NodeInput | undefined;
  readonly status?: boolean | undefined;
  /** The parent to move it below; without `node` while a file that also creates the parent is being checked. */
  readonly parent?: (PolicyParent & { readonly node?: NodeState | undefined }) | undefined;
  /** Treated as a change of the fields even if all of them are equal, as when a form is saved. */
  readonly evenIfEqual?: true;
};

/** The outcome of planning a change of one node; it can be applied if there are no errors. */
export type PlannedNode = {
  readonly errors: readonly NodeCommandError[];
  /** False if nothing would change. */
  readonly changes: boolean;
  readonly node: NodeState;
  /** Fields to write and status to set; undefined if unchanged. */
  readonly input: NodeInput | undefined;
  readonly status: boolean | undefined;
  readonly moves: boolean;
  /** The parent to move it below. */
  readonly parent: NodeState | undefined;
};

/** Additional input of the rules: the reader's host and the hosts of all portals. */
export type PlanContext = {
  readonly actor: Actor;
  readonly origin: Pick<Origin, 'host'>;
  readonly hosts: readonly string[];
};

const inputFields = [
  'name',
  'code',
  'region',
  'street',
  'city',
  'state',
  'postCode',
  'country',
  'timeZone',
  'latitude',
  'longitude',
  'phoneNumber',
  'emailId',
] as const;

/** The editable fields of a node. */
export const pickNodeInput = (node: NodeInput): NodeInput =>
  Object.fromEntries(inputFields.map((field) => [field, node[field]])) as NodeInput;

/** Omitted coordinates stay as they are. */
const withCoordinates = (input: NodeInput, { latitude, longitude }: NodeState): NodeInput =>
  input.latitude === undefined ? { ...input, latitude, longitude } : input;

/** Ignores surrounding white space, which every input path trims. */
const isSame = (requested: unknown, stored: unknown) =>
  JSON.stringify(requested) === JSON.stringify(typeof stored === 'string' ? stored.trim() : stored);

/** Plans the change of one node by the rules of a single save; `unpermitted` is the error code of a missing permission. */
export function planNodeChange(
  { actor, origin, hosts }: PlanContext,
  node: NodeState,
  requested: RequestedNode,
  unpermitted?: 'import.rightMissing',
): PlannedNode {
  const complete = requested.input && withCoordinates(requested.input, node);
  const changedFields = complete ? inputFields.filter((field) => !isSame(complete[field], node[field])) : [];
  const input = changedFields.length > 0 || requested.evenIfEqual ? complete : undefined;
  const moves = requested.parent !== undefined && requested.parent.node?.id !== node.parentId;
  const status = requested.status === node.status ? undefined : requested.status;
  const isRegionSet = requested.evenIfEqual || changedFields.includes('region');
  return {
    node,
    input,
    status,
    moves,
    parent: moves ? requested.parent?.node : undefined,
    changes: input !== undefined || moves || status !== undefined,
    errors: [
      ...changeErrors(actor, node, { ...requested, input }, unpermitted),
      ...(input && isRegionSet
        ? regionErrors(input.region, { own: node.id === actor.rootNode?.id, host: origin.host, hosts })
        : []),
    ],
  };
}

/** A written node with its new version. */
export type WrittenNode = { readonly id: string; readonly version: number };

/** Writes planned changes with their audit events: first the moves in their order, then fields and statuses as sets. */
export async function applyNodeChanges(
  context: CommandContext,
  planned: readonly PlannedNode[],
): Promise<WrittenNode[]> {
  const { db, actor } = context;
  const moves = new Map<string, NodeAuditEvent>();
  for (const { node, parent } of planned) if (parent) moves.set(node.id, await move(context, node, parent.id));
  const edited = planned.flatMap(({ node: { id }, input }) => (input ? [{ id, input }] : []));
  await updateNodes(db, actor.scope, edited, actor.userId);
  const statuses = planned.flatMap(({ node: { id }, status }) => (status === undefined ? [] : [{ id, status }]));
  await updateStatuses(db, actor.scope, statuses, actor.userId);
  // moves may have changed the paths of other nodes of the set
  const ids = planned.map(({ node }) => node.id);
  const current = moves.size > 0 ? await listNodeStates(db, actor.scope, { ids }, { lock: false }) : [];
  const paths = new Map(current.map(({ id, tpath }) => [id, tpath]));
  const events = planned.flatMap((plan) => auditEvents(plan, moves.get(plan.node.id), paths.get(plan.node.id)));
  await auditNodes(context, events);
  return planned.map(({ node: { id, version }, input, status, parent }) => ({
    id,
    version: version + [input, status, parent].filter((part) => part !== undefined).length,
  }));
}

function auditEvents(
  { node, input, status }: PlannedNode,
  moved: NodeAuditEvent | undefined,
  tpath = node.tpath,
): NodeAuditEvent[] {
  const events = moved ? [moved] : [];
  const subject = { id: node.id, tpath };
  if (input) {
    const change = difference(auditFields(node), auditFields({ ...input, region: [...new Set(input.region)].sort() }));
    events.push({ ...subject, action: 'node.updated', ...change });
  }
  if (status !== undefined) {
    const action = status ? 'node.enabled' : 'node.disabled';
    events.push({ ...subject, action, before: { status: node.status }, after: { status } });
  }
  return events;
}

/** Moves a subtree. Both paths are read again because earlier moves of the set may have changed them. */
async function move({ db, actor }: CommandContext, { id }: NodeState, parentId: string): Promise<NodeAuditEvent> {
  const states = await listNodeStates(db, actor.scope, { ids: [id, parentId] }, { lock: true });
  const [node, parent] = [states.find((state) => state.id === id), states.find((state) => state.id === parentId)];
  if (!node || !parent) throw new Error('the node or its new parent no longer exists');
  const ancestors = actor.ancestors.map(({ name }) => name);
  const position = async (tpath: string, above: string | null) => {
    const pathNodes = await listPathNodes(db, actor.scope, [tpath]);
    const names = pathNodes.filter((ancestor) => ancestor.tpath !== tpath).map(({ name }) => name);
    return { parentId: above, path: [...ancestors, ...names].join(' › ') };
  };
  const before = await position(node.tpath, node.parentId);
  const tpath = await moveNode(db, actor.scope, node, parent, actor.userId);
  return { id, tpath, action: 'node.moved', before, after: await position(tpath, parentId) };
}
