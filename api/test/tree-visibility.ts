import type { TestResponse } from './response.ts';
import type { ApiClient } from './builders.ts';
import { sortRows, type ViewQuery, type TreeRow, type VisibleTree } from './tree-model.ts';

/** Part of the name of every node, so that one search finds them all. */
export const searchWord = 'walked';

type Row = { nodeId: string; parentId: string | null; status: boolean; childCount: number; storeCount: number };

const nodesUrl = '/node-management/node';

const rowOf = ({ nodeId, parentId, status, childCount, storeCount }: Row): TreeRow => ({
  id: nodeId,
  parentId,
  isOpen: status,
  childCount,
  storeCount,
});

const idsOf = (rows: readonly Row[]) => rows.map(({ nodeId }) => nodeId).sort();

/** Reads the tree through all endpoints that show it; undefined if the user is signed out. */
export async function readView(client: ApiClient, { kinds, ids }: ViewQuery): Promise<VisibleTree | undefined> {
  const root = client.user.node.id;
  const [own, searchResponse, choicesResponse, openChildrenResponse, usersResponse, details] = await Promise.all([
    client.get(`${nodesUrl}/${root}`),
    client.get(`${nodesUrl}/search?search=${searchWord}&size=100`),
    client.get(`${nodesUrl}/search?search=${searchWord}&size=100&status=true&types=${kinds.join(',')}`),
    client.get(`${nodesUrl}/${root}/children?size=100&status=true`),
    client.get('/user-management/users?size=100'),
    Promise.all(ids.map(async (id) => [id, ancestorIdsOf(await client.get(`${nodesUrl}/${id}`))] as const)),
  ]);
  const responses = [own, searchResponse, choicesResponse, openChildrenResponse, usersResponse];
  if (responses.some(({ status }) => status !== 200)) {
    const statuses = [...new Set(responses.map(({ status }) => status))];
    if (statuses.length > 1 || statuses[0] !== 401)
      throw new Error(`endpoints respond with different statuses: ${statuses.join(', ')}`);
    return undefined;
  }
  return {
    tree: sortRows([rowOf(own.body.result as Row), ...(await readSubtree(client, root))]),
    searchResults: readFullPage(searchResponse, idsOf),
    choices: readFullPage(choicesResponse, idsOf),
    openChildren: readFullPage(openChildrenResponse, idsOf),
    users: readFullPage(usersResponse, (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()),
    details,
  };
}

/** The ids of a list that fits on one page; throws if the total differs. */
function readFullPage<T>({ body }: TestResponse, read: (rows: T[]) => readonly string[]): readonly string[] {
  const ids = read(body.result as T[]);
  if (body.total !== ids.length) throw new Error(`${ids.length} rows but total is ${body.total}`);
  return ids;
}

/** The ids of a node's ancestors from the top; undefined if the node is not found. */
function ancestorIdsOf({ status, body }: TestResponse): readonly string[] | undefined {
  if (status === 200) return (body.result.path as { id: string }[]).map(({ id }) => id);
  if (![401, 404].includes(status)) throw new Error(`unexpected status ${status} for a node`);
  return undefined;
}

/** Reads the subtree by requesting the children of each node, as the browser does. */
async function readSubtree(client: ApiClient, id: string): Promise<TreeRow[]> {
  const { status, body } = await client.get(`${nodesUrl}/${id}/children?size=100`);
  if (status !== 200) throw new Error(`unexpected status ${status} for children`);
  const rows = body.result as Row[];
  if (body.total !== rows.length) throw new Error(`${rows.length} children but total is ${body.total}`);
  const descendants = await Promise.all(
    rows.filter(({ childCount }) => childCount > 0).map(({ nodeId }) => readSubtree(client, nodeId)),
  );
  return [...rows.map(rowOf), ...descendants.flat()];
}
