import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, createClient } from './builders.ts';
import { allEndpoints, sampleRequest } from './endpoints.ts';
import { userFields } from './input-fields.ts';
import { randomWalks } from './random-walks.ts';
import { startTestServer } from './server.ts';

const walks = randomWalks('REQUEST', { walks: 400, seed: 7 });

const testServer = await startTestServer({ resetGuesses: 1_000_000, addressTries: 1_000_000 });
let client: ApiClient;

beforeAll(async () => {
  client = await createClient(
    testServer,
    await createUser(testServer, { node: await createOrganisation(testServer, { slug: 'acorn' }) }),
  );
});

test(
  'returns an error code of the catalogue and never 500, whatever is sent to any endpoint',
  { timeout: walks.timeout },
  async () => {
    const randomText = fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e9',
        'null',
        'asc',
        'name:asc',
        'name:desc',
        'true',
        '\u0000',
        '%',
        "'",
        '"',
        '\\',
        '𝒳',
        '\ud800',
        'x'.repeat(300),
        '9'.repeat(30),
        'NaN',
        '..',
        '{}',
        '[]',
        '2026-01-01',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    const value = fc.oneof(
      randomText,
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(randomText, { maxLength: 3 }),
      fc.dictionary(randomText, randomText, { maxKeys: 3 }),
    );
    const bodyKeys = fc.constantFrom(
      'firstName',
      'lastName',
      'emailId',
      'phoneNumber',
      'language',
      'timeZone',
      'country',
      'version',
      'username',
      'password',
      'domainName',
      'clientId',
      'refreshToken',
      'secretWord',
      'confirmPassword',
      'oldPassword',
      'newPassword',
      'orgId',
      'id',
      'constructor',
      'toString',
    );
    const queryKeys = fc.constantFrom(
      'search',
      'filter',
      'sort',
      'sortby',
      'page',
      'size',
      'offset',
      'limit',
      'cursor',
      'host',
      'subDomain',
      'orgId',
      'constructor',
      'hasOwnProperty',
    );
    const cursor = fc
      .tuple(
        fc.constantFrom('name false', 'lastActive false', 'createdDate true'),
        value,
        fc.oneof(fc.uuid(), randomText),
      )
      .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
    const request = fc.record({
      namedEndpoint: fc.constantFrom(...allEndpoints),
      id: fc.oneof(fc.constant('given'), fc.uuid(), randomText),
      query: fc.dictionary(queryKeys, fc.oneof(randomText, cursor), { maxKeys: 3 }),
      body: fc.oneof(
        fc.dictionary(bodyKeys, value, { maxKeys: 8 }),
        fc
          .dictionary(bodyKeys, value, { maxKeys: 3 })
          .map((change) => ({ ...userFields({ userName: 'x' }), ...change })),
        value,
      ),
      header: fc.option(
        fc.tuple(
          fc.constantFrom(
            'if-match',
            'idempotency-key',
            'user-agent',
            'x-forwarded-for',
            'accept',
            'content-length',
            'cookie',
            'x-idle-seconds',
          ),
          fc.stringMatching(/^[\x20-\x7e]{0,60}$/),
        ),
        { nil: undefined },
      ),
      signed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ namedEndpoint, id, query, body, header, signed }) => {
        const path =
          id === 'given'
            ? sampleRequest(namedEndpoint, client.user, client).url
            : namedEndpoint.endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(id.toWellFormed()) || 'x');
        const { token } = signed ? client : { token: undefined };
        const response = await testServer.request({
          method: namedEndpoint.endpoint.method,
          url: `${path}?${String(new URLSearchParams(query))}`,
          host: client.host,
          ...(token ? { token } : {}),
          ...(namedEndpoint.endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
          headers: {
            ...(header && header[0] !== 'content-length' ? { [header[0]]: header[1] } : {}),
            ...(namedEndpoint.endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
          },
        });
        expect(response.status).toBeLessThan(500);
        // random requests may be valid and end the session
        if (signed && /^sessions\.logout|^openSessions\.end/.test(namedEndpoint.name) && response.status === 200)
          client = await createClient(testServer, client.user);
      }),
      walks.parameters(),
    );
  },
);

describe('over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await testServer.app.listen({ host: '127.0.0.1', port: 0 });
    port = (testServer.app.server.address() as AddressInfo).port;
  });

  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let got = '';
      socket
        .setEncoding('utf8')
        .on('data', (part) => (got += part as string))
        .on('end', () => resolve(got))
        .on('error', reject);
    });

  test.for([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['no host', 'GET /user-management/users HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'two lengths',
      'POST /user-management/login HTTP/1.1\r\nHost: acorn.localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\nConnection: close\r\n\r\n{}',
      400,
    ],
    [
      'a length and chunks',
      'POST /user-management/login HTTP/1.1\r\nHost: acorn.localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a header of 40 KB',
      `GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\nConnection: close\r\n\r\n`,
      413,
    ],
    [
      'a length that is too long',
      'POST /user-management/login HTTP/1.1\r\nHost: acorn.localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n',
      413,
    ],
  ] as const)('rejects a raw request with %s', async ([, text, status]) => {
    expect(Number((await raw(text)).split(' ')[1])).toBe(status);
  });

  test('determines the tenant by the Host header alone, whatever other headers name a host', async () => {
    for (const forged of [
      'GET http://localhost/node-management/domain HTTP/1.1',
      'GET /node-management/domain HTTP/1.1\r\nX-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\nX-Host: localhost',
    ]) {
      expect(await raw(`${forged}\r\nHost: acorn.localhost:${port}\r\nConnection: close\r\n\r\n`)).toContain(
        'acorn.example',
      );
    }
  });

  test('responds over a connection as by injection', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'alive' }]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
