import { beforeAll, describe, expect, test } from 'vitest';
import { aBrowser, type Browser, sessionOf, signedInByBrowser } from '../../test/browser.ts';
import {
  aNode,
  anOrganisation,
  aUser,
  base64,
  password,
  type Person,
  type Place,
  signedIn,
} from '../../test/builders.ts';
import { filledIn } from '../../test/doors.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let acorn: Place;
let store: Place;
let ann: Person;

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  store = await aNode(house, { parent: acorn, nodeType: 'STORE' });
  ann = await aUser(house, { at: store, userName: 'ann', phone_number: filledIn({ userName: 'ann' }).phoneNumber });
});

const own = () => `/user-management/users/${ann.id}`;
const newName = async () => {
  const [row] = await house.rows('select version from users where id = $1', [ann.id]);
  return { ...filledIn(ann), version: row!['version'] };
};
const rename = async (browser: Browser, headers = {}) =>
  browser.ask({ method: 'PUT', url: own(), body: await newName(), headers });
const forged = [403, 'session.forged'];
const told = ({ status, body }: { status: number; body: { messageCode?: string } }) => [status, body.messageCode];
const letters = (text: string) =>
  [...text].map((letter, at) => `${text.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`);

describe('a browser that signs in', () => {
  test('gets its cookies for this portal alone: no other site sends them, and no script reads those that prove anything', async () => {
    const browser = aBrowser(house, acorn.host);
    const { headers } = await browser.signIn(ann);
    const lines = headers['set-cookie'] as string[];
    const rules = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}=`))!
        .split('; ')
        .slice(1)
        .sort();
    const always = ['Path=/', 'SameSite=Strict', 'Secure'];
    expect(rules('__Host-sid')).toEqual(['HttpOnly', 'Max-Age=43200', ...always]);
    expect(rules('__Host-device')).toEqual(['HttpOnly', 'Max-Age=34560000', ...always]);
    expect(rules('XSRF-TOKEN')).toEqual(['Max-Age=43200', ...always]);
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
  ] as const)('on a page at %s gets its session under a name that it can keep there', async ([origin, name]) => {
    const host = new URL(origin).hostname;
    await house.rows(`insert into portal_hosts (host, org_id) values ($1, $2) on conflict do nothing`, [
      host,
      acorn.id,
    ]);
    const browser = aBrowser(house, host);
    const body = { username: base64('ann@acorn.example'), password: base64(password), domainName: base64(host) };
    const answer = await browser.ask({ method: 'POST', url: '/user-management/login', body, headers: { origin } });
    browser.tokens = answer.body.result;
    expect([...browser.cookies.keys()].filter((known) => known.endsWith('sid'))).toEqual([name]);
    expect((await browser.ask({ url: own() })).status).toBe(200);
    await browser.ask({ method: 'POST', url: '/user-management/logout', headers: { origin } });
    expect([...browser.cookies.keys()].map((known) => known.replace('__Host-', ''))).toEqual(['device']);
  });

  test('gets another session, other tokens and other cookies each time, and keeps none that was put there before', async () => {
    const planted = ['__Host-sid', '__Host-device', 'XSRF-TOKEN'].map((name) => [name, 'planted-by-somebody'] as const);
    const browser = aBrowser(house, acorn.host, planted);
    const seen = new Set<string>(['planted-by-somebody']);
    for (let round = 0; round < 3; round += 1) {
      await signedInByBrowser(house, ann, browser);
      const { accessToken, refreshToken } = browser.tokens!;
      const cookies = [browser.cookies.get('__Host-sid')!, browser.cookies.get('XSRF-TOKEN')!];
      for (const value of [sessionOf(accessToken), refreshToken, ...cookies]) {
        expect(seen.has(value)).toBe(false);
        seen.add(value);
      }
    }
    expect(browser.cookies.get('__Host-device')).not.toBe('planted-by-somebody');
  });

  test('takes no cookie over by which somebody else is known', async () => {
    const attacker = await signedInByBrowser(house, await aUser(house, { at: store }));
    const planted = attacker.cookies.get('__Host-device')!;
    const browser = aBrowser(house, acorn.host, [['__Host-device', planted]]);
    await signedInByBrowser(house, ann, browser);
    expect(browser.cookies.get('__Host-device')).not.toBe(planted);
  });
});

describe('what a browser was given', () => {
  test('is good in that browser alone', async () => {
    const browser = await signedInByBrowser(house, ann);
    const other = await signedInByBrowser(house, ann);
    const { accessToken: token } = browser.tokens!;
    const as = (headers: Record<string, string>) => house.ask({ url: own(), host: acorn.host, token, headers });
    const cookie = (from: Browser) => ({ cookie: `__Host-sid=${from.cookies.get('__Host-sid')}` });
    expect((await as(cookie(browser))).status).toBe(200);
    expect((await as({ ...cookie(browser), 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await as({})).status).toBe(401);
    expect((await as({ 'sec-fetch-site': 'same-origin' })).status).toBe(401);
    expect((await as(cookie(other))).status).toBe(401);
    expect((await as({ cookie: `__Host-device=${browser.cookies.get('__Host-sid')}` })).status).toBe(401);
  });

  test('is worth nothing with one letter of its cookie changed', async () => {
    const browser = await signedInByBrowser(house, ann);
    const { accessToken: token } = browser.tokens!;
    const held = browser.cookies.get('__Host-sid')!;
    for (const cookie of [...letters(held), held.slice(1), `${held}A`, '', held.toLowerCase()]) {
      if (cookie === held) continue;
      const answer = await house.ask({
        url: own(),
        host: acorn.host,
        token,
        headers: { cookie: `__Host-sid=${cookie}` },
      });
      expect(answer.status).toBe(401);
    }
    expect((await browser.ask({ url: own() })).status).toBe(200);
  });

  test('is taken back when it signs out, but for the sign that somebody has been here', async () => {
    const browser = await signedInByBrowser(house, ann);
    const answer = await browser.ask({ method: 'POST', url: '/user-management/logout' });
    expect(answer.body).toEqual({ result: { ended: true } });
    expect([...browser.cookies.keys()]).toEqual(['__Host-device']);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
  });
});

describe('what a program was given', () => {
  test.for(['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user'])(
    'is refused wherever a browser shows, as by %s',
    async (header) => {
      const { token, host } = await signedIn(house, ann);
      expect((await house.ask({ url: own(), host, token, headers: { [header]: 'same-origin' } })).status).toBe(401);
      expect((await house.ask({ url: own(), host, token })).status).toBe(200);
    },
  );

  test('is never given to a browser that tells nothing but where its page came from', async () => {
    const body = { username: base64('ann'), password: base64(password), domainName: base64(acorn.host) };
    const headers = { origin: `http://${acorn.host}` };
    const login = '/user-management/login';
    const answer = await house.ask({ method: 'POST', url: login, host: acorn.host, headers, body });
    const [, sid] = /__Host-sid=([^;]+)/.exec(String(answer.headers['set-cookie']))!;
    const { accessToken: token } = answer.body.result;
    expect((await house.ask({ url: own(), host: acorn.host, token })).status).toBe(401);
    const cookie = `__Host-sid=${sid}`;
    expect((await house.ask({ url: own(), host: acorn.host, token, headers: { cookie } })).status).toBe(200);
  });

  test('holds no cookie of a session, and changes things without any mark', async () => {
    const caller = await signedIn(house, ann);
    const answer = await house.ask({
      method: 'POST',
      url: '/user-management/login',
      host: acorn.host,
      body: { username: base64('ann'), password: base64(password), domainName: base64(acorn.host) },
    });
    expect(String(answer.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[\w-]{43}; /);
    expect((await caller.put(own(), await newName())).status).toBe(200);
  });
});

describe('a change', () => {
  test('that carries the mark of its session has to bring it back in a header', async () => {
    const [browser, other] = [await signedInByBrowser(house, ann), await signedInByBrowser(house, ann)];
    const mark = browser.cookies.get('XSRF-TOKEN')!;
    expect((await rename(browser)).status).toBe(200);
    for (const wrong of ['', 'x', other.cookies.get('XSRF-TOKEN')!, `${mark}A`])
      expect(told(await rename(browser, { 'x-xsrf-token': wrong }))).toEqual(forged);
    expect((await browser.ask({ url: own(), headers: { 'x-xsrf-token': 'x' } })).status).toBe(200);
  });

  test('is refused where cookie and header agree but are no mark of this session', async () => {
    const [browser, other] = [await signedInByBrowser(house, ann), await signedInByBrowser(house, ann)];
    const mark = browser.cookies.get('XSRF-TOKEN')!;
    for (const wrong of [...letters(mark), other.cookies.get('XSRF-TOKEN')!, 'x', '%']) {
      if (wrong === mark) continue;
      browser.cookies.set('XSRF-TOKEN', wrong);
      expect(told(await rename(browser))).toEqual(forged);
    }
    browser.cookies.set('XSRF-TOKEN', mark);
    expect((await rename(browser)).status).toBe(200);
  });

  test('goes through without the cookie: who has none proves themselves by the token', async () => {
    const browser = await signedInByBrowser(house, ann);
    browser.cookies.delete('XSRF-TOKEN');
    expect((await rename(browser)).status).toBe(200);
  });

  test('keeps its mark when the tokens are renewed', async () => {
    const browser = await signedInByBrowser(house, ann);
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
  ] as const)('that comes from another page is refused: %j', async ([headers]) => {
    const browser = await signedInByBrowser(house, ann);
    expect(told(await rename(browser, headers))).toEqual(forged);
    expect((await rename(browser)).status).toBe(200);
    // nor is anybody signed in, renewed or asked about by such a page
    const body = { username: base64('ann'), password: base64(password), domainName: base64(acorn.host) };
    const login = { method: 'POST', url: '/user-management/login', body, headers } as const;
    expect(told(await aBrowser(house, acorn.host).ask(login))).toEqual(forged);
    const renewal = { clientId: 'portal-web', refreshToken: browser.tokens!.refreshToken };
    const refresh = { method: 'POST', url: '/user-management/refresh-token', body: renewal, headers } as const;
    expect(told(await browser.ask(refresh))).toEqual(forged);
  });

  test.for([
    { 'sec-fetch-site': 'none' },
    { origin: 'http://acorn.localhost:8080' },
    { origin: 'https://ACORN.localhost' },
  ])('from a page of the portal, or from its own user, is made: %j', async (headers) => {
    expect((await rename(await signedInByBrowser(house, ann), headers)).status).toBe(200);
  });
});

describe('an api key', () => {
  test('that is sent has to be the one of the caller’s organisation', async () => {
    await anOrganisation(house, { word: 'beech' });
    const caller = await signedIn(house, ann);
    for (const key of ['key-of-acorn', undefined])
      expect((await caller.get(own(), key ? { 'x-api-key': key } : {})).status).toBe(200);
    for (const key of ['key-of-beech', 'key-of-the-platform', 'KEY-OF-ACORN', 'x', '', "' or true --"]) {
      expect((await caller.get(own(), { 'x-api-key': key })).status).toBe(401);
      expect((await caller.put(own(), filledIn(ann), { 'x-api-key': key })).status).toBe(401);
    }
  });

  test('opens nothing by itself, and is looked at before tokens are renewed', async () => {
    const headers = { 'x-api-key': 'key-of-acorn' };
    expect((await house.ask({ url: own(), host: acorn.host, headers })).status).toBe(401);
    const { tokens } = await signedIn(house, ann);
    const body = { clientId: 'portal-web', refreshToken: tokens.refreshToken };
    const refresh = { method: 'POST', url: '/user-management/refresh-token', host: acorn.host, body } as const;
    expect((await house.ask({ ...refresh, headers: { 'x-api-key': 'key-of-beech' } })).status).toBe(401);
    expect((await house.ask({ ...refresh, headers })).status).toBe(200);
  });
});

test('whose session it is, and what it is bound to, is written once', async () => {
  const browser = await signedInByBrowser(house, ann);
  const [bob, id] = [await aUser(house, { at: store }), sessionOf(browser.tokens!.accessToken)];
  for (const column of ['id', 'org_id', 'user_id', 'binding', 'address', 'device', 'created_date', 'expires_date']) {
    const [right] = await house.rows(`select has_column_privilege('storeward_app', 'sessions', $1, 'update') as may`, [
      column,
    ]);
    expect([column, right!['may']]).toEqual([column, false]);
  }
  expect((await house.rows('select user_id from sessions where id = $1', [id]))[0]).toEqual({ user_id: ann.id });
  // who signs in as somebody else in the same browser has another session
  const before = browser.tokens!.accessToken;
  await signedInByBrowser(house, bob, browser);
  expect(sessionOf(browser.tokens!.accessToken)).not.toBe(id);
  const old = await house.ask({
    url: own(),
    host: acorn.host,
    token: before,
    headers: { cookie: `__Host-sid=${browser.cookies.get('__Host-sid')}` },
  });
  expect(old.status).toBe(401);
});
