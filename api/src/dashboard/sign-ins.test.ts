import { beforeEach, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  platformNode,
  signIn,
  type TestNode,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
const daysUrl = '/user-management/dashboard/login-counts';
const resultOf = async (client: ApiClient, url: string) => (await client.get(url)).body.result;
const sum = (rows: readonly { count: number; before: number }[], key: 'count' | 'before') =>
  rows.reduce((total, row) => total + row[key], 0);

let org: TestNode;
let store: TestNode;
let admin: ApiClient;
beforeEach(async () => {
  org = await createOrganisation(server);
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  store = await createNode(server, { parent: company, nodeType: 'STORE' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

/** The value of an SQL expression, as text. */
const valueOf = async (expression: string) =>
  (await server.query<{ value: string }>(`select (${expression})::text as value`))[0]!.value;

/** Counts of sign-ins at a time, as if a user of the store had signed in then. */
const signedInAt = (time: string, count: number) =>
  server.query(
    `insert into node_counts (org_id, label, kind, hour, count)
     select $1, label, 'signIn', date_trunc('hour', $3::timestamptz, 'UTC'), $4 from unnest(string_to_array(rtrim($2, '.'), '.')) label
         on conflict (label, org_id, kind, hour) do update set count = node_counts.count + excluded.count`,
    [org.id, store.tpath, time, count],
  );

test('each sign-in counts on its day for everybody above the user, and a refused one does not', async () => {
  const clerk = await createUser(server, { node: store });
  const manager = await createClient(server, clerk);
  await signIn(server, { ...clerk, secret: 'wrong' });
  const today = await valueOf(`(clock() at time zone 'UTC')::date`);
  const days = await resultOf(admin, daysUrl);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ date: today, count: 2, before: 0 });
  expect((await resultOf(manager, daysUrl)).at(-1).count).toBe(1);
  await server.query('select fold_node_counts(1000)');
  expect((await resultOf(admin, daysUrl)).at(-1).count).toBe(2);
  expect((await resultOf(admin, '/transaction-management-common/dashboard/user-statistics')).signIns).toBe(2);
});

test('a period is compared day by day with the one before', async () => {
  const earlier = await valueOf(`clock() - interval '7 days'`);
  await signedInAt(earlier, 5);
  const week = await resultOf(admin, `${daysUrl}?days=7`);
  expect(week).toHaveLength(7);
  expect(week.at(-1)).toMatchObject({ count: 1, before: 5 });
  expect([sum(week, 'count'), sum(week, 'before')]).toEqual([1, 5]);
  const fortnight = await resultOf(admin, `${daysUrl}?days=14`);
  expect([sum(fortnight, 'count'), sum(fortnight, 'before')]).toEqual([6, 0]);
});

test('days and hours are those of the time zone of the request', async () => {
  const date = await valueOf(`(clock() at time zone 'UTC')::date - 2`);
  await signedInAt(`${date}T23:00:00Z`, 4);
  const dayOf = async (timeZone: string) =>
    (await resultOf(admin, `${daysUrl}?days=10&timeZone=${timeZone}`)).find((day: { count: number }) => day.count === 4)
      .date;
  const next = await valueOf(`'${date}'::date + 1`);
  expect(await dayOf('UTC')).toBe(date);
  expect(await dayOf('Asia/Tokyo')).toBe(next);
  const hours = async (timeZone: string) =>
    (await resultOf(admin, `/user-management/dashboard/login-hours?days=10&timeZone=${timeZone}`)) as {
      hour: number;
      count: number;
    }[];
  expect((await hours('UTC'))[23]).toMatchObject({ hour: 23, count: expect.any(Number) });
  expect((await hours('UTC'))[23]!.count).toBeGreaterThanOrEqual(4);
  expect((await hours('Asia/Tokyo'))[8]!.count).toBeGreaterThanOrEqual(4);
  expect((await admin.get(`${daysUrl}?timeZone=Mars/Olympus`)).status).toBe(400);
  expect((await admin.get(`${daysUrl}?days=91`)).status).toBe(400);
});

test('counts of sign-ins older than any dashboard shows are deleted', async () => {
  await signedInAt('2020-01-01T00:00:00Z', 3);
  await server.query('select delete_expired_node_counts()');
  const kept = await server.query(`select 1 from node_counts where org_id = $1 and hour = '2020-01-01T00:00:00Z'`, [
    org.id,
  ]);
  expect(kept).toEqual([]);
});

test('the platform sees which organisations sign in most, and nobody else does', async () => {
  const now = await valueOf('clock()');
  await signedInAt(now, 1000);
  const global = await createClient(server, await createUser(server, { node: platformNode }));
  const url = '/node-management/dashboard/organisations?days=7';
  expect((await resultOf(global, url))[0]).toEqual({ id: org.id, name: org.name, count: 1001, before: 0 });
  expect(await resultOf(admin, url)).toEqual([]);
  expect(sum(await resultOf(global, daysUrl), 'count')).toBeGreaterThan(1000);
});
