import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** One part of the tree that somebody moves round and round, and the places it goes to in turn. */
export type Round = { readonly id: string; readonly homes: readonly string[] };

/** What those who move have noted: for each part of the tree where it went, in order. */
export type Journal = ReadonlyMap<string, readonly string[]>;

/** Those who move: what they have noted, how often they had to ask again, and how to have them finish. */
export type Movers = {
  readonly journal: Journal;
  readonly retried: () => number;
  readonly made: () => number;
  stop(): Promise<void>;
};

/** How the product is asked to move something, which may end without an answer; and how it is waited for. */
export type Way = {
  move(id: string, parentId: string, key: string): Promise<{ status: number; text: string } | undefined>;
  ready(): Promise<unknown>;
};

/**
 * Moves every part of the tree on and on, each by somebody of its own. As in the browser every change carries a key, and
 * one whose answer is lost is sent again under the same key until it is answered.
 */
export function movers(rounds: readonly Round[], { move, ready }: Way): Movers {
  const journal = new Map<string, string[]>(rounds.map(({ id }) => [id, []]));
  const moving = { on: true };
  let retried = 0;
  const one = async ({ id, homes }: Round) => {
    for (let turn = 0; moving.on; turn += 1) {
      const to = homes[turn % homes.length]!;
      const key = randomUUID();
      let answer = await move(id, to, key);
      while (answer?.status !== 200) {
        if (answer && answer.status < 500 && answer.status !== 409)
          throw new Error(`A move was refused with ${answer.status}: ${answer.text}`);
        retried += 1;
        // a move that is still being made is asked for once more
        if (answer?.status === 409) await pause(20);
        else await ready();
        answer = await move(id, to, key);
      }
      journal.get(id)!.push(to);
    }
  };
  const all = Promise.all(rounds.map(one));
  all.catch(() => (moving.on = false));
  return {
    journal,
    retried: () => retried,
    made: () => [...journal.values()].reduce((sum, entries) => sum + entries.length, 0),
    async stop() {
      moving.on = false;
      await all;
    },
  };
}

type Rows = <T extends Record<string, unknown>>(sql: string, values: readonly unknown[]) => Promise<T[]>;

/** Holds what was noted against the tables: moves that are not there, or there twice, and whatever no longer stands where it should. */
export async function movedWrongly(
  rows: Rows,
  journal: Journal,
): Promise<{ lost: number; doubled: number; astray: number }> {
  const ids = [...journal.keys()];
  const marks = await rows<{ id: string; to: string }>(
    `select entity_id as id, after ->> 'parentId' as to from audit where action = 'node.moved' and entity_id = any($1) order by at, id`,
    [ids],
  );
  const counted = ids.map((id) => {
    const [noted, written] = [journal.get(id) ?? [], marks.filter((mark) => mark.id === id).map(({ to }) => to)];
    const kept = noted.filter((to, turn) => written[turn] === to).length;
    return { lost: noted.length - kept, doubled: Math.max(0, written.length - noted.length) };
  });
  const sum = (what: 'lost' | 'doubled') => counted.reduce((total, count) => total + count[what], 0);
  return { lost: sum('lost'), doubled: sum('doubled'), astray: (await rows(misplaced, [ids])).length };
}

/**
 * Whatever is not where it should be: places that are not reached exactly once from the top, by their parents, along
 * paths made of their parents' paths; people and devices whose path is not their place's; versions that do not count the moves.
 */
const misplaced = `
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
