import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  allAccessRights,
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestNode,
  type TestUser,
} from './builders.ts';
import { importsAt, toCsv } from './imports.ts';
import { userFields } from './input-fields.ts';
import { startTestServer } from './server.ts';
import { runBulkChange, waitForBulkRun, userBulkUrl } from './user-bulk.ts';

const server = await startTestServer();
const otherServer = await startTestServer({ databaseUrl: server.ownerUrl });
const { runToEnd, uploadAndCheck } = importsAt('/user-management/users/import');
const rights = allAccessRights.filter((right) => right !== 'delete_role');
let store: TestNode;
let manager: ApiClient;
let clerkRoleId: string;

beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const org = await createOrganisation(server, { slug: 'locks' });
  store = await createNode(server, { parent: org, nodeType: 'STORE' });
  clerkRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], level: 'STORE' });
  manager = await createClient(server, await createUser(server, { node: org, rights }));
});

const createClerk = (overrides = {}): Promise<TestUser> =>
  createUser(server, { node: store, roleId: clerkRoleId, ...overrides });

test('one user who may not be changed does not keep the others of a set from being changed', async () => {
  const [first, last] = [await createClerk(), await createClerk()];
  const ids = [
    first.id,
    (await createUser(server, { node: store, rights: allAccessRights })).id,
    manager.user.id,
    last.id,
  ];
  const run = await runBulkChange(manager, { action: 'disable', ids });
  expect(run).toMatchObject({ state: 'done', updated: 2, wrong: 2 });
  const states = await server.query('select status from users where id = any($1)', [[first.id, last.id]]);
  expect(states).toEqual([{ status: false }, { status: false }]);
});

describe('locks of a set', () => {
  /** Locks the row of a user in a transaction of its own. */
  async function holdRow(userId: string) {
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query('begin');
    await owner.query('select from users where id = $1 for update', [userId]);
    return {
      /** Resolves once this many transactions wait for rows of users. */
      waitedFor: (transactions: number) =>
        vi.waitUntil(async () => {
          const [row] = await server.query<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%from users u%for update%'`,
          );
          return row!.count >= transactions;
        }),
      async release() {
        await owner.query('commit');
        await owner.end();
      },
    };
  }

  test('are taken in the order of the ids, whatever the order of the set', async () => {
    const clerks = [await createClerk(), await createClerk(), await createClerk()].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    const [first, middle, last] = clerks.map(({ id }) => id) as [string, string, string];
    const held = await holdRow(middle);
    const { body } = await manager.post(userBulkUrl, { action: 'disable', ids: [last, middle, first] });
    await held.waitedFor(1);
    const free = await server.query('select id from users where id = any($1) for update skip locked', [
      [first, middle, last],
    ]);
    await held.release();
    expect(free).toEqual([{ id: last }]);
    const run = await waitForBulkRun(manager, body.result.id);
    expect(run).toMatchObject({ state: 'done', updated: 3 });
  });

  test('do not deadlock for two files with the same users in opposite orders that run at once', async () => {
    await otherServer.app.listen({ host: '127.0.0.1', port: 0 });
    const clerks: TestUser[] = [];
    for (let index = 0; index < 12; index += 1) clerks.push(await createClerk());
    const rows = clerks.map(({ userName }) => ({ userName, lastName: 'Renamed' }));
    const runs = [await uploadAndCheck(manager, toCsv(rows)), await uploadAndCheck(manager, toCsv(rows.toReversed()))];
    const held = await holdRow(clerks.map(({ id }) => id).toSorted()[6]!);
    const ends = Promise.all(runs.map((run) => runToEnd(manager, run)));
    await held.waitedFor(2);
    await held.release();
    const [one, other] = await ends;
    // the second one finds every user renamed already
    expect([one!.state, other!.state, one!.updated + other!.updated, one!.unchanged + other!.unchanged]).toEqual([
      'done',
      'done',
      12,
      12,
    ]);
    expect(server.logOutput() + otherServer.logOutput()).not.toContain('import step failed');
  });
});

describe('the lock of the tree', () => {
  /** Locks the tree as a move does, in a connection of its own. */
  async function holdTree({ orgId }: TestNode) {
    const mover = new pg.Client({ connectionString: server.ownerUrl });
    await mover.connect();
    await mover.query('begin');
    await mover.query('select pg_advisory_xact_lock(hashtextextended($1::text, 12))', [orgId]);
    return {
      /** Resolves once a transaction waits for the tree. */
      waitedFor: () =>
        vi.waitUntil(async () => {
          const waiting = await server.query(
            `select from pg_locks l join pg_stat_activity a using (pid)
              where l.locktype = 'advisory' and not l.granted and a.datname = current_database()`,
          );
          return waiting.length > 0;
        }),
      /** Writes the path of a user, as a move of the user's location does; fails if the row of the user is locked. */
      writeUser: (id: string) =>
        mover.query(`with user_row as (select id from users where id = $1 for update nowait) select id from user_row`, [
          id,
        ]),
      async release() {
        await mover.query('commit');
        await mover.end();
      },
    };
  }

  test.for(['a form that changes the role', 'a change of the end', 'a further role'] as const)(
    'is taken before the user by %s, so that a move of the location meanwhile does not deadlock',
    async (kind) => {
      const clerk = await createClerk();
      const otherRoleId = await createRole(server, { organisation: store, rights: ['om_dashboard'] });
      const url = `/user-management/users/${clerk.id}`;
      const tree = await holdTree(store);
      const change = {
        'a form that changes the role': () =>
          manager.put(url, { ...userFields(clerk), phoneNumber: '', userRole: [{ id: otherRoleId }] }),
        'a change of the end': () =>
          manager.put(`${url}/assignments/${clerk.assignmentId}/until`, { until: '2099-01-01T00:00:00Z' }),
        'a further role': () => manager.post(`${url}/assignments`, { roleId: otherRoleId, nodeId: store.id }),
      }[kind]();
      await tree.waitedFor();
      expect((await tree.writeUser(clerk.id)).rowCount).toBe(1);
      await tree.release();
      expect((await change).status).toBe(200);
    },
  );

  test('is not waited for by a form that leaves node and role as they are', async () => {
    const clerk = await createClerk();
    const tree = await holdTree(store);
    const body = { ...userFields(clerk), phoneNumber: '', rootNodeId: store.id, userRole: [{ id: clerkRoleId }] };
    expect((await manager.put(`/user-management/users/${clerk.id}`, body)).status).toBe(200);
    await tree.release();
  });
});
