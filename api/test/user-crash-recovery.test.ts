import { expect, test } from 'vitest';
import { createNode, createOrganisation, createRole, createUser, createClient } from './builders.ts';
import { toCsv, importsAt } from './imports.ts';
import { createKillableServer, rowsOfTwoBatches } from './crash-recovery.ts';
import { sendRequest } from './product.ts';
import { userBulkUrl } from './user-bulk.ts';

const { server, startProcess, progress, waitUntilChecked, killDuringRun, killDuringUndo } =
  await createKillableServer();
const userCount = rowsOfTwoBatches;

test('a bulk change of users and its undo change and mail each user exactly once although the server is killed in the middle of a batch', async () => {
  const org = await createOrganisation(server);
  const store = await createNode(server, { parent: org, nodeType: 'STORE' });
  const admin = await createClient(server, await createUser(server, { node: org }));
  await server.query(
    `insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, first_name, last_name, name_norm, email_id, email_norm, search_text)
     select gen_random_uuid(), $1, $2, $3, 'crowd.' || i, 'crowd.' || i, 'Crowd', i::text, 'crowd ' || i, i || '@mail.example', i || '@mail.example', 'crowd ' || i
       from generate_series(1, $4) i`,
    [org.id, store.id, store.tpath, userCount],
  );
  const startBulkChange = async (action: string) =>
    (await admin.post(userBulkUrl, { action, matching: { search: 'crowd' } })).body.result.id as string;
  const countStored = async (runId: string) =>
    (
      await server.query(
        `select count(*) filter (where not u.status)::int as disabled, min(u.version) as lowest, max(u.version) as highest,
                (select count(*)::int from audit a where a.run_id = $2 and a.entity = 'user') as audited,
                (select count(*)::int from mails m where m.org_id = $1 and m.kind = 'resetLink') as mails,
                (select count(*)::int from reset_tokens t where t.org_id = $1) as tokens
           from users u where u.org_id = $1 and u.search_text like '%crowd%'`,
        [org.id, runId],
      )
    )[0];

  await startProcess();
  const mailRunId = await killDuringRun(admin, userBulkUrl, () => startBulkChange('sendReset'));
  expect(await progress(mailRunId)).toMatchObject({ state: 'done', done: userCount });
  const mailCounts = { mails: userCount, tokens: userCount };
  expect(await countStored(mailRunId)).toEqual({
    disabled: 0,
    lowest: 1,
    highest: 1,
    audited: userCount,
    ...mailCounts,
  });

  const disableRunId = await killDuringRun(admin, userBulkUrl, () => startBulkChange('disable'));
  expect(await countStored(disableRunId)).toEqual({
    disabled: userCount,
    lowest: 2,
    highest: 2,
    audited: userCount,
    ...mailCounts,
  });

  await killDuringUndo(admin, userBulkUrl, disableRunId);
  expect(await progress(disableRunId)).toMatchObject({ state: 'undone' });
  // these users have no password yet, so enabling them again sends an invitation to each
  const invitationCounts = { mails: userCount, tokens: 2 * userCount };
  expect(await countStored(disableRunId)).toEqual({
    disabled: 0,
    lowest: 3,
    highest: 3,
    audited: 2 * userCount,
    ...invitationCounts,
  });
});

test('a user import and its undo create, mail and delete each user exactly once although the server is killed in the middle of a batch', async () => {
  const org = await createOrganisation(server);
  await createNode(server, { parent: org, nodeType: 'STORE', name: 'Leeds', code: 'LEEDS' });
  await createRole(server, { organisation: org, rights: [], level: 'STORE', name: 'Till', name_norm: 'till' });
  const admin = await createClient(server, await createUser(server, { node: org }));
  const url = '/user-management/users/import';
  const file = toCsv(
    Array.from({ length: userCount }, (_, number) => ({
      userName: `file.${number}`,
      firstName: 'File',
      lastName: `Person ${number}`,
      emailId: `file.${number}@mail.example`,
      roleName: 'Till',
      nodeCode: 'LEEDS',
      language: 'en',
      timeZone: 'UTC',
    })),
  );
  const { id } = (await importsAt(url).upload(admin, file)).body.result as { id: string };
  const port = await startProcess();
  await waitUntilChecked(id);
  expect(await progress(id)).toMatchObject({ state: 'ready', done: userCount });
  const startRequest = { port, host: admin.host, token: admin.token, method: 'PUT' } as const;
  await killDuringRun(admin, url, async () => {
    expect((await sendRequest({ ...startRequest, path: `${url}/${id}/start` })).status).toBe(200);
    return id;
  });
  const countStored = async () =>
    (
      await server.query(
        `select count(*)::int as users, count(distinct u.user_name_norm)::int as names,
                (select count(*)::int from assignments a where a.org_id = $1 and a.user_id = any(array_agg(u.id))) as roles,
                (select count(*)::int from mails m where m.org_id = $1 and m.kind = 'invitation') as mails,
                (select count(*)::int from audit a where a.run_id = $2 and a.action = 'user.created') as audited
           from users u where u.org_id = $1 and u.user_name like 'file.%' and u.deleted_date is null`,
        [org.id, id],
      )
    )[0];
  const expectedCounts = { names: userCount, roles: userCount, mails: userCount, audited: userCount };
  expect(await countStored()).toEqual({ users: userCount, ...expectedCounts });

  await killDuringUndo(admin, url, id);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: userCount });
  expect(await countStored()).toMatchObject({ users: 0, mails: userCount, audited: userCount });
});
