import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createAssignment,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
  signIn,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({ signInTries: 3, addressTries: 1_000_000 });
type Row = { userName: string };

let org: TestNode;
let company: TestNode;
let store: TestNode;
let secondStore: TestNode;
let clerkRoleId: string;
let managerRoleId: string;
let admin: ApiClient;
let storeUser: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'filters' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  store = await createNode(server, { parent: company, nodeType: 'STORE' });
  secondStore = await createNode(server, { parent: company, nodeType: 'STORE' });
  clerkRoleId = await createRole(server, {
    organisation: org,
    rights: ['om_dashboard'],
    name: 'Clerk',
    name_norm: 'clerk',
  });
  managerRoleId = await createRole(server, {
    organisation: org,
    rights: ['om_dashboard'],
    name: 'Manager',
    name_norm: 'manager',
  });
  await createRole(server, { organisation: org, rights: [], name: 'Nobody', name_norm: 'nobody' });
  const options = { rights: ['list_users', 'view_user'] };
  admin = await createClient(server, await createUser(server, { node: org, userName: 'the.admin', ...options }));
  storeUser = await createClient(server, await createUser(server, { node: store, userName: 'in.store', ...options }));
  const createFilteredUser = (userName: string, node: TestNode, roleId: string, overrides = {}) =>
    createUser(server, { node, userName, roleId, firstName: 'Filtered', ...overrides });
  await createFilteredUser('clerk.one', store, clerkRoleId);
  await createFilteredUser('clerk.two', secondStore, clerkRoleId, { status: false });
  const managerWithSecondRole = await createFilteredUser('manager.three', company, managerRoleId);
  await createFilteredUser('manager.four', store, managerRoleId);
  await createAssignment(server, { userId: managerWithSecondRole.id, roleId: clerkRoleId, node: company, position: 1 });
  const formerClerk = await createFilteredUser('once.clerk', store, managerRoleId);
  await createAssignment(server, {
    userId: formerClerk.id,
    roleId: clerkRoleId,
    node: store,
    position: 1,
    until: '2020-01-01T00:00:00Z',
  });
  // the node is the first store, the clerk role is assigned at the second one
  const clerkOfSecondStore = await createFilteredUser('clerk.elsewhere', store, managerRoleId);
  await createAssignment(server, {
    userId: clerkOfSecondStore.id,
    roleId: clerkRoleId,
    node: secondStore,
    position: 1,
  });
});

const list = (client: ApiClient, query: Record<string, string>) =>
  client.get(`/user-management/users?${String(new URLSearchParams(query))}`);
const listNames = async (query: Record<string, string>, client = admin) =>
  ((await list(client, { search: 'filtered', size: '100', ...query })).body.result as Row[])
    .map(({ userName }) => userName)
    .sort();

describe('filtering the user list', () => {
  test('filters by role over all assignments that have not expired', async () => {
    expect(await listNames({ role: clerkRoleId })).toEqual([
      'clerk.elsewhere',
      'clerk.one',
      'clerk.two',
      'manager.three',
    ]);
    expect((await list(admin, { role: clerkRoleId })).body.total).toBe(4);
  });

  test('filters by role only over assignments within the actor’s area', async () => {
    expect(await listNames({ role: clerkRoleId }, storeUser)).toEqual(['clerk.one']);
    expect((await list(storeUser, { role: clerkRoleId })).body.total).toBe(1);
  });

  test('filters by enabled or disabled status', async () => {
    expect(await listNames({ status: 'disabled' })).toEqual(['clerk.two']);
    expect(await listNames({ status: 'enabled' })).not.toContain('clerk.two');
    expect((await list(admin, { status: 'disabled' })).body.total).toBe(1);
  });

  test('filters by users who were invited and never signed in', async () => {
    expect(await listNames({ status: 'invited', search: 'never' })).toEqual([]);
    const never = (userName: string, columns: object = {}) =>
      createUser(server, { node: store, userName, firstName: 'Never', rights: [], ...columns });
    await never('never.in');
    await never('never.active', { last_active: '2026-01-02T00:00Z' });
    await never('never.enabled', { status: false });
    expect(await listNames({ status: 'invited', search: 'never' })).toEqual(['never.in']);
    expect((await list(admin, { status: 'invited', search: 'never' })).body.total).toBe(1);
  });

  test('filters by users whose changed e-mail address waits for its confirmation', async () => {
    const pending = (userName: string, confirmed: string | null) =>
      createUser(server, {
        node: store,
        userName,
        firstName: 'Pending',
        rights: [],
        pending_email: 'new@mail.example',
        pending_email_since: '2026-11-01T00:00Z',
        pending_email_by: admin.user.id,
        pending_email_confirmed_date: confirmed,
      });
    await pending('pending.waits', null);
    await pending('pending.confirmed', '2026-11-02T00:00Z');
    await createUser(server, { node: store, userName: 'pending.none', firstName: 'Pending', rights: [] });
    expect(await listNames({ status: 'emailUnconfirmed', search: 'pending' })).toEqual(['pending.waits']);
    expect((await list(admin, { status: 'emailUnconfirmed' })).body.total).toBe(1);
  });

  test('filters by users who have been inactive since a day, without those who are newer than it', async () => {
    const idle = (userName: string, created: string, lastActive: string) =>
      createUser(server, {
        node: store,
        userName,
        firstName: 'Idle',
        rights: [],
        created_date: created,
        last_active: lastActive,
      });
    await idle('idle.before', '2025-01-01T00:00Z', '2026-02-28T23:59:59Z');
    await idle('idle.since', '2025-01-01T00:00Z', '2026-03-01T00:00:00Z');
    await idle('idle.never', '2025-01-01T00:00Z', '-infinity');
    await idle('idle.new', '2026-03-02T00:00Z', '-infinity');
    const query = { inactiveSince: '2026-03-01', search: 'idle' };
    expect(await listNames(query)).toEqual(['idle.before', 'idle.never']);
    expect((await list(admin, query)).body.total).toBe(2);
    expect(await listNames({ ...query, status: 'invited' })).toEqual(['idle.never']);
    const exported = await admin.get(`/user-management/user-export?${String(new URLSearchParams(query))}`);
    expect(exported.body.result.map(({ userName }: Row) => userName).sort()).toEqual(['idle.before', 'idle.never']);
  });

  test('the day since which users have been inactive begins by the clock of the time zone that the filter names', async () => {
    const createIdle = (userName: string, lastActive: string) =>
      createUser(server, {
        node: store,
        userName,
        firstName: 'Zonal',
        rights: [],
        created_date: '2025-01-01T00:00Z',
        last_active: lastActive,
      });
    await createIdle('zonal.before', '2026-02-28T14:59:59Z');
    await createIdle('zonal.since', '2026-02-28T15:00:00Z');
    const query = { inactiveSince: '2026-03-01', search: 'zonal', timeZone: 'Asia/Tokyo' };
    const namesOf = ({ body }: { body: { result: Row[] } }) => body.result.map(({ userName }) => userName);
    const listed = await list(admin, query);
    expect([namesOf(listed), listed.body.total]).toEqual([['zonal.before'], 1]);
    const exported = await admin.get(`/user-management/user-export?${String(new URLSearchParams(query))}`);
    expect(namesOf(exported)).toEqual(['zonal.before']);
    expect((await list(admin, { ...query, timeZone: 'UTC' })).body.total).toBe(2);
    expect((await list(admin, { ...query, timeZone: 'Tokyo' })).body.messageCode).toBe('input.invalid');
  });

  test('refuses a day that does not exist', async () => {
    expect((await list(admin, { inactiveSince: '2026-02-30' })).body.messageCode).toBe('input.invalid');
    expect((await list(admin, { inactiveSince: "2026-02-01' or true --" })).body.messageCode).toBe('input.invalid');
  });

  test('filters by users who are currently locked after failed sign-ins', async () => {
    const locked = await createUser(server, {
      node: store,
      userName: 'locked.out',
      firstName: 'Filtered',
      roleId: clerkRoleId,
    });
    expect(await listNames({ status: 'locked' })).toEqual([]);
    for (let attempt = 0; attempt < 3; attempt += 1) await signIn(server, { ...locked, secret: 'wrong' });
    // locks on unknown user names must not appear in the list
    for (let attempt = 0; attempt < 3; attempt += 1)
      await signIn(server, { ...locked, userName: 'filtered.nobody', secret: 'wrong' });
    expect(await listNames({ status: 'locked' })).toEqual(['locked.out']);
    const { body } = await list(admin, { status: 'locked' });
    expect([body.total, body.result[0].locked]).toEqual([1, true]);
    await server.query(`update failed_attempts set locked_until = clock() where user_id = $1`, [locked.id]);
    expect(await listNames({ status: 'locked' })).toEqual([]);
  });

  test('filters by the level of the user’s node', async () => {
    expect(await listNames({ level: 'COMPANY' })).toEqual(['manager.three']);
    expect(await listNames({ level: 'TRADING_REGION' })).toEqual([]);
    expect(await listNames({ level: 'STORE' })).toContain('clerk.one');
  });

  test('combines all filters with node and search text', async () => {
    const filters = { role: clerkRoleId, status: 'enabled', level: 'STORE', node: store.id };
    expect(await listNames({ ...filters, search: 'filtered clerk.one' })).toEqual(['clerk.one']);
    expect(await listNames({ ...filters, search: 'filtered manager' })).toEqual([]);
    expect(await listNames({ ...filters, node: secondStore.id })).toEqual([]);
  });

  test.for([
    { status: 'asleep' },
    { level: 'SHED' },
    { role: 'clerk' },
    { roleName: 'Clerk' },
    { passwordHash: '$argon2' },
    { secretWord: 'x' },
  ] as Record<string, string>[])('rejects unsupported list filters: %o', async (query) => {
    expect((await list(admin, query)).status).toBe(400);
  });

  test('returns no users for a role of another organisation', async () => {
    const otherOrg = await createOrganisation(server);
    const otherUser = await createUser(server, { node: otherOrg, rights: ['om_dashboard'] });
    expect((await list(admin, { role: otherUser.roleId! })).body).toEqual({ result: [], total: 0 });
  });
});

describe('role choices of the user list', () => {
  const roleNames = async (client: ApiClient) =>
    ((await client.get('/user-management/user-roles')).body.result as { name: string }[]).map(({ name }) => name);

  test('offers the roles assigned within the actor’s area, sorted by name', async () => {
    const withoutGenerated = (names: string[]) => names.filter((name) => !name.startsWith('Role '));
    expect(withoutGenerated(await roleNames(admin))).toEqual(['Clerk', 'Manager']);
    const secondStoreUser = await createClient(
      server,
      await createUser(server, { node: secondStore, rights: ['list_users'] }),
    );
    expect(withoutGenerated(await roleNames(secondStoreUser))).toEqual(['Clerk']);
  });
});

test('needs at most six database statements for a list request with any filter', async () => {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const allFilters = { search: 'filtered', node: store.id, role: clerkRoleId, status: 'locked', level: 'STORE' };
  for (const query of [{}, allFilters, { ...allFilters, page: '1' }]) {
    queries.mockClear();
    expect((await list(admin, query as Record<string, string>)).status).toBe(200);
    // begin is pipelined with opening the session, and commit is not awaited
    const texts = queries.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : (statement as { text: string }).text,
    );
    const awaited = texts.filter((text) => text !== 'begin' && text !== 'commit');
    expect(awaited.length).toBeGreaterThan(1);
    expect(awaited.length).toBeLessThanOrEqual(6);
  }
  queries.mockRestore();
});
