import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import type { ImportRun } from '@storeward/contract/imports';
import pg from 'pg';
import { caller } from './load.ts';
import { type Bench, type Row, tokenOf } from './rows.ts';

const stores = 25_000;
const columns = ['type', 'code', 'name', 'parentCode', 'street', 'city', 'postCode', 'country', 'timeZone', 'status'];

/** Bringing 25,000 stores in from a file, against COPY of the very rows that come of it; and what everybody else notices. */
export async function importRows(bench: Bench): Promise<Row[]> {
  const { ask, close } = caller(bench.port, bench.host);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}` };
  const tell = async (path: string, method = 'GET', body?: string): Promise<ImportRun> => {
    const more = body === undefined ? {} : { 'content-type': 'text/csv' };
    const answer = await ask({
      path: `/node-management/imports${path}`,
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body }),
    });
    return (JSON.parse(answer) as { result: ImportRun }).result;
  };
  const rested = async (id: string, from: number) => {
    for (;;) {
      const run = await tell(`/${id}`);
      if (!['checking', 'running'].includes(run.state)) return { run, seconds: (performance.now() - from) / 1000 };
      await pause(50);
    }
  };

  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  const { rows: groups } = await owner.query<{ code: string }>(
    `select code from nodes where org_id = $1 and node_type in ('STORE_GROUP', 'SUB_STORE_GROUP') and status order by id limit 200`,
    [bench.org.id],
  );
  const lines = Array.from({ length: stores }, (_, number) =>
    csvLine([
      'STORE',
      `BENCH-${number}`,
      `Bench store ${number}`,
      groups[number % groups.length]!.code,
      `${number} High Street`,
      'Leeds',
      'LS1 6HD',
      'GB',
      'Europe/London',
      'enabled',
    ]),
  );

  const times: number[] = [];
  const gone = new AbortController();
  const everybodyElse = (async () => {
    while (!gone.signal.aborted) {
      const begun = performance.now();
      await ask({ path: '/user-management/users?size=5', headers });
      times.push(performance.now() - begun);
      await pause(20);
    }
  })();

  const begun = performance.now();
  const { id } = await tell('?fileName=bench.csv', 'POST', csvLine(columns) + lines.join(''));
  const checked = await rested(id, begun);
  const started = performance.now();
  await tell(`/${id}/start`, 'PUT');
  const done = await rested(id, started);
  gone.abort();
  await everybodyElse;
  if (done.run.created !== stores)
    throw new Error(`${done.run.created} of ${stores} stores came in: ${JSON.stringify(done.run)}`);

  const copied = await copySeconds(owner, bench.org.id);
  await owner.end();
  close();
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
  const perSecond = (seconds: number) => stores / seconds;
  const against = { yardstick: perSecond(copied), unit: 'rows/s', budget: 0.15 };
  return [
    { work: 'import 25,000 stores: upload and check', figure: perSecond(checked.seconds), ...against },
    { work: 'import 25,000 stores: write, with audit', figure: perSecond(done.seconds), ...against },
    {
      work: 'p95 of everybody else during an import',
      figure: p95,
      yardstick: 300,
      unit: 'ms',
      budget: 1,
      note: 'at most',
    },
  ];
}

/** How long COPY takes for the same rows into the same table with the same indexes. */
async function copySeconds(owner: pg.Client, orgId: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-copy-'));
  const file = join(folder, 'nodes');
  try {
    await owner.query('begin');
    // the same rows once more, under ids, paths and codes of their own
    await owner.query(
      `create temp table again on commit drop as select * from nodes where org_id = '${orgId}' and code like 'BENCH-%'`,
    );
    await owner.query(
      `update again set id = gen_random_uuid(), tpath = tpath || 'z.', code = 'C' || code, code_norm = 'c' || code_norm`,
    );
    await owner.query(`copy again to '${file}'`);
    const begun = performance.now();
    await owner.query(`copy nodes from '${file}'`);
    const seconds = (performance.now() - begun) / 1000;
    await owner.query('rollback');
    return seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
