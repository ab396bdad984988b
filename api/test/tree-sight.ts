import type { Answer } from './answer.ts';
import type { Caller } from './builders.ts';
import { inOrder, type Looked, type SeenRow, type Sight } from './tree-model.ts';

/** The word in the name of every place, so that one search finds them all. */
export const word = 'walked';

type Row = { nodeId: string; parentId: string | null; status: boolean; childCount: number; storeCount: number };

const node = '/node-management/node';

const rowOf = ({ nodeId, parentId, status, childCount, storeCount }: Row): SeenRow => ({
  id: nodeId,
  up: parentId,
  open: status,
  below: childCount,
  stores: storeCount,
});

const idsOf = (rows: readonly Row[]) => rows.map(({ nodeId }) => nodeId).sort();

/** Looks at the tree by every door through which it can be seen; nothing where the caller is shut out. */
export async function sightOf(caller: Caller, { kinds, ids }: Looked): Promise<Sight | undefined> {
  const root = caller.person.at.id;
  const [own, found, choosable, openBelow, people, told] = await Promise.all([
    caller.get(`${node}/${root}`),
    caller.get(`${node}/search?search=${word}&size=100`),
    caller.get(`${node}/search?search=${word}&size=100&status=true&types=${kinds.join(',')}`),
    caller.get(`${node}/${root}/children?size=100&status=true`),
    caller.get('/user-management/users?size=100'),
    Promise.all(ids.map(async (id) => [id, placeTold(await caller.get(`${node}/${id}`))] as const)),
  ]);
  const answers = [own, found, choosable, openBelow, people];
  if (answers.some(({ status }) => status !== 200)) {
    const statuses = [...new Set(answers.map(({ status }) => status))];
    if (statuses.length > 1 || statuses[0] !== 401) throw new Error(`the doors do not agree: ${statuses.join(', ')}`);
    return undefined;
  }
  return {
    tree: inOrder([rowOf(own.body.result as Row), ...(await everythingBelow(caller, root))]),
    found: all(found, idsOf),
    choosable: all(choosable, idsOf),
    openBelow: all(openBelow, idsOf),
    people: all(people, (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()),
    told,
  };
}

/** A whole list on one page, whose total has to say so. */
function all<T>({ body }: Answer, read: (rows: T[]) => readonly string[]): readonly string[] {
  const ids = read(body.result as T[]);
  if (body.total !== ids.length) throw new Error(`${ids.length} rows are counted as ${body.total}`);
  return ids;
}

/** What was told of one place: those above it from the top, or nothing for one that is not there. */
function placeTold({ status, body }: Answer): readonly string[] | undefined {
  if (status === 200) return (body.result.path as { id: string }[]).map(({ id }) => id);
  if (![401, 404].includes(status)) throw new Error(`a place answers ${status}`);
  return undefined;
}

/** The tree as the screen opens it, branch by branch down to the last. */
async function everythingBelow(caller: Caller, id: string): Promise<SeenRow[]> {
  const { status, body } = await caller.get(`${node}/${id}/children?size=100`);
  if (status !== 200) throw new Error(`children answer ${status}`);
  const rows = body.result as Row[];
  if (body.total !== rows.length) throw new Error(`${rows.length} children are counted as ${body.total}`);
  const deeper = await Promise.all(
    rows.filter(({ childCount }) => childCount > 0).map(({ nodeId }) => everythingBelow(caller, nodeId)),
  );
  return [...rows.map(rowOf), ...deeper.flat()];
}
