import { beforeAll, describe, expect, test } from 'vitest';
import { createBrowser, type TestBrowser, sessionIdOf, signInWithBrowser } from '../../test/browser.ts';
import {
  createNode,
  createOrganisation,
  createUser,
  base64,
  password,
  type TestUser,
  type TestNode,
  createClient,
  signIn,
} from '../../test/builders.ts';
import { userFields } from '../../test/input-fields.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
let acorn: TestNode;
let store: TestNode;
let ann: TestUser;

beforeAll(async () => {
  acorn = await createOrganisation(server, { slug: 'acorn' });
  store = await createNode(server, { parent: acorn, nodeType: 'STORE' });
  const { phoneNumber: phone_number } = userFields({ userName: 'ann' });
  ann = await createUser(server, { node: store, userName: 'ann', phone_number });
});

const userUrl = () => `/user-management/users/${ann.id}`;
const updateBody = async () => {
  const [row] = await server.query('select version from users where id = $1', [ann.id]);
  return { ...userFields(ann), version: row!['version'] };
};
const rename = async (browser: TestBrowser, headers = {}) =>
  browser.request({ method: 'PUT', url: userUrl(), body: await updateBody(), headers });
const forged = [403, 'session.forged'];
const codeOf = ({ status, body }: { status: number; body: { messageCode?: string } }) => [status, body.messageCode];
const mutations = (text: string) =>
  [...text].map((letter, index) => `${text.slice(0, index)}${letter === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`);

describe('a browser sign-in', () => {
  test('sets host-only, SameSite=Strict cookies, HttpOnly except for the CSRF token', async () => {
    const browser = createBrowser(server, acorn.host);
    const { headers } = await browser.signIn(ann);
    const lines = headers['set-cookie'] as string[];
    const attributesOf = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}=`))!
        .split('; ')
        .slice(1)
        .sort();
    const commonAttributes = ['Path=/', 'SameSite=Strict', 'Secure'];
    expect(attributesOf('__Host-sid')).toEqual(['HttpOnly', 'Max-Age=43200', ...commonAttributes]);
    expect(attributesOf('__Host-device')).toEqual(['HttpOnly', 'Max-Age=34560000', ...commonAttributes]);
    expect(attributesOf('XSRF-TOKEN')).toEqual(['Max-Age=43200', ...commonAttributes]);
    expect(lines).toHaveLength(3);
    for (const name of ['__Host-sid', '__Host-device', 'XSRF-TOKEN'])
      expect(Buffer.from(browser.cookies.get(name)!, 'base64url')).toHaveLength(32);
  });

  test.for([
    ['http://acorn.localhost:8080', '__Host-sid'],
    ['https://acorn.localhost', '__Host-sid'],
    ['http://localhost.evil.example', 'sid'],
    ['http://shop.example:8080', 'sid'],
    ['http://127.0.0.1.shop.example', 'sid'],
  ] as const)(
    'on a page at %s sets the session cookie under a name that the browser accepts there',
    async ([origin, name]) => {
      const host = new URL(origin).hostname;
      await server.query(`insert into portal_hosts (host, org_id) values ($1, $2) on conflict do nothing`, [
        host,
        acorn.id,
      ]);
      const browser = createBrowser(server, host);
      const body = { username: base64('ann@acorn.example'), password: base64(password), domainName: base64(host) };
      const res = await browser.request({
        method: 'POST',
        url: '/user-management/login',
        body,
        headers: { origin },
      });
      browser.tokens = res.body.result;
      expect([...browser.cookies.keys()].filter((cookieName) => cookieName.endsWith('sid'))).toEqual([name]);
      expect((await browser.request({ url: userUrl() })).status).toBe(200);
      await browser.request({ method: 'POST', url: '/user-management/logout', headers: { origin } });
      expect([...browser.cookies.keys()].map((cookieName) => cookieName.replace('__Host-', ''))).toEqual(['device']);
    },
  );

  test('creates a new session, tokens and cookies each time and replaces planted cookies', async () => {
    const planted = ['__Host-sid', '__Host-device', 'XSRF-TOKEN'].map((name) => [name, 'planted-by-somebody'] as const);
    const browser = createBrowser(server, acorn.host, planted);
    const seenValues = new Set<string>(['planted-by-somebody']);
    for (let round = 0; round < 3; round += 1) {
      await signInWithBrowser(server, ann, browser);
      const { accessToken, refreshToken } = browser.tokens!;
      const cookies = [browser.cookies.get('__Host-sid')!, browser.cookies.get('XSRF-TOKEN')!];
      for (const value of [sessionIdOf(accessToken), refreshToken, ...cookies]) {
        expect(seenValues.has(value)).toBe(false);
        seenValues.add(value);
      }
    }
    expect(browser.cookies.get('__Host-device')).not.toBe('planted-by-somebody');
  });

  test('does not adopt a device cookie by which another user is known', async () => {
    const attacker = await signInWithBrowser(server, await createUser(server, { node: store }));
    const planted = attacker.cookies.get('__Host-device')!;
    const browser = createBrowser(server, acorn.host, [['__Host-device', planted]]);
    await signInWithBrowser(server, ann, browser);
    expect(browser.cookies.get('__Host-device')).not.toBe(planted);
  });
});

describe('a token issued to a browser', () => {
  test('is valid only in that browser', async () => {
    const browser = await signInWithBrowser(server, ann);
    const other = await signInWithBrowser(server, ann);
    const { accessToken: token } = browser.tokens!;
    const requestWith = (headers: Record<string, string>) =>
      server.request({ url: userUrl(), host: acorn.host, token, headers });
    const cookie = (from: TestBrowser) => ({ cookie: `__Host-sid=${from.cookies.get('__Host-sid')}` });
    expect((await requestWith(cookie(browser))).status).toBe(200);
    expect((await requestWith({ ...cookie(browser), 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await requestWith({})).status).toBe(401);
    expect((await requestWith({ 'sec-fetch-site': 'same-origin' })).status).toBe(401);
    expect((await requestWith(cookie(other))).status).toBe(401);
    expect((await requestWith({ cookie: `__Host-device=${browser.cookies.get('__Host-sid')}` })).status).toBe(401);
  });

  test('is rejected with any single character of its cookie changed', async () => {
    const browser = await signInWithBrowser(server, ann);
    const { accessToken: token } = browser.tokens!;
    const valid = browser.cookies.get('__Host-sid')!;
    for (const cookie of [...mutations(valid), valid.slice(1), `${valid}A`, '', valid.toLowerCase()]) {
      if (cookie === valid) continue;
      const headers = { cookie: `__Host-sid=${cookie}` };
      const res = await server.request({ url: userUrl(), host: acorn.host, token, headers });
      expect(res.status).toBe(401);
    }
    expect((await browser.request({ url: userUrl() })).status).toBe(200);
  });

  test('loses its cookies on sign-out except the device cookie', async () => {
    const browser = await signInWithBrowser(server, ann);
    const res = await browser.request({ method: 'POST', url: '/user-management/logout' });
    expect(res.body).toEqual({ result: { ended: true } });
    expect([...browser.cookies.keys()]).toEqual(['__Host-device']);
    expect(res.headers['clear-site-data']).toBe('"cache"');
  });
});

describe('a token issued to a program', () => {
  test.for(['sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user'])(
    'is rejected with a browser header such as %s',
    async (header) => {
      const { token, host } = await createClient(server, ann);
      expect((await server.request({ url: userUrl(), host, token, headers: { [header]: 'same-origin' } })).status).toBe(
        401,
      );
      expect((await server.request({ url: userUrl(), host, token })).status).toBe(200);
    },
  );

  test('is issued and accepted with the mode that the fetch of Node sends alone', async () => {
    const headers = { 'sec-fetch-mode': 'cors' };
    const { body } = await signIn(server, { userName: 'ann', host: acorn.host, headers });
    const request = { url: userUrl(), host: acorn.host, token: body.result.accessToken, headers };
    expect((await server.request(request)).status).toBe(200);
  });

  test('is not issued to a browser that sends only an Origin header', async () => {
    const body = { username: base64('ann'), password: base64(password), domainName: base64(acorn.host) };
    const headers = { origin: `http://${acorn.host}` };
    const login = '/user-management/login';
    const res = await server.request({ method: 'POST', url: login, host: acorn.host, headers, body });
    const [, sid] = /__Host-sid=([^;]+)/.exec(String(res.headers['set-cookie']))!;
    const { accessToken: token } = res.body.result;
    expect((await server.request({ url: userUrl(), host: acorn.host, token })).status).toBe(401);
    const cookie = `__Host-sid=${sid}`;
    expect((await server.request({ url: userUrl(), host: acorn.host, token, headers: { cookie } })).status).toBe(200);
  });

  test('comes without a session cookie and permits changes without a CSRF token', async () => {
    const client = await createClient(server, ann);
    const res = await server.request({
      method: 'POST',
      url: '/user-management/login',
      host: acorn.host,
      body: { username: base64('ann'), password: base64(password), domainName: base64(acorn.host) },
    });
    expect(String(res.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[\w-]{43}; /);
    expect((await client.put(userUrl(), await updateBody())).status).toBe(200);
  });
});

describe('a change', () => {
  test('with the CSRF cookie requires the matching CSRF header', async () => {
    const [browser, other] = [await signInWithBrowser(server, ann), await signInWithBrowser(server, ann)];
    const csrfToken = browser.cookies.get('XSRF-TOKEN')!;
    expect((await rename(browser)).status).toBe(200);
    for (const invalid of ['', 'x', other.cookies.get('XSRF-TOKEN')!, `${csrfToken}A`])
      expect(codeOf(await rename(browser, { 'x-xsrf-token': invalid }))).toEqual(forged);
    expect((await browser.request({ url: userUrl(), headers: { 'x-xsrf-token': 'x' } })).status).toBe(200);
  });

  test('is rejected if CSRF cookie and header match but belong to another session', async () => {
    const [browser, other] = [await signInWithBrowser(server, ann), await signInWithBrowser(server, ann)];
    const csrfToken = browser.cookies.get('XSRF-TOKEN')!;
    for (const invalid of [...mutations(csrfToken), other.cookies.get('XSRF-TOKEN')!, 'x', '%']) {
      if (invalid === csrfToken) continue;
      browser.cookies.set('XSRF-TOKEN', invalid);
      expect(codeOf(await rename(browser))).toEqual(forged);
    }
    browser.cookies.set('XSRF-TOKEN', csrfToken);
    expect((await rename(browser)).status).toBe(200);
  });

  test.for([
    ['its session cookie', {}],
    ['an Origin', { origin: 'http://acorn.localhost' }],
  ] as const)(
    'of a browser, known by %s, requires the CSRF token also without the CSRF cookie',
    async ([, headers]) => {
      const browser = await signInWithBrowser(server, ann);
      const csrfToken = browser.cookies.get('XSRF-TOKEN')!;
      browser.cookies.delete('XSRF-TOKEN');
      expect(codeOf(await rename(browser, headers))).toEqual(forged);
      expect((await rename(browser, { ...headers, 'x-xsrf-token': csrfToken })).status).toBe(200);
    },
  );

  test('keeps its CSRF token when the tokens are renewed', async () => {
    const browser = await signInWithBrowser(server, ann);
    browser.cookies.delete('XSRF-TOKEN');
    await browser.refresh();
    expect((await rename(browser)).status).toBe(200);
    expect((await rename(browser, { 'x-xsrf-token': 'x' })).status).toBe(403);
  });

  test.for([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'nonsense' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://beech.localhost' }],
    [{ origin: 'http://acorn.localhost.evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'acorn.localhost' }],
    [{ origin: 'http://acorn.localhost:8081' }],
    [{ origin: 'http://acorn.localhost', host: 'acorn.localhost:8080' }],
    [{ origin: 'http://acorn.localhost:8080', host: 'acorn.localhost:9090' }],
  ] as const)('from another origin is rejected: %j', async ([headers]) => {
    const browser = await signInWithBrowser(server, ann);
    expect(codeOf(await rename(browser, headers))).toEqual(forged);
    expect((await rename(browser)).status).toBe(200);
    // the same for sign-in and token renewal
    const body = { username: base64('ann'), password: base64(password), domainName: base64(acorn.host) };
    const login = { method: 'POST', url: '/user-management/login', body, headers } as const;
    expect(codeOf(await createBrowser(server, acorn.host).request(login))).toEqual(forged);
    const renewal = { clientId: 'portal-web', refreshToken: browser.tokens!.refreshToken };
    const refresh = { method: 'POST', url: '/user-management/refresh-token', body: renewal, headers } as const;
    expect(codeOf(await browser.request(refresh))).toEqual(forged);
  });

  test.for([
    { 'sec-fetch-site': 'none' },
    { origin: 'http://acorn.localhost:8080' },
    { origin: 'https://ACORN.localhost' },
    { origin: 'http://acorn.localhost:9090', host: 'acorn.localhost:9090' },
    { origin: 'https://acorn.localhost', host: 'acorn.localhost:443' },
    { origin: 'https://acorn.localhost', host: 'acorn.localhost.' },
  ])('from a page of the portal or direct user input is accepted: %j', async (headers) => {
    expect((await rename(await signInWithBrowser(server, ann), headers)).status).toBe(200);
  });
});

test('the owner and binding of a session cannot be updated by the application’s database role', async () => {
  const browser = await signInWithBrowser(server, ann);
  const [bob, id] = [await createUser(server, { node: store }), sessionIdOf(browser.tokens!.accessToken)];
  for (const column of ['id', 'org_id', 'user_id', 'binding', 'address', 'device', 'created_date', 'expires_date']) {
    const sql = `select has_column_privilege('storeward_app', 'sessions', $1, 'update') as allowed`;
    expect([column, (await server.query(sql, [column]))[0]!['allowed']]).toEqual([column, false]);
  }
  expect((await server.query('select user_id from sessions where id = $1', [id]))[0]).toEqual({ user_id: ann.id });
  // signing in as another user in the same browser starts a new session
  const previousToken = browser.tokens!.accessToken;
  await signInWithBrowser(server, bob, browser);
  expect(sessionIdOf(browser.tokens!.accessToken)).not.toBe(id);
  const oldToken = await server.request({
    url: userUrl(),
    host: acorn.host,
    token: previousToken,
    headers: { cookie: `__Host-sid=${browser.cookies.get('__Host-sid')}` },
  });
  expect(oldToken.status).toBe(401);
});
