import { setTimeout as delay } from 'node:timers/promises';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { type Figure, kestrel, percentile, rowsOf, type ProofOptions } from './setup.ts';
import { signedIn, withProduct } from './product.ts';

const limits = { resumed: 15_000, waiting: 600_000 };
const path = '/node-management/bulk-override';

/** Kills the product repeatedly while a bulk override of all nodes runs or is undone. */
export function bulkKills({ rounds = 50, log }: ProofOptions): Promise<Figure[]> {
  return withProduct(async ({ running, client, ownerUrl }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const send = async (suffix: string, method = 'GET', body?: unknown): Promise<ImportRun> => {
      const headers = { ...token, ...(body ? { 'content-type': 'application/json' } : {}) };
      const sent = body ? Buffer.from(JSON.stringify(body)) : undefined;
      const { status, text } = await client.send({ path: path + suffix, method, headers, body: sent });
      if (status !== 200) throw new Error(`${method} ${path}${suffix} was rejected with ${status}: ${text}`);
      return (JSON.parse(text) as { result: ImportRun }).result;
    };
    const until = async (id: string, isReached: (run: ImportRun) => boolean) => {
      for (const latest = performance.now() + limits.waiting; performance.now() < latest; await delay(10)) {
        const run = await send(`/${id}`);
        if (isReached(run)) return run;
      }
      throw new Error(`The bulk override makes no progress: ${JSON.stringify(await send(`/${id}`))}`);
    };
    const [org] = await rowsOf<{ id: string }>(ownerUrl, 'select org_id as id from portal_hosts where host = $1', [
      kestrel.host,
    ]);
    const resumed: number[] = [];
    let kills = 0;
    const runWithKills = async (id: string, end: ImportRun['state']) => {
      while (resumed.length < rounds) {
        // at a random time within a step
        await delay(20 + Math.random() * 150);
        const { state, done } = await send(`/${id}`);
        if (!isInProgress(state)) break;
        await running.kill();
        kills += 1;
        const startedAt = performance.now();
        await running.start();
        await until(id, (run) => run.done > done || !isInProgress(run.state));
        resumed.push(performance.now() - startedAt);
        if (resumed.length % 5 === 0) log(`kill ${resumed.length} of ${rounds}`);
      }
      const run = await until(id, ({ state }) => !isInProgress(state));
      if (run.state !== end) throw new Error(`Not ${end}: ${JSON.stringify(run)}`);
      return run;
    };

    const errors = { duplicated: 0, misreported: 0, remaining: 0 };
    const sections = ['nodeConfig', 'ebasketDisplay', 'theme'];
    let cycles = 0;
    for (; resumed.length < rounds; cycles += 1) {
      const body = { sourceId: org!.id, sections, action: 'push', nodeIds: [org!.id] };
      const { id } = await send('', 'POST', body);
      await runWithKills(id, 'done');
      await send(`/${id}/undo`, 'PUT');
      await runWithKills(id, 'undone');
      const [row] = await rowsOf<typeof errors>(ownerUrl, errorsWhenUndone, [id]);
      for (const kind of Object.keys(errors) as (keyof typeof errors)[]) errors[kind] += row![kind];
    }
    const title = `kill -9 in bulk overrides, ${kills} times`;
    const expectZero = (label: string, measured: number): Figure => ({
      label: `${title}: ${label}`,
      measured: `${measured} in ${cycles} runs`,
      expected: '0',
      passed: measured === 0,
    });
    return [
      expectZero('sections of a node not written and restored exactly once', errors.duplicated),
      expectZero('changes without exactly one audit entry', errors.misreported),
      expectZero('values of a run that remain after its undo', errors.remaining),
      {
        label: `${title}: time until work resumes`,
        measured: `median ${percentile(resumed, 0.5).toFixed(0)} ms, p95 ${percentile(resumed, 0.95).toFixed(0)} ms`,
        expected: `p95 at most ${limits.resumed} ms`,
        passed: percentile(resumed, 0.95) <= limits.resumed,
      },
    ];
  });
}

/** After an undo: sections not changed exactly twice, changes that differ from their audit entry, and values left behind. */
const errorsWhenUndone = `
  with done as (select id, org_id, node_id, section from setting_changes where run_id = $1),
  twice as (select node_id, section, count(*) as times from done group by node_id, section),
  reported as (select entity_id as id, count(*) as times from audit where run_id = $1 and action = 'setting.changed' group by entity_id),
  made as (select node_id as id, count(*) as times from done group by node_id)
  select (select count(*)::int from twice where times <> 2) as duplicated,
         (select count(*)::int from made full join reported using (id) where made.times is distinct from reported.times) as misreported,
         (select count(*)::int from setting_values v join done d on d.org_id = v.org_id and d.id = v.change_id
           where v.ended_date is null and v.valid_until is null
             and not exists (select from setting_values b where b.org_id = v.org_id and b.node_id = v.node_id and b.section = v.section
                               and b.field = v.field and b.id <> v.id and b.value = v.value)) as remaining`;
