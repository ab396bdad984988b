import { expect, test } from 'vitest';
import { base64, createClient, createOrganisation, createUser, password } from '../../test/builders.ts';
import { occupyPort } from '../../test/product.ts';
import { createTestDatabase, startTestServer, type TestServer } from '../../test/server.ts';

const token = 'a-token-of-the-tests-0123456789';

const read = async (server: TestServer, authorization: string | undefined = `Bearer ${token}`) =>
  server.request({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

/** The value of a sample, such as `storeward_mails{state="waiting"}`; undefined if there is none. */
const valueOf = (text: string, sample: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
};

const signIn = (server: TestServer, host: string, userName: string, secret: string) =>
  server.request({
    method: 'POST',
    url: '/user-management/login',
    host,
    body: { username: base64(userName), password: base64(secret), domainName: base64(host) },
  });

test('shows no metrics unless a port or a token is set', async () => {
  const server = await startTestServer();
  const { status, body } = await read(server);
  expect([status, body?.messageCode]).toEqual([404, 'route.unknown']);
});

test('shows metrics with the right token only', async () => {
  const server = await startTestServer({ metricsToken: token });
  for (const authorization of ['', token, 'Bearer x', `Bearer ${token}x`, `bearer ${token}`]) {
    const { status, headers, text } = await read(server, authorization);
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(text).not.toContain('storeward_');
  }
  const { status, headers } = await read(server);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
});

test('counts requests by template, method and status, denials by code and sign-ins by outcome, without personal data', async () => {
  const server = await startTestServer({ metricsToken: token });
  const organisation = await createOrganisation(server);
  const user = await createUser(server, { node: organisation, rights: [] });
  await signIn(server, user.host, user.userName, 'Wrong-password-1');
  const client = await createClient(server, user);
  await server.request({ url: `/user-management/users/${user.id}`, host: user.host });
  await server.request({ url: '/audit', host: user.host, token: client.token });
  await server.request({ url: '/some/page?search=secret', host: user.host });
  const { text } = await read(server);
  const route = 'route="/user-management/users/:id"';
  expect(valueOf(text, `storeward_http_requests_total{method="GET",${route},status="401"}`)).toBe(1);
  expect(valueOf(text, `storeward_http_requests_total{method="GET",route="/audit",status="403"}`)).toBe(1);
  expect(valueOf(text, `storeward_http_requests_total{method="GET",route="other",status="404"}`)).toBe(1);
  expect(valueOf(text, `storeward_http_request_duration_seconds_count{method="GET",${route}}`)).toBe(1);
  expect(valueOf(text, 'storeward_denials_total{code="session.expired"}')).toBe(1);
  expect(valueOf(text, 'storeward_sign_ins_total{outcome="signIn.wrong"}')).toBe(1);
  expect(valueOf(text, 'storeward_sign_ins_total{outcome="success"}')).toBe(1);
  for (const value of [user.id, user.userName, user.host, organisation.id, 'secret', password])
    expect(text).not.toContain(value);
});

test('measures the database, the pool, the queues, the event loop and the process', async () => {
  const server = await startTestServer({ metricsToken: token });
  await server.request({ url: '/health/ready' });
  const { text } = await read(server);
  expect(valueOf(text, 'storeward_database_up')).toBe(1);
  expect(valueOf(text, 'storeward_database_transaction_seconds_count')).toBeGreaterThan(0);
  expect(valueOf(text, 'storeward_database_connections_max')).toBe(22);
  for (const sample of [
    'storeward_database_connections{state="idle"}',
    'storeward_database_connections{state="used"}',
    'storeward_database_connections{state="waiting"}',
    'storeward_admitted_transactions{lane="request",state="running"}',
    'storeward_admitted_transactions{lane="bulk",state="waiting"}',
    'storeward_password_hashes{state="running"}',
    'storeward_password_hashes{state="waiting"}',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_eventloop_lag_max_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ])
    expect([sample, valueOf(text, sample)]).toEqual([sample, expect.any(Number)]);
});

test('shows what waits in the installation: runs, mails, webhook messages and the audit', async () => {
  const server = await startTestServer({ metricsToken: token });
  const organisation = await createOrganisation(server);
  const user = await createUser(server, { node: organisation });
  await server.query(
    `insert into mails (id, org_id, user_id, kind, to_address, created_date, next_try, tries)
     select gen_random_uuid(), $1, $2, 'reset', 'x@example.com', clock() - make_interval(secs => 600), clock() + '1 day', n
       from generate_series(0, 2) n`,
    [organisation.id, user.id],
  );
  await server.query('insert into audit_status (org_id, faults) values ($1, 2)', [organisation.id]);
  const { text } = await read(server);
  expect(valueOf(text, 'storeward_mails{state="waiting"}')).toBe(1);
  expect(valueOf(text, 'storeward_mails{state="retrying"}')).toBe(2);
  expect(valueOf(text, 'storeward_mail_age_seconds')).toBeGreaterThanOrEqual(600);
  expect(valueOf(text, 'storeward_runs{state="running"}')).toBe(0);
  expect(valueOf(text, 'storeward_webhook_messages{state="waiting"}')).toBe(0);
  expect(valueOf(text, 'storeward_webhook_message_age_seconds')).toBe(0);
  expect(valueOf(text, 'storeward_audit_errors')).toBe(2);
  for (const sample of ['audit_unchained_entries', 'audit_chain_lag_seconds', 'audit_anchor_lag_seconds'])
    expect(valueOf(text, `storeward_${sample}`)).toBeGreaterThanOrEqual(0);
});

test('shows the metrics of the process while the database does not answer', async () => {
  const { port, free } = await occupyPort();
  await free();
  const server = await startTestServer({
    metricsToken: token,
    proxiedUrl: `postgresql://x@127.0.0.1:${port}/x`,
    databaseUrl: await createTestDatabase(),
  });
  const { status, text } = await read(server);
  expect([status, valueOf(text, 'storeward_database_up'), valueOf(text, 'storeward_mail_age_seconds')]).toEqual([
    200,
    0,
    undefined,
  ]);
  expect(valueOf(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
});

test('serves metrics on a port of their own, which shows nothing else', async () => {
  const { port: metricsPort, free } = await occupyPort();
  await free();
  const server = await startTestServer({ metricsPort });
  await server.app.ready();
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('storeward_build_info{')]);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/health/live`)).status).toBe(404);
  expect((await read(server)).status).toBe(404);
});

test('asks for the token on the port of the metrics too', async () => {
  const { port: metricsPort, free } = await occupyPort();
  await free();
  const server = await startTestServer({ metricsPort, metricsToken: token });
  await server.app.ready();
  const url = `http://127.0.0.1:${metricsPort}/metrics`;
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

test('names a port for metrics that is taken', async () => {
  const { port: metricsPort, free } = await occupyPort();
  const server = await startTestServer({ metricsPort });
  await expect(server.app.ready()).rejects.toThrow(/^METRICS_PORT \d+ on 127\.0\.0\.1 cannot be used \(.*EADDRINUSE/);
  await free();
});
