import { expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

const lines = (server: TestServer) =>
  server
    .logOutput()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const idOf = ({ headers }: { headers: Record<string, unknown> }) => headers['x-request-id'];
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

test('every response has a request id of its own, which its lines in the log repeat', async () => {
  const server = await startTestServer({ accessLog: true });
  const first = await server.request({ url: '/openapi.json' });
  const second = await server.request({ url: '/no-such-page' });
  expect([idOf(first), idOf(second)]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
  expect(idOf(first)).not.toBe(idOf(second));
  const written = lines(server).filter(({ msg }) => msg === 'response');
  expect(written.map(({ reqId, status }) => [reqId, status])).toEqual([
    [idOf(first), 200],
    [idOf(second), 404],
  ]);
});

test('a denial has the same id in response, audit and log', async () => {
  const server = await startTestServer({ accessLog: true });
  const user = await createUser(server, { node: await createOrganisation(server), rights: [] });
  const client = await createClient(server, user);
  const response = await server.request({ url: '/audit', host: user.host, token: client.token });
  const [entry] = await server.query<{ id: string }>(
    `select after ->> 'requestId' as id from audit where after ? 'requestId'`,
  );
  expect([response.status, entry?.id]).toEqual([403, idOf(response)]);
  expect(lines(server)).toContainEqual(expect.objectContaining({ reqId: idOf(response), status: 403 }));
});

test('an unexpected error has the id of its response in the log', async () => {
  const server = await startTestServer();
  await server.query('alter table release rename to lost');
  const { statusCode, headers } = await server.app.inject({ url: '/version', headers: { host: 'localhost' } });
  expect(statusCode).toBe(500);
  expect(lines(server)).toContainEqual(
    expect.objectContaining({ level: 50, reqId: headers['x-request-id'], msg: 'service.failed' }),
  );
});

test.for([
  ['a trusted proxy', '10.1.2.3', 'edge-0123456789', true],
  ['a trusted proxy with an unusable id', '10.1.2.3', 'x'.repeat(65), false],
  ['a trusted proxy with characters of another line', '10.1.2.3', 'edge"},{"level":10', false],
  ['anybody else', '192.0.2.1', 'edge-0123456789', false],
] as const)('takes over the request id of %s or not', async ([, from, id, isKept]) => {
  const server = await startTestServer({ trustProxy: ['10.0.0.0/8', '::1'] });
  const response = await server.request({ url: '/health/live', from, headers: { 'x-request-id': id } });
  expect(idOf(response)).toEqual(isKept ? id : expect.stringMatching(uuid));
});

test('the access log holds no query, token or cookie, and no health checks', async () => {
  const server = await startTestServer({ accessLog: true });
  const reset = 'a1B2'.repeat(16);
  const headers = { authorization: 'Bearer hunter2', cookie: 'sid=hunter2', 'x-api-key': 'hunter2' };
  await server.request({ url: '/user-management/users?search=ann@example.com', headers });
  await server.request({
    method: 'PUT',
    url: `/user-management/reset-password/${reset}`,
    body: { password: 'hunter2' },
  });
  await server.request({ url: '/health/live' });
  const output = server.logOutput();
  expect(output).toContain('"path":"/user-management/users"');
  expect(output).toContain('"path":"/user-management/reset-password/[redacted]"');
  for (const secret of ['hunter2', 'ann@example.com', reset, '/health/live']) expect(output).not.toContain(secret);
});

test('writes no line for responses unless asked to', async () => {
  const server = await startTestServer();
  await server.request({ url: '/no-such-page' });
  expect(server.logOutput()).not.toContain('"msg":"response"');
});
