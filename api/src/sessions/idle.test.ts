import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestBrowser, sessionIdOf, signInWithBrowser } from '../../test/browser.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  insertRow,
  platformNode,
  type TestNode,
  createClient,
} from '../../test/builders.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { newId } from '../platform/database/ids.ts';

const testServer = await startTestServer();
const hardened = await startTestServer({
  databaseUrl: testServer.ownerUrl,
  securityProfile: 'hardened',
  idleSeconds: 900,
});
// 300 seconds of warning plus 60 seconds of clock tolerance
const graceSeconds = 360;
let org: TestNode;
let region: TestNode;
let store: TestNode;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  region = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
  store = await createNode(testServer, { parent: region, nodeType: 'STORE' });
});
beforeEach(() => testServer.query('delete from setting_values'));

const signInFreshUser = async (node = store, server: TestServer = testServer) =>
  signInWithBrowser(server, await createUser(testServer, { node }));
/** Sets a session's last activity to the given seconds ago. */
const setIdle = (browser: TestBrowser, seconds: number) =>
  testServer.query('update sessions set last_activity = clock() - make_interval(secs => $2) where id = $1', [
    sessionIdOf(browser.tokens!.accessToken),
    seconds,
  ]);
const statusAfter = async (browser: TestBrowser, seconds: number) => {
  await setIdle(browser, seconds);
  return (await browser.request({ url: '/user-management/sessions' })).status;
};
const setIdleLimit = (node: TestNode, value: unknown, more: Record<string, unknown> = {}) =>
  insertRow(testServer, 'setting_values', {
    id: newId(),
    org_id: node.orgId,
    node_id: node.id,
    tpath: node.tpath,
    section: 'nodeConfig',
    field: 'autoLogoutDuration',
    value: JSON.stringify(value),
    ...more,
  });
const idleSecondsOf = async (browser: TestBrowser) => {
  const [row] = await testServer.query<{ idle: number }>(
    'select extract(epoch from clock() - last_activity)::int as idle from sessions where id = $1',
    [sessionIdOf(browser.tokens!.accessToken)],
  );
  return row!.idle;
};

describe('an idle session', () => {
  test('expires after the installation’s default timeout plus warning period and one minute', async () => {
    const browser = await signInFreshUser();
    expect(await statusAfter(browser, 2400 + graceSeconds - 50)).toBe(200);
    expect(await statusAfter(browser, 2400 + graceSeconds + 5)).toBe(401);
  });

  test.for([
    ['its own node', () => store],
    ['an ancestor node', () => region],
    ['its organisation', () => org],
  ] as const)('expires after the timeout set by %s', async ([, nodeOf]) => {
    await setIdleLimit(nodeOf(), '00:10:00');
    const browser = await signInFreshUser();
    expect(await statusAfter(browser, 600 + graceSeconds - 50)).toBe(200);
    expect(await statusAfter(browser, 600 + graceSeconds + 5)).toBe(401);
  });

  test('uses the timeout of the nearest node that sets one, also if it is longer', async () => {
    await setIdleLimit(org, '00:05:00');
    await setIdleLimit(region, '12:00:00');
    expect(await statusAfter(await signInFreshUser(), 40_000)).toBe(200);
    expect(await statusAfter(await signInFreshUser(org), 300 + graceSeconds + 5)).toBe(401);
  });

  test.for(['00:00:00', '00:00:59', '12:00:01', '24:00:00', '1:00:00', 'ten minutes', 600, null, ['00:01:00']])(
    'ignores an invalid timeout value: %j',
    async (value) => {
      await setIdleLimit(region, '00:10:00');
      await setIdleLimit(store, value);
      expect(await statusAfter(await signInFreshUser(), 600 + graceSeconds - 50)).toBe(200);
      expect(await statusAfter(await signInFreshUser(), 600 + graceSeconds + 5)).toBe(401);
    },
  );

  test('ignores timeout values that are expired, ended or not yet valid', async () => {
    await setIdleLimit(store, '00:01:00', { valid_until: '2020-01-01T00:00:00Z', valid_from: '2019-01-01T00:00:00Z' });
    await setIdleLimit(store, '00:01:00', { ended_date: '2020-01-01T00:00:00Z' });
    await setIdleLimit(store, '00:01:00', { valid_from: '2100-01-01T00:00:00Z' });
    expect(await statusAfter(await signInFreshUser(), 2400)).toBe(200);
  });

  test('applies a changed timeout setting on the next request', async () => {
    const browser = await signInFreshUser();
    expect(await statusAfter(browser, 1000)).toBe(200);
    await setIdle(browser, 1000);
    await setIdleLimit(region, '00:10:00');
    expect((await browser.request({ url: '/user-management/sessions' })).status).toBe(401);
  });

  test('of a user without a node uses the organisation’s timeout, and of a platform user the platform’s', async () => {
    await setIdleLimit(org, '00:10:00');
    const userWithoutNode = await signInWithBrowser(
      testServer,
      await createUser(testServer, { node: org, withoutNode: true }),
    );
    expect(await statusAfter(userWithoutNode, 600 + graceSeconds + 5)).toBe(401);
    const admin = await signInFreshUser(platformNode);
    expect(await statusAfter(admin, 2400)).toBe(200);
    await setIdleLimit(platformNode, '00:01:00');
    expect(await statusAfter(admin, 60 + graceSeconds + 5)).toBe(401);
  });

  test('stays expired and is no longer listed among the open sessions', async () => {
    const user = await createUser(testServer, { node: store });
    const [idleBrowser, activeBrowser] = [
      await signInWithBrowser(testServer, user),
      await signInWithBrowser(testServer, user),
    ];
    await setIdle(idleBrowser, 2400 + graceSeconds + 5);
    const { body } = await activeBrowser.request({ url: '/user-management/sessions' });
    expect(body.result.map(({ id }: { id: string }) => id)).toEqual([sessionIdOf(activeBrowser.tokens!.accessToken)]);
    expect((await idleBrowser.request({ url: '/user-management/sessions' })).status).toBe(401);
    expect((await idleBrowser.refresh()).status).toBe(401);
  });
});

describe('in the hardened profile', () => {
  test('the default idle timeout is 15 minutes and a node can only shorten it', async () => {
    const browser = await signInFreshUser(store, hardened);
    expect(await statusAfter(browser, 900 + graceSeconds - 50)).toBe(200);
    await setIdleLimit(region, '04:00:00');
    expect(await statusAfter(browser, 900 + graceSeconds - 50)).toBe(200);
    expect(await statusAfter(browser, 900 + graceSeconds + 5)).toBe(401);
    const otherBrowser = await signInFreshUser(store, hardened);
    await setIdleLimit(store, '00:05:00');
    expect(await statusAfter(otherBrowser, 300 + graceSeconds + 5)).toBe(401);
  });
});

describe('a request', () => {
  const listSessions = (browser: TestBrowser, idle?: string) =>
    browser.request({
      url: '/user-management/sessions',
      ...(idle === undefined ? {} : { headers: { 'x-idle-seconds': idle } }),
    });

  test('without an idle header counts as user input', async () => {
    const browser = await signInFreshUser();
    await setIdle(browser, 1000);
    await listSessions(browser);
    await expect.poll(() => idleSecondsOf(browser)).toBeLessThan(900);
  });

  test('with an idle header does not count as user input', async () => {
    const browser = await signInFreshUser();
    await setIdle(browser, 1000);
    for (let poll = 0; poll < 3; poll += 1) expect((await listSessions(browser, '1000')).status).toBe(200);
    expect(await idleSecondsOf(browser)).toBeGreaterThanOrEqual(1000);
    await listSessions(browser, '300');
    await expect.poll(() => idleSecondsOf(browser)).toBeLessThan(900);
    expect(await idleSecondsOf(browser)).toBeGreaterThanOrEqual(300);
  });

  test('does not revive an expired idle session, whatever its idle header says', async () => {
    const browser = await signInFreshUser();
    await setIdle(browser, 2400 + graceSeconds + 5);
    for (const idle of ['0', '5', undefined, '99999999999999', '-1', 'never'])
      expect((await listSessions(browser, idle)).status).toBe(401);
  });

  test('never moves the last activity back', async () => {
    const browser = await signInFreshUser();
    await listSessions(browser, '86400');
    await browser.request({ method: 'POST', url: '/user-management/activity', headers: { 'x-idle-seconds': '5000' } });
    expect(await idleSecondsOf(browser)).toBeLessThan(60);
  });

  test('to the activity endpoint records the last input immediately, to the second', async () => {
    const browser = await signInFreshUser();
    await setIdle(browser, 50);
    const headers = { 'x-idle-seconds': '20' };
    const { body } = await browser.request({ method: 'POST', url: '/user-management/activity', headers });
    expect(await idleSecondsOf(browser)).toBeGreaterThanOrEqual(20);
    expect(await idleSecondsOf(browser)).toBeLessThan(30);
    expect(Date.now() - Date.parse(body.result.lastActivity)).toBeGreaterThanOrEqual(20_000);
  });
});

test('clock skew of a minute neither ends sessions nor accepts expired tokens', async () => {
  const separateServer = await startTestServer();
  const user = await createUser(separateServer, { node: await createOrganisation(separateServer) });
  for (const offset of ['60 seconds', '-60 seconds', '0']) {
    await separateServer.advanceClock('0');
    const browser = await signInWithBrowser(separateServer, user);
    await separateServer.advanceClock(offset);
    expect((await browser.request({ url: '/user-management/sessions' })).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.request({ url: '/user-management/sessions' })).status).toBe(200);
  }
  const client = await createClient(separateServer, user);
  await separateServer.advanceClock('1 hour 30 seconds');
  expect((await client.get('/user-management/sessions', { 'x-idle-seconds': '0' })).status).toBe(401);
});
