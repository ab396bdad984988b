import type { Endpoint } from '@storeward/contract/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpointGroups } from './endpoint-groups.ts';
import { createOrganisation, createUser, type TestUser, type TestNode, signIn } from './builders.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer();
const behindProxy = await startTestServer({ databaseUrl: testServer.ownerUrl, trustProxy: ['10.0.0.7', '127.0.0.1'] });
let org: TestNode;
let ann: TestUser;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  ann = await createUser(testServer, { node: org });
});

const endpoints = Object.values(endpointGroups).flatMap((domain) => Object.values<Endpoint>(domain));
const insecure = [400, 'transport.insecure'];

describe('plain HTTP from another machine', () => {
  const secretEndpoints = endpoints.filter(({ takesSecret }) => takesSecret);

  test('endpoints that receive secrets reject plain HTTP, from sign-in and recovery to device keys and webhook URLs', () => {
    expect(
      secretEndpoints.map(({ method, path }) => `${method} ${path.replace('/user-management', '')}`).sort(),
    ).toEqual([
      'GET /email-link/{token}',
      'GET /module-management/device/configuration',
      'GET /module-management/device/configuration/signed',
      'GET /reset-password/validation/{resetToken}',
      'GET /reset-password/{resetToken}',
      'GET /resetpassword/validate-attributes',
      'GET /validate-reset-token/{token}',
      'POST /api-keys',
      'POST /api-keys/{id}/rotate',
      'POST /login',
      'POST /module-management/device/check-in',
      'POST /module-management/device/redeem',
      'POST /node-management/node/{id}/settings/{section}/connection-test',
      'POST /node-management/node/{id}/webhooks',
      'POST /node-management/node/{id}/webhooks/{webhookId}/secret',
      'POST /refresh-token',
      'POST /resetpassword',
      'POST /resetpassword/validate-attributes',
      'POST /users',
      'POST /users/{id}/pending-email/accept',
      'POST /validate-email-id',
      'PUT /email-link/{token}',
      'PUT /node-management/node/{id}/settings',
      'PUT /node-management/node/{id}/settings/{section}',
      'PUT /node-management/node/{id}/webhooks/{webhookId}',
      'PUT /reset-password/{resetToken}',
      'PUT /send-email/{userId}',
      'PUT /users/{id}',
      'PUT /users/{id}/profile',
    ]);
  });

  test.for(secretEndpoints)('rejects plain HTTP before any validation: $method $path', async ({ method, path }) => {
    const url = path.replace('{section}', 'integration').replace(/\{\w+\}/, ann.id);
    const { status, body } = await testServer.request({ method, url, host: org.host, from: '192.0.2.7', body: {} });
    expect([status, body.messageCode]).toEqual(insecure);
  });
});

describe('secure transport', () => {
  const outcome = async (server: typeof testServer, from: string, headers: Record<string, string> = {}) => {
    const { status, body } = await signIn(server, { ...ann, from, headers });
    return status === 200 ? 'signed in' : [status, body.messageCode];
  };
  const https = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' };
  const plainHttp = { ...https, 'x-forwarded-proto': 'http' };

  test.for(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'accepts plain HTTP from this machine: %s',
    async (address) => {
      expect(await outcome(testServer, address)).toBe('signed in');
    },
  );

  test('trusts X-Forwarded-Proto of a trusted proxy only', async () => {
    expect(await outcome(behindProxy, '10.0.0.7', https)).toBe('signed in');
    expect(await outcome(behindProxy, '10.0.0.7', plainHttp)).toEqual(insecure);
    expect(await outcome(behindProxy, '127.0.0.1', plainHttp)).toEqual(insecure);
    expect(await outcome(behindProxy, '10.0.0.7')).toEqual(insecure);
    expect(await outcome(behindProxy, '10.0.0.8', https)).toEqual(insecure);
    expect(await outcome(testServer, '10.0.0.7', https)).toEqual(insecure);
    expect(await outcome(testServer, '127.0.0.1', https)).toBe('signed in');
  });
});
