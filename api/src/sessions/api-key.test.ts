import { beforeAll, describe, expect, test } from 'vitest';
import { createClient, createOrganisation, createUser, type TestNode, type TestUser } from '../../test/builders.ts';
import { userFields } from '../../test/input-fields.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
let acorn: TestNode;
let ann: TestUser;

beforeAll(async () => {
  acorn = await createOrganisation(server, { slug: 'acorn' });
  ann = await createUser(server, { node: acorn, userName: 'ann' });
});

const userUrl = () => `/user-management/users/${ann.id}`;

describe('the API key header', () => {
  test('must match the actor’s organisation if it is sent', async () => {
    await createOrganisation(server, { slug: 'beech' });
    const client = await createClient(server, ann);
    for (const key of ['key-of-acorn', undefined])
      expect((await client.get(userUrl(), key ? { 'x-api-key': key } : {})).status).toBe(200);
    for (const key of ['key-of-beech', 'key-of-the-platform', 'KEY-OF-ACORN', 'x', '', "' or true --"]) {
      expect((await client.get(userUrl(), { 'x-api-key': key })).status).toBe(401);
      expect((await client.put(userUrl(), userFields(ann), { 'x-api-key': key })).status).toBe(401);
    }
  });

  test('does not authenticate by itself and is checked on token renewal', async () => {
    const headers = { 'x-api-key': 'key-of-acorn' };
    expect((await server.request({ url: userUrl(), host: acorn.host, headers })).status).toBe(401);
    const { tokens } = await createClient(server, ann);
    const body = { clientId: 'portal-web', refreshToken: tokens.refreshToken };
    const refresh = { method: 'POST', url: '/user-management/refresh-token', host: acorn.host, body } as const;
    expect((await server.request({ ...refresh, headers: { 'x-api-key': 'key-of-beech' } })).status).toBe(401);
    expect((await server.request({ ...refresh, headers })).status).toBe(200);
  });
});
