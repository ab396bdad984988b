import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
  signIn,
} from '../../../test/builders.ts';
import { statusAndCode } from '../../../test/retailer.ts';
import { startTestServer } from '../../../test/server.ts';
import { runBulkChange, waitForBulkRun, userBulkUrl, bulkOutcomes } from '../../../test/user-bulk.ts';

const server = await startTestServer({ signInTries: 3, addressTries: 1_000_000, recoveryMails: 2 });
// background runs are processed only while the server listens
await server.app.listen({ host: '127.0.0.1', port: 0 });

let org: TestNode;
let store: TestNode;
let secondStore: TestNode;
let admin: ApiClient;
let clerkRoleId: string;
let clerkCount = 0;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'many' });
  store = await createNode(server, { parent: org, nodeType: 'STORE' });
  secondStore = await createNode(server, { parent: org, nodeType: 'STORE' });
  clerkRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'] });
  admin = await createManager(org, 'list_users', 'view_user', 'enabled_user', 'edit_user');
});

const createManager = async (node: TestNode, ...rights: string[]) =>
  createClient(server, await createUser(server, { node, rights: [...rights, 'om_dashboard'] }));

const createClerk = (overrides = {}, node = store) =>
  createUser(server, { node, roleId: clerkRoleId, userName: `many.${(clerkCount += 1)}`, ...overrides });
const idsOf = (users: readonly TestUser[]) => users.map(({ id }) => id);
const statusOf = async ({ id }: TestUser) =>
  (await server.query<{ status: boolean }>('select status from users where id = $1', [id]))[0]!.status;
const preview = async (client: ApiClient, request: unknown) =>
  (await client.post(`${userBulkUrl}/preview`, request)).body.result;

describe('disabling users in bulk', () => {
  test('previews the counts, ends the sessions and audits each user when users are disabled in bulk', async () => {
    const [first, second, gone] = [await createClerk(), await createClerk(), await createClerk({ status: false })];
    const stronger = await createUser(server, { node: store, rights: ['delete_user'], userName: 'many.strong' });
    const session = await createClient(server, first);
    const request = { action: 'disable', ids: [...idsOf([first, second, gone, stronger]), admin.user.id] };
    expect(await preview(admin, request)).toMatchObject({
      userCount: 5,
      gone: 0,
      changes: 2,
      unchanged: 1,
      refused: 2,
      faults: expect.arrayContaining([
        { messageCode: 'user.beyondYourOwn', count: 1 },
        { messageCode: 'user.self', count: 1 },
      ]),
    });
    expect(await statusOf(first)).toBe(true);
    const run = await runBulkChange(admin, request);
    expect(run).toMatchObject({ state: 'done', rowCount: 5, updated: 2, unchanged: 1, wrong: 2, can: { undo: true } });
    expect(await bulkOutcomes(admin, run)).toEqual({
      [first.userName]: 'updated',
      [second.userName]: 'updated',
      [gone.userName]: 'unchanged',
      'many.strong': 'user.beyondYourOwn',
      [admin.user.userName]: 'user.self',
    });
    expect(await Promise.all([first, second, gone, stronger].map(statusOf))).toEqual([false, false, false, true]);
    expect((await session.get(`/user-management/users/${first.id}`)).status).toBe(401);
    expect(
      await server.query(
        `select action, before, after, actor_id from audit where entity_id = any($1) and run_id = $2`,
        [idsOf([first, second, gone, stronger]), run.id],
      ),
    ).toEqual(
      Array.from({ length: 2 }, () => ({
        action: 'user.disabled',
        before: { status: true },
        after: { status: false },
        actor_id: admin.user.id,
      })),
    );
  });

  test('enables the disabled users again on undo, except those changed since', async () => {
    const [first, second] = [await createClerk(), await createClerk()];
    const run = await runBulkChange(admin, { action: 'disable', ids: idsOf([first, second]) });
    await admin.put(`/user-management/users/${second.id}/status`, { status: true });
    await admin.put(`/user-management/users/${second.id}/status`, { status: false });
    expect((await admin.put(`${userBulkUrl}/${run.id}/undo`)).status).toBe(200);
    expect(await waitForBulkRun(admin, run.id)).toMatchObject({ state: 'undone', undone: 1, kept: 1 });
    expect([await statusOf(first), await statusOf(second)]).toEqual([true, false]);
  });
});

describe('enabling users in bulk', () => {
  test('lets users sign in again and resets failed attempts when users are enabled in bulk', async () => {
    const [disabled, locked, enabled] = [
      await createClerk({ status: false }),
      await createClerk(),
      await createClerk(),
    ];
    for (let attempt = 0; attempt < 3; attempt += 1) await signIn(server, { ...locked, secret: 'wrong' });
    const run = await runBulkChange(admin, { action: 'enable', ids: idsOf([disabled, locked, enabled]) });
    expect(await bulkOutcomes(admin, run)).toEqual({
      [disabled.userName]: 'updated',
      [locked.userName]: 'updated',
      [enabled.userName]: 'unchanged',
    });
    for (const user of [disabled, locked]) expect((await signIn(server, user)).status).toBe(200);
  });
});

describe('sending password reset links in bulk', () => {
  const countResetLinks = async (users: readonly TestUser[]) =>
    (
      await server.query<{ count: number }>(
        `select count(*)::int as count from mails where kind = 'resetLink' and user_id = any($1)`,
        [idsOf(users)],
      )
    )[0]!.count;

  test('mails reset links only to enabled users and only up to the limit', async () => {
    const [first, disabled, atLimit] = [await createClerk(), await createClerk({ status: false }), await createClerk()];
    for (let sent = 0; sent < 2; sent += 1) await admin.post(`/user-management/resetLink/${atLimit.id}`);
    const stronger = await createUser(server, { node: store, rights: ['delete_user'], userName: 'many.stronger' });
    const run = await runBulkChange(admin, { action: 'sendReset', ids: idsOf([first, disabled, atLimit, stronger]) });
    expect(await bulkOutcomes(admin, run)).toEqual({
      [first.userName]: 'updated',
      [disabled.userName]: 'unchanged',
      [atLimit.userName]: 'recovery.tooManyMails',
      'many.stronger': 'user.beyondYourOwn',
    });
    expect([
      await countResetLinks([first]),
      await countResetLinks([disabled, stronger]),
      await countResetLinks([atLimit]),
    ]).toEqual([1, 0, 2]);
    const [token] = await server.query(
      `select way, extract(epoch from expires_date - created_date)::int / 60 as minutes from reset_tokens where user_id = $1`,
      [first.id],
    );
    expect(token).toEqual({ way: 'administrator', minutes: 30 });
  });

  test('cannot undo the sending of reset links', async () => {
    const run = await runBulkChange(admin, { action: 'sendReset', ids: [(await createClerk()).id] });
    expect(run.can.undo).toBe(false);
    expect(statusAndCode(await admin.put(`${userBulkUrl}/${run.id}/undo`))).toEqual([409, 'import.notNow']);
  });
});

describe('selecting users by filter', () => {
  test('changes exactly the users that match the filter', async () => {
    const users = [await createClerk({ firstName: 'Filterable' }), await createClerk({ firstName: 'Filterable' })];
    const inSecondStore = await createClerk({ firstName: 'Filterable' }, secondStore);
    const matching = { search: 'filterable', node: store.id, role: clerkRoleId, status: 'enabled', level: 'STORE' };
    expect(await preview(admin, { action: 'disable', matching })).toMatchObject({ userCount: 2, changes: 2 });
    await runBulkChange(admin, { action: 'disable', matching });
    expect(await Promise.all([...users, inSecondStore].map(statusOf))).toEqual([false, false, true]);
    // no matching users are left
    expect(statusAndCode(await admin.post(userBulkUrl, { action: 'disable', matching }))).toEqual([
      409,
      'userBulk.nobody',
    ]);
  });

  test('matches users only within the actor’s area', async () => {
    const inStore = await createClerk({ firstName: 'Everywhere' });
    const inSecondStore = await createClerk({ firstName: 'Everywhere' }, secondStore);
    const storeManager = await createManager(store, 'list_users', 'enabled_user');
    await runBulkChange(storeManager, { action: 'disable', matching: { search: 'everywhere' } });
    expect([await statusOf(inStore), await statusOf(inSecondStore)]).toEqual([false, true]);
    expect(statusAndCode(await storeManager.post(userBulkUrl, { action: 'enable', ids: [inSecondStore.id] }))).toEqual([
      404,
      'user.unknown',
    ]);
  });
});

describe('changing role or node in bulk', () => {
  const primaryAssignment = async ({ id }: TestUser) =>
    (
      await server.query(
        `select u.node_id as node, a.role_id as role, a.tpath = u.tpath as together from users u
           join assignments a on a.user_id = u.id and a.position = 0 where u.id = $1`,
        [id],
      )
    )[0];

  test('changes the role of many users by the rules for one user and undoes it', async () => {
    const storeRoleId = await createRole(server, {
      organisation: org,
      rights: ['om_dashboard', 'list_users'],
      level: 'STORE',
    });
    const [first, second] = [await createClerk(), await createClerk({ status: false })];
    const stronger = await createUser(server, { node: store, rights: ['delete_user'], userName: 'many.strongest' });
    const ids = [...idsOf([first, second, stronger]), admin.user.id];
    const request = { action: 'changeRole', ids, roleId: storeRoleId };
    expect(await preview(admin, request)).toMatchObject({ userCount: 4, changes: 2, refused: 2 });
    const run = await runBulkChange(admin, request);
    expect(run.task).toMatchObject({ action: 'changeRole', role: { id: storeRoleId } });
    expect(await bulkOutcomes(admin, run)).toEqual({
      [first.userName]: 'updated',
      [second.userName]: 'updated',
      'many.strongest': 'user.beyondYourOwn',
      [admin.user.userName]: 'user.ownStanding',
    });
    expect(await primaryAssignment(first)).toEqual({ node: store.id, role: storeRoleId, together: true });
    expect(await statusOf(second)).toBe(false);
    expect((await admin.put(`${userBulkUrl}/${run.id}/undo`)).status).toBe(200);
    expect(await waitForBulkRun(admin, run.id)).toMatchObject({ state: 'undone', undone: 2 });
    expect(await primaryAssignment(first)).toEqual({ node: store.id, role: clerkRoleId, together: true });
  });

  test('moves users together with their role and refuses nodes outside the actor’s area', async () => {
    const [first, inSecondStore] = [await createClerk(), await createClerk({}, secondStore)];
    const run = await runBulkChange(admin, {
      action: 'move',
      ids: idsOf([first, inSecondStore]),
      nodeId: secondStore.id,
    });
    expect(await bulkOutcomes(admin, run)).toEqual({
      [first.userName]: 'updated',
      [inSecondStore.userName]: 'unchanged',
    });
    expect(await primaryAssignment(first)).toEqual({ node: secondStore.id, role: clerkRoleId, together: true });
    const events = await server.query(`select action, before, after from audit where run_id = $1 and entity = 'user'`, [
      run.id,
    ]);
    expect(events).toEqual([
      { action: 'user.updated', before: { place: store.name }, after: { place: secondStore.name } },
    ]);
    const storeManager = await createManager(store, 'list_users', 'edit_user');
    const clerk = await createClerk();
    expect(
      statusAndCode(await storeManager.post(userBulkUrl, { action: 'move', ids: [clerk.id], nodeId: secondStore.id })),
    ).toEqual([404, 'node.unknown']);
  });

  test('refuses roles with rights the actor lacks or of another level, with an error code for each user', async () => {
    const user = await createClerk();
    const [strongRoleId, storeRoleId] = [
      await createRole(server, { organisation: org, rights: ['delete_role'] }),
      await createRole(server, { organisation: org, rights: [], level: 'STORE' }),
    ];
    const previewErrors = async (request: object) =>
      (
        (await preview(admin, { action: 'changeRole', ids: [user.id], ...request })).faults as {
          messageCode: string;
        }[]
      ).map(({ messageCode }) => messageCode);
    expect(await previewErrors({ roleId: strongRoleId })).toEqual(['role.beyondYourOwn']);
    const orgUser = await createUser(server, { node: org, roleId: clerkRoleId, userName: 'many.chief' });
    expect(await previewErrors({ roleId: storeRoleId, ids: [orgUser.id] })).toEqual(['role.levelTooHigh']);
    const foreignRoleId = await createRole(server, { organisation: await createOrganisation(server), rights: [] });
    const request = { action: 'changeRole', ids: [user.id], roleId: foreignRoleId };
    expect(statusAndCode(await admin.post(userBulkUrl, request))).toEqual([404, 'role.unknown']);
  });
});

test('requires the same permission for each bulk action as for one user', async () => {
  const user = await createClerk();
  const [editor, enabler, withoutListing] = [
    await createManager(org, 'list_users', 'edit_user'),
    await createManager(org, 'list_users', 'enabled_user'),
    await createManager(org, 'enabled_user', 'edit_user'),
  ];
  const previewStatus = async (client: ApiClient, action: string) =>
    statusAndCode(await client.post(`${userBulkUrl}/preview`, { action, ids: [user.id] }));
  const refused = [409, 'userBulk.notYours'];
  expect([await previewStatus(editor, 'disable'), await previewStatus(editor, 'sendReset')]).toEqual([
    refused,
    [200, undefined],
  ]);
  expect([await previewStatus(enabler, 'sendReset'), await previewStatus(enabler, 'enable')]).toEqual([
    refused,
    [200, undefined],
  ]);
  expect(await previewStatus(withoutListing, 'enable')).toEqual(refused);
});

test.for([
  { action: 'remove', ids: ['01900000-0000-7000-8000-000000000009'] },
  { action: 'enable' },
  { action: 'enable', ids: [] },
  { action: 'enable', ids: ['01900000-0000-7000-8000-000000000009'], matching: {} },
  { action: 'enable', matching: { status: 'asleep' } },
  { action: 'changeRole', ids: ['01900000-0000-7000-8000-000000000009'] },
  { action: 'move', ids: ['01900000-0000-7000-8000-000000000009'] },
])('rejects an invalid bulk change: %o', async (request) => {
  expect((await admin.post(userBulkUrl, request)).status).toBe(400);
});
