import { expect, test } from 'vitest';
import { bulkUrl, nameBasket } from './bulk.ts';
import { signedIn, aUser } from './builders.ts';
import { aKillableProduct } from './killed-runs.ts';
import { aSmallTree } from './small-tree.ts';

const { house, started, progress, throughKills } = await aKillableProduct();
const stores = 6_000;
const kills = 5;

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
  await throughKills(admin, `${bulkUrl}/${id}`, kills);
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
  await throughKills(admin, `${bulkUrl}/${id}`, kills);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: all });
  expect(await told()).toEqual([{ standing: 0, changes: 2 * all, places: all, version: 2, audited: 2 * all }]);
}, 180_000);
