import { beforeAll, describe, expect, test } from 'vitest';
import {
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
} from './builders.ts';
import { queuedMails } from './mails.ts';
import { startTestServer } from './server.ts';
import { runBulkChange, waitForBulkRun, userBulkUrl } from './user-bulk.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;
let clerkRoleId: string;

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server);
  clerkRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'] });
  admin = await createClient(server, await createUser(server, { node: org }));
});

const createClerk = (overrides: object) => createUser(server, { node: org, roleId: clerkRoleId, ...overrides });
const idsOf = (users: readonly TestUser[]) => users.map(({ id }) => id);

describe('inviting users enabled in bulk', () => {
  test('invites users enabled in bulk who have no password and mails nothing to others', async () => {
    const disabledWithoutPassword = { status: false, password_hash: null, manual_password: false };
    const [withoutPassword, withPassword, alreadyEnabled] = [
      await createClerk(disabledWithoutPassword),
      await createClerk({ status: false }),
      await createClerk({ ...disabledWithoutPassword, status: true }),
    ];
    await runBulkChange(admin, { action: 'enable', ids: idsOf([withoutPassword, withPassword, alreadyEnabled]) });
    expect(await queuedMails(server, withoutPassword)).toMatchObject([
      { kind: 'invitation', to: `${withoutPassword.userName}@mail.example` },
    ]);
    for (const user of [withPassword, alreadyEnabled]) expect(await queuedMails(server, user)).toEqual([]);
    const [mail] = await queuedMails(server, withoutPassword);
    expect(
      (
        await server.request({
          url: `/user-management/validate-reset-token/${mail!.variables['token']}`,
          host: org.host,
        })
      ).status,
    ).toBe(200);
  });

  test('invites users without a password when a change that disabled them is undone', async () => {
    const withoutPassword = await createClerk({ password_hash: null, manual_password: false });
    const run = await runBulkChange(admin, { action: 'disable', ids: [withoutPassword.id] });
    expect(await queuedMails(server, withoutPassword)).toEqual([]);
    await admin.put(`${userBulkUrl}/${run.id}/undo`);
    await waitForBulkRun(admin, run.id);
    expect(await queuedMails(server, withoutPassword)).toMatchObject([{ kind: 'invitation' }]);
  });
});
