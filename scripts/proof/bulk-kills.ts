import { setTimeout as pause } from 'node:timers/promises';
import { type ImportRun, isMoving } from '@storeward/contract/imports';
import { type Figure, kestrel, quantile, rowsOf, type Wish } from './ground.ts';
import { signedIn, withProduct } from './product.ts';

const most = { resumed: 15_000, waiting: 600_000 };
const path = '/node-management/bulk-override';

/** Kills the process of the product again and again while the settings of all places are overridden, or put back again. */
export function bulkKills({ rounds = 50, say }: Wish): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const ask = async (more: string, method = 'GET', body?: unknown): Promise<ImportRun> => {
      const headers = { ...token, ...(body ? { 'content-type': 'application/json' } : {}) };
      const sent = body ? Buffer.from(JSON.stringify(body)) : undefined;
      const { status, text } = await client.send({ path: path + more, method, headers, body: sent });
      if (status !== 200) throw new Error(`${method} ${path}${more} is refused with ${status}: ${text}`);
      return (JSON.parse(text) as { result: ImportRun }).result;
    };
    const until = async (id: string, isReached: (run: ImportRun) => boolean) => {
      for (const latest = performance.now() + most.waiting; performance.now() < latest; await pause(10)) {
        const run = await ask(`/${id}`);
        if (isReached(run)) return run;
      }
      throw new Error(`The bulk override stands still: ${JSON.stringify(await ask(`/${id}`))}`);
    };
    const [org] = await rowsOf<{ id: string }>(ownerUrl, 'select org_id as id from portal_hosts where host = $1', [
      kestrel.host,
    ]);
    const resumed: number[] = [];
    let kills = 0;
    const throughKills = async (id: string, end: ImportRun['state']) => {
      while (resumed.length < rounds) {
        // at any moment of a step
        await pause(20 + Math.random() * 150);
        const { state, done } = await ask(`/${id}`);
        if (!isMoving(state)) break;
        await running.kill();
        kills += 1;
        const begun = performance.now();
        await running.start();
        await until(id, (run) => run.done > done || !isMoving(run.state));
        resumed.push(performance.now() - begun);
        if (resumed.length % 5 === 0) say(`kill ${resumed.length} of ${rounds}`);
      }
      const run = await until(id, ({ state }) => !isMoving(state));
      if (run.state !== end) throw new Error(`Not ${end}: ${JSON.stringify(run)}`);
      return run;
    };

    const wrong = { doubled: 0, mistold: 0, left: 0 };
    const sections = ['nodeConfig', 'ebasketDisplay', 'theme'];
    let turns = 0;
    for (; resumed.length < rounds; turns += 1) {
      const order = { sourceId: org!.id, sections, action: 'push', nodeIds: [org!.id] };
      const { id } = await ask('', 'POST', order);
      await throughKills(id, 'done');
      await ask(`/${id}/undo`, 'PUT');
      await throughKills(id, 'undone');
      const [row] = await rowsOf<typeof wrong>(ownerUrl, wrongWhenUndone, [id]);
      for (const what of Object.keys(wrong) as (keyof typeof wrong)[]) wrong[what] += row![what];
    }
    const what = `kill -9 in bulk overrides, ${kills} times`;
    const none = (whose: string, seen: number): Figure => ({
      what: `${what}: ${whose}`,
      seen: `${seen} in ${turns} runs`,
      promised: '0',
      kept: seen === 0,
    });
    return [
      none('sections of a place not written and put back exactly once', wrong.doubled),
      none('changes without exactly one entry in the history', wrong.mistold),
      none('values of a run that still stand after it was undone', wrong.left),
      {
        what: `${what}: goes on`,
        seen: `median ${quantile(resumed, 0.5).toFixed(0)} ms, p95 ${quantile(resumed, 0.95).toFixed(0)} ms`,
        promised: `p95 at most ${most.resumed} ms`,
        kept: quantile(resumed, 0.95) <= most.resumed,
      },
    ];
  });
}

/** After an undoing: sections of a place that were not changed exactly twice, changes that the audit tells otherwise, and values left. */
const wrongWhenUndone = `
  with done as (select id, org_id, node_id, section from setting_changes where run_id = $1),
  twice as (select node_id, section, count(*) as times from done group by node_id, section),
  told as (select entity_id as id, count(*) as times from audit where run_id = $1 and action = 'setting.changed' group by entity_id),
  made as (select node_id as id, count(*) as times from done group by node_id)
  select (select count(*)::int from twice where times <> 2) as doubled,
         (select count(*)::int from made full join told using (id) where made.times is distinct from told.times) as mistold,
         (select count(*)::int from setting_values v join done d on d.org_id = v.org_id and d.id = v.change_id
           where v.ended_date is null and v.valid_until is null
             and not exists (select from setting_values b where b.org_id = v.org_id and b.node_id = v.node_id and b.section = v.section
                               and b.field = v.field and b.id <> v.id and b.value = v.value)) as left`;
