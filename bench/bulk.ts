import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import pg from 'pg';
import { client } from './load.ts';
import { type Bench, type Row, tokenOf } from './rows.ts';

const nodeCount = 10_000;

/** A bulk override of 10,000 nodes against one statement that writes the same rows, and the radar over as many stores. */
export async function bulkRows(bench: Bench): Promise<Row[]> {
  const { send, close } = client(bench.port, bench.host);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}`, 'content-type': 'application/json' };
  const request = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const response = await send({
      path,
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (JSON.parse(response) as { result: T }).result;
  };
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ code: string }>(
      `select code from nodes where org_id = $1 and node_type = 'STORE' and deleted_date is null order by id limit $2`,
      [bench.org.id, nodeCount],
    );
    const section = `/node-management/node/${bench.org.id}/settings/ebasketDisplay`;
    const { version } = await request<{ version: number }>(section);
    const value = `Basket of the bench ${version}`;
    await request(section, 'PUT', { fields: { displayName: { value } }, version });

    const startedAt = performance.now();
    const body = {
      sourceId: bench.org.id,
      sections: ['ebasketDisplay'],
      action: 'push',
      codes: rows.map(({ code }) => code).join(' '),
    };
    const { id } = await request<ImportRun>('/node-management/bulk-override', 'POST', body);
    const run = await (async () => {
      for (;;) {
        const current = await request<ImportRun>(`/node-management/bulk-override/${id}`);
        if (current.state !== 'running') return current;
        await delay(50);
      }
    })();
    const seconds = (performance.now() - startedAt) / 1000;
    if (run.updated !== rows.length)
      throw new Error(`${run.updated} of ${rows.length} nodes updated: ${JSON.stringify(run)}`);

    // the radar is measured after the audit of the override has been chained
    for (let left = 1; left > 0; await delay(200))
      left = (await owner.query('select from audit_chain_queue limit 1')).rowCount ?? 0;
    const radar: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const radarStartedAt = performance.now();
      await request(`/node-management/node/${bench.org.id}/radar`);
      radar.push(performance.now() - radarStartedAt);
    }
    radar.sort((a, b) => a - b);
    const databaseSeconds = await insertSeconds(owner, id);
    const file =
      csvLine(['code', 'ebasketDisplay.displayName']) +
      rows.map(({ code }) => csvLine([code, `${value} imported`])).join('');
    const imported = await importFile(send, headers, file);
    return [
      {
        work: `bulk override of ${rows.length.toLocaleString('en')} nodes`,
        figure: rows.length / seconds,
        baseline: rows.length / databaseSeconds,
        unit: 'nodes/s',
        budget: 0.1,
      },
      {
        work: `settings of ${rows.length.toLocaleString('en')} nodes imported from a file, with check`,
        figure: rows.length / imported.seconds,
        baseline: rows.length / (await insertSeconds(owner, imported.id)),
        unit: 'nodes/s',
        budget: 0.05,
      },
      {
        work: `radar over ${rows.length.toLocaleString('en')} stores that all have their own value`,
        figure: radar[3] ?? Number.NaN,
        baseline: 150,
        unit: 'ms',
        budget: 1,
        note: 'at most',
      },
    ];
  } finally {
    await owner.end();
    close();
  }
}

/** Imports a settings file; returns the seconds its check and its run take. */
async function importFile(
  send: ReturnType<typeof client>['send'],
  headers: Record<string, string>,
  body: string,
): Promise<{ id: string; seconds: number }> {
  const path = '/node-management/settings/imports';
  const sendRun = async (suffix: string, method = 'GET', content?: string): Promise<ImportRun> => {
    const { authorization = '' } = headers;
    const options = {
      path: path + suffix,
      method,
      headers: { authorization, ...(content && { 'content-type': 'text/csv' }) },
    };
    return (
      JSON.parse(await send(content === undefined ? options : { ...options, body: content })) as { result: ImportRun }
    ).result;
  };
  const waitUntilFinished = async (id: string) => {
    for (;;) {
      const run = await sendRun(`/${id}`);
      if (!isInProgress(run.state)) return run;
      await delay(50);
    }
  };
  const startedAt = performance.now();
  const { id } = await sendRun('', 'POST', body);
  await waitUntilFinished(id);
  await sendRun(`/${id}/start`, 'PUT');
  const { updated, rowCount } = await waitUntilFinished(id);
  if (updated !== rowCount) throw new Error(`${updated} of ${rowCount} nodes were updated`);
  return { id, seconds: (performance.now() - startedAt) / 1000 };
}

/** Seconds of the database for the same changes, values and audit rows in one statement each, with the same indexes. */
async function insertSeconds(owner: pg.Client, runId: string): Promise<number> {
  await owner.query('begin');
  try {
    // copies of the same rows under new ids and versions
    await owner.query(
      `create temp table copied_changes on commit drop as select * from setting_changes where run_id = '${runId}'`,
    );
    await owner.query(
      `create temp table copied_values on commit drop as select v.* from setting_values v join copied_changes c on c.id = v.change_id`,
    );
    await owner.query(`create temp table copied_audit on commit drop as select * from audit where run_id = '${runId}'`);
    await owner.query(
      `update copied_values set id = gen_random_uuid(), change_id = null, closed_by = null, valid_from = valid_from - interval '2 years', valid_until = valid_from - interval '1 year'`,
    );
    await owner.query(`update copied_changes set id = gen_random_uuid(), version = version + 100000`);
    await owner.query(`update copied_audit set id = gen_random_uuid()`);
    const startedAt = performance.now();
    await owner.query(
      `with c as (insert into setting_changes select * from copied_changes), v as (insert into setting_values select * from copied_values)
       insert into audit select * from copied_audit`,
    );
    return (performance.now() - startedAt) / 1000;
  } finally {
    await owner.query('rollback');
  }
}
