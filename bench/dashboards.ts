import { dashboardFigures } from '@storeward/contract/dashboard/figures';
import { nodeStatistics, userStatistics } from '@storeward/contract/dashboard/statistics';
import pg from 'pg';
import { client, load } from './load.ts';
import { type Bench, type Row, tokenOf } from './rows.ts';

const concurrency = 16;
const budgetMs = 50;

/** 60 days of sign-ins at every node, and a device in each store of which one in fifty has been silent since yesterday. */
const history = [
  `insert into node_counts (org_id, label, kind, hour, count)
   select n.org_id, split_part(n.tpath, '.', -2), 'signIn', date_trunc('hour', now(), 'UTC') - make_interval(hours => h), 3
     from nodes n, generate_series(0, 1440, case when n.node_type in ('STORE', 'STORE_GROUP') then 24 else 1 end) h
    where n.org_id = $1 on conflict do nothing`,
  `insert into devices (id, org_id, node_id, tpath, name, name_norm, type, address, serial, serial_norm, key_hash, last_seen, created_date, updated_date)
   select gen_random_uuid(), org_id, id, tpath, 'Till', 'till', 'tablet', '10.0.0.1', code, code_norm, decode(md5(code), 'hex'),
          now() - case when row_number() over (order by id) % 50 = 0 then interval '2 days' else interval '1 minute' end, now(), now()
     from nodes where org_id = $1 and node_type = 'STORE' and not exists (select from devices where org_id = $1)`,
] as const;

/** The statistics of the dashboard at 16 requests at once: the 95th percentile of each. */
export async function dashboardRows(bench: Bench, log: (line: string) => void): Promise<Row[]> {
  log('adding the history of the dashboards');
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  for (const statement of history) await owner.query(statement, [bench.org.id]);
  await owner.query('vacuum analyze node_counts, node_count_changes, devices');
  await owner.end();
  const headers = { authorization: `Bearer ${await tokenOf(bench)}` };
  const { send, close } = client(bench.port, bench.host);
  const rows: Row[] = [];
  const endpoints: readonly { readonly path: string }[] = [
    ...Object.values(userStatistics),
    ...Object.values(nodeStatistics),
    ...Object.values(dashboardFigures),
  ];
  for (const { path } of endpoints) {
    await load(() => send({ path, headers }), { concurrency, seconds: 0.3 });
    const { p95, perSecond } = await load(() => send({ path, headers }), { concurrency, seconds: bench.seconds });
    const note = `at most, 16 at once, ${perSecond.toFixed(0)} per second`;
    rows.push({ work: `p95 of ${path}`, figure: p95, baseline: budgetMs, unit: 'ms', budget: 1, note });
  }
  close();
  return rows;
}
