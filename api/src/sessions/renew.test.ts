import { beforeAll, describe, expect, test } from 'vitest';
import { aBrowser, type Browser, sessionOf, signedInByBrowser } from '../../test/browser.ts';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Person,
  type Place,
  signedIn,
} from '../../test/builders.ts';
import { aServer, secretKey } from '../../test/server.ts';
import { refreshTokens } from '../platform/refresh-tokens.ts';

const house = await aServer();
const expired = { status: 401, messageCode: 'session.expired', message: 'Session Timeout' };
const ours = refreshTokens(secretKey);
let acorn: Place;
let store: Place;

beforeAll(async () => {
  acorn = await anOrganisation(house, { word: 'acorn' });
  store = await aNode(house, { parent: acorn, nodeType: 'STORE' });
});

const fresh = async (): Promise<{ person: Person; browser: Browser }> => {
  const person = await aUser(house, { at: store });
  return { person, browser: await signedInByBrowser(house, person) };
};
const isAlive = async (browser: Browser) => (await browser.ask({ url: '/user-management/sessions' })).status === 200;
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
/** Lets the last renewal of a session be as long ago as said. */
const renewedAgo = (browser: Browser, interval: string) =>
  house.rows('update sessions set refreshed_at = clock() - $2::interval where id = $1', [
    sessionOf(browser.tokens!.accessToken),
    interval,
  ]);
const auditOf = async (person: Person) =>
  (await house.rows('select action from audit where entity_id = $1 order by at, id', [person.id])).map(
    ({ action }) => action as string,
  );

describe('renewing the tokens of a session', () => {
  test('gives three new ones for the same session, with what is true of its person now', async () => {
    const { person, browser } = await fresh();
    const before = browser.tokens!;
    await house.rows(`update users set email_id = 'new@acorn.example' where id = $1`, [person.id]);
    const second = await aRole(house, { of: store });
    await anAssignment(house, { userId: person.id, roleId: second, at: acorn, position: -1 });
    const { status, body } = await browser.refresh();
    expect([status, Object.keys(body.result).sort()]).toEqual([200, ['accessToken', 'idToken', 'refreshToken']]);
    expect(sessionOf(body.result.accessToken)).toBe(sessionOf(before.accessToken));
    expect(body.result.refreshToken).not.toBe(before.refreshToken);
    // the session still acts under the role it began with
    expect(claimsOf(body.result.idToken)).toMatchObject({
      email: 'new@acorn.example',
      'custom:roles': JSON.stringify([person.roleId]),
      'custom:rootNodeId': `NODE::${store.id}`,
      'custom:apiKey': 'key-of-acorn',
    });
    expect(await isAlive(browser)).toBe(true);
  });

  test('works again and again, each time by the token given last', async () => {
    const { browser } = await fresh();
    for (let round = 0; round < 5; round += 1) expect((await browser.refresh()).status).toBe(200);
    expect(ours.read(browser.tokens!.refreshToken)?.generation).toBe(5);
  });

  test('works for a program, too, but its tokens are nothing to a browser', async () => {
    const person = await aUser(house, { at: store });
    const { tokens, host } = await signedIn(house, person);
    const body = { clientId: 'portal-web', refreshToken: tokens.refreshToken };
    const ask = { method: 'POST', url: '/user-management/refresh-token', host, body } as const;
    expect((await house.ask({ ...ask, headers: { 'sec-fetch-mode': 'cors' } })).body).toEqual(expired);
    expect((await house.ask(ask)).status).toBe(200);
  });

  test('lasts no longer than the session does', async () => {
    const { browser } = await fresh();
    await house.rows(`update sessions set expires_date = clock() + interval '10 minutes' where id = $1`, [
      sessionOf(browser.tokens!.accessToken),
    ]);
    const { iat, exp } = claimsOf((await browser.refresh()).body.result.accessToken);
    expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(600);
  });

  test.for([
    ['an application nobody knows', { clientId: 'portal-app' }],
    ['no token at all', { refreshToken: '' }],
  ] as const)('is refused to %s', async ([, wrong]) => {
    const { browser } = await fresh();
    const body = { clientId: 'portal-web', refreshToken: browser.tokens!.refreshToken, ...wrong };
    const answer = await browser.ask({ method: 'POST', url: '/user-management/refresh-token', body });
    expect(answer.body).toEqual(expired);
    expect((await browser.refresh()).status).toBe(200);
  });

  test('is refused on the portal of another organisation, and nothing is ended by it', async () => {
    const { browser } = await fresh();
    const beech = await anOrganisation(house);
    for (const host of [beech.host, 'localhost']) {
      const stranger = aBrowser(house, host, browser.cookies);
      expect((await stranger.refresh(browser.tokens!.refreshToken)).body).toEqual(expired);
    }
    expect((await browser.refresh()).status).toBe(200);
  });

  test('needs the cookie of the browser it began in as well', async () => {
    const { browser } = await fresh();
    const cookies = [...browser.cookies].filter(([name]) => name !== '__Host-sid');
    expect((await aBrowser(house, acorn.host, cookies).refresh(browser.tokens!.refreshToken)).body).toEqual(expired);
    const other = await fresh();
    const foreign = aBrowser(house, acorn.host, other.browser.cookies);
    expect((await foreign.refresh(browser.tokens!.refreshToken)).body).toEqual(expired);
    expect((await browser.refresh()).status).toBe(200);
  });

  test.for([
    ['the person was disabled', 'update users set status = false where id = $1'],
    ['the person was deleted', `update users set deleted_date = now() where id = $1`],
    [
      'their role was disabled',
      'update roles set status = false where id = (select role_id from assignments where user_id = $1)',
    ],
    ['their session was ended', 'update sessions set ended_date = now() where user_id = $1'],
    ['twelve hours have passed', `update sessions set expires_date = now() where user_id = $1`],
    [
      'nobody was there for too long',
      `update sessions set last_activity = now() - interval '2761 seconds' where user_id = $1`,
    ],
  ] as const)('is refused when %s', async ([, sql]) => {
    const { person, browser } = await fresh();
    await house.rows(sql, [person.id]);
    expect((await browser.refresh()).body).toEqual(expired);
  });

  test('does not count as somebody being there', async () => {
    const { person, browser } = await fresh();
    await house.rows(`update sessions set last_activity = now() - interval '20 minutes' where user_id = $1`, [
      person.id,
    ]);
    const body = { clientId: 'portal-web', refreshToken: browser.tokens!.refreshToken };
    const headers = { 'x-idle-seconds': '1200' };
    const answer = await browser.ask({ method: 'POST', url: '/user-management/refresh-token', body, headers });
    expect(answer.status).toBe(200);
    const [row] = await house.rows(
      `select last_activity < now() - interval '19 minutes' as idle from sessions where user_id = $1`,
      [person.id],
    );
    expect(row!['idle']).toBe(true);
  });
});

describe('a refresh token that comes twice', () => {
  test('within ten seconds gets the very same successor, since an answer may be lost on its way', async () => {
    const { browser } = await fresh();
    const first = browser.tokens!.refreshToken;
    const successor = (await browser.refresh(first)).body.result.refreshToken;
    await renewedAgo(browser, '9 seconds');
    expect((await browser.refresh(first)).body.result.refreshToken).toBe(successor);
    expect((await browser.refresh(successor)).status).toBe(200);
  });

  test('later than that was copied: the session ends, and its owner finds a mark of it', async () => {
    const { person, browser } = await fresh();
    const first = browser.tokens!.refreshToken;
    await browser.refresh(first);
    await renewedAgo(browser, '11 seconds');
    expect((await browser.refresh(first)).body).toEqual(expired);
    expect(await isAlive(browser)).toBe(false);
    expect((await browser.refresh()).body).toEqual(expired);
    expect(await auditOf(person)).toEqual(['session.began', 'session.reused']);
  });

  test('ends the session when it is older than the one before, however quick', async () => {
    const { browser } = await fresh();
    const first = browser.tokens!.refreshToken;
    await browser.refresh();
    await browser.refresh();
    expect((await browser.refresh(first)).body).toEqual(expired);
    expect(await isAlive(browser)).toBe(false);
  });

  test('ends the session also where it is shown without the cookie: somebody has a copy', async () => {
    const { browser } = await fresh();
    const first = browser.tokens!.refreshToken;
    await browser.refresh();
    await browser.refresh();
    await aBrowser(house, acorn.host).refresh(first);
    expect(await isAlive(browser)).toBe(false);
  });

  test('ends it on a server that has just started, since nothing of it is kept in memory', async () => {
    const { browser } = await fresh();
    const first = browser.tokens!.refreshToken;
    await browser.refresh();
    await browser.refresh();
    const restarted = await aServer({ databaseUrl: house.ownerUrl });
    const body = { clientId: 'portal-web', refreshToken: first };
    const answer = await restarted.ask({
      method: 'POST',
      url: '/user-management/refresh-token',
      host: acorn.host,
      body,
    });
    expect(answer.body).toEqual(expired);
    expect(await isAlive(browser)).toBe(false);
  });

  test('sixty-four times at once, to two servers, leaves one line of tokens, and that one alive', async () => {
    const second = await aServer({ databaseUrl: house.ownerUrl });
    for (let round = 0; round < 3; round += 1) {
      const { browser } = await fresh();
      const { refreshToken } = browser.tokens!;
      const request = {
        method: 'POST',
        url: '/user-management/refresh-token',
        host: acorn.host,
        body: { clientId: 'portal-web', refreshToken },
        headers: { 'sec-fetch-site': 'same-origin', cookie: `__Host-sid=${browser.cookies.get('__Host-sid')}` },
      } as const;
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? house : second).ask(request)),
      );
      // whoever is told that too much is going on comes back a moment later, as a browser does
      for (const [at, { status }] of answers.entries()) if (status === 503) answers[at] = await house.ask(request);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
      expect(new Set(answers.map(({ body }) => body.result.refreshToken)).size).toBe(1);
      expect((await browser.refresh(answers[0]!.body.result.refreshToken)).status).toBe(200);
    }
  });
});

test('a session that is renewed while it is left is over afterwards, whichever came first', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { browser } = await fresh();
    const left = () => browser.ask({ method: 'POST', url: '/user-management/logout' });
    const { refreshToken } = browser.tokens!;
    const cookies = new Map(browser.cookies);
    const page = aBrowser(house, acorn.host, cookies);
    const [, renewed] = await Promise.all([left(), page.refresh(refreshToken)]);
    page.cookies.set('__Host-sid', cookies.get('__Host-sid')!);
    if (renewed.status === 200) expect(await isAlive(page)).toBe(false);
    expect((await page.refresh(page.tokens?.refreshToken ?? refreshToken)).body).toEqual(expired);
  }
});

describe('a refresh token that somebody made up', () => {
  const bits = (token: string) => {
    const bytes = Buffer.from(token, 'base64url');
    return Array.from({ length: bytes.length }, (_, at) => {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << (at % 8);
      return flipped.toString('base64url');
    });
  };

  test('is refused, and ends nothing, whichever of its letters is another', async () => {
    const { browser } = await fresh();
    const { accessToken, idToken, refreshToken } = browser.tokens!;
    const stranger = refreshTokens(new Uint8Array(32).fill(9));
    const made = [
      ...bits(refreshToken),
      stranger.make({ sessionId: sessionOf(accessToken), generation: 0 }),
      stranger.make({ sessionId: sessionOf(accessToken), generation: 1 }),
      refreshToken.slice(0, -1),
      `${refreshToken}A`,
      `${refreshToken}=`,
      ` ${refreshToken}`,
      refreshToken.toUpperCase(),
      accessToken.slice(0, 256),
      idToken.slice(0, 256),
      'x'.repeat(70),
    ];
    expect(made.length).toBeGreaterThan(60);
    for (const token of made) expect((await browser.refresh(token)).body).toEqual(expired);
    expect(await isAlive(browser)).toBe(true);
    expect((await browser.refresh(refreshToken)).status).toBe(200);
  });

  test('is no field of another kind either', async () => {
    const { browser } = await fresh();
    for (const refreshToken of [[browser.tokens!.refreshToken], { $gt: '' }, 1, true, null]) {
      const body = { clientId: 'portal-web', refreshToken };
      const answer = await browser.ask({ method: 'POST', url: '/user-management/refresh-token', body });
      expect([answer.status, answer.body.messageCode]).toEqual([400, 'input.invalid']);
    }
  });
});

test('a token of the key before the present one still renews, and its successor is of the present one', () => {
  const previous = new Uint8Array(32).fill(5);
  const token = { sessionId: '01900000-0000-7000-8000-0000000000ab', generation: 7 };
  expect(refreshTokens(secretKey, previous).read(refreshTokens(previous).make(token))).toEqual(token);
  expect(ours.read(refreshTokens(secretKey, previous).make(token))).toEqual(token);
  expect(ours.read(refreshTokens(previous).make(token))).toBeUndefined();
});
