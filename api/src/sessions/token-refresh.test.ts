import { beforeAll, describe, expect, test } from 'vitest';
import { createBrowser, type TestBrowser, sessionIdOf, signInWithBrowser } from '../../test/browser.ts';
import {
  createAssignment,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestUser,
  type TestNode,
  createClient,
} from '../../test/builders.ts';
import { startTestServer, secretKey } from '../../test/server.ts';
import { refreshTokens } from '../platform/security/refresh-tokens.ts';

const server = await startTestServer();
const expired = { status: 401, messageCode: 'session.expired', message: 'Session Timeout' };
const codec = refreshTokens(secretKey);
let acorn: TestNode;
let store: TestNode;

beforeAll(async () => {
  acorn = await createOrganisation(server, { slug: 'acorn' });
  store = await createNode(server, { parent: acorn, nodeType: 'STORE' });
});

const signInFreshUser = async (): Promise<{ user: TestUser; browser: TestBrowser }> => {
  const user = await createUser(server, { node: store });
  return { user, browser: await signInWithBrowser(server, user) };
};
const sessionsUrl = '/user-management/sessions';
const isValid = async (browser: TestBrowser) => (await browser.request({ url: sessionsUrl })).status === 200;
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const setLastRenewal = (browser: TestBrowser, interval: string) =>
  server.query('update sessions set refreshed_at = clock() - $2::interval where id = $1', [
    sessionIdOf(browser.tokens!.accessToken),
    interval,
  ]);
const auditActionsOf = async (user: TestUser) =>
  (await server.query('select action from audit where entity_id = $1 order by at, id', [user.id])).map(
    ({ action }) => action as string,
  );

describe('renewing the tokens of a session', () => {
  test('returns three new tokens for the same session with the user’s current data', async () => {
    const { user, browser } = await signInFreshUser();
    const before = browser.tokens!;
    await server.query(`update users set email_id = 'new@acorn.example' where id = $1`, [user.id]);
    const second = await createRole(server, { organisation: store });
    await createAssignment(server, { userId: user.id, roleId: second, node: acorn, position: -1 });
    const { status, body } = await browser.refresh();
    expect([status, Object.keys(body.result).sort()]).toEqual([200, ['accessToken', 'idToken', 'refreshToken']]);
    expect(sessionIdOf(body.result.accessToken)).toBe(sessionIdOf(before.accessToken));
    expect(body.result.refreshToken).not.toBe(before.refreshToken);
    // the session still has the role that it began with
    expect(claimsOf(body.result.idToken)).toMatchObject({
      email: 'new@acorn.example',
      'custom:roles': JSON.stringify([user.roleId]),
      'custom:rootNodeId': `NODE::${store.id}`,
      'custom:apiKey': 'key-of-acorn',
    });
    expect(await isValid(browser)).toBe(true);
  });

  test('works repeatedly, each time with the latest refresh token', async () => {
    const { browser } = await signInFreshUser();
    for (let round = 0; round < 5; round += 1) expect((await browser.refresh()).status).toBe(200);
    expect(codec.read(browser.tokens!.refreshToken)?.generation).toBe(5);
  });

  test('works for a program, whose refresh token is rejected from a browser', async () => {
    const user = await createUser(server, { node: store });
    const { tokens, host } = await createClient(server, user);
    const body = { clientId: 'portal-web', refreshToken: tokens.refreshToken };
    const request = { method: 'POST', url: '/user-management/refresh-token', host, body } as const;
    expect((await server.request({ ...request, headers: { 'sec-fetch-site': 'same-origin' } })).body).toEqual(expired);
    expect((await server.request(request)).status).toBe(200);
  });

  test('issues no access token that outlives the session', async () => {
    const { browser } = await signInFreshUser();
    await server.query(`update sessions set expires_date = clock() + interval '10 minutes' where id = $1`, [
      sessionIdOf(browser.tokens!.accessToken),
    ]);
    const { iat, exp } = claimsOf((await browser.refresh()).body.result.accessToken);
    expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(600);
  });

  test.for([
    ['an unknown client id', { clientId: 'portal-app' }],
    ['no token at all', { refreshToken: '' }],
  ] as const)('is rejected for %s', async ([, overrides]) => {
    const { browser } = await signInFreshUser();
    const body = { clientId: 'portal-web', refreshToken: browser.tokens!.refreshToken, ...overrides };
    const response = await browser.request({ method: 'POST', url: '/user-management/refresh-token', body });
    expect(response.body).toEqual(expired);
    expect((await browser.refresh()).status).toBe(200);
  });

  test('is rejected on the portal of another organisation without ending the session', async () => {
    const { browser } = await signInFreshUser();
    const beech = await createOrganisation(server);
    for (const host of [beech.host, 'localhost']) {
      const foreign = createBrowser(server, host, browser.cookies);
      expect((await foreign.refresh(browser.tokens!.refreshToken)).body).toEqual(expired);
    }
    expect((await browser.refresh()).status).toBe(200);
  });

  test('requires the cookie of the browser that the session began in', async () => {
    const { browser } = await signInFreshUser();
    const cookies = [...browser.cookies].filter(([name]) => name !== '__Host-sid');
    const other = await signInFreshUser();
    for (const jar of [cookies, other.browser.cookies]) {
      const foreign = createBrowser(server, acorn.host, jar);
      expect((await foreign.refresh(browser.tokens!.refreshToken)).body).toEqual(expired);
    }
    expect((await browser.refresh()).status).toBe(200);
  });

  test.for([
    ['the user was disabled', 'update users set status = false where id = $1'],
    ['the user was deleted', `update users set deleted_date = now() where id = $1`],
    [
      'the user’s role was disabled',
      'update roles set status = false where id = (select role_id from assignments where user_id = $1)',
    ],
    ['the session was ended', 'update sessions set ended_date = now() where user_id = $1'],
    ['twelve hours have passed', `update sessions set expires_date = now() where user_id = $1`],
    [
      'the idle timeout has passed',
      `update sessions set last_activity = now() - interval '2761 seconds' where user_id = $1`,
    ],
  ] as const)('is rejected when %s', async ([, sql]) => {
    const { user, browser } = await signInFreshUser();
    await server.query(sql, [user.id]);
    expect((await browser.refresh()).body).toEqual(expired);
  });

  test('does not count as user activity', async () => {
    const { user, browser } = await signInFreshUser();
    await server.query(`update sessions set last_activity = now() - interval '20 minutes' where user_id = $1`, [
      user.id,
    ]);
    const body = { clientId: 'portal-web', refreshToken: browser.tokens!.refreshToken };
    const headers = { 'x-idle-seconds': '1200' };
    const response = await browser.request({ method: 'POST', url: '/user-management/refresh-token', body, headers });
    expect(response.status).toBe(200);
    const [row] = await server.query(
      `select last_activity < now() - interval '19 minutes' as idle from sessions where user_id = $1`,
      [user.id],
    );
    expect(row!['idle']).toBe(true);
  });
});

describe('a refresh token that is used twice', () => {
  test('within ten seconds returns the same successor, for retries after a lost response', async () => {
    const { browser } = await signInFreshUser();
    const first = browser.tokens!.refreshToken;
    const successor = (await browser.refresh(first)).body.result.refreshToken;
    await setLastRenewal(browser, '9 seconds');
    expect((await browser.refresh(first)).body.result.refreshToken).toBe(successor);
    expect((await browser.refresh(successor)).status).toBe(200);
  });

  test('after ten seconds ends the session and writes an audit entry, as it was copied', async () => {
    const { user, browser } = await signInFreshUser();
    const first = browser.tokens!.refreshToken;
    await browser.refresh(first);
    await setLastRenewal(browser, '11 seconds');
    expect((await browser.refresh(first)).body).toEqual(expired);
    expect(await isValid(browser)).toBe(false);
    expect((await browser.refresh()).body).toEqual(expired);
    expect(await auditActionsOf(user)).toEqual(['session.began', 'session.reused']);
  });

  test('ends the session if it is older than the previous token, even within ten seconds', async () => {
    const { browser } = await signInFreshUser();
    const first = browser.tokens!.refreshToken;
    await browser.refresh();
    await browser.refresh();
    expect((await browser.refresh(first)).body).toEqual(expired);
    expect(await isValid(browser)).toBe(false);
  });

  test('ends the session also when presented without the session cookie', async () => {
    const { browser } = await signInFreshUser();
    const first = browser.tokens!.refreshToken;
    await browser.refresh();
    await browser.refresh();
    await createBrowser(server, acorn.host).refresh(first);
    expect(await isValid(browser)).toBe(false);
  });

  test('ends the session on a freshly started server, since no state is kept in memory', async () => {
    const { browser } = await signInFreshUser();
    const first = browser.tokens!.refreshToken;
    await browser.refresh();
    await browser.refresh();
    const restarted = await startTestServer({ databaseUrl: server.ownerUrl });
    const body = { clientId: 'portal-web', refreshToken: first };
    const request = { method: 'POST', url: '/user-management/refresh-token', host: acorn.host, body } as const;
    expect((await restarted.request(request)).body).toEqual(expired);
    expect(await isValid(browser)).toBe(false);
  });

  test('64 times concurrently on two servers yields one successor, which stays valid', async () => {
    const second = await startTestServer({ databaseUrl: server.ownerUrl });
    for (let round = 0; round < 3; round += 1) {
      const { browser } = await signInFreshUser();
      const { refreshToken } = browser.tokens!;
      const request = {
        method: 'POST',
        url: '/user-management/refresh-token',
        host: acorn.host,
        body: { clientId: 'portal-web', refreshToken },
        headers: { 'sec-fetch-site': 'same-origin', cookie: `__Host-sid=${browser.cookies.get('__Host-sid')}` },
      } as const;
      const responses = await Promise.all(
        Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? server : second).request(request)),
      );
      // retry after 503, as a browser does
      for (const [index, { status }] of responses.entries())
        if (status === 503) responses[index] = await server.request(request);
      expect(responses.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
      expect(new Set(responses.map(({ body }) => body.result.refreshToken)).size).toBe(1);
      expect((await browser.refresh(responses[0]!.body.result.refreshToken)).status).toBe(200);
    }
  });
});

test('a session that is renewed and ended concurrently is ended afterwards, in either order', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { browser } = await signInFreshUser();
    const logOut = () => browser.request({ method: 'POST', url: '/user-management/logout' });
    const { refreshToken } = browser.tokens!;
    const cookies = new Map(browser.cookies);
    const page = createBrowser(server, acorn.host, cookies);
    const [, renewed] = await Promise.all([logOut(), page.refresh(refreshToken)]);
    page.cookies.set('__Host-sid', cookies.get('__Host-sid')!);
    if (renewed.status === 200) expect(await isValid(page)).toBe(false);
    expect((await page.refresh(page.tokens?.refreshToken ?? refreshToken)).body).toEqual(expired);
  }
});

describe('a forged refresh token', () => {
  const singleBitChanges = (token: string) => {
    const bytes = Buffer.from(token, 'base64url');
    return Array.from({ length: bytes.length }, (_, index) => {
      const flipped = Buffer.from(bytes);
      flipped[index]! ^= 1 << (index % 8);
      return flipped.toString('base64url');
    });
  };

  test('is rejected without ending the session, for a change of any single bit', async () => {
    const { browser } = await signInFreshUser();
    const { accessToken, idToken, refreshToken } = browser.tokens!;
    const foreign = refreshTokens(new Uint8Array(32).fill(9));
    const forgedTokens = [
      ...singleBitChanges(refreshToken),
      foreign.make({ sessionId: sessionIdOf(accessToken), generation: 0 }),
      foreign.make({ sessionId: sessionIdOf(accessToken), generation: 1 }),
      refreshToken.slice(0, -1),
      `${refreshToken}A`,
      `${refreshToken}=`,
      ` ${refreshToken}`,
      refreshToken.toUpperCase(),
      accessToken.slice(0, 256),
      idToken.slice(0, 256),
      'x'.repeat(70),
    ];
    expect(forgedTokens.length).toBeGreaterThan(60);
    for (const token of forgedTokens) expect((await browser.refresh(token)).body).toEqual(expired);
    expect(await isValid(browser)).toBe(true);
    expect((await browser.refresh(refreshToken)).status).toBe(200);
  });

  test('is rejected as a value of another JSON type', async () => {
    const { browser } = await signInFreshUser();
    for (const refreshToken of [[browser.tokens!.refreshToken], { $gt: '' }, 1, true, null]) {
      const body = { clientId: 'portal-web', refreshToken };
      const response = await browser.request({ method: 'POST', url: '/user-management/refresh-token', body });
      expect([response.status, response.body.messageCode]).toEqual([400, 'input.invalid']);
    }
  });
});

test('a refresh token of the previous key is accepted and its successor uses the current key', () => {
  const previous = new Uint8Array(32).fill(5);
  const token = { sessionId: '01900000-0000-7000-8000-0000000000ab', generation: 7 };
  expect(refreshTokens(secretKey, previous).read(refreshTokens(previous).make(token))).toEqual(token);
  expect(codec.read(refreshTokens(secretKey, previous).make(token))).toEqual(token);
  expect(codec.read(refreshTokens(previous).make(token))).toBeUndefined();
});
