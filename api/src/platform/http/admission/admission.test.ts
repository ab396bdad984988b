import { once } from 'node:events';
import http from 'node:http';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type ApiClient,
  createClient,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../../../test/builders.ts';
import { insertTaskRun } from '../../../../test/bulk.ts';
import type { TestResponse } from '../../../../test/response.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { userBulkUrl } from '../../../../test/user-bulk.ts';
import { minConnections } from './lanes.ts';

// two slots for short requests: one that a single organisation may use, and one for the others
const databaseConnections = minConnections;
const metricsToken = 'a-token-of-the-tests-0123456789';
const patient = await startTestServer({ databaseConnections, metricsToken });
const impatient = await startTestServer({
  databaseUrl: patient.ownerUrl,
  databaseConnections,
  queueSeconds: 1,
  heavyQueueSeconds: 1,
  eventStreamsByUser: 1,
  eventStreamsByOrganisation: 2,
});
const list = '/user-management/users?search=a';
const exported = '/user-management/user-export';

const owner = new pg.Client({ connectionString: patient.ownerUrl });
let organisations: TestNode[];
beforeAll(async () => {
  await owner.connect();
  organisations = [];
  for (const slug of ['acorn', 'beech', 'cedar']) organisations.push(await createOrganisation(patient, { slug }));
});
afterEach(() => owner.query('rollback'));
afterAll(() => owner.end());

const clientOf = async (server: TestServer, index: number) =>
  createClient(server, await createUser(patient, { node: organisations[index]! }));
const clientsOf = (server: TestServer) => Promise.all([0, 1, 2].map((index) => clientOf(server, index)));

/** Blocks everything that reads or writes the table until `rollback`. */
const block = (table: 'users' | 'audit' | 'domains') =>
  owner.query(`begin; lock table ${table} in access exclusive mode`);
/** Until so many requests wait for the table; workers, which claim their work, may wait for it too. */
const untilBlocked = (table: string, count: number) =>
  vi.waitFor(async () => {
    // not by the connection of `owner`, whose transaction sees the activity of its first look
    const waiting = await patient.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and l.relation = $1::regclass and a.query !~ 'claim_'`,
      [table],
    );
    expect(waiting).toHaveLength(count);
  });

/** Until so many short requests wait for their turn. */
const untilWaiting = (count: number) =>
  vi.waitFor(async () => {
    const { text } = await patient.request({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
    expect(text).toContain(`storeward_admitted_transactions{lane="request",state="waiting"} ${count}\n`);
  });

/** Sends requests at once; `responded` collects the names of the senders in the order of the responses. */
const sendAll = (clients: readonly [name: string, client: ApiClient][], url: string, responded: string[] = []) =>
  clients.map(async ([name, client]) => {
    const { status } = await client.get(url);
    responded.push(name);
    return status;
  });
/**
 * Whether the second of these was served before the flood, which was sent first. Those behind it may be late: a request that
 * happens to take long is charged to its sender.
 */
const servedWithin = (responded: readonly string[], name: string, flood: string) =>
  responded.indexOf(name, responded.indexOf(name) + 1) < responded.lastIndexOf(flood) - 4;
const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item);

describe('requests that wait for the database', () => {
  test('of an organisation that sends many do not delay those of another: organisations take turns', async () => {
    const [acorn, beech] = await clientsOf(patient);
    const responded: string[] = [];
    await block('users');
    const flood = sendAll(times(40, ['acorn', acorn!]), list, responded);
    await untilBlocked('users', 1);
    const others = sendAll(times(6, ['beech', beech!]), list, responded);
    await untilBlocked('users', 2);
    await untilWaiting(44);
    await owner.query('rollback');
    expect(new Set(await Promise.all([...flood, ...others]))).toEqual(new Set([200]));
    expect(servedWithin(responded, 'beech', 'acorn')).toBe(true);
  });

  test('of one user do not delay those of a colleague, nor those of one session the other sessions of its user', async () => {
    const [acorn, colleague] = [await clientOf(patient, 0), await clientOf(patient, 0)];
    const otherSession = await createClient(patient, acorn.user);
    const responded: string[] = [];
    await block('users');
    const flood = sendAll(times(40, ['flood', acorn]), list, responded);
    await untilBlocked('users', 1);
    const others = sendAll(
      [
        ...times(4, ['colleague', colleague] as [string, ApiClient]),
        ...times(4, ['session', otherSession] as [string, ApiClient]),
      ],
      list,
      responded,
    );
    await untilWaiting(47);
    await owner.query('rollback');
    await Promise.all([...flood, ...others]);
    for (const name of ['colleague', 'session']) expect(servedWithin(responded, name, 'flood')).toBe(true);
  });

  test('for exports do not delay short requests of the same user, and an export of another organisation begins', async () => {
    const [acorn, beech] = await clientsOf(patient);
    await block('audit'); // exports are audited
    const flood = sendAll(times(10, ['acorn', acorn!]), exported);
    await untilBlocked('audit', 2);
    for (const url of [list, '/health/ready']) expect((await acorn!.get(url)).status).toBe(200);
    const other = sendAll([['beech', beech!]], exported);
    await untilBlocked('audit', 3);
    await owner.query('rollback');
    expect(await Promise.all([...flood, ...other])).toEqual(times(11, 200));
  });

  test('of a visitor do not delay those with a session, nor those of another address', async () => {
    const [acorn] = await clientsOf(patient);
    await block('domains');
    const visit = (from: string) =>
      patient.request({ url: '/node-management/domain', host: organisations[0]!.host, from });
    const visits = times(5, '192.0.2.1').map(visit);
    await untilBlocked('domains', 1);
    const other = visit('192.0.2.2');
    await untilBlocked('domains', 2);
    expect((await acorn!.get(list)).status).toBe(200);
    await owner.query('rollback');
    expect((await Promise.all([...visits, other])).map(({ status }) => status)).toEqual(times(6, 200));
  });

  test('are never refused as long as their turn comes in time', async () => {
    const [acorn] = await clientsOf(patient);
    expect(await Promise.all(sendAll(times(100, ['acorn', acorn!]), list))).toEqual(times(100, 200));
  });

  test('too long are refused with Retry-After, by name: for the own requests of the user, or for those of others', async () => {
    const [acorn, beech, cedar] = await clientsOf(impatient);
    await block('users');
    const running = sendAll([['acorn', acorn!]], list);
    await untilBlocked('users', 1);
    running.push(...sendAll([['beech', beech!]], list));
    await untilBlocked('users', 2);
    const refused = await Promise.all([acorn!.get(list), beech!.get(list), cedar!.get(list)]);
    expect(
      refused.map(({ status, body, headers }) => [status, body.messageCode, Number(headers['retry-after']) > 0]),
    ).toEqual([
      [429, 'request.tooMany', true],
      [429, 'request.tooMany', true],
      [503, 'service.busy', true],
    ]);
    await owner.query('rollback');
    expect(await Promise.all(running)).toEqual([200, 200]);
    expect((await cedar!.get(list)).status).toBe(200);
  });

  test('are not sent to the database if their client has left meanwhile', async () => {
    const [acorn] = await clientsOf(patient);
    await patient.app.listen({ port: 0 });
    const { port } = patient.app.server.address() as { port: number };
    await block('users');
    const running = acorn!.get(list);
    await untilBlocked('users', 1);
    const arrival = once(patient.app.server, 'request') as Promise<[http.IncomingMessage, http.ServerResponse]>;
    const headers = { authorization: `Bearer ${acorn!.token}`, host: acorn!.host };
    const abandoned = http.get({ port, path: '/audit', headers }).on('error', () => undefined);
    const [, response] = await arrival;
    const next = acorn!.get(list);
    const left = once(response, 'close');
    abandoned.destroy();
    await left;
    // the next request waits behind the abandoned one, which would not end while this table is locked
    await owner.query('rollback; begin; lock table audit in access exclusive mode');
    expect([(await running).status, (await next).status]).toEqual([200, 200]);
  });
});

test('event streams are limited for a session, a user and an organisation, and one that has ended counts no more', async () => {
  const server = await startTestServer({
    eventStreamsBySession: 1,
    eventStreamsByUser: 2,
    eventStreamsByOrganisation: 3,
  });
  const organisation = await createOrganisation(server);
  const [ada, ben, cora] = [
    await createClient(server, await createUser(server, { node: organisation })),
    await createClient(server, await createUser(server, { node: organisation })),
    await createClient(server, await createUser(server, { node: organisation })),
  ];
  const task = { kind: 'userChanges', columns: ['userName', 'name'], task: { action: 'enable' } };
  const { id } = await insertTaskRun(server, ada.user, 'running', task);
  const follow = (client: ApiClient) => client.get(`${userBulkUrl}/${id}`, { accept: 'text/event-stream' });
  const refused = (response: TestResponse) => [
    response.status,
    response.body?.messageCode,
    Number(response.headers['retry-after']) > 0,
  ];
  const tooMany = [429, 'stream.tooMany', true];
  const others = [await createClient(server, ada.user), await createClient(server, ada.user)];
  // of two streams one stays open, whichever is the first, and the other is refused
  const followed: Promise<TestResponse>[] = [];
  for (const [one, other] of [
    [ada, ada],
    [others[0]!, others[1]!],
    [ben, cora],
  ] as const) {
    const both = [follow(one), follow(other)];
    expect(refused(await Promise.race(both))).toEqual(tooMany);
    followed.push(...both);
  }
  await server.query(`update import_runs set state = 'done' where id = $1`, [id]);
  const statuses = (await Promise.all(followed)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429]);
  expect((await follow(cora)).status).toBe(200);
});
