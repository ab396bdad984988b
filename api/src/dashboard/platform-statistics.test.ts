import { expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createOrganisation,
  createUser,
  insertRow,
  platformNode,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();

async function statisticOf(client: ApiClient) {
  const { status, body } = await client.get('/user-management/dashboard/statistic');
  expect(status).toBe(200);
  return body.result;
}

test('the platform counts the created and the locked users of all organisations, an organisation its own', async () => {
  const global = await createClient(server, await createUser(server, { node: platformNode }));
  const before = await statisticOf(global);
  const org = await createOrganisation(server);
  const admin = await createClient(server, await createUser(server, { node: org }));
  const locked = await createUser(server, { node: org });
  await createUser(server, { node: org, created_date: '2020-01-01' });
  await insertRow(server, 'failed_attempts', {
    org_id: org.id,
    subject: 'locked',
    last_failure: new Date(),
    locked_until: new Date(Date.now() + 3_600_000),
    user_id: locked.id,
  });
  const after = await statisticOf(global);
  expect([after.created - before.created, after.locked - before.locked]).toEqual([2, 1]);
  expect(await statisticOf(admin)).toMatchObject({ created: 2, locked: 1 });
});
