import { beforeAll, describe, expect, test } from 'vitest';
import { trustLocalhost } from '../../../test/tls-fixture.ts';
import { json, salesforceClient, startSalesforce, startTlsServer } from '../../../test/token-server.ts';
import { safeFetch } from '../../platform/security/safe-fetch.ts';
import { testSalesforce } from './salesforce.ts';
import { testSplunk } from './splunk.ts';

const developing = safeFetch({ networks: [], allowLoopback: true });
const strict = safeFetch({ networks: [], allowLoopback: false });
const noLimit = () => new AbortController().signal;
const salesforce = await startSalesforce();

const values = (url: string, more: object = {}) => ({
  url,
  grantType: 'client_credentials',
  clientId: salesforceClient.id,
  clientSecret: salesforceClient.secret,
  version: 'v24_5',
  siteId: 'KestrelGB',
  ...more,
});
const tested = (more: object = {}, url = salesforce.url) => testSalesforce(values(url, more), developing, noLimit());

test('a certificate that is not trusted ends the test before the secret is sent', async () => {
  expect(await tested()).toBe('badCertificate');
  expect(salesforce.requests).toEqual([]);
});

describe('with a trusted certificate', () => {
  beforeAll(trustLocalhost);

  test('Salesforce is connected when client, grant type and site fit', async () => {
    expect(await tested()).toBe('connected');
    expect(await tested({ version: '', siteId: '' })).toBe('connected');
    expect(await tested({}, `${salesforce.url}/`)).toBe('connected');
  });

  test.for<[object, string]>([
    [{ clientSecret: 'another secret' }, 'wrongCredentials'],
    [{ clientId: 'another' }, 'wrongCredentials'],
    [{ siteId: 'Elsewhere' }, 'siteUnknown'],
    [{ version: 'v1_0' }, 'siteUnknown'],
    [{ siteId: '../../../admin' }, 'siteUnknown'],
    [{ grantType: 'refresh_token' }, 'grantRefused'],
    [{ grantType: 'password' }, 'clientKnown'],
  ])('Salesforce with %j ends as %s', async ([more, result]) => {
    expect(await tested(more)).toBe(result);
  });

  test('the secret is sent to the token endpoint only, and never in an address', async () => {
    await tested();
    expect(
      salesforce.requests.filter(({ headers }) => headers.authorization).map(({ method }) => method),
    ).not.toContain('GET');
    for (const { url, body } of salesforce.requests)
      expect(decodeURIComponent(`${url} ${body}`)).not.toContain(salesforceClient.secret);
  });

  test('answers that are none of a token endpoint are named', async () => {
    const responses: [Parameters<typeof startTlsServer>[0], string][] = [
      [(_, response) => void response.writeHead(200).end('<html>'), 'unexpectedAnswer'],
      [(_, response) => json(response, 200, { token: 'x' }), 'unexpectedAnswer'],
      [(_, response) => json(response, 503, {}), 'unexpectedAnswer'],
      [(_, response) => void response.writeHead(302, { location: 'https://127.0.0.1/in' }).end(), 'redirected'],
      [(_, response) => void response.writeHead(200).end('x'.repeat(1_000_000)), 'unexpectedAnswer'],
      [(_, response) => void response.destroy(), 'noConnection'],
    ];
    for (const [respond, result] of responses) {
      const server = await startTlsServer(respond);
      expect(await tested({}, server.url)).toBe(result);
      expect(server.requests).toHaveLength(1);
    }
  });

  test('a server that does not answer, or never ends its answer, ends with the time limit', async () => {
    for (const respond of [
      () => undefined,
      (_: unknown, response: NodeJS.WritableStream) => void response.write('{'),
    ] as Parameters<typeof startTlsServer>[0][]) {
      const { url } = await startTlsServer(respond);
      expect(await testSalesforce(values(url), developing, AbortSignal.timeout(300))).toBe('timeout');
    }
  });

  test('nothing is sent to a private address', async () => {
    const before = salesforce.requests.length;
    for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433']) {
      const url = `https://${host}:${salesforce.port}`;
      expect(await testSalesforce(values(url), strict, noLimit())).toBe('privateAddress');
      const splunk = { host, port: String(salesforce.port), userName: 'counter', password: 'secret' };
      expect(await testSplunk(splunk, strict, noLimit())).toBe('privateAddress');
    }
    expect(salesforce.requests).toHaveLength(before);
  });

  test('Splunk is connected when user, password and app fit', async () => {
    const server = await startTlsServer(({ url, headers }, response) => {
      if (headers.authorization !== `Basic ${btoa('counter:the password')}`) return json(response, 401, {});
      const { pathname } = new URL(url, 'https://localhost');
      return json(response, /^\/servicesNS\/counter\/(counts|-)\/saved\/searches$/.test(pathname) ? 200 : 404, {});
    });
    const splunk = { host: 'localhost', port: String(server.port), userName: 'counter', password: 'the password' };
    const result = (more: object = {}) => testSplunk({ ...splunk, appName: 'counts', ...more }, developing, noLimit());
    expect(await result()).toBe('connected');
    expect(await result({ appName: '' })).toBe('connected');
    expect(await result({ appName: 'other' })).toBe('appUnknown');
    expect(await result({ password: 'another' })).toBe('wrongCredentials');
    const moved = await startTlsServer((_, response) => void response.writeHead(301, { location: '/' }).end());
    expect(await result({ port: String(moved.port) })).toBe('redirected');
  });
});
