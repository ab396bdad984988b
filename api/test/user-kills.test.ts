import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, signedIn } from './builders.ts';
import { endAll, run, send } from './product.ts';
import { aDatabase, aServer, secretKey } from './server.ts';
import { userBulkUrl } from './user-bulk.ts';

const databaseUrl = await aDatabase();
// this one never listens, so it works nothing off itself
const house = await aServer({ databaseUrl });
const dataDir = mkdtempSync(join(tmpdir(), 'storeward-user-kills-'));
afterEach(endAll);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = {
  DATABASE_URL: databaseUrl,
  SECRET_KEY: Buffer.from(secretKey).toString('hex'),
  ENVIRONMENT: 'testing',
  DATA_DIR: dataDir,
};

const people = 4_000;
const kills = 3;

/** How far a change of many users is, by the database itself. */
const progress = async (id: string) =>
  (await house.rows<{ state: string; done: number }>('select state, done from import_runs where id = $1', [id]))[0]!;

let latest: ReturnType<typeof run>;
async function started(): Promise<number> {
  latest = run(settings);
  return latest.ready;
}

/** Kills the process again and again, each time once it has gone on, until the change rests. */
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
    const { status } = await send({ port, host: admin.host, token: admin.token, path: `${userBulkUrl}/${id}` });
    expect(status).toBe(200);
  }
  expect(killed).toBe(kills);
}

test('users changed at once by a server that is killed again and again are changed once each, mailed once each, and put back once each', async () => {
  const org = await anOrganisation(house);
  const store = await aNode(house, { parent: org, nodeType: 'STORE' });
  const admin = await signedIn(house, await aUser(house, { at: org }));
  await house.rows(
    `insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, first_name, last_name, name_norm, email_id, email_norm, search_text)
     select gen_random_uuid(), $1, $2, $3, 'crowd.' || i, 'crowd.' || i, 'Crowd', i::text, 'crowd ' || i, i || '@mail.example', i || '@mail.example', 'crowd ' || i
       from generate_series(1, $4) i`,
    [org.id, store.id, store.tpath, people],
  );
  const begun = async (action: string) =>
    (await admin.post(userBulkUrl, { action, matching: { search: 'crowd' } })).body.result.id as string;
  const told = async (runId: string) =>
    (
      await house.rows(
        `select count(*) filter (where not u.status)::int as disabled, min(u.version) as lowest, max(u.version) as highest,
                (select count(*)::int from audit a where a.run_id = $2 and a.entity = 'user') as audited,
                (select count(*)::int from mails m where m.org_id = $1 and m.kind = 'resetLink') as mails,
                (select count(*)::int from reset_tokens t where t.org_id = $1) as tokens
           from users u where u.org_id = $1 and u.search_text like 'crowd%'`,
        [org.id, runId],
      )
    )[0];

  const mailing = await begun('sendReset');
  await started();
  await throughKills(admin, mailing);
  expect(await progress(mailing)).toMatchObject({ state: 'done', done: people });
  const mailed = { mails: people, tokens: people };
  expect(await told(mailing)).toEqual({ disabled: 0, lowest: 1, highest: 1, audited: people, ...mailed });

  latest.child.kill('SIGKILL');
  await latest.ended;
  const disabling = await begun('disable');
  await started();
  await throughKills(admin, disabling);
  expect(await told(disabling)).toEqual({ disabled: people, lowest: 2, highest: 2, audited: people, ...mailed });

  await house.ask({ method: 'PUT', url: `${userBulkUrl}/${disabling}/undo`, host: admin.host, token: admin.token });
  await throughKills(admin, disabling);
  expect(await progress(disabling)).toMatchObject({ state: 'undone' });
  expect(await told(disabling)).toEqual({ disabled: 0, lowest: 3, highest: 3, audited: 2 * people, ...mailed });
}, 180_000);
