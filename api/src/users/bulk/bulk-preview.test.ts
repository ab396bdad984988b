import { beforeAll, describe, expect, test } from 'vitest';
import {
  createAssignment,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
} from '../../../test/builders.ts';
import { statusAndCode } from '../../../test/retailer.ts';
import { startTestServer } from '../../../test/server.ts';
import { runBulkChange, userBulkUrl, bulkOutcomes } from '../../../test/user-bulk.ts';

const server = await startTestServer();
// background runs are processed only while the server listens
await server.app.listen({ host: '127.0.0.1', port: 0 });

let org: TestNode;
let store: TestNode;
let secondStore: TestNode;
let admin: ApiClient;
let clerkRoleId: string;
let clerkCount = 0;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'preview' });
  store = await createNode(server, { parent: org, nodeType: 'STORE' });
  secondStore = await createNode(server, { parent: org, nodeType: 'STORE' });
  clerkRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'] });
  admin = await createClient(
    server,
    await createUser(server, {
      node: org,
      rights: ['list_users', 'view_user', 'enabled_user', 'edit_user', 'om_dashboard'],
    }),
  );
});

const createClerk = (overrides = {}, node = store) =>
  createUser(server, { node, roleId: clerkRoleId, userName: `many.${(clerkCount += 1)}`, ...overrides });
const idsOf = (users: readonly TestUser[]) => users.map(({ id }) => id);
const statusOf = async ({ id }: TestUser) =>
  (await server.query<{ status: boolean }>('select status from users where id = $1', [id]))[0]!.status;
const preview = async (client: ApiClient, request: unknown) =>
  (await client.post(`${userBulkUrl}/preview`, request)).body.result;

test('leaves users that no longer exist out of a bulk change and reports their number', async () => {
  const [user, deleted, moved] = [
    await createClerk(),
    await createClerk({ deleted_date: '2026-01-01T00:00:00Z' }),
    await createClerk({}, secondStore),
  ];
  const storeManager = await createClient(
    server,
    await createUser(server, { node: store, rights: ['list_users', 'enabled_user', 'om_dashboard'] }),
  );
  const request = { action: 'disable', ids: idsOf([user, deleted, moved]) };
  expect(await preview(storeManager, request)).toMatchObject({ userCount: 1, gone: 2, changes: 1, refused: 0 });
  const run = await runBulkChange(storeManager, request);
  expect(run).toMatchObject({ rowCount: 1, updated: 1, wrong: 0, task: { action: 'disable', gone: 2 } });
  expect(await Promise.all([user, moved].map(statusOf))).toEqual([false, true]);
  // without any remaining user no run is started
  const missingOnly = { action: 'disable', ids: idsOf([deleted, moved]) };
  expect(statusAndCode(await storeManager.post(userBulkUrl, missingOnly))).toEqual([404, 'user.unknown']);
});

describe('the preview names the first five changed users by name', () => {
  let ids: string[];
  let nextRoleId: string;
  const named = (lastName: string, overrides: object = {}, node = store) =>
    createClerk({ firstName: 'Ann', lastName, ...overrides }, node);

  beforeAll(async () => {
    nextRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], name: 'Till lead' });
    const users = [
      await named('Zeal'),
      await named('Aarons', { status: false }),
      await named('Dale', {}, secondStore),
      ...(await Promise.all(['Cole', 'Byrne', 'Ellis', 'Frost'].map((name) => named(name)))),
      // refused, because of stronger rights
      await createUser(server, { node: store, rights: ['delete_user'], firstName: 'Ann', lastName: 'Abbot' }),
    ];
    ids = idsOf(users);
  });

  test('with their status', async () => {
    const { changes, first } = await preview(admin, { action: 'disable', ids });
    expect(changes).toBe(6);
    const names = ['Ann Byrne', 'Ann Cole', 'Ann Dale', 'Ann Ellis', 'Ann Frost'];
    expect(first).toEqual(names.map((name) => ({ name, before: true, after: false })));
  });

  test('with the names of their roles', async () => {
    const { changes, first } = await preview(admin, { action: 'changeRole', ids, roleId: nextRoleId });
    expect(changes).toBe(7);
    const [{ name: before } = { name: '' }] = await server.query<{ name: string }>(
      'select name from roles where id = $1',
      [clerkRoleId],
    );
    const names = ['Ann Aarons', 'Ann Byrne', 'Ann Cole', 'Ann Dale', 'Ann Ellis'];
    expect(first).toEqual(names.map((name) => ({ name, before, after: 'Till lead' })));
  });

  test('with the names of their locations, also of users that are planned together', async () => {
    const { changes, first } = await preview(admin, { action: 'move', ids, nodeId: secondStore.id });
    expect(changes).toBe(6);
    const names = ['Ann Aarons', 'Ann Byrne', 'Ann Cole', 'Ann Ellis', 'Ann Frost'];
    expect(first).toEqual(names.map((name) => ({ name, before: store.name, after: secondStore.name })));
  });

  test('without a value where only a mail is sent', async () => {
    const { first } = await preview(admin, { action: 'sendReset', ids: ids.slice(0, 1) });
    expect(first).toEqual([{ name: 'Ann Zeal', before: null, after: null }]);
  });
});

test('previews a bulk change of role or node with the same outcomes as its execution', async () => {
  const storeRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], level: 'STORE' });
  const companyRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], level: 'COMPANY' });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const users = [
    await createClerk(),
    await createClerk(),
    await createClerk({}, secondStore),
    await createClerk({ roleId: storeRoleId }),
    await createClerk({ roleId: companyRoleId }, company),
    await createClerk({ roleId: companyRoleId }, company),
    await createClerk({}, org),
    await createUser(server, { node: store, rights: ['delete_user'], userName: 'many.alike' }),
    await createUser(server, { node: company, rights: ['delete_user'], userName: 'many.unlike' }),
    await createClerk({ roleId: admin.user.roleId }, org),
    await createClerk(),
  ];
  const strongRoleId = await createRole(server, { organisation: org, rights: ['delete_role'] });
  await createAssignment(server, { userId: users.at(-1)!.id, roleId: strongRoleId, node: store, position: 1 });
  const ids = [...idsOf(users), admin.user.id];
  for (const [request, counts] of [
    [
      { action: 'changeRole', ids, roleId: storeRoleId },
      { changes: 3, unchanged: 1, refused: 8 },
    ],
    [
      { action: 'move', ids, nodeId: secondStore.id },
      { changes: 7, unchanged: 1, refused: 4 },
    ],
  ] as const) {
    const previewResult = await preview(admin, request);
    expect(previewResult).toMatchObject({ userCount: 12, ...counts });
    const run = await runBulkChange(admin, request);
    const { changes: updated, unchanged, refused: wrong } = counts;
    expect(run).toMatchObject({ updated, unchanged, wrong });
    const outcomes = Object.values(await bulkOutcomes(admin, run));
    for (const { messageCode, count } of previewResult.faults)
      expect(outcomes.filter((outcome) => outcome === messageCode)).toHaveLength(count);
  }
});

test('previews what a bulk change does to users with additional roles exactly as it is then done', async () => {
  const manager = await createClient(
    server,
    await createUser(server, { node: org, rights: ['list_users', 'view_user', 'edit_user', 'om_dashboard'] }),
  );
  const nextRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'] });
  const strongRoleId = await createRole(server, { organisation: org, rights: ['create_node'] });
  const clerks = async () => {
    const [plain, doubled, strong, expired] = [
      await createClerk(),
      await createClerk(),
      await createClerk(),
      await createClerk(),
    ];
    const add = (user: TestUser, roleId: string, node: TestNode, columns = {}) =>
      createAssignment(server, { userId: user.id, roleId, node, position: 1, ...columns });
    await add(doubled, nextRoleId, store);
    await add(strong, strongRoleId, secondStore);
    await add(expired, strongRoleId, secondStore, { until: '2026-01-01T00:00:00Z' });
    // moved with their main role to the node where they hold it as an additional one
    const [moved] = [await createClerk()];
    await add(moved, clerkRoleId, secondStore);
    return idsOf([plain, doubled, strong, expired, moved]);
  };
  for (const change of [
    { action: 'changeRole', roleId: nextRoleId },
    { action: 'move', nodeId: secondStore.id },
  ]) {
    const request = { ...change, ids: await clerks() };
    const { changes, refused, faults } = await preview(manager, request);
    const run = await runBulkChange(manager, request);
    expect([changes, refused]).toEqual([run.updated, run.wrong]);
    const codes = Object.values(await bulkOutcomes(manager, run)).filter((outcome) => outcome?.includes('.'));
    expect(new Set(faults.map(({ messageCode }: { messageCode: string }) => messageCode))).toEqual(new Set(codes));
    expect(new Set(codes)).toEqual(new Set(['assignment.doubled', 'user.beyondYourOwn']));
    expect(codes).toHaveLength(2);
  }
});
