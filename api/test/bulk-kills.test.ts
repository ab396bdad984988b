import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { bulkUrl, nameBasket } from './bulk.ts';
import { type Caller, signedIn, aUser } from './builders.ts';
import { endAll, run, send } from './product.ts';
import { aDatabase, aServer, secretKey } from './server.ts';
import { aSmallTree } from './small-tree.ts';

const databaseUrl = await aDatabase();
// this one never listens, so it works nothing off itself
const house = await aServer({ databaseUrl });
const dataDir = mkdtempSync(join(tmpdir(), 'storeward-bulk-kills-'));
afterEach(endAll);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = {
  DATABASE_URL: databaseUrl,
  SECRET_KEY: Buffer.from(secretKey).toString('hex'),
  ENVIRONMENT: 'testing',
  DATA_DIR: dataDir,
};

const stores = 6_000;
const kills = 5;

/** How far a bulk override is, by the database itself. */
const progress = async (id: string) =>
  (await house.rows<{ state: string; done: number }>('select state, done from import_runs where id = $1', [id]))[0]!;

/** Kills the process again and again, each time once it has gone on, until the bulk override rests. */
async function throughKills(admin: Caller, id: string): Promise<void> {
  let killed = 0;
  let { done } = await progress(id);
  for (;;) {
    const now = await progress(id);
    if (!['running', 'undoing'].includes(now.state)) break;
    if (now.done === done || killed === kills) {
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    done = now.done;
    latest.child.kill('SIGKILL');
    await latest.ended;
    killed += 1;
    const port = await started();
    // whoever looks in the meantime is answered
    const { status } = await send({ port, host: admin.host, token: admin.token, path: `${bulkUrl}/${id}` });
    expect(status).toBe(200);
  }
  expect(killed).toBe(kills);
}

let latest: ReturnType<typeof run>;
async function started(): Promise<number> {
  latest = run(settings);
  return latest.ready;
}

test('a bulk override that is killed again and again writes each place once and forgets none, and so does its undoing', async () => {
  const { org, group, north } = await aSmallTree(house);
  const admin = await signedIn(house, await aUser(house, { at: org }));
  await house.rows(
    `insert into nodes (id, org_id, parent_id, tpath, node_type, status, name, name_norm, code, code_norm, search_text, region, created_date, updated_date)
     select gen_random_uuid(), $1, $2, $3 || node_label(nextval('node_labels')) || '.', 'STORE', true, 'Store ' || i, 'store ' || i, 'K' || i, 'k' || i, 'store k' || i,
            '{}', now(), now() from generate_series(1, $4) i`,
    [org.id, group.id, group.tpath, stores],
  );
  await nameBasket(admin, north, 'Of the North');
  const order = {
    sourceId: north.id,
    sections: ['ebasketDisplay'],
    action: 'push',
    nodeIds: [group.id],
    storesOnly: true,
  };
  const { id } = (await admin.post(bulkUrl, order)).body.result;
  const all = stores + 1;
  await started();
  await throughKills(admin, id);
  expect(await progress(id)).toMatchObject({ state: 'done', done: all });
  const told = () =>
    house.rows(
      `select (select count(*)::int from setting_values v where v.org_id = $1 and v.tpath > $3 and v.ended_date is null and v.valid_until is null) as standing,
              count(*)::int as changes, count(distinct node_id)::int as places, max(version) as version,
              (select count(*)::int from audit a where a.run_id = $2 and a.action = 'setting.changed') as audited
         from setting_changes where run_id = $2`,
      [org.id, id, group.tpath],
    );
  expect(await told()).toEqual([{ standing: all, changes: all, places: all, version: 1, audited: all }]);

  const again = await house.ask({ method: 'PUT', url: `${bulkUrl}/${id}/undo`, host: admin.host, token: admin.token });
  expect(again.status).toBe(200);
  await throughKills(admin, id);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: all });
  expect(await told()).toEqual([{ standing: 0, changes: 2 * all, places: all, version: 2, audited: 2 * all }]);
}, 180_000);
