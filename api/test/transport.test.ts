import type { Endpoint } from '@storeward/contract/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { domains } from '../src/domains.ts';
import { anOrganisation, aUser, type Person, type Place, signIn } from './builders.ts';
import { aServer } from './server.ts';

const house = await aServer();
const behindProxy = await aServer({ databaseUrl: house.ownerUrl, trustProxy: ['10.0.0.7', '127.0.0.1'] });
let org: Place;
let ann: Person;

beforeAll(async () => {
  org = await anOrganisation(house);
  ann = await aUser(house, { at: org });
});

const doors = Object.values(domains).flatMap((domain) => Object.values<Endpoint>(domain));
const insecure = [400, 'transport.insecure'];

describe('plain HTTP from another machine', () => {
  const shut = doors.filter(({ takesSecret }) => takesSecret);

  test('is refused wherever a secret is sent: signing in, renewing, recovering, choosing a password, secrets of services, keys of devices, and where webhooks lead', () => {
    expect(shut.map(({ method, path }) => `${method} ${path.replace('/user-management', '')}`).sort()).toEqual([
      'GET /module-management/device/configuration',
      'GET /module-management/device/configuration/signed',
      'GET /reset-password/validation/{resetToken}',
      'GET /reset-password/{resetToken}',
      'GET /resetpassword/validate-attributes',
      'GET /validate-reset-token/{token}',
      'POST /login',
      'POST /module-management/device/check-in',
      'POST /module-management/device/redeem',
      'POST /node-management/node/{id}/webhooks',
      'POST /node-management/node/{id}/webhooks/{webhookId}/secret',
      'POST /refresh-token',
      'POST /resetpassword',
      'POST /resetpassword/validate-attributes',
      'POST /users',
      'POST /validate-email-id',
      'PUT /node-management/node/{id}/settings/{section}',
      'PUT /node-management/node/{id}/webhooks/{webhookId}',
      'PUT /reset-password/{resetToken}',
      'PUT /send-email/{userId}',
      'PUT /users/{id}',
      'PUT /users/{id}/profile',
    ]);
  });

  test.for(shut)('is refused before anything is looked at: $method $path', async ({ method, path }) => {
    const url = path.replace('{section}', 'integration').replace(/\{\w+\}/, ann.id);
    const { status, body } = await house.ask({ method, url, host: org.host, from: '192.0.2.7', body: {} });
    expect([status, body.messageCode]).toEqual(insecure);
  });
});

describe('whether a way is private', () => {
  const outcome = async (server: typeof house, from: string, headers: Record<string, string> = {}) => {
    const { status, body } = await signIn(server, { ...ann, from, headers });
    return status === 200 ? 'signed in' : [status, body.messageCode];
  };
  const https = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' };
  const plain = { ...https, 'x-forwarded-proto': 'http' };

  test.for(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('is clear on this machine: %s', async (address) => {
    expect(await outcome(house, address)).toBe('signed in');
  });

  test('is what a trusted proxy says, and nobody else', async () => {
    expect(await outcome(behindProxy, '10.0.0.7', https)).toBe('signed in');
    expect(await outcome(behindProxy, '10.0.0.7', plain)).toEqual(insecure);
    expect(await outcome(behindProxy, '127.0.0.1', plain)).toEqual(insecure);
    expect(await outcome(behindProxy, '10.0.0.7')).toEqual(insecure);
    expect(await outcome(behindProxy, '10.0.0.8', https)).toEqual(insecure);
    expect(await outcome(house, '10.0.0.7', https)).toEqual(insecure);
    expect(await outcome(house, '127.0.0.1', https)).toBe('signed in');
  });
});
