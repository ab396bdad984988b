import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** A node that is moved repeatedly, and the parents it cycles through. */
export type MoveCycle = { readonly id: string; readonly parentIds: readonly string[] };

/** The acknowledged moves: for each node id its new parents in order. */
export type Journal = ReadonlyMap<string, readonly string[]>;

/** The running moves: acknowledged moves, retry and move counts, and a function that ends them. */
export type ConcurrentMoves = {
  readonly journal: Journal;
  readonly retryCount: () => number;
  readonly moveCount: () => number;
  stop(): Promise<void>;
};

/** Sends a move request, which may end without a response, and waits for the server to be ready. */
export type MoveClient = {
  move(id: string, parentId: string, key: string): Promise<{ status: number; text: string } | undefined>;
  ready(): Promise<unknown>;
};

/**
 * Moves each node repeatedly and concurrently. Every request carries an idempotency key, and a request whose response
 * is lost is sent again with the same key until it succeeds, as the browser does.
 */
export function startMoves(cycles: readonly MoveCycle[], { move, ready }: MoveClient): ConcurrentMoves {
  const journal = new Map<string, string[]>(cycles.map(({ id }) => [id, []]));
  const state = { on: true };
  let retryCount = 0;
  const moveRepeatedly = async ({ id, parentIds }: MoveCycle) => {
    for (let turn = 0; state.on; turn += 1) {
      const to = parentIds[turn % parentIds.length]!;
      const key = randomUUID();
      let response = await move(id, to, key);
      while (response?.status !== 200) {
        if (response && response.status < 500 && response.status !== 409)
          throw new Error(`A move was rejected with ${response.status}: ${response.text}`);
        retryCount += 1;
        // 409: the first request with this key is still being processed
        if (response?.status === 409) await pause(20);
        else await ready();
        response = await move(id, to, key);
      }
      journal.get(id)!.push(to);
    }
  };
  const running = Promise.all(cycles.map(moveRepeatedly));
  running.catch(() => (state.on = false));
  return {
    journal,
    retryCount: () => retryCount,
    moveCount: () => [...journal.values()].reduce((sum, entries) => sum + entries.length, 0),
    async stop() {
      state.on = false;
      await running;
    },
  };
}

type Query = <T extends Record<string, unknown>>(sql: string, values: readonly unknown[]) => Promise<T[]>;

/**
 * Compares the acknowledged moves with the audit log and checks the tree: lost moves, duplicated moves, and
 * inconsistent rows.
 */
export async function findMoveErrors(
  query: Query,
  journal: Journal,
): Promise<{ lost: number; duplicated: number; misplaced: number }> {
  const ids = [...journal.keys()];
  const auditEntries = await query<{ id: string; to: string }>(
    `select entity_id as id, after ->> 'parentId' as to from audit where action = 'node.moved' and entity_id = any($1) order by at, id`,
    [ids],
  );
  const counts = ids.map((id) => {
    const [expected, actual] = [
      journal.get(id) ?? [],
      auditEntries.filter((entry) => entry.id === id).map(({ to }) => to),
    ];
    const matching = expected.filter((to, turn) => actual[turn] === to).length;
    return { lost: expected.length - matching, duplicated: Math.max(0, actual.length - expected.length) };
  });
  const sum = (field: 'lost' | 'duplicated') => counts.reduce((total, count) => total + count[field], 0);
  return { lost: sum('lost'), duplicated: sum('duplicated'), misplaced: (await query(misplacedQuery, [ids])).length };
}

/**
 * Rows that are inconsistent: nodes not reached exactly once from the root along their parents' paths; users,
 * assignments and devices whose path differs from that of their node; versions that do not match the number of moves.
 */
const misplacedQuery = `
  with recursive reached as (
    select org_id, id, tpath from nodes where parent_id is null
    union all
    select n.org_id, n.id, n.tpath from nodes n join reached p on p.org_id = n.org_id and p.id = n.parent_id
     where n.tpath ~ ('^' || replace(p.tpath, '.', '[.]') || '[0-9a-z]+[.]$'))
  select n.id from nodes n left join reached r on r.id = n.id group by n.id having count(r.id) <> 1
  union all select n.id from nodes n
     where n.id = any($1) and n.version <> 1 + (select count(*) from audit a where a.entity_id = n.id and a.action = 'node.moved')
  union all select u.id from users u join nodes n on n.org_id = u.org_id and n.id = u.node_id where u.tpath <> n.tpath
  union all select a.id from assignments a join nodes n on n.org_id = a.org_id and n.id = a.node_id where a.tpath <> n.tpath
  union all select d.id from devices d join nodes n on n.org_id = d.org_id and n.id = d.node_id where d.tpath <> n.tpath`;
