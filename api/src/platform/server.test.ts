import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, signedIn } from '../../test/builders.ts';
import { doors, filledIn, sampleOf } from '../../test/doors.ts';
import type { Answer } from '../../test/answer.ts';
import { aServer } from '../../test/server.ts';
import { createServer } from './server.ts';

const house = await aServer();
let caller: Caller;
let url: string;

beforeAll(async () => {
  caller = await signedIn(house, await aUser(house, { at: await anOrganisation(house, { word: 'acorn' }) }));
  url = `/user-management/users/${(await aUser(house, { at: caller.person.at })).id}`;
});

const put = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  house.ask({ method: 'PUT', url, host: caller.host, token: caller.token, body, headers });
const refused = ({ status, body }: Answer) => [status, body?.messageCode];

describe('what cannot be read', () => {
  test.for(['{', '{"firstName":', 'null null', '{"a":1,}', "{'a':1}", '\u0000', '{"a":"\u0001"}', '[1,2'])(
    'is malformed: %j',
    async (text) => {
      expect(refused(await put(text))).toEqual([400, 'input.malformed']);
    },
  );

  test.for([
    '{"__proto__":{"admin":true},"firstName":"x"}',
    '{"a":{"__proto__":1}}',
    '{"constructor":{"prototype":{"admin":true}}}',
  ])('reaches for what all objects share, and is malformed: %s', async (text) => {
    expect(refused(await put(text))).toEqual([400, 'input.malformed']);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  test.for(['null', '[]', '"text"', '12', 'true', '{}', ''])(
    'is JSON and yet nothing a person filled in: %j',
    async (text) => {
      expect(refused(await put(text))).toEqual([400, 'input.invalid']);
    },
  );

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'nonsense',
  ])('comes as something else than JSON: %s', async (type) => {
    expect(refused(await put('{"firstName":"x"}', { 'content-type': type }))).toEqual([415, 'input.mediaType']);
  });

  test('is too large', async () => {
    expect(refused(await put(JSON.stringify({ firstName: 'x'.repeat(1_100_000) })))).toEqual([413, 'input.tooLarge']);
  });

  test('is nested very deep', async () => {
    const { status } = await put(`{"firstName":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(status).toBe(400);
  });

  test('holds the one letter that the database cannot', async () => {
    const input = filledIn({ userName: 'x' });
    for (const field of ['firstName', 'phoneNumber', 'timeZone'])
      expect((await put(JSON.stringify({ ...input, [field]: 'a\u0000b' }))).status).toBe(400);
    expect((await caller.get(`/user-management/users?search=${encodeURIComponent('\u0000')}`)).status).toBe(400);
  });

  test('is an address that is none', async () => {
    for (const bad of ['/%', '/user-management/users/%E0%A4%A', '/%c0%ae%c0%ae/'])
      expect([400, 404]).toContain((await house.ask({ url: bad })).status);
  });
});

describe('what is no HTTP at all', () => {
  const server = createServer();
  let port: number;
  beforeAll(async () => {
    await server.listen({ host: '127.0.0.1', port: 0 });
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  async function said(words: string): Promise<{ head: string; body: unknown }> {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setEncoding('utf8').write(words);
    const [head = '', body = ''] = (await socket.toArray()).join('').split('\r\n\r\n');
    return { head, body: JSON.parse(body) };
  }

  test.for([
    ['good morning\r\n\r\n', 400, 'input.malformed'],
    ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400, 'input.malformed'],
    [`GET / HTTP/1.1\r\nHost: a\r\nLong: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'input.tooLarge'],
  ] as const)('is refused in the shape of every other refusal: %j', async ([words, status, messageCode]) => {
    const { head, body } = await said(words);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('x-content-type-options: nosniff');
    expect(body).toMatchObject({ status, messageCode });
  });
});

describe('any answer', () => {
  /** Doors that tell whoever holds the answer already only that it still holds, and that this caller may ask. */
  const told = new Set(['deviceConfigurations.keys']);
  const unchanging = doors.filter(({ endpoint }) => endpoint.unchanging).map(({ name }) => name);
  const everyDoor = async () => {
    const answers: [string, Answer][] = [];
    // one after the other: two hundred people who sign in at once are another test
    for (const door of doors) {
      const person = await aUser(house, { at: caller.person.at }); // signing out and a new password are among the doors
      const { token } = await signedIn(house, person);
      answers.push([door.name, await house.ask({ ...sampleOf(door, person), host: caller.host, token })]);
    }
    return answers;
  };
  const everywhere = async (): Promise<[string, Answer][]> => [
    ...(await everyDoor()),
    ...(await Promise.all(
      ['/openapi.json', '/docs', '/health/live', '/health/ready', '/dev/mail', '/nowhere', '/%'].map(
        async (url) => [url, await house.ask({ url })] as [string, Answer],
      ),
    )),
    ['401', await house.ask({ url: '/user-management/users' })],
    ['404', await house.ask({ url, host: 'nobody.example' })],
    ['415', await put('x', { 'content-type': 'text/plain' })],
    ['413', await put('x'.repeat(1_100_000))],
  ];

  test('carries the protective headers', async () => {
    for (const [what, { headers }] of await everywhere()) {
      expect({ what, ...headers }).toMatchObject({
        what,
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cache-control': unchanging.includes(what)
          ? 'private, max-age=3600'
          : told.has(what)
            ? 'private, no-cache'
            : 'no-store',
      });
      for (const header of ['server', 'x-powered-by', 'access-control-allow-origin'])
        expect(headers).not.toHaveProperty(header);
    }
  });

  test('says what it is', async () => {
    for (const [what, { headers }] of await everywhere())
      expect([what, headers['content-type']]).toEqual([
        what,
        what === '/docs' ? 'text/html; charset=utf-8' : expect.stringMatching(/^application\/json; charset=utf-8$/),
      ]);
  });
});

describe('an address', () => {
  test.for([
    '/',
    '/nowhere',
    '/user-management',
    '/user-management/users/a/b',
    '/openapi.yaml',
    '/.env',
    '/../etc/passwd',
    '//user-management/users',
  ])('where there is nothing answers so in JSON: %s', async (url) => {
    expect(refused(await house.ask({ url }))).toEqual([404, 'route.unknown']);
  });

  test('is asked with a verb that it does not know', async () => {
    for (const method of ['DELETE', 'PATCH', 'OPTIONS', 'POST'] as const)
      expect(refused(await house.ask({ method, url, host: caller.host, token: caller.token }))).toEqual([
        404,
        'route.unknown',
      ]);
  });

  test('may end with a stroke', async () => {
    expect((await caller.get('/user-management/users/')).status).toBe(200);
  });

  test('is as sensitive to letters as it is written', async () => {
    expect((await caller.get('/User-Management/users')).status).toBe(404);
  });
});

test('says whether it lives and whether it can work', async () => {
  expect((await house.ask({ url: '/health/live', host: 'anything' })).body).toEqual({ status: 'alive' });
  expect((await house.ask({ url: '/health/ready', host: 'anything' })).body).toEqual({ status: 'ready' });
});
