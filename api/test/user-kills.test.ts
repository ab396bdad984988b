import { expect, test } from 'vitest';
import { aNode, anOrganisation, aRole, aUser, signedIn } from './builders.ts';
import { fileOf, importsAt } from './imports.ts';
import { aKillableProduct } from './killed-runs.ts';
import { send } from './product.ts';
import { userBulkUrl } from './user-bulk.ts';

const { house, started, kill, progress, checked, throughKills } = await aKillableProduct();
const people = 2_500;
const kills = 3;

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
  await throughKills(admin, `${userBulkUrl}/${mailing}`, kills);
  expect(await progress(mailing)).toMatchObject({ state: 'done', done: people });
  const mailed = { mails: people, tokens: people };
  expect(await told(mailing)).toEqual({ disabled: 0, lowest: 1, highest: 1, audited: people, ...mailed });

  await kill();
  const disabling = await begun('disable');
  await started();
  await throughKills(admin, `${userBulkUrl}/${disabling}`, kills);
  expect(await told(disabling)).toEqual({ disabled: people, lowest: 2, highest: 2, audited: people, ...mailed });

  await house.ask({ method: 'PUT', url: `${userBulkUrl}/${disabling}/undo`, host: admin.host, token: admin.token });
  await throughKills(admin, `${userBulkUrl}/${disabling}`, kills);
  expect(await progress(disabling)).toMatchObject({ state: 'undone' });
  // nobody of the crowd has a password yet, so each is invited to choose one once they are let in again
  const invited = { mails: people, tokens: 2 * people };
  expect(await told(disabling)).toEqual({ disabled: 0, lowest: 3, highest: 3, audited: 2 * people, ...invited });
}, 180_000);

test('users brought in from a file by a server that is killed again and again are made once each, mailed once each, and taken back once each', async () => {
  const org = await anOrganisation(house);
  await aNode(house, { parent: org, nodeType: 'STORE', name: 'Leeds', code: 'LEEDS' });
  await aRole(house, { of: org, rights: [], level: 'STORE', name: 'Till', name_norm: 'till' });
  const admin = await signedIn(house, await aUser(house, { at: org }));
  const url = '/user-management/users/import';
  const file = fileOf(
    Array.from({ length: people }, (_, number) => ({
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
  const port = await started();
  await checked(id);
  expect(await progress(id)).toMatchObject({ state: 'ready', done: people });
  const door = { port, host: admin.host, token: admin.token, method: 'PUT' } as const;
  expect((await send({ ...door, path: `${url}/${id}/start` })).status).toBe(200);
  await throughKills(admin, `${url}/${id}`, 5);
  const told = async () =>
    (
      await house.rows(
        `select count(*)::int as people, count(distinct u.user_name_norm)::int as names,
                (select count(*)::int from assignments a where a.org_id = $1 and a.user_id = any(array_agg(u.id))) as roles,
                (select count(*)::int from mails m where m.org_id = $1 and m.kind = 'invitation') as mails,
                (select count(*)::int from audit a where a.run_id = $2 and a.action = 'user.created') as audited
           from users u where u.org_id = $1 and u.user_name like 'file.%' and u.deleted_date is null`,
        [org.id, id],
      )
    )[0];
  const once = { names: people, roles: people, mails: people, audited: people };
  expect(await told()).toEqual({ people, ...once });

  await house.ask({ method: 'PUT', url: `${url}/${id}/undo`, host: admin.host, token: admin.token });
  await throughKills(admin, `${url}/${id}`, 5);
  expect(await progress(id)).toMatchObject({ state: 'undone', done: people });
  expect(await told()).toMatchObject({ people: 0, mails: people, audited: people });
}, 180_000);
