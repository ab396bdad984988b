import { expect, test } from 'vitest';
import { signedIn, aUser } from './builders.ts';
import { fileOf, nodeImportUrl, upload } from './imports.ts';
import { aKillableProduct } from './killed-runs.ts';
import { send } from './product.ts';
import { aSmallTree } from './small-tree.ts';

const { house, started, progress, checked, throughKills } = await aKillableProduct();
const stores = 4_000;
const kills = 5;

test('an import that is killed again and again writes each row once and loses none, and so does its undoing', async () => {
  const { org, group } = await aSmallTree(house);
  const admin = await signedIn(house, await aUser(house, { at: org }));
  const [parent] = await house.rows<{ code: string }>('select code from nodes where id = $1', [group.id]);
  const file = fileOf(
    Array.from({ length: stores }, (_, number) => ({
      type: 'STORE',
      code: `KILL-${number}`,
      name: `Store ${number}`,
      parentCode: parent!.code,
    })),
  );
  const { id } = (await upload(admin, file)).body.result as { id: string };
  const port = await started();
  await checked(id);

  expect(await progress(id)).toMatchObject({ state: 'ready', done: stores });
  const begun = await send({
    port,
    host: admin.host,
    token: admin.token,
    method: 'PUT',
    path: `${nodeImportUrl}/${id}/start`,
  });
  expect(begun.status).toBe(200);
  await throughKills(admin, `${nodeImportUrl}/${id}`, kills);
  expect(await progress(id)).toMatchObject({ state: 'done', done: stores });
  const [made] = await house.rows(
    `select count(*)::int as places, count(distinct code_norm)::int as codes,
            (select count(*)::int from audit a where a.run_id = $2 and a.action = 'node.created') as told,
            (select count(distinct entity_id)::int from audit a where a.run_id = $2 and a.action = 'node.created') as toldOnce
       from nodes where org_id = $1 and code like 'KILL-%' and deleted_date is null`,
    [org.id, id],
  );
  expect(made).toEqual({ places: stores, codes: stores, told: stores, toldonce: stores });

  const again = await house.ask({
    method: 'PUT',
    url: `${nodeImportUrl}/${id}/undo`,
    host: admin.host,
    token: admin.token,
  });
  expect(again.status).toBe(200);
  await throughKills(admin, `${nodeImportUrl}/${id}`, kills);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: stores });
  const left = await house.rows(`select from nodes where org_id = $1 and code like 'KILL-%' and deleted_date is null`, [
    org.id,
  ]);
  expect(left).toEqual([]);
}, 180_000);
