import type { ErrorCode } from '@storeward/contract/errors';
import {
  hiddenRegion,
  type Node,
  type NodeId,
  type NodeInput,
  type NodeRow,
  type nodes,
} from '@storeward/contract/nodes';
import { countedExactly, pageWanted } from '@storeward/contract/paging';
import { difference, insertAudit } from '../audit/queries.ts';
import type { Place } from '../platform/actor.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { cursorFor, pageOf, readCursor } from '../platform/paged.ts';
import { choices } from './choices.ts';
import { kindFault, moveFault, nodeAbilities, ownFault, regionFault } from './policy.ts';
import * as queries from './queries.ts';
import * as tree from './tree-queries.ts';

/** What is about to be changed is held until that is stored. */
const held = { held: true };

/** How many places below one are told along with it. */
const childrenToldAtOnce = 100;

/** The tree of places. */
export const nodesService: Service<typeof nodes> = {
  async search({ db, actor, origin }, { query }) {
    const wanted = {
      ...pageWanted(query, 'name:asc'),
      hidden: hiddenRegion(origin.host),
      openOnly: query.status === true,
      types: query.types ?? null,
    };
    demand(wanted.cursor === undefined, 'input.badCursor'); // found places come page by page only
    if (!wanted.search) return { result: [], total: 0 };
    const [rows, found] = await Promise.all([
      queries.searchNodes(db, actor.scope, wanted),
      queries.countFound(db, wanted),
    ]);
    const along = await queries.listAlong(
      db,
      actor.scope,
      rows.map(({ tpath }) => tpath),
    );
    const counted = found > countedExactly ? { total: found, totalIsEstimate: true as const } : { total: found };
    return {
      result: rows.slice(0, wanted.limit).map((row) => ({ ...shown(row), path: above(along, row.tpath) })),
      ...counted,
    };
  },

  get: (context, { params, query }) => nodeInScope(context, params.id, query.status),

  async children({ db, actor, origin }, { params, query }) {
    const wanted = {
      ...pageWanted(query, 'name:asc'),
      hidden: hiddenRegion(origin.host),
      openOnly: query.status === true,
    };
    const order = `${wanted.sort} ${wanted.descending}`;
    const cursor = readCursor(wanted.cursor, order);
    const [parent, rows, total] = await Promise.all([
      queries.hasNode(db, actor.scope, params.id),
      queries.listChildren(db, actor.scope, params.id, wanted, cursor),
      queries.countChildren(db, actor.scope, params.id, wanted),
    ]);
    demand(parent, 'node.unknown');
    return pageOf(
      rows,
      wanted.limit,
      { total },
      (last) => cursorFor(order, { after: last.sortedBy, id: last.nodeId }),
      shown,
    );
  },

  choices,

  async create(context, { body }) {
    const { db, actor } = context;
    await queries.holdStructure(db, actor.scope);
    const parent = (await tree.listStanding(db, actor.scope, [body.parentId], held)).get(body.parentId);
    demand(parent, 'node.unknown');
    refuse(kindFault(body.nodeType, parent));
    await demandInSight(context, body, false);
    const id = newId() as NodeId;
    const tpath = await tree.insertNode(db, actor.scope, { ...body, id, parent }, actor.userId);
    const made = await nodeInScope(context, id);
    await writeDown(context, { id, tpath }, 'node.created', { after: { ...filledIn(made), nodeType: made.nodeType } });
    return made;
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const { node, before } = await toBeChanged(context, params.id, version);
    await demandInSight(context, body, node.id === actor.rootNode?.id);
    await tree.updateNode(db, actor.scope, node, body, actor.userId);
    const after = await nodeInScope(context, params.id);
    await writeDown(context, node, 'node.updated', difference(filledIn(before), filledIn(after)));
    return after;
  },

  async setStatus(context, { params, body: { status }, version }) {
    const { db, actor } = context;
    const { node, before } = await toBeChanged(context, params.id, version);
    refuse(ownFault(actor, node));
    if (status === node.status) return before;
    await tree.updateStatus(db, actor.scope, node, status, actor.userId);
    const after = await nodeInScope(context, params.id);
    await writeDown(context, node, status ? 'node.enabled' : 'node.disabled', {
      before: { status: node.status },
      after: { status },
    });
    return after;
  },

  async previewMove({ db, actor }, { params, query }) {
    const places = await tree.listStanding(db, actor.scope, [params.id, query.parentId], { held: false });
    const { node, parent } = movable(actor, places, params.id, query.parentId);
    const [inside, losing, gaining, along] = await Promise.all([
      tree.countWithin(db, actor.scope, node),
      tree.listReaching(db, actor.scope, node.tpath),
      tree.listReaching(db, actor.scope, parent.tpath),
      queries.listAlong(db, actor.scope, [node.tpath, parent.tpath]),
    ]);
    const outside = (tpath: string) => (place: { tpath: string }) =>
      place.tpath !== node.tpath && !tpath.startsWith(place.tpath);
    const sum = (rows: readonly { users: number }[]) => rows.reduce((total, { users }) => total + users, 0);
    const upTo = (tpath: string) => [
      ...actor.above.map(placed),
      ...along.filter((place) => tpath.startsWith(place.tpath)).map(placed),
    ];
    return {
      from: upTo(node.tpath).slice(0, -1),
      to: upTo(parent.tpath),
      placeCount: inside.placeCount,
      storeCount: inside.storeCount,
      userCount: inside.userCount,
      losing: sum(losing.filter(outside(parent.tpath))),
      gaining: sum(gaining.filter(outside(node.tpath))),
    };
  },

  async move(context, { params, body: { parentId }, version }) {
    const { db, actor } = context;
    await queries.holdStructure(db, actor.scope, true);
    const places = await tree.listStanding(db, actor.scope, [params.id, parentId], held);
    const { node, parent } = movable(actor, places, params.id, parentId);
    const before = await nodeInScope(context, params.id);
    demand(version === undefined || version === node.version, 'record.stale', { current: before });
    if (node.parentId === parentId) return before;
    const tpath = await tree.moveNode(db, actor.scope, node, parent, actor.userId);
    const after = await nodeInScope(context, params.id);
    await writeDown(context, { id: node.id, tpath }, 'node.moved', {
      before: whereabouts(before),
      after: whereabouts(after),
    });
    return after;
  },

  async remove(context, { params, version }) {
    const { db, actor } = context;
    await queries.holdStructure(db, actor.scope, true);
    const { node, before } = await toBeChanged(context, params.id, version);
    refuse(ownFault(actor, node));
    const { placeCount, userCount, deviceCount } = await tree.countWithin(db, actor.scope, node);
    demand(placeCount === 1 && userCount === 0 && deviceCount === 0, 'node.notEmpty', {
      message: `Only an empty place can be deleted. Here are ${placeCount - 1} places, ${userCount} users and ${deviceCount} devices.`,
      current: before,
    });
    await tree.deleteNode(db, actor.scope, node, actor.userId);
    await writeDown(context, node, 'node.deleted', { before: { ...filledIn(before), nodeType: before.nodeType } });
    return before;
  },
};

/** One place as its readers know it; refused by name where it lies out of reach. */
async function nodeInScope({ db, actor, origin }: Context, id: NodeId, openOnly = false): Promise<Node> {
  const hidden = hiddenRegion(origin.host);
  const [found, rows] = await Promise.all([
    queries.findNode(db, actor.scope, id, hidden),
    queries.listChildren(db, actor.scope, id, {
      search: '',
      descending: false,
      offset: 0,
      limit: childrenToldAtOnce,
      hidden,
      openOnly,
    }),
  ]);
  demand(found, 'node.unknown');
  const { street, city, state, postCode, tpath, sortedBy: _, ...node } = found;
  const along = await queries.listAlong(db, actor.scope, [tpath]);
  const addressed = [street, city, state, postCode].some(Boolean);
  return {
    ...node,
    nodeId: node.nodeId as NodeId,
    parentId: node.parentId as NodeId | null,
    path: [...actor.above.map(placed), ...above(along, tpath)],
    address: addressed
      ? { street: street ?? '', city: city ?? '', state: state ?? '', postCode: postCode ?? '' }
      : null,
    children: rows.slice(0, childrenToldAtOnce).map(shown),
    can: nodeAbilities(actor, { id, nodeType: node.nodeType }),
  };
}

/** A place that is held until its change is stored, in the version that the change starts from. */
async function toBeChanged(context: Context, id: NodeId, version: number | undefined) {
  const { db, actor } = context;
  const node = (await tree.listStanding(db, actor.scope, [id], held)).get(id);
  demand(node, 'node.unknown');
  const before = await nodeInScope(context, id);
  demand(version === undefined || version === node.version, 'record.stale', { current: before });
  return { node, before };
}

/** A place and where it is to stand, if it may. */
function movable(actor: Context['actor'], places: Map<string, tree.Standing>, id: string, parentId: string) {
  const [node, parent] = [places.get(id), places.get(parentId)];
  demand(node && parent, 'node.unknown');
  refuse(moveFault(actor, node, parent));
  return { node, parent };
}

/** Refuses by the name that a rule gives, if it gives one. */
function refuse(fault: ErrorCode | undefined): void {
  if (fault) throw new Refusal(fault);
}

async function demandInSight({ db, actor, origin }: Context, { region }: NodeInput, own: boolean): Promise<void> {
  if (region.length !== 1) return;
  refuse(regionFault(region, { own, host: origin.host, hosts: await tree.listHosts(db, actor.scope) }));
}

/** The part of a place that a change is written down by. */
function filledIn({ name, code, region, address, country, timeZone, phoneNumber, emailId }: Node) {
  const { street = '', city = '', state = '', postCode = '' } = address ?? {};
  return { name, code, region, street, city, state, postCode, country, timeZone, phoneNumber, emailId };
}

const whereabouts = ({ parentId, path }: Node) => ({ parentId, path: path.map(({ name }) => name).join(' › ') });

async function writeDown(
  { db, actor, origin }: Context,
  { id, tpath }: Pick<tree.Standing, 'id' | 'tpath'>,
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

const placed = <T extends Place>({ id, name, nodeType }: T) => ({ id: id as NodeId, name, nodeType });

/** The places above the one at this path, from the top of the reader's own area. */
function above(along: readonly (Place & { tpath: string })[], tpath: string) {
  return along.filter((place) => place.tpath !== tpath && tpath.startsWith(place.tpath)).map(placed);
}

function shown({ tpath: _, sortedBy: __, ...row }: queries.NodeListRow): NodeRow {
  return { ...row, nodeId: row.nodeId as NodeId, parentId: row.parentId as NodeId | null };
}
