import { isAllowedDuringImpersonation } from '@storeward/contract/endpoint';
import { impersonationHeader } from '@storeward/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/db.ts';
import { openSession } from '../src/sessions/opening-queries.ts';
import { sessionIdOf } from './browser.ts';
import {
  createOrganisation,
  createUser,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
} from './builders.ts';
import { type NamedEndpoint, platformEndpoints, protectedEndpoints, preparedRequest } from './endpoints.ts';
import { startImpersonation, impersonationUrl, impersonate, statusAndCode } from './impersonation.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer();
let acorn: TestNode;
let colleague: TestUser;

/** Connects as the application's database role. */
const database = openDatabase({ connectionString: testServer.appUrl });
afterAll(() => database.close());

beforeAll(async () => {
  acorn = await createOrganisation(testServer, { slug: 'acorn' });
  colleague = await createUser(testServer, { node: acorn, rights: [] });
});

const userUrl = ({ id }: TestUser) => `/user-management/users/${id}`;

describe('during an impersonation', () => {
  const changes = protectedEndpoints.filter(
    ({ endpoint }) => !isAllowedDuringImpersonation(endpoint) && endpoint.method !== 'GET',
  );
  const reads = protectedEndpoints.filter(
    ({ endpoint }) =>
      isAllowedDuringImpersonation(endpoint) && endpoint.duringImpersonation !== 'asSelf' && !endpoint.streamUntil,
  );

  test('the allowed changes and denied reads are exactly those listed', () => {
    const allowedWrites = protectedEndpoints.filter(
      ({ endpoint }) => endpoint.method !== 'GET' && isAllowedDuringImpersonation(endpoint),
    );
    expect(allowedWrites.map(({ name }) => name).toSorted()).toEqual([
      'bulkOverrides.preview',
      'openSessions.activity',
      'productBulk.preview',
      'products.statusesBySku',
      'products.uses',
      'reference.qrCode',
      'seeings.stop',
      'sessions.logout',
      'sessions.logoutAgain',
      'settings.areaImpact',
      'settings.clashes',
      'settings.impact',
      'userBulk.preview',
    ]);
    const deniedReads = protectedEndpoints.filter(
      ({ endpoint }) => endpoint.method === 'GET' && !isAllowedDuringImpersonation(endpoint),
    );
    expect(deniedReads.map(({ name }) => name).toSorted()).toEqual([
      'files.sign',
      'openSessions.mine',
      'openSessions.signIns',
    ]);
    expect(changes.length).toBeGreaterThan(60);
  });

  /** An administrator who impersonates another one of the same node. */
  async function startAmongPeers(node: TestNode) {
    const [viewer, user] = [await createUser(testServer, { node }), await createUser(testServer, { node })];
    const client = await createClient(testServer, viewer);
    return { client, user, header: await impersonate(client, user) };
  }

  /** Like `startAmongPeers`, with a valid request to an endpoint. */
  async function prepareRequest(target: NamedEndpoint) {
    const { client, user, header } = await startAmongPeers(
      platformEndpoints.includes(target.name) ? platformNode : acorn,
    );
    const { headers, ...sample } = await preparedRequest(testServer, target, colleague, { ...client, user });
    const request = (impersonationHeaders: Record<string, string>) =>
      testServer.request({
        ...sample,
        host: client.host,
        token: client.token,
        headers: { ...headers, ...impersonationHeaders },
      });
    return { request, as: header };
  }

  test.for(changes)('the endpoint $name is denied with session.readOnly and has no effect', async (target) => {
    const { request, as: header } = await prepareRequest(target);
    const entriesBefore = await testServer.query('select count(*)::int as n from audit');
    for (const headers of [header, {}])
      expect(statusAndCode(await request(headers))).toEqual([409, 'session.readOnly']);
    expect(await testServer.query('select count(*)::int as n from audit')).toEqual(entriesBefore);
  });

  test.for(reads)('the endpoint $name succeeds in a read-only transaction', async (target) => {
    const { request, as: header } = await prepareRequest(target);
    expect((await request(header)).status).toBe(200);
  });

  test('a transaction of the session cannot write', async () => {
    const { client } = await startAmongPeers(acorn);
    const params = {
      sessionId: sessionIdOf(client.token),
      ends: new Date(Date.now() + 3_600_000).toISOString(),
      host: acorn.host,
      requestHost: acorn.host,
      target: null,
      orgId: null,
      knownStamp: null,
      apiKey: null,
      idleSeconds: null,
      idle: { defaultSeconds: 2400, maxSeconds: null, graceSeconds: 360 },
      asSelf: false,
    };
    const attempt = database.transaction(async (db) => {
      expect(await openSession(db, params)).toBeDefined();
      await db.run(sql`update users set first_name = 'Mallory' where org_id = ${acorn.id}`);
    });
    await expect(attempt).rejects.toThrow(/read-only transaction/);
  });

  test('a request whose impersonation header does not match the session returns 409', async () => {
    const { client, user, header } = await startAmongPeers(acorn);
    const otherHeader = { [impersonationHeader]: '01900000-0000-7000-8000-0000000000ff' };
    for (const headers of [{}, otherHeader])
      expect(statusAndCode(await client.get(userUrl(user), headers))).toEqual([409, 'session.otherEyes']);
    expect((await client.get(userUrl(user), header)).status).toBe(200);
    expect((await client.delete(impersonationUrl)).status).toBe(200);
    for (const headers of [header, otherHeader]) {
      expect(statusAndCode(await client.get(userUrl(user), headers))).toEqual([409, 'session.otherEyes']);
      expect(statusAndCode(await client.put(`${userUrl(user)}/status`, { status: false }, headers))).toEqual([
        409,
        'session.otherEyes',
      ]);
    }
    expect((await client.get(userUrl(user))).status).toBe(200);
  });

  test('a second impersonation cannot be started, not even concurrently', async () => {
    const admin = await createClient(testServer, await createUser(testServer, { node: acorn }));
    const [ann, bob] = [await createUser(testServer, { node: acorn }), await createUser(testServer, { node: acorn })];
    const responses = await Promise.all([startImpersonation(admin, ann), startImpersonation(admin, bob)]);
    expect(responses.map(statusAndCode).toSorted(([one], [other]) => one - other)).toEqual([
      [200, undefined],
      [409, 'session.readOnly'],
    ]);
    expect(statusAndCode(await startImpersonation(admin, bob))).toEqual([409, 'session.readOnly']);
  });

  test('an event stream delivers what the impersonated user may read until the impersonation ends', async () => {
    const { client, user, header } = await startAmongPeers(acorn);
    const { url } = await preparedRequest(
      testServer,
      protectedEndpoints.find(({ name }) => name === 'userBulk.get')!,
      user,
      client,
    );
    const stream = await client.get(url, { ...header, accept: 'text/event-stream' });
    expect([stream.status, stream.text.startsWith('data: ')]).toEqual([200, true]);
    await client.delete(impersonationUrl);
    const after = await client.get(url, { ...header, accept: 'text/event-stream' });
    expect(statusAndCode(after)).toEqual([409, 'session.otherEyes']);
  });
});
