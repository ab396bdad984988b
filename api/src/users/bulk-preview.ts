import type { UserBulkPreview, UserBulkTask } from '@storeward/contract/user-bulk';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { type BulkKindParts, isStanding, type Verdict, verdictsOn } from './bulk-kind.ts';
import { listAlike } from './bulk-queries.ts';

type Asking = { readonly db: Db; readonly actor: Actor };
type Wanted = { readonly task: UserBulkTask; readonly ids: readonly string[] };
type Judged = { readonly said: Verdict; readonly count: number };

const judgedAtOnce = 2_000;

/** What a task would come to for some users, in numbers, by the rules by which it is done; nothing is changed. */
export async function outcomesOf(
  parts: BulkKindParts,
  asking: Asking,
  wanted: Wanted,
): Promise<Pick<UserBulkPreview, 'changes' | 'unchanged' | 'refused' | 'faults'>> {
  const judged = isStanding(wanted.task) ? judgedByKind(parts, asking, wanted) : judgedEach(parts, asking, wanted);
  const outcomes = { changes: 0, unchanged: 0, refused: 0 };
  const faults = new Map<string, number>();
  for await (const { said, count } of judged) {
    if ('fault' in said) faults.set(said.fault, (faults.get(said.fault) ?? 0) + count);
    outcomes['fault' in said ? 'refused' : said.changes ? 'changes' : 'unchanged'] += count;
  }
  return { ...outcomes, faults: [...faults].map(([messageCode, count]) => ({ messageCode, count })) };
}

async function* judgedEach(parts: BulkKindParts, asking: Asking, { task, ids }: Wanted): AsyncGenerator<Judged> {
  for (let from = 0; from < ids.length; from += judgedAtOnce) {
    const some = ids.slice(from, from + judgedAtOnce);
    const verdict = await verdictsOn(parts, asking, { task, ids: some, held: false });
    for (const id of some) yield { said: verdict(id), count: 1 };
  }
}

/** Another role or place comes to the same for all who stand alike: one of each kind is judged. */
async function* judgedByKind(parts: BulkKindParts, asking: Asking, { task, ids }: Wanted): AsyncGenerator<Judged> {
  const kinds = await listAlike(asking.db, asking.actor, ids, task.place?.id);
  const examples = kinds.map(({ id }) => id);
  const verdict = await verdictsOn(parts, asking, { task, ids: examples, held: false });
  for (const { id, count } of kinds) yield { said: verdict(id), count };
  const gone = ids.length - kinds.reduce((sum, { count }) => sum + count, 0);
  if (gone > 0) yield { said: { fault: 'user.unknown' }, count: gone };
}
