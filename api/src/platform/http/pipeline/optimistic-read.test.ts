import { beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, createClient, createOrganisation, createUser } from '../../../../test/builders.ts';
import { startDatabaseProxy } from '../../../../test/database-proxy.ts';
import { createTestDatabase, startTestServer } from '../../../../test/server.ts';

const directUrl = await createTestDatabase();
const proxy = await startDatabaseProxy(directUrl);
const testServer = await startTestServer({ databaseUrl: directUrl, proxiedUrl: proxy.url });

/** The number of queries that a request takes. */
const queriesOf = async (work: () => Promise<{ status: number }>, status: number) => {
  proxy.count.queries = 0;
  expect((await work()).status).toBe(status);
  return proxy.count.queries;
};

const usersUrl = '/user-management/users?search=a';

describe('a read', () => {
  let clerk: ApiClient;
  beforeEach(async () => {
    const organisation = await createOrganisation(testServer);
    clerk = await createClient(testServer, await createUser(testServer, { node: organisation, rights: [] }));
  });
  const ownUser = () => clerk.get(`/user-management/users/${clerk.user.id}`);

  test('without permission sends none of its statements if the role of the session is known', async () => {
    await ownUser();
    for (const url of [usersUrl, '/audit?search=a', '/module-management/device'])
      // one opens the session, the others audit the denial
      expect([url, await queriesOf(() => clerk.get(url), 403)]).toEqual([url, 2]);
  });

  test('succeeds as soon as the role of the session permits it, although an earlier one was remembered', async () => {
    await ownUser();
    expect((await clerk.get(usersUrl)).status).toBe(403);
    await testServer.query(`update roles set access_rights = '{list_users,view_user}' where id = $1`, [
      clerk.user.roleId,
    ]);
    expect((await clerk.get(usersUrl)).status).toBe(200);
  });
});
