import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Caller, signedIn, aUser } from './builders.ts';
import { fileOf, nodeImportUrl, upload } from './imports.ts';
import { endAll, run, send } from './product.ts';
import { aDatabase, aServer, secretKey } from './server.ts';
import { aSmallTree } from './small-tree.ts';

const databaseUrl = await aDatabase();
// this one never listens, so it works nothing off itself
const house = await aServer({ databaseUrl });
const dataDir = mkdtempSync(join(tmpdir(), 'storeward-kills-'));
afterEach(endAll);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = {
  DATABASE_URL: databaseUrl,
  SECRET_KEY: Buffer.from(secretKey).toString('hex'),
  ENVIRONMENT: 'testing',
  DATA_DIR: dataDir,
};

const stores = 4_000;
const kills = 5;

/** How far an import is, by the database itself. */
const progress = async (id: string) =>
  (await house.rows<{ state: string; done: number }>('select state, done from import_runs where id = $1', [id]))[0]!;

/** Waits until an import has gone on since then, or rests. */
async function goneOn(id: string, since: number): Promise<{ state: string; done: number }> {
  for (;;) {
    const now = await progress(id);
    if (now.done > since || !['checking', 'running', 'undoing'].includes(now.state)) return now;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function throughKills(admin: Caller, id: string, port: number): Promise<void> {
  let product = { port, killed: 0 };
  let { done } = await progress(id);
  for (;;) {
    const now = await goneOn(id, done);
    if (!['checking', 'running', 'undoing'].includes(now.state)) break;
    done = now.done;
    if (product.killed === kills) continue;
    await killAll();
    product = { port: await started(), killed: product.killed + 1 };
    // whoever looks in the meantime is answered
    const { status } = await send({
      port: product.port,
      host: admin.host,
      token: admin.token,
      path: `${nodeImportUrl}/${id}`,
    });
    expect(status).toBe(200);
  }
  expect(product.killed).toBe(kills);
}

let latest: ReturnType<typeof run>;
async function started(): Promise<number> {
  latest = run(settings);
  return latest.ready;
}
async function killAll(): Promise<void> {
  latest.child.kill('SIGKILL');
  await latest.ended;
}

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
  while ((await progress(id)).state === 'checking') await new Promise((resolve) => setImmediate(resolve));

  expect(await progress(id)).toMatchObject({ state: 'ready', done: stores });
  const begun = await send({
    port,
    host: admin.host,
    token: admin.token,
    method: 'PUT',
    path: `${nodeImportUrl}/${id}/start`,
  });
  expect(begun.status).toBe(200);
  await throughKills(admin, id, port);
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
  await throughKills(admin, id, port);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: stores });
  const left = await house.rows(`select from nodes where org_id = $1 and code like 'KILL-%' and deleted_date is null`, [
    org.id,
  ]);
  expect(left).toEqual([]);
}, 180_000);
