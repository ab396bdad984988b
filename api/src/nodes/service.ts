import type { ErrorCode } from '@storeward/contract/errors';
import {
  hiddenRegion,
  type Node,
  type NodeId,
  type NodeInput,
  type NodeRow,
  type nodes,
} from '@storeward/contract/nodes';
import { exactCountLimit, pageParams } from '@storeward/contract/paging';
import { difference, insertAudit } from '../audit/queries.ts';
import type { NodeRef } from '../platform/actor.ts';
import type { Context, Service } from '../platform/http/context.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { newId } from '../platform/database/ids.ts';
import { encodeCursor, pageOf, decodeCursor } from '../platform/database/cursor-pagination.ts';
import { choices } from './choices.ts';
import { parentTypeError, moveError, nodeAbilities, ownNodeError, regionError } from './policy.ts';
import * as queries from './queries.ts';
import * as tree from './tree-queries.ts';

const withLock = { lock: true };

/** How many children the response of a single node includes. */
const maxInlineChildren = 100;

export const nodesService: Service<typeof nodes> = {
  async search({ db, actor, origin }, { query }) {
    const filter = {
      ...pageParams(query, 'name:asc'),
      hidden: hiddenRegion(origin.host),
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

  async children({ db, actor, origin }, { params, query }) {
    const filter = {
      ...pageParams(query, 'name:asc'),
      hidden: hiddenRegion(origin.host),
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
    const parent = (await tree.listTreeNodes(db, actor.scope, [body.parentId], withLock)).get(body.parentId);
    ensure(parent, 'node.unknown');
    throwIfError(parentTypeError(body.nodeType, parent));
    await ensureRegionAllowed(context, body, false);
    const id = newId() as NodeId;
    const tpath = await tree.insertNode(db, actor.scope, { ...body, id, parent }, actor.userId);
    const created = await nodeInScope(context, id);
    await recordAudit(context, { id, tpath }, 'node.created', {
      after: { ...auditFields(created), nodeType: created.nodeType },
    });
    return created;
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const { node, before } = await lockForUpdate(context, params.id, version);
    await ensureRegionAllowed(context, body, node.id === actor.rootNode?.id);
    await tree.updateNode(db, actor.scope, node, body, actor.userId);
    const after = await nodeInScope(context, params.id);
    await recordAudit(context, node, 'node.updated', difference(auditFields(before), auditFields(after)));
    return after;
  },

  async setStatus(context, { params, body: { status }, version }) {
    const { db, actor } = context;
    const { node, before } = await lockForUpdate(context, params.id, version);
    throwIfError(ownNodeError(actor, node));
    if (status === node.status) return before;
    await tree.updateStatus(db, actor.scope, node, status, actor.userId);
    const after = await nodeInScope(context, params.id);
    await recordAudit(context, node, status ? 'node.enabled' : 'node.disabled', {
      before: { status: node.status },
      after: { status },
    });
    return after;
  },

  async previewMove({ db, actor }, { params, query }) {
    const treeNodes = await tree.listTreeNodes(db, actor.scope, [params.id, query.parentId], { lock: false });
    const { node, parent } = ensureMovable(actor, treeNodes, params.id, query.parentId);
    const [counts, losing, gaining, pathNodes] = await Promise.all([
      tree.countSubtree(db, actor.scope, node),
      tree.listReachingUserCounts(db, actor.scope, node.tpath),
      tree.listReachingUserCounts(db, actor.scope, parent.tpath),
      queries.listPathNodes(db, actor.scope, [node.tpath, parent.tpath]),
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
    };
  },

  async move(context, { params, body: { parentId }, version }) {
    const { db, actor } = context;
    await queries.lockStructure(db, actor.scope, true);
    const treeNodes = await tree.listTreeNodes(db, actor.scope, [params.id, parentId], withLock);
    const { node, parent } = ensureMovable(actor, treeNodes, params.id, parentId);
    const before = await nodeInScope(context, params.id);
    ensure(version === undefined || version === node.version, 'record.stale', { current: before });
    if (node.parentId === parentId) return before;
    const tpath = await tree.moveNode(db, actor.scope, node, parent, actor.userId);
    const after = await nodeInScope(context, params.id);
    await recordAudit(context, { id: node.id, tpath }, 'node.moved', {
      before: auditPosition(before),
      after: auditPosition(after),
    });
    return after;
  },

  async remove(context, { params, version }) {
    const { db, actor } = context;
    await queries.lockStructure(db, actor.scope, true);
    const { node, before } = await lockForUpdate(context, params.id, version);
    throwIfError(ownNodeError(actor, node));
    const { placeCount, userCount, deviceCount } = await tree.countSubtree(db, actor.scope, node);
    ensure(placeCount === 1 && userCount === 0 && deviceCount === 0, 'node.notEmpty', {
      message: `Only an empty place can be deleted. Here are ${placeCount - 1} places, ${userCount} users and ${deviceCount} devices.`,
      current: before,
    });
    await tree.deleteNode(db, actor.scope, node, actor.userId);
    await recordAudit(context, node, 'node.deleted', { before: { ...auditFields(before), nodeType: before.nodeType } });
    return before;
  },
};

/** Loads a node of the caller's scope; throws `node.unknown` otherwise. */
async function nodeInScope({ db, actor, origin }: Context, id: NodeId, openOnly = false): Promise<Node> {
  const hidden = hiddenRegion(origin.host);
  const [details, rows] = await Promise.all([
    queries.findNode(db, actor.scope, id, hidden),
    queries.listChildren(db, actor.scope, id, {
      search: '',
      descending: false,
      offset: 0,
      limit: maxInlineChildren,
      hidden,
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

/** Locks a node and loads it; throws `record.stale` if `version` is outdated. */
async function lockForUpdate(context: Context, id: NodeId, version: number | undefined) {
  const { db, actor } = context;
  const node = (await tree.listTreeNodes(db, actor.scope, [id], withLock)).get(id);
  ensure(node, 'node.unknown');
  const before = await nodeInScope(context, id);
  ensure(version === undefined || version === node.version, 'record.stale', { current: before });
  return { node, before };
}

/** Returns the node and its new parent if the move is allowed; throws otherwise. */
function ensureMovable(actor: Context['actor'], treeNodes: Map<string, tree.TreeNode>, id: string, parentId: string) {
  const [node, parent] = [treeNodes.get(id), treeNodes.get(parentId)];
  ensure(node && parent, 'node.unknown');
  throwIfError(moveError(actor, node, parent));
  return { node, parent };
}

function throwIfError(code: ErrorCode | undefined): void {
  if (code) throw new ApiError(code);
}

async function ensureRegionAllowed({ db, actor, origin }: Context, { region }: NodeInput, own: boolean): Promise<void> {
  if (region.length !== 1) return;
  throwIfError(regionError(region, { own, host: origin.host, hosts: await tree.listHosts(db, actor.scope) }));
}

/** The fields of a node that audit entries contain. */
function auditFields({ name, code, region, address, country, timeZone, phoneNumber, emailId }: Node) {
  const { street = '', city = '', state = '', postCode = '' } = address ?? {};
  return { name, code, region, street, city, state, postCode, country, timeZone, phoneNumber, emailId };
}

const auditPosition = ({ parentId, path }: Node) => ({ parentId, path: path.map(({ name }) => name).join(' › ') });

async function recordAudit(
  { db, actor, origin }: Context,
  { id, tpath }: Pick<tree.TreeNode, 'id' | 'tpath'>,
  action: `node.${string}`,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { userId: actorId, sessionId } = actor;
  await insertAudit(db, actor.scope, origin, {
    action,
    entity: 'node',
    entityId: id,
    tpath,
    actorId,
    sessionId,
    ...change,
  });
}

const toNodeRef = <T extends NodeRef>({ id, name, nodeType }: T) => ({ id: id as NodeId, name, nodeType });

/** The ancestors of a path within the reader's scope, from the top. */
function ancestorsOf(pathNodes: readonly (NodeRef & { tpath: string })[], tpath: string) {
  return pathNodes.filter((ancestor) => ancestor.tpath !== tpath && tpath.startsWith(ancestor.tpath)).map(toNodeRef);
}

function toNodeRow({ tpath: _, sortedBy: __, ...row }: queries.NodeListRow): NodeRow {
  return { ...row, nodeId: row.nodeId as NodeId, parentId: row.parentId as NodeId | null };
}
