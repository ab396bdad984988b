import { expect, test } from 'vitest';
import { createClient, createUser } from './builders.ts';
import { toCsv, nodeImportUrl, upload } from './imports.ts';
import { createKillableServer, rowsOfTwoBatches } from './crash-recovery.ts';
import { sendRequest } from './product.ts';
import { createSmallTree } from './small-tree.ts';

const { server, startProcess, progress, waitUntilChecked, killDuringRun, killDuringUndo } =
  await createKillableServer();
const stores = rowsOfTwoBatches;

test('an import and its undo write each row exactly once although the server is killed in the middle of a batch', async () => {
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
  await killDuringRun(admin, nodeImportUrl, async () => {
    const path = `${nodeImportUrl}/${id}/start`;
    const { status } = await sendRequest({ port, host: admin.host, token: admin.token, method: 'PUT', path });
    expect(status).toBe(200);
    return id;
  });
  expect(await progress(id)).toMatchObject({ state: 'done', done: stores });
  const [counts] = await server.query(
    `select count(*)::int as nodes, count(distinct code_norm)::int as codes,
            (select count(*)::int from audit a where a.run_id = $2 and a.action = 'node.created') as audited,
            (select count(distinct entity_id)::int from audit a where a.run_id = $2 and a.action = 'node.created') as "auditedNodes"
       from nodes where org_id = $1 and code like 'KILL-%' and deleted_date is null`,
    [org.id, id],
  );
  expect(counts).toEqual({ nodes: stores, codes: stores, audited: stores, auditedNodes: stores });

  await killDuringUndo(admin, nodeImportUrl, id);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: stores });
  const remaining = await server.query(
    `select from nodes where org_id = $1 and code like 'KILL-%' and deleted_date is null`,
    [org.id],
  );
  expect(remaining).toEqual([]);
});
