import type { NodeId, NodeRow, nodes } from '@storeward/contract/nodes';
import { countedExactly, pageWanted } from '@storeward/contract/paging';
import type { Place } from '../platform/actor.ts';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { cursorFor, pageOf, readCursor } from '../platform/paged.ts';
import * as queries from './queries.ts';

/** How many places below one are told along with it. */
const childrenToldAtOnce = 100;

/** The tree of places. */
export const nodesService: Service<typeof nodes> = {
  async search({ db, actor }, { query }) {
    const wanted = pageWanted(query, 'name:asc');
    demand(wanted.cursor === undefined, 'input.badCursor'); // found places come page by page only
    if (!wanted.search) return { result: [], total: 0 };
    const [rows, found] = await Promise.all([
      queries.searchNodes(db, actor.scope, wanted),
      queries.countFound(db, wanted.search),
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

  async get({ db, actor }, { params }) {
    const [found, rows] = await Promise.all([
      queries.findNode(db, actor.scope, params.id),
      queries.listChildren(db, actor.scope, params.id, {
        search: '',
        descending: false,
        offset: 0,
        limit: childrenToldAtOnce,
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
    };
  },

  async children({ db, actor }, { params, query }) {
    const wanted = pageWanted(query, 'name:asc');
    const order = `${wanted.sort} ${wanted.descending}`;
    const cursor = readCursor(wanted.cursor, order);
    const [parent, rows, total] = await Promise.all([
      queries.hasNode(db, actor.scope, params.id),
      queries.listChildren(db, actor.scope, params.id, wanted, cursor),
      queries.countChildren(db, actor.scope, params.id, wanted.search),
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
};

const placed = <T extends Place>({ id, name, nodeType }: T) => ({ id: id as NodeId, name, nodeType });

/** The places above the one at this path, from the top of the reader's own area. */
function above(along: readonly (Place & { tpath: string })[], tpath: string) {
  return along.filter((place) => place.tpath !== tpath && tpath.startsWith(place.tpath)).map(placed);
}

function shown({ tpath: _, sortedBy: __, ...row }: queries.NodeListRow): NodeRow {
  return { ...row, nodeId: row.nodeId as NodeId, parentId: row.parentId as NodeId | null };
}
