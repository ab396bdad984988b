import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, createClient } from '../../../test/builders.ts';
import { allEndpoints, sampleRequest } from '../../../test/endpoints.ts';
import { userFields } from '../../../test/input-fields.ts';
import type { TestResponse } from '../../../test/response.ts';
import { startTestServer } from '../../../test/server.ts';
import { startListening } from './listening.ts';
import { createServer } from './server.ts';

const testServer = await startTestServer();
let client: ApiClient;
let url: string;

beforeAll(async () => {
  client = await createClient(
    testServer,
    await createUser(testServer, { node: await createOrganisation(testServer, { slug: 'acorn' }) }),
  );
  url = `/user-management/users/${(await createUser(testServer, { node: client.user.node })).id}`;
});

const put = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  testServer.request({ method: 'PUT', url, host: client.host, token: client.token, body, headers });
const errorOf = ({ status, body }: TestResponse) => [status, body?.messageCode];

describe('invalid input', () => {
  test.for(['{', '{"firstName":', 'null null', '{"a":1,}', "{'a':1}", '\u0000', '{"a":"\u0001"}', '[1,2'])(
    'rejects malformed JSON: %j',
    async (text) => {
      expect(errorOf(await put(text))).toEqual([400, 'input.malformed']);
    },
  );

  test.for([
    '{"__proto__":{"admin":true},"firstName":"x"}',
    '{"a":{"__proto__":1}}',
    '{"constructor":{"prototype":{"admin":true}}}',
  ])('rejects JSON that could pollute prototypes: %s', async (text) => {
    expect(errorOf(await put(text))).toEqual([400, 'input.malformed']);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  test.for(['null', '[]', '"text"', '12', 'true', '{}', ''])(
    'rejects JSON that is not a valid object: %j',
    async (text) => {
      expect(errorOf(await put(text))).toEqual([400, 'input.invalid']);
    },
  );

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'nonsense',
  ])('rejects a content type other than JSON: %s', async (type) => {
    expect(errorOf(await put('{"firstName":"x"}', { 'content-type': type }))).toEqual([415, 'input.mediaType']);
  });

  test('rejects a body that is too large', async () => {
    expect(errorOf(await put(JSON.stringify({ firstName: 'x'.repeat(1_100_000) })))).toEqual([413, 'input.tooLarge']);
  });

  test('lists the first thousand invalid fields, and those with texts that cannot be stored once', async () => {
    const settingsUrl = `/node-management/node/${client.user.node.id}/settings/hotkeys`;
    const invalid = Array.from({ length: 1_500 }, (_, index) => [`f${index}`, {}]);
    const { status, body } = await client.put(settingsUrl, { fields: Object.fromEntries(invalid) });
    expect([status, body.messageCode, body.errors.length]).toEqual([400, 'input.invalid', 1_000]);
    const unstorable = await client.get('/user-management/users?search=%00&sort=%00');
    const paths = (unstorable.body.errors as { path: string }[]).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['search', 'sort']);
  });

  test('rejects deeply nested JSON', async () => {
    const { status } = await put(`{"firstName":${'['.repeat(40_000)}${']'.repeat(40_000)}}`);
    expect(status).toBe(400);
  });

  test.each([
    ['entries of a list', Array.from({ length: 5_001 }, () => 0)],
    ['fields', Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [index, 0]))],
    ['values', Array.from({ length: 4_000 }, () => Array.from({ length: 12 }, () => 0))],
  ])('rejects more %s than are validated at once', async (_what, firstName) => {
    const { status, text } = await put(JSON.stringify({ firstName }));
    expect([status, text]).toEqual([413, expect.stringContaining('input.tooLarge')]);
  });

  test('rejects more values than a body may have before it is parsed, but not a text with as many commas', async () => {
    expect(errorOf(await put(`{"firstName":[${','.repeat(50_001)}`))).toEqual([413, 'input.tooLarge']);
    const text = `\\"${','.repeat(50_001)}`;
    expect(errorOf(await put(JSON.stringify({ firstName: text })))).toEqual([400, 'input.invalid']);
  });

  test('rejects a zero byte in a text', async () => {
    const input = userFields({ userName: 'x' });
    for (const field of ['firstName', 'phoneNumber', 'timeZone'])
      expect((await put(JSON.stringify({ ...input, [field]: 'a\u0000b' }))).status).toBe(400);
    expect((await client.get(`/user-management/users?search=${encodeURIComponent('\u0000')}`)).status).toBe(400);
  });

  test('rejects a malformed URL', async () => {
    for (const bad of ['/%', '/user-management/users/%E0%A4%A', '/%c0%ae%c0%ae/'])
      expect([400, 404]).toContain((await testServer.request({ url: bad })).status);
  });
});

describe('malformed HTTP', () => {
  const server = createServer();
  let port: number;
  beforeAll(async () => {
    await startListening(server, { host: '127.0.0.1', port: 0 });
    port = (server.server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  async function sendRaw(text: string): Promise<{ head: string; body: unknown }> {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setEncoding('utf8').write(text);
    const [head = '', body = ''] = (await socket.toArray()).join('').split('\r\n\r\n');
    return { head, body: JSON.parse(body) };
  }

  test.for([
    ['good morning\r\n\r\n', 400, 'input.malformed'],
    ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400, 'input.malformed'],
    ['GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n', 400, 'input.malformed'],
    [`GET / HTTP/1.1\r\nHost: a\r\nLong: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'input.tooLarge'],
  ] as const)('malformed HTTP gets an error in the common shape: %j', async ([text, status, messageCode]) => {
    const { head, body } = await sendRaw(text);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('x-content-type-options: nosniff');
    expect(body).toMatchObject({ status, messageCode });
  });
});

describe('every response', () => {
  /** Endpoints with `revalidates` that this client may request. */
  const revalidated = new Set(['deviceConfigurations.keys']);
  const immutable = allEndpoints.filter(({ endpoint }) => endpoint.immutable).map(({ name }) => name);
  const responsesOfEndpoints = async () => {
    const responses: [string, TestResponse][] = [];
    // sequentially, since concurrent sign-ins are covered by another test
    for (const endpoint of allEndpoints) {
      const user = await createUser(testServer, { node: client.user.node }); // a new user each time, since some endpoints end the session or change the password
      const { token } = await createClient(testServer, user);
      responses.push([
        endpoint.name,
        await testServer.request({ ...sampleRequest(endpoint, user), host: client.host, token }),
      ]);
    }
    return responses;
  };
  const allResponses = async (): Promise<[string, TestResponse][]> => [
    ...(await responsesOfEndpoints()),
    ...(await Promise.all(
      ['/openapi.json', '/docs', '/health/live', '/health/ready', '/dev/mail', '/nowhere', '/%'].map(
        async (url) => [url, await testServer.request({ url })] as [string, TestResponse],
      ),
    )),
    ['401', await testServer.request({ url: '/user-management/users' })],
    ['404', await testServer.request({ url, host: 'nobody.example' })],
    ['415', await put('x', { 'content-type': 'text/plain' })],
    ['413', await put('x'.repeat(1_100_000))],
  ];

  test('every response has the security headers', async () => {
    for (const [what, { headers }] of await allResponses()) {
      expect({ what, ...headers }).toMatchObject({
        what,
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cache-control': immutable.includes(what)
          ? 'private, max-age=3600'
          : revalidated.has(what)
            ? 'private, no-cache'
            : 'no-store',
      });
      for (const header of ['server', 'x-powered-by', 'access-control-allow-origin'])
        expect(headers).not.toHaveProperty(header);
    }
  });

  test('every response has a content type', async () => {
    const csv = ['audit.export', 'nodeExport.get', 'settings.export'].map((name) => [name, 'text/csv']);
    const mediaTypes: Readonly<Record<string, string>> = { '/docs': 'text/html', ...Object.fromEntries(csv) };
    for (const [what, { headers }] of await allResponses())
      expect([what, headers['content-type']]).toEqual([
        what,
        `${mediaTypes[what] ?? 'application/json'}; charset=utf-8`,
      ]);
  });
});

describe('routing', () => {
  test.for([
    '/',
    '/nowhere',
    '/user-management',
    '/user-management/users/a/b',
    '/openapi.yaml',
    '/.env',
    '/../etc/passwd',
    '//user-management/users',
  ])('an unknown path returns 404 as JSON: %s', async (url) => {
    expect(errorOf(await testServer.request({ url }))).toEqual([404, 'route.unknown']);
  });

  test('an unsupported method returns 404', async () => {
    for (const method of ['DELETE', 'PATCH', 'OPTIONS', 'POST'] as const)
      expect(errorOf(await testServer.request({ method, url, host: client.host, token: client.token }))).toEqual([
        404,
        'route.unknown',
      ]);
  });

  test('a path may end with a slash', async () => {
    expect((await client.get('/user-management/users/')).status).toBe(200);
  });

  test('paths are case-sensitive', async () => {
    expect((await client.get('/User-Management/users')).status).toBe(404);
  });
});

test('the health endpoints report liveness and readiness', async () => {
  expect((await testServer.request({ url: '/health/live', host: 'anything' })).body).toEqual({ status: 'alive' });
  expect((await testServer.request({ url: '/health/ready', host: 'anything' })).body).toEqual({ status: 'ready' });
});
