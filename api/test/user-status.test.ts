import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  signIn,
} from './builders.ts';
import { queuedMails } from './mails.ts';
import { startTestServer } from './server.ts';
import { rateLimits, type RateLimitSettings } from '../src/rate-limits/queries.ts';
import { openDatabase } from '../src/platform/database/db.ts';
import type { Portal, Scope } from '../src/platform/actor.ts';

const server = await startTestServer();
const limits: RateLimitSettings = {
  lockAfter: 3,
  lockMinutes: 30,
  blockAfter: 6,
  maxPerAddress: 10_000,
  windowMinutes: 15,
};

let org: TestNode;
let company: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn', name: 'Acorn' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  store = await createNode(server, { parent: company, nodeType: 'STORE' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

const url = (user: { id: string }) => `/user-management/users/${user.id}`;
const setStatus = (client: ApiClient, user: { id: string }, status: unknown, headers: Record<string, string> = {}) =>
  client.put(`${url(user)}/status`, { status }, headers);
const createTestUser = (overrides: Record<string, unknown> = {}) =>
  createUser(server, { node: store, rights: ['list_users'], ...overrides });
const readRow = async ({ id }: TestUser) => (await server.query('select * from users where id = $1', [id]))[0]!;
const listEvents = async ({ id }: TestUser) =>
  server.query(
    `select action, before, after, actor_id, tpath from audit where entity_id = $1 and action like 'user.%' order by at, id`,
    [id],
  );

describe('disabling a user', () => {
  test('ends all sessions of a disabled user for good and refuses sign-in', async () => {
    const user = await createTestUser();
    const [firstDevice, secondDevice] = [await createClient(server, user), await createClient(server, user)];
    const { status, body, headers } = await setStatus(admin, user, false);
    expect([status, headers['etag']]).toEqual([200, '"2"']);
    expect(body.result).toMatchObject({
      id: user.id,
      status: false,
      locked: false,
      version: 2,
      updatedBy: admin.user.id,
    });
    for (const device of [firstDevice, secondDevice]) expect((await device.get(url(user))).status).toBe(401);
    expect((await signIn(server, user)).body.message).toMatch(
      /Message:You are not allowed to logged in, please contact system admin$/,
    );
    await setStatus(admin, user, true);
    for (const device of [firstDevice, secondDevice]) expect((await device.get(url(user))).status).toBe(401);
    expect((await signIn(server, user)).status).toBe(200);
  });

  test('keeps the sessions of other users when one is disabled', async () => {
    const [user, otherUser] = [await createTestUser(), await createClient(server, await createTestUser())];
    await setStatus(admin, user, false);
    expect((await otherUser.get(url(otherUser.user))).status).toBe(200);
  });

  test('audits status changes with author and node, and only real changes', async () => {
    const user = await createTestUser();
    for (const status of [false, false, true, true]) expect((await setStatus(admin, user, status)).status).toBe(200);
    const by = { actor_id: admin.user.id, tpath: store.tpath };
    expect(await listEvents(user)).toEqual([
      { action: 'user.disabled', before: { status: true }, after: { status: false }, ...by },
      { action: 'user.enabled', before: { status: false }, after: { status: true }, ...by },
    ]);
    expect((await readRow(user))['version']).toBe(3);
  });

  test('shows the disabled status in the user list', async () => {
    const user = await createTestUser({ userName: 'shown.in.list' });
    await setStatus(admin, user, false);
    const { body } = await admin.get('/user-management/users?search=shown.in.list');
    expect(body.result).toMatchObject([{ status: false, locked: false, can: { enable: true } }]);
  });

  test('applies a status change once per idempotency key', async () => {
    const user = await createTestUser();
    const headers = { 'idempotency-key': 'the-very-same-key' };
    const first = await setStatus(admin, user, false, headers);
    await setStatus(admin, user, true);
    const repeated = await setStatus(admin, user, false, headers);
    expect([repeated.status, repeated.text, repeated.headers['idempotency-replayed']]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect((await readRow(user))['status']).toBe(true);
    expect((await setStatus(admin, user, true, headers)).status).toBe(422);
  });

  test('returns 412 for a status change from a stale version', async () => {
    const user = await createTestUser();
    expect((await setStatus(admin, user, false, { 'if-match': '"1"' })).status).toBe(200);
    const stale = await setStatus(admin, user, true, { 'if-match': '"1"' });
    expect([stale.status, stale.body.messageCode, stale.body.current.status]).toEqual([412, 'record.stale', false]);
    expect((await readRow(user))['status']).toBe(false);
  });

  test('stores one change for eight concurrent requests', async () => {
    const user = await createTestUser();
    const responses = await Promise.all(Array.from({ length: 8 }, () => setStatus(admin, user, false)));
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect([(await readRow(user))['version'], (await listEvents(user)).length]).toEqual([2, 1]);
  });

  test.for([undefined, null, 'false', 0, {}])('rejects a status that is not a boolean: %o', async (status) => {
    const user = await createTestUser();
    const response = await setStatus(admin, user, status);
    expect([response.status, response.body.messageCode]).toEqual([400, 'input.invalid']);
    expect((await readRow(user))['status']).toBe(true);
  });
});

describe('enabling a user without a password', () => {
  test('mails an invitation to a user enabled without a password', async () => {
    const user = await createTestUser({ status: false, password_hash: null, manual_password: false });
    await admin.put(`${url(user)}/status`, { status: true });
    expect((await queuedMails(server, user)).map(({ kind }) => kind)).toEqual(['invitation']);
  });
});

describe('refused status changes', () => {
  test('refuses changes to the actor’s own status', async () => {
    for (const status of [false, true]) {
      const response = await setStatus(admin, admin.user, status);
      expect([response.status, response.body.messageCode]).toEqual([409, 'user.self']);
    }
    expect((await admin.get(url(admin.user))).body.result).toMatchObject({ status: true, can: { enable: false } });
  });

  test('refuses status changes of users with more rights, at this node or another', async () => {
    const manager = await createClient(
      server,
      await createUser(server, { node: company, rights: ['enabled_user', 'list_users'] }),
    );
    const stronger = await createTestUser({ rights: ['list_users', 'create_user'] });
    const withAdditionalRole = await createTestUser({ rights: [] });
    const roleId = await createRole(server, { organisation: org, rights: ['list_users'] });
    await createAssignment(server, { userId: withAdditionalRole.id, roleId, node: org, position: 5 });
    for (const user of [stronger, withAdditionalRole]) {
      const response = await setStatus(manager, user, false);
      expect([response.status, response.body.messageCode]).toEqual([409, 'user.beyondYourOwn']);
      expect((await readRow(user))['status']).toBe(true);
    }
    expect((await setStatus(manager, await createTestUser(), false)).status).toBe(200);
  });

  test('returns the same 404 for users outside the actor’s area as for unknown users', async () => {
    const manager = await createClient(server, await createUser(server, { node: store }));
    const unknown = await setStatus(manager, { id: store.id }, false);
    for (const user of [
      await createUser(server, { node: company }),
      await createUser(server, { node: await createOrganisation(server) }),
    ]) {
      const response = await setStatus(manager, user, false);
      expect([response.status, response.text]).toEqual([404, unknown.text]);
    }
  });
});

describe('a locked user', () => {
  // the production rate limiter with lower limits
  const limiter = rateLimits(server.secretKey, limits);
  const database = openDatabase({ connectionString: server.appUrl });
  afterAll(() => database.close());
  const inPortalTransaction = async <T>(
    work: (db: Parameters<typeof limiter.reset>[0], scope: Scope) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (db) => {
      const { portal } = (await db.first(sql<{ portal: string }>`select open_portal(${org.host}) as portal`))!;
      const { orgId } = JSON.parse(portal) as Portal;
      return work(db, { orgId } as Scope);
    });
  const recordFailures = async ({ userName }: TestUser, count: number) => {
    for (let index = 0; index < count; index += 1)
      await inPortalTransaction((db, scope) =>
        limiter.recordAttempt(db, scope, 'exempt', { userName, domainName: 'acorn.example' }, false),
      );
  };

  test('shows a lock and its end time in the list and in the record', async () => {
    const user = await createTestUser({ userName: 'Łócked.Person' });
    await recordFailures(user, 2);
    expect((await admin.get(url(user))).body.result).toMatchObject({ locked: false, lockedUntil: null });
    await recordFailures(user, 1);
    const { body } = await admin.get(url(user));
    expect(body.result).toMatchObject({ status: true, locked: true, lockedUntil: expect.stringMatching(/^20.*Z$/) });
    const minutes = (Date.parse(body.result.lockedUntil) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThan(31);
    const list = await admin.get('/user-management/users?size=100');
    const locked = list.body.result.filter((row: { locked: boolean }) => row.locked);
    expect(locked).toMatchObject([{ id: user.id, lockedUntil: body.result.lockedUntil }]);
  });

  test('reports no lock after its end time', async () => {
    const user = await createTestUser();
    await recordFailures(user, 3);
    await server.advanceClock('31 minutes');
    const laterClient = await createClient(server, admin.user);
    expect((await laterClient.get(url(user))).body.result).toMatchObject({ locked: false, lockedUntil: null });
    await server.advanceClock('0');
  });

  test('unlocks a user by enabling, audits it and keeps the version', async () => {
    const user = await createTestUser();
    await recordFailures(user, 3);
    const { status, body } = await setStatus(admin, user, true);
    expect([status, body.result.locked, body.result.lockedUntil, body.result.version]).toEqual([200, false, null, 1]);
    expect(await listEvents(user)).toMatchObject([
      { action: 'user.unlocked', before: { locked: true }, after: { locked: false }, actor_id: admin.user.id },
    ]);
    // the counter was reset, so two failures do not lock again
    await recordFailures(user, 2);
    expect((await admin.get(url(user))).body.result.locked).toBe(false);
  });

  test('reports a permanent lock without an end time and unlocks it by enabling', async () => {
    const user = await createTestUser();
    for (let round = 0; round < 2; round += 1) {
      await recordFailures(user, 3);
      await server.query(`update failed_attempts set locked_until = null where locked_until < 'infinity'`);
    }
    expect((await admin.get(url(user))).body.result).toMatchObject({ locked: true, lockedUntil: null });
    await setStatus(admin, user, false);
    expect((await admin.get(url(user))).body.result).toMatchObject({ status: false, locked: true });
    expect((await setStatus(admin, user, true)).body.result).toMatchObject({ status: true, locked: false });
  });

  test('finds a lock among more locks than are read in one batch', async () => {
    const user = await createTestUser();
    await recordFailures(user, 3);
    await server.query(
      `insert into failed_attempts (org_id, subject, last_failure, locked_until)
       select $1, sha256(number::text::bytea), now(), now() + interval '1 hour' from generate_series(1, 1500) number`,
      [org.id],
    );
    expect((await admin.get(url(user))).body.result.locked).toBe(true);
    const { body } = await admin.get(`/user-management/users?search=${user.userName}`);
    expect(body.result).toMatchObject([{ locked: true }]);
  });

  test('ignores a lock on the same user name at another organisation', async () => {
    const namesake = await createTestUser();
    const otherOrg = await createOrganisation(server);
    const otherUser = await createUser(server, { node: otherOrg, userName: namesake.userName });
    await recordFailures(namesake, 3);
    const otherClient = await createClient(server, await createUser(server, { node: otherOrg }));
    expect((await otherClient.get(url(otherUser))).body.result.locked).toBe(false);
  });
});
