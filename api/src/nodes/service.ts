import { errors } from '@storeward/contract/errors';
import { type NodeInput, toNodeInput } from '@storeward/contract/nodes/node-input';
import { type Node, type NodeId, type NodeRow, type nodes } from '@storeward/contract/nodes';
import { missingOf, withCountryCode } from '@storeward/contract/phone-number';
import { exactCountLimit, pageParams } from '@storeward/contract/paging';
import type { NodeRef } from '../platform/actor.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { ensure, ApiError, throwFirst, throwIfError } from '../platform/errors.ts';
import { encodeCursor, pageOf, decodeCursor } from '../platform/database/cursor-pagination.ts';
import { choices } from './choices.ts';
import {
  applyNodeChanges,
  pickNodeInput,
  type PlanContext,
  planNodeChange,
  type RequestedNode,
} from './commands/change.ts';
import { applyNewNodes, planNewNode } from './commands/create.ts';
import { removeNodes } from './commands/remove.ts';
import { listHosts, listNodeStates, type NodeState } from './commands/state-queries.ts';
import { changeErrors, contentsError, nodeAbilities, removalErrors } from './policy.ts';
import * as queries from './queries.ts';
import * as tree from './tree-queries.ts';

const withLock = { lock: true };

/** How many children the response of a single node includes. */
const maxInlineChildren = 100;

export const nodesService: Service<typeof nodes> = {
  async search({ db, actor }, { query }) {
    const filter = {
      ...pageParams(query, 'name:asc'),
      openOnly: query.status === true,
      types: query.types ?? null,
    };
    ensure(filter.cursor === undefined, 'input.badCursor'); // this list supports page numbers only
    const belowPath = query.below && (await queries.findPath(db, actor.scope, query.below));
    ensure(!query.below || belowPath, 'node.unknown');
    // within a subtree, results are listed before any text is entered
    if (!filter.search && !belowPath) return { result: [], total: 0 };
    const [rows, matchCount] = await Promise.all([
      queries.searchNodes(db, actor.scope, { ...filter, belowPath }),
      queries.countSearchResults(db, { ...filter, belowPath }),
    ]);
    const pathNodes = await queries.listPathNodes(
      db,
      actor.scope,
      rows.map(({ tpath }) => tpath),
    );
    const totals =
      matchCount > exactCountLimit ? { total: matchCount, totalIsEstimate: true as const } : { total: matchCount };
    return {
      result: rows
        .slice(0, filter.limit)
        .map((row) => ({ ...toNodeRow(row), path: ancestorsOf(pathNodes, row.tpath) })),
      ...totals,
    };
  },

  get: (context, { params, query }) => nodeInScope(context, params.id, query.status),

  async children({ db, actor }, { params, query }) {
    const filter = {
      ...pageParams(query, 'name:asc'),
      openOnly: query.status === true,
    };
    const order = `${filter.sort} ${filter.descending}`;
    const cursor = decodeCursor(filter.cursor, order);
    const [parent, rows, total] = await Promise.all([
      queries.hasNode(db, actor.scope, params.id),
      queries.listChildren(db, actor.scope, params.id, filter, cursor),
      queries.countChildren(db, actor.scope, params.id, filter),
    ]);
    ensure(parent, 'node.unknown');
    return pageOf(
      rows,
      filter.limit,
      { total },
      (last) => encodeCursor(order, { after: last.sortedBy, id: last.nodeId }),
      toNodeRow,
    );
  },

  choices,

  async create(context, { body }) {
    const { db, actor } = context;
    await queries.lockStructure(db, actor.scope);
    const [parent] = await listNodeStates(db, actor.scope, { ids: [body.parentId] }, withLock);
    ensure(parent, 'node.unknown');
    const input = await readPhone(
      pickNodeInput(toNodeInput(body)),
      async () => parent.country || tree.findCountryAbove(db, actor.scope, parent.tpath),
    );
    const node = { input, nodeType: body.nodeType, status: true };
    const plan = planNewNode(await planContext(context, input), { ...node, parentType: parent.nodeType, parent });
    throwFirst(plan.errors);
    const [id] = await applyNewNodes(context, [plan]);
    return nodeInScope(context, id as NodeId);
  },

  async update(context, { params: { id }, body, version }) {
    const node = await lockCurrent(context, id, version);
    const input = await readPhone(pickNodeInput(toNodeInput(body)), () =>
      tree.findCountryAbove(context.db, context.actor.scope, node.tpath),
    );
    return change(context, node, { input, evenIfEqual: true });
  },

  async setStatus(context, { params: { id }, body: { status }, version }) {
    const node = await lockCurrent(context, id, version);
    return change(context, node, { status });
  },

  async previewTimeZone({ db, actor }, { params: { id } }) {
    const [node] = await listNodeStates(db, actor.scope, { ids: [id] }, { lock: false });
    ensure(node, 'node.unknown');
    return { planCount: await tree.countPlansByClock(db, actor.scope, node) };
  },

  async previewMove({ db, actor }, { params, query }) {
    const ids = [params.id, query.parentId];
    const states = await listNodeStates(db, actor.scope, { ids }, { lock: false });
    const { node, parent } = findMove(states, params.id, query.parentId);
    throwFirst(changeErrors(actor, node, { parent }));
    const [counts, losing, gaining, pathNodes, clock] = await Promise.all([
      queries.countSubtree(db, actor.scope, node),
      tree.listReachingUserCounts(db, actor.scope, node.tpath),
      tree.listReachingUserCounts(db, actor.scope, parent.tpath),
      queries.listPathNodes(db, actor.scope, [node.tpath, parent.tpath]),
      tree.clockAfterMove(db, actor.scope, node, parent),
    ]);
    const notAncestorOf = (tpath: string) => (ancestor: { tpath: string }) =>
      ancestor.tpath !== node.tpath && !tpath.startsWith(ancestor.tpath);
    const sum = (rows: readonly { users: number }[]) => rows.reduce((total, { users }) => total + users, 0);
    const pathTo = (tpath: string) => [
      ...actor.ancestors.map(toNodeRef),
      ...pathNodes.filter((ancestor) => tpath.startsWith(ancestor.tpath)).map(toNodeRef),
    ];
    return {
      from: pathTo(node.tpath).slice(0, -1),
      to: pathTo(parent.tpath),
      placeCount: counts.placeCount,
      storeCount: counts.storeCount,
      userCount: counts.userCount,
      losing: sum(losing.filter(notAncestorOf(parent.tpath))),
      gaining: sum(gaining.filter(notAncestorOf(node.tpath))),
      clock,
    };
  },

  async move(context, { params: { id }, body: { parentId }, version }) {
    const { db, actor } = context;
    await queries.lockStructure(db, actor.scope, true);
    const states = await listNodeStates(db, actor.scope, { ids: [id, parentId] }, withLock);
    const { node, parent } = findMove(states, id, parentId);
    const plan = planNodeChange(await planContext(context), node, { parent: { ...parent, node: parent } });
    throwFirst(plan.errors);
    await ensureCurrent(context, node, version);
    if (plan.changes) await applyNodeChanges(context, [plan]);
    return nodeInScope(context, id);
  },

  async remove(context, { params: { id }, version }) {
    const { db, actor } = context;
    await queries.lockStructure(db, actor.scope, true);
    const node = await lockCurrent(context, id, version);
    throwFirst(removalErrors(actor, node));
    const counts = () => queries.countSubtree(db, actor.scope, node, { rows: true });
    const [before, shown] = await Promise.all([nodeInScope(context, id), counts()]);
    const all = await queries.includingHidden(db, counts);
    const contents = contentsError(before, shown, all);
    throwIfError(contents?.code, contents?.details);
    await removeNodes(context, [node]);
    return before;
  },
};

/** Loads a node of the actor's scope; throws `node.unknown` otherwise. */
async function nodeInScope({ db, actor }: Context, id: NodeId, openOnly = false): Promise<Node> {
  const [details, rows] = await Promise.all([
    queries.findNode(db, actor.scope, id),
    queries.listChildren(db, actor.scope, id, {
      search: '',
      descending: false,
      offset: 0,
      limit: maxInlineChildren,
      openOnly,
    }),
  ]);
  ensure(details, 'node.unknown');
  const { street, city, state, postCode, tpath, sortedBy: _, ...node } = details;
  const pathNodes = await queries.listPathNodes(db, actor.scope, [tpath]);
  const hasAddress = [street, city, state, postCode].some(Boolean);
  return {
    ...node,
    nodeId: node.nodeId as NodeId,
    parentId: node.parentId as NodeId | null,
    path: [...actor.ancestors.map(toNodeRef), ...ancestorsOf(pathNodes, tpath)],
    address: hasAddress
      ? { street: street ?? '', city: city ?? '', state: state ?? '', postCode: postCode ?? '' }
      : null,
    children: rows.slice(0, maxInlineChildren).map(toNodeRow),
    can: nodeAbilities(actor, { id, nodeType: node.nodeType }),
  };
}

/** The input with the country code in its phone number: that of its own country, or else of the one that it inherits. */
async function readPhone(input: NodeInput, countryAbove: () => Promise<string | null>): Promise<NodeInput> {
  if (missingOf(input.phoneNumber, '') === undefined) return input;
  const country = input.country || (await countryAbove()) || '';
  const phoneNumber = withCountryCode(input.phoneNumber, country);
  const code = missingOf(phoneNumber, country);
  ensure(
    !code,
    'input.invalid',
    code && { errors: [{ path: 'phoneNumber', messageCode: code, message: errors[code].text }] },
  );
  return { ...input, phoneNumber };
}

/** Locks a node of the scope; throws `record.stale` if `version` is outdated. */
async function lockCurrent(context: Context, id: NodeId, version: number | undefined): Promise<NodeState> {
  const { db, actor } = context;
  const [node] = await listNodeStates(db, actor.scope, { ids: [id] }, withLock);
  ensure(node, 'node.unknown');
  await ensureCurrent(context, node, version);
  return node;
}

async function ensureCurrent(context: Context, node: NodeState, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== node.version)
    throw new ApiError('record.stale', { current: await nodeInScope(context, node.id as NodeId) });
}

/** Changes one locked node by the command for a set of one. */
async function change(context: Context, node: NodeState, requested: RequestedNode): Promise<Node> {
  const plan = planNodeChange(await planContext(context, requested.input), node, requested);
  throwFirst(plan.errors);
  if (plan.changes) await applyNodeChanges(context, [plan]);
  return nodeInScope(context, node.id as NodeId);
}

/** Loads the portal hosts only for a single region, which could hide the node from all of them. */
async function planContext({ db, actor, origin }: Context, input?: NodeInput): Promise<PlanContext> {
  return { actor, origin, hosts: input?.region.length === 1 ? await listHosts(db, actor.scope) : [] };
}

/** The node and the parent of a move; throws if one of them is unknown. */
function findMove(states: readonly NodeState[], id: string, parentId: string) {
  const [node, parent] = [states.find((state) => state.id === id), states.find((state) => state.id === parentId)];
  ensure(node && parent, 'node.unknown');
  return { node, parent };
}

const toNodeRef = <T extends NodeRef>({ id, name, nodeType }: T) => ({ id: id as NodeId, name, nodeType });

/** The ancestors of a path within the reader's scope, from the top. */
function ancestorsOf(pathNodes: readonly (NodeRef & { tpath: string })[], tpath: string) {
  return pathNodes.filter((ancestor) => ancestor.tpath !== tpath && tpath.startsWith(ancestor.tpath)).map(toNodeRef);
}

function toNodeRow({ tpath: _, sortedBy: __, ...row }: queries.NodeListRow): NodeRow {
  return { ...row, nodeId: row.nodeId as NodeId, parentId: row.parentId as NodeId | null };
}
