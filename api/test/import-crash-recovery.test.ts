import { expect, test } from 'vitest';
import { createClient, createUser } from './builders.ts';
import { toCsv, nodeImportUrl, upload } from './imports.ts';
import { createKillableServer } from './crash-recovery.ts';
import { sendRequest } from './product.ts';
import { createSmallTree } from './small-tree.ts';

const { server, startProcess, progress, waitUntilChecked, killRepeatedly } = await createKillableServer();
const stores = 2_500;
const kills = 1;

test('an import and its undo write each row exactly once although the server is killed repeatedly', async () => {
  const { org, group } = await createSmallTree(server);
  const admin = await createClient(server, await createUser(server, { node: org }));
  const [parent] = await server.query<{ code: string }>('select code from nodes where id = $1', [group.id]);
  const file = toCsv(
    Array.from({ length: stores }, (_, number) => ({
      type: 'STORE',
      code: `KILL-${number}`,
      name: `Store ${number}`,
      parentCode: parent!.code,
    })),
  );
  const { id } = (await upload(admin, file)).body.result as { id: string };
  const port = await startProcess();
  await waitUntilChecked(id);

  expect(await progress(id)).toMatchObject({ state: 'ready', done: stores });
  const startResponse = await sendRequest({
    port,
    host: admin.host,
    token: admin.token,
    method: 'PUT',
    path: `${nodeImportUrl}/${id}/start`,
  });
  expect(startResponse.status).toBe(200);
  await killRepeatedly(admin, `${nodeImportUrl}/${id}`, kills);
  expect(await progress(id)).toMatchObject({ state: 'done', done: stores });
  const [counts] = await server.query(
    `select count(*)::int as nodes, count(distinct code_norm)::int as codes,
            (select count(*)::int from audit a where a.run_id = $2 and a.action = 'node.created') as audited,
            (select count(distinct entity_id)::int from audit a where a.run_id = $2 and a.action = 'node.created') as "auditedNodes"
       from nodes where org_id = $1 and code like 'KILL-%' and deleted_date is null`,
    [org.id, id],
  );
  expect(counts).toEqual({ nodes: stores, codes: stores, audited: stores, auditedNodes: stores });

  const undoResponse = await server.request({
    method: 'PUT',
    url: `${nodeImportUrl}/${id}/undo`,
    host: admin.host,
    token: admin.token,
  });
  expect(undoResponse.status).toBe(200);
  await killRepeatedly(admin, `${nodeImportUrl}/${id}`, kills);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: stores });
  const remaining = await server.query(
    `select from nodes where org_id = $1 and code like 'KILL-%' and deleted_date is null`,
    [org.id],
  );
  expect(remaining).toEqual([]);
}, 600_000);
