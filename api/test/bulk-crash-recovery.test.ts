import { expect, test } from 'vitest';
import { bulkUrl, nameBasket } from './bulk.ts';
import { createClient, createUser } from './builders.ts';
import { createKillableServer, rowsOfTwoBatches } from './crash-recovery.ts';
import { createSmallTree } from './small-tree.ts';

const { server, startProcess, progress, killDuringRun, killDuringUndo } = await createKillableServer();
const stores = rowsOfTwoBatches;

test('a bulk override and its undo write each node exactly once although the server is killed in the middle of a batch', async () => {
  const { org, group, north } = await createSmallTree(server);
  const admin = await createClient(server, await createUser(server, { node: org }));
  await server.query(
    `insert into nodes (id, org_id, parent_id, tpath, node_type, status, name, name_norm, code, code_norm, search_text, region, created_date, updated_date)
     select gen_random_uuid(), $1, $2, $3 || node_label(nextval('node_labels')) || '.', 'STORE', true, 'Store ' || i, 'store ' || i, 'K' || i, 'k' || i, 'store k' || i,
            '{}', now(), now() from generate_series(1, $4) i`,
    [org.id, group.id, group.tpath, stores],
  );
  await nameBasket(admin, north, 'Of the North');
  const request = {
    sourceId: north.id,
    sections: ['ebasketDisplay'],
    action: 'push',
    nodeIds: [group.id],
    storesOnly: true,
  };
  const expectedNodes = stores + 1;
  await startProcess();
  const id = await killDuringRun(
    admin,
    bulkUrl,
    async () => (await admin.post(bulkUrl, request)).body.result.id as string,
  );
  expect(await progress(id)).toMatchObject({ state: 'done', done: expectedNodes });
  const countStored = () =>
    server.query(
      `select (select count(*)::int from setting_values v where v.org_id = $1 and v.tpath > $3 and v.ended_date is null and v.valid_until is null) as active,
              count(*)::int as changes, count(distinct node_id)::int as nodes, max(version) as version,
              (select count(*)::int from audit a where a.run_id = $2 and a.action = 'setting.changed') as audited
         from setting_changes where run_id = $2`,
      [org.id, id, group.tpath],
    );
  expect(await countStored()).toEqual([
    { active: expectedNodes, changes: expectedNodes, nodes: expectedNodes, version: 1, audited: expectedNodes },
  ]);

  await killDuringUndo(admin, bulkUrl, id);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: expectedNodes });
  expect(await countStored()).toEqual([
    { active: 0, changes: 2 * expectedNodes, nodes: expectedNodes, version: 2, audited: 2 * expectedNodes },
  ]);
});
