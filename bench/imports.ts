import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import type { ImportRun } from '@storeward/contract/imports';
import pg from 'pg';
import { caller } from './load.ts';
import { type Bench, type Row, tokenOf } from './rows.ts';

/** One kind of file: where it is brought in, what stands in it, and which rows come of it. */
type Load = {
  readonly what: string;
  readonly url: string;
  readonly table: 'nodes' | 'users';
  readonly count: number;
  readonly columns: readonly string[];
  readonly line: (number: number) => string[];
};

/** Bringing 25,000 stores and 25,000 people in from a file, against COPY of the very rows that come of it; and what everybody else notices. */
export async function importRows(bench: Bench): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  try {
    const codesOf = async (types: string) => {
      const { rows } = await owner.query<{ code: string }>(
        `select code from nodes where org_id = $1 and node_type = any($2) and status order by id limit 200`,
        [bench.org.id, types.split(' ')],
      );
      return rows.map(({ code }) => code);
    };
    const groups = await codesOf('STORE_GROUP SUB_STORE_GROUP');
    const shops = await codesOf('STORE');
    const stores: Load = {
      what: 'stores',
      url: '/node-management/imports',
      table: 'nodes',
      count: 25_000,
      columns: ['type', 'code', 'name', 'parentCode', 'street', 'city', 'postCode', 'country', 'timeZone', 'status'],
      line: (number) => [
        'STORE',
        `BENCH-${number}`,
        `Bench store ${number}`,
        groups[number % groups.length]!,
        `${number} High Street`,
        'Leeds',
        'LS1 6HD',
        'GB',
        'Europe/London',
        'enabled',
      ],
    };
    const people: Load = {
      what: 'users',
      url: '/user-management/users/import',
      table: 'users',
      count: 25_000,
      columns: ['userName', 'firstName', 'lastName', 'emailId', 'roleName', 'nodeCode', 'language', 'timeZone'],
      line: (number) => [
        `bench.${number}`,
        'Bench',
        `Person ${number}`,
        `bench.${number}@mail.example`,
        'Store user',
        shops[number % shops.length]!,
        'en',
        'Europe/London',
      ],
    };
    return [...(await broughtIn(bench, owner, stores)), ...(await broughtIn(bench, owner, people))];
  } finally {
    await owner.end();
  }
}

async function broughtIn(bench: Bench, owner: pg.Client, load: Load): Promise<Row[]> {
  const { what, url, count, columns } = load;
  const { ask, close } = caller(bench.port, bench.host);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}` };
  const tell = async (path: string, method = 'GET', body?: string): Promise<ImportRun> => {
    const more = body === undefined ? {} : { 'content-type': 'text/csv' };
    const sent = {
      path: url + path,
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body }),
    };
    return (JSON.parse(await ask(sent)) as { result: ImportRun }).result;
  };
  const rested = async (id: string, from: number) => {
    for (;;) {
      const run = await tell(`/${id}`);
      if (!['checking', 'running'].includes(run.state)) return { run, seconds: (performance.now() - from) / 1000 };
      await pause(50);
    }
  };
  const lines = Array.from({ length: count }, (_, number) => csvLine(load.line(number)));

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
  close();
  if (done.run.created !== count)
    throw new Error(`${done.run.created} of ${count} ${what} came in: ${JSON.stringify(done.run)}`);

  const copied = await copySeconds(owner, bench.org.id, load);
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
  const perSecond = (seconds: number) => count / seconds;
  const against = { yardstick: perSecond(copied), unit: 'rows/s', budget: 0.15 };
  return [
    { work: `import 25,000 ${what}: upload and check`, figure: perSecond(checked.seconds), ...against },
    { work: `import 25,000 ${what}: write, with audit`, figure: perSecond(done.seconds), ...against },
    {
      work: `p95 of everybody else while ${what} are imported`,
      figure: p95,
      yardstick: 300,
      unit: 'ms',
      budget: 1,
      note: 'at most',
    },
  ];
}

/** What makes a row another one, by table: ids, paths, codes and names of its own. */
const another = {
  nodes: `tpath = tpath || 'z.', code = 'C' || code, code_norm = 'c' || code_norm`,
  users: `user_name = 'c' || user_name, user_name_norm = 'c' || user_name_norm`,
} as const;
const mine = { nodes: `code like 'BENCH-%'`, users: `user_name like 'bench.%'` } as const;

/** How long COPY takes for the same rows into the same table with the same indexes. */
async function copySeconds(owner: pg.Client, orgId: string, { table }: Load): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-copy-'));
  const file = join(folder, table);
  try {
    await owner.query('begin');
    // the same rows once more, under ids, paths and codes of their own
    await owner.query(
      `create temp table again on commit drop as select * from ${table} where org_id = '${orgId}' and ${mine[table]}`,
    );
    await owner.query(`update again set id = gen_random_uuid(), ${another[table]}`);
    await owner.query(`copy again to '${file}'`);
    const begun = performance.now();
    await owner.query(`copy ${table} from '${file}'`);
    const seconds = (performance.now() - begun) / 1000;
    await owner.query('rollback');
    return seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
