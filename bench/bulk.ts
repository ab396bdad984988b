import { setTimeout as pause } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import { type ImportRun, isMoving } from '@storeward/contract/imports';
import pg from 'pg';
import { caller } from './load.ts';
import { type Bench, type Row, tokenOf } from './rows.ts';

const places = 10_000;

/** Settings of 10,000 places at once, against one statement that writes the very same rows; and the radar over as many stores. */
export async function bulkRows(bench: Bench): Promise<Row[]> {
  const { ask, close } = caller(bench.port, bench.host);
  const headers = { authorization: `Bearer ${await tokenOf(bench)}`, 'content-type': 'application/json' };
  const tell = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const answer = await ask({
      path,
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (JSON.parse(answer) as { result: T }).result;
  };
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ code: string }>(
      `select code from nodes where org_id = $1 and node_type = 'STORE' and deleted_date is null order by id limit $2`,
      [bench.org.id, places],
    );
    const section = `/node-management/node/${bench.org.id}/settings/ebasketDisplay`;
    const { version } = await tell<{ version: number }>(section);
    const value = `Basket of the bench ${version}`;
    await tell(section, 'PUT', { fields: { displayName: { value } }, version });

    const begun = performance.now();
    const order = {
      sourceId: bench.org.id,
      sections: ['ebasketDisplay'],
      action: 'push',
      codes: rows.map(({ code }) => code).join(' '),
    };
    const { id } = await tell<ImportRun>('/node-management/bulk-override', 'POST', order);
    const run = await (async () => {
      for (;;) {
        const now = await tell<ImportRun>(`/node-management/bulk-override/${id}`);
        if (now.state !== 'running') return now;
        await pause(50);
      }
    })();
    const seconds = (performance.now() - begun) / 1000;
    if (run.updated !== rows.length) throw new Error(`${run.updated} of ${rows.length} places: ${JSON.stringify(run)}`);

    // the radar is asked once the audit of all this is sealed
    for (let left = 1; left > 0; await pause(200))
      left = (await owner.query('select from audit_unsealed limit 1')).rowCount ?? 0;
    const radar: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const asked = performance.now();
      await tell(`/node-management/node/${bench.org.id}/radar`);
      radar.push(performance.now() - asked);
    }
    radar.sort((a, b) => a - b);
    const written = await insertSeconds(owner, id);
    const file =
      csvLine(['code', 'ebasketDisplay.displayName']) +
      rows.map(({ code }) => csvLine([code, `${value} anew`])).join('');
    const imported = await fromFile(ask, headers, file);
    return [
      {
        work: `bulk override of ${rows.length.toLocaleString('en')} places`,
        figure: rows.length / seconds,
        yardstick: rows.length / written,
        unit: 'places/s',
        budget: 0.1,
      },
      {
        work: `settings of ${rows.length.toLocaleString('en')} places from a file, checked and written`,
        figure: rows.length / imported.seconds,
        yardstick: rows.length / (await insertSeconds(owner, imported.id)),
        unit: 'places/s',
        budget: 0.05,
      },
      {
        work: `radar over ${rows.length.toLocaleString('en')} stores that all say something`,
        figure: radar[3] ?? Number.NaN,
        yardstick: 150,
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

/** Brings a file of settings in: how long its check and its writing take. */
async function fromFile(
  ask: ReturnType<typeof caller>['ask'],
  headers: Record<string, string>,
  body: string,
): Promise<{ id: string; seconds: number }> {
  const path = '/node-management/settings/imports';
  const tell = async (more: string, method = 'GET', sent?: string): Promise<ImportRun> => {
    const { authorization = '' } = headers;
    const asked = {
      path: path + more,
      method,
      headers: { authorization, ...(sent && { 'content-type': 'text/csv' }) },
    };
    return (JSON.parse(await ask(sent === undefined ? asked : { ...asked, body: sent })) as { result: ImportRun })
      .result;
  };
  const rested = async (id: string) => {
    for (;;) {
      const run = await tell(`/${id}`);
      if (!isMoving(run.state)) return run;
      await pause(50);
    }
  };
  const begun = performance.now();
  const { id } = await tell('', 'POST', body);
  await rested(id);
  await tell(`/${id}/start`, 'PUT');
  const { updated, rowCount } = await rested(id);
  if (updated !== rowCount) throw new Error(`${updated} of ${rowCount} places were written`);
  return { id, seconds: (performance.now() - begun) / 1000 };
}

/** How long the database takes for the same changes, values and lines of the audit in one statement each, with the same indexes. */
async function insertSeconds(owner: pg.Client, runId: string): Promise<number> {
  await owner.query('begin');
  try {
    // the same rows once more, under ids and versions of their own
    await owner.query(
      `create temp table changes on commit drop as select * from setting_changes where run_id = '${runId}'`,
    );
    await owner.query(
      `create temp table vals on commit drop as select v.* from setting_values v join changes c on c.id = v.change_id`,
    );
    await owner.query(`create temp table marks on commit drop as select * from audit where run_id = '${runId}'`);
    await owner.query(
      `update vals set id = gen_random_uuid(), change_id = null, closed_by = null, valid_from = valid_from - interval '2 years', valid_until = valid_from - interval '1 year'`,
    );
    await owner.query(`update changes set id = gen_random_uuid(), version = version + 100000`);
    await owner.query(`update marks set id = gen_random_uuid()`);
    const begun = performance.now();
    await owner.query(
      `with c as (insert into setting_changes select * from changes), v as (insert into setting_values select * from vals)
       insert into audit select * from marks`,
    );
    return (performance.now() - begun) / 1000;
  } finally {
    await owner.query('rollback');
  }
}
