import { permissions } from '@storeward/contract/access';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { deriveKey } from '../src/platform/security/keys.ts';
import {
  createOrganisation,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
} from './builders.ts';
import {
  additionalPermissions,
  type NamedEndpoint,
  allEndpoints,
  platformEndpoints,
  protectedEndpoints,
  preparedRequest,
  accessRightFor,
  sampleRequest,
} from './endpoints.ts';
import { startTestServer, secretKey } from './server.ts';

/** The reviewed routes that are not in the contract. */
const otherRoutes = [
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/start.js',
  'GET /docs/swagger-ui-bundle.js',
  'GET /docs/swagger-ui.css',
  'GET /health/live',
  'GET /health/ready',
  'GET /version',
  'GET /dev/mail',
  'GET /dev/mail/:mail',
  'GET /dev/mail/:mail/html',
  'GET /files/:folder/*',
  'POST /oauth/token',
];

const testServer = await startTestServer({ recoveryMails: 1000, addressTries: 1_000_000, signInTries: 1000 });

let org: TestNode;
let colleague: TestUser;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  colleague = await createUser(testServer, { node: org, rights: [] });
});

const createClientWith = async (rights: readonly string[], node = org): Promise<ApiClient> =>
  createClient(testServer, await createUser(testServer, { node, rights }));
const nodeFor = ({ name }: NamedEndpoint) => (platformEndpoints.includes(name) ? platformNode : org);

describe.for(protectedEndpoints)('the endpoint $name', (route) => {
  const sendSample = async (client?: ApiClient, token = client?.token) =>
    testServer.request({
      ...(await preparedRequest(testServer, route, colleague, client)),
      host: nodeFor(route).host,
      ...(token === undefined ? {} : { token }),
    });

  test('returns 401 without a session', async () => {
    const response = await sendSample();
    expect([response.status, response.body.messageCode]).toEqual([401, 'session.expired']);
  });

  test('returns 401 without a session even for an invalid body', async () => {
    const response = await testServer.request({
      method: route.endpoint.method,
      url: `${route.endpoint.path.replace(/\{\w+\}/, 'x')}?size=0`,
      host: org.host,
      ...(route.endpoint.method === 'GET' ? {} : { body: { any: 'thing' } }),
    });
    expect(response.status).toBe(401);
  });

  test('returns 401 for forged and expired tokens', async () => {
    const client = await createClientWith(allAccessRights, nodeFor(route));
    const claims = JSON.parse(Buffer.from(client.token.split('.')[1]!, 'base64url').toString()) as {
      sid: string;
      bound: string;
      sub: string;
      aud: string;
    };
    const sign = (key: Uint8Array, seconds: number) =>
      new SignJWT({ sid: claims.sid, bound: claims.bound })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer('storeward')
        .setAudience(claims.aud)
        .setSubject(claims.sub)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key);
    const ours = deriveKey(secretKey, 'access-token');
    expect((await sendSample(client, await sign(ours, -1))).status).toBe(401);
    expect((await sendSample(client, await sign(new Uint8Array(32), 600))).status).toBe(401);
    expect((await sendSample(client, await sign(ours, 600))).status).not.toBe(401);
  });

  test('never returns 403 to a user with exactly the required permissions', async () => {
    for (const minimalSet of minimalSets(route.permissions)) {
      const names = [...minimalSet, ...(additionalPermissions[route.name] ?? [])];
      const response = await sendSample(await createClientWith(names.map(accessRightFor), nodeFor(route)));
      expect(response.status).toBe(200);
    }
  });

  test('allows the target user without the permission if and only if it declares so', async () => {
    const client = await createClientWith([]);
    const { status } = await testServer.request({
      ...(await preparedRequest(testServer, route, client.user, client)),
      host: org.host,
      token: client.token,
    });
    expect(status).toBe(route.permissions && !route.endpoint.orSelf ? 403 : 200);
  });

  test('is denied while a password change is pending, unless it declares otherwise', async () => {
    const { id, userName, ...rest } = await createUser(testServer, { node: nodeFor(route) });
    const client = await createClient(testServer, { id, userName, ...rest });
    await testServer.query('update users set manual_password = false where id = $1', [id]);
    const aboutOthers = await sendSample(client);
    const open = route.endpoint.beforePasswordChange && !route.permissions;
    expect(aboutOthers.status).toBe(open ? 200 : 409);
    if (!open) expect(aboutOthers.body.messageCode).toBe('password.mustChange');
    if (route.endpoint.beforePasswordChange && route.endpoint.orSelf) {
      const own = await testServer.request({
        ...sampleRequest(route, client.user),
        host: org.host,
        token: client.token,
      });
      expect(own.status).toBe(200);
    }
  });
});

test.for(protectedEndpoints.filter(({ endpoint }) => endpoint.method === 'GET'))(
  'the endpoint $name is as protected for HEAD as for GET',
  async (route) => {
    const response = await testServer.request({
      ...sampleRequest(route, colleague),
      method: 'HEAD',
      host: org.host,
    });
    expect([response.status, response.text]).toEqual([401, '']);
  },
);

test.for(protectedEndpoints.filter(({ permissions: required }) => required))(
  'the endpoint $name denies a user who lacks only a required permission, and names it',
  async (route) => {
    for (const missing of missingSets(route.permissions)) {
      const rights = allAccessRights.filter((right) => !missing.map(accessRightFor).includes(right));
      const client = await createClientWith(rights, nodeFor(route));
      const sendSample = async () =>
        testServer.request({
          ...(await preparedRequest(testServer, route, colleague, client)),
          host: client.host,
          token: client.token,
        });
      const response = await sendSample();
      expect([response.status, response.body.messageCode]).toEqual([403, 'access.denied']);
      for (const name of route.permissions!.names) expect(response.body.message).toContain(name);
      // only this permission denies access: without it in the requirement the request is not denied
      const unrestricted = await withoutPermissions(route, missing, sendSample);
      expect([unrestricted.status, unrestricted.body?.messageCode]).not.toEqual([403, 'access.denied']);
    }
  },
);

/** The sets of missing permissions that deny access: for "any" all at once, for "all" each one in turn. */
function missingSets(required: (typeof allEndpoints)[number]['permissions']) {
  if (!required) return [];
  return required.mode === 'any' ? [required.names] : required.names.map((name) => [name]);
}

test('more than a hundred required permissions are tested', () => {
  expect(
    protectedEndpoints.flatMap(({ permissions: required }) => missingSets(required)).length,
  ).toBeGreaterThanOrEqual(100);
});

/** Runs work while some permissions are removed from an endpoint's requirement. */
async function withoutPermissions<T>(
  { endpoint, permissions: required }: NamedEndpoint,
  missing: readonly string[],
  work: () => Promise<T>,
) {
  const { allow } = endpoint;
  const remaining = required!.mode === 'any' ? [] : required!.names.filter((name) => !missing.includes(name));
  Object.assign(endpoint, { allow: remaining.length > 0 ? { all: remaining } : 'signedIn' });
  try {
    return await work();
  } finally {
    Object.assign(endpoint, { allow });
  }
}

/** The minimal sets of permissions that grant access: for "any" each one alone, for "all" all together. */
function minimalSets(required: (typeof allEndpoints)[number]['permissions']) {
  if (!required) return [[]];
  return required.mode === 'any' ? required.names.map((name) => [name]) : [required.names];
}

test.for(allEndpoints.filter(({ endpoint }) => endpoint.allow === 'anyone'))(
  'the endpoint $name works without a session',
  async (route) => {
    // a user of its own, since some endpoints change the password that others need
    const user = await createUser(testServer, { node: org, rights: [] });
    const response = await testServer.request({
      ...(await preparedRequest(testServer, route, user, await createClientWith([]))),
      host: org.host,
    });
    expect(response.status).toBe(200);
  },
);

test.for(allEndpoints)('the endpoint $name returns tenant.unknown for an unknown host', async (route) => {
  const { token } = await createClientWith(allAccessRights);
  const response = await testServer.request({
    ...sampleRequest(route, colleague),
    host: 'nobody.example',
    token,
  });
  expect([response.status, response.body.messageCode]).toEqual([404, 'tenant.unknown']);
});

test('every permission that an endpoint requires exists', () => {
  for (const { permissions: required } of allEndpoints)
    for (const name of required?.names ?? []) expect(permissions).toContain(name);
});

test('the server has the routes of the contract and a few reviewed ones, and no others', async () => {
  await testServer.app.ready();
  const mounted = routesIn(testServer.app.printRoutes());
  const contractRoutes = allEndpoints
    .filter(({ endpoint }) => !endpoint.matches) // overloads share the route of another endpoint
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`);
  const heads = [...contractRoutes, ...otherRoutes]
    .filter((route) => route.startsWith('GET '))
    .map((route) => route.replace('GET', 'HEAD'));
  expect(mounted.toSorted()).toEqual([...contractRoutes, ...otherRoutes, ...heads].sort());
});

/** Parses the route tree that Fastify prints. */
function routesIn(routeTree: string): string[] {
  const above: string[] = [];
  return routeTree.split('\n').flatMap((line) => {
    const [, branch, part, methods] = /^(.*[├└]── )(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (branch === undefined || part === undefined) return [];
    const depth = branch.length / 4 - 1;
    above.splice(depth, above.length, part);
    return (methods?.split(', ') ?? []).map((method) => `${method} ${above.join('')}`);
  });
}
