import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, currentKeyUrl, idOf, requestWithKey, statusOf } from '../../test/api-keys.ts';
import { type ApiClient, createClient, createOrganisation, createUser, type TestNode } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';
import { newApiKey } from '../platform/security/api-keys.ts';

const server = await startTestServer();
let acorn: TestNode;
let client: ApiClient;
let roleId: string;

beforeAll(async () => {
  acorn = await createOrganisation(server, { slug: 'acorn' });
  const admin = await createUser(server, { node: acorn });
  roleId = admin.roleId!;
  client = await createClient(server, admin);
});

const makeKey = (networks: string[] = []) => createApiKey(client, { nodeId: acorn.id, roleId, networks });
const authorizationServer = {
  issuer: 'https://acorn.localhost',
  token_endpoint: 'https://acorn.localhost/oauth/token',
};

/** Sends what the client library requests to the server under test. */
const sendToServer = async (
  url: string,
  { method, headers, body }: { method: string; headers: object; body: unknown },
) => {
  const { host, pathname } = new URL(url);
  const payload = String(body);
  const inject = { method: method as 'POST', url: pathname, headers: { ...headers, host }, payload };
  const { statusCode: status, payload: text, headers: received } = await server.app.inject(inject);
  return new Response(text, {
    status,
    headers: Object.entries(received).map(([name, value]) => [name, String(value)]),
  });
};

/** Requests an access token with an independent OAuth client. */
async function requestToken(clientId: string, authentication: oauth.ClientAuth, parameters = {}) {
  const options = { [oauth.customFetch]: sendToServer } as oauth.ClientCredentialsGrantRequestOptions;
  const registered = { client_id: clientId };
  const response = await oauth.clientCredentialsGrantRequest(
    authorizationServer,
    registered,
    authentication,
    parameters,
    options,
  );
  return oauth.processClientCredentialsResponse(authorizationServer, registered, response);
}

const errorOf = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: oauth.ResponseBodyError) => [error.status, error.error],
  );

describe('OAuth client credentials', () => {
  test.for([
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ] as const)('give an access token by %s that acts like the key', async ([_name, authenticate]) => {
    const { secret, apiKey } = await makeKey();
    const token = await requestToken(apiKey.prefix, authenticate(secret));
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    const { status, body } = await requestWithKey(server, acorn, token.access_token);
    expect([status, body.result.id]).toEqual([200, apiKey.id]);
  });

  test('give a token with the claims of RFC 9068', async () => {
    const { secret, apiKey } = await makeKey();
    const { access_token: token } = await requestToken(apiKey.prefix, oauth.ClientSecretBasic(secret));
    const [header, claims] = token.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(header).toMatchObject({ typ: 'at+jwt' });
    expect(claims).toMatchObject({ sub: apiKey.id, aud: acorn.id, client_id: apiKey.prefix });
    expect(claims).toEqual(expect.objectContaining({ iss: expect.any(String), jti: expect.any(String) }));
    expect(claims.exp - claims.iat).toBe(900);
  });

  test('give a token that ends after a quarter of an hour, and at once with its key', async () => {
    const made = await makeKey();
    const { access_token: token } = await requestToken(made.apiKey.prefix, oauth.ClientSecretBasic(made.secret));
    await server.advanceClock('16 minutes');
    const later = await requestWithKey(server, acorn, token);
    await server.advanceClock('0');
    expect(statusOf(later)).toEqual([401, 'session.expired']);
    expect((await requestWithKey(server, acorn, token)).status).toBe(200);
    await client.delete(idOf(made));
    expect(statusOf(await requestWithKey(server, acorn, token))).toEqual([401, 'apiKey.revoked']);
  });

  test('are refused as an invalid client with a wrong or revoked key, or with the id of another one', async () => {
    const [made, other] = [await makeKey(), await makeKey()];
    const { key, prefix } = newApiKey();
    expect(await errorOf(requestToken(prefix, oauth.ClientSecretPost(key)))).toEqual([401, 'invalid_client']);
    expect(await errorOf(requestToken(other.apiKey.prefix, oauth.ClientSecretPost(made.secret)))).toEqual([
      401,
      'invalid_client',
    ]);
    await client.delete(idOf(made));
    expect(await errorOf(requestToken(made.apiKey.prefix, oauth.ClientSecretPost(made.secret)))).toEqual([
      401,
      'invalid_client',
    ]);
  });

  test('are refused from an address that the key does not allow', async () => {
    const { secret, apiKey } = await makeKey(['192.0.2.1']);
    const refused = errorOf(requestToken(apiKey.prefix, oauth.ClientSecretPost(secret)));
    expect(await refused).toEqual([400, 'unauthorized_client']);
  });

  test('are refused with a scope, since the role of the key decides', async () => {
    const { secret, apiKey } = await makeKey();
    const refused = errorOf(requestToken(apiKey.prefix, oauth.ClientSecretPost(secret), { scope: 'all' }));
    expect(await refused).toEqual([400, 'invalid_scope']);
  });
});

describe('a malformed request for a token', () => {
  const form = 'application/x-www-form-urlencoded';
  const send = async (payload: string, headers: Record<string, string> = { 'content-type': form }) => {
    const inject = { method: 'POST', url: '/oauth/token', headers: { host: acorn.host, ...headers }, payload } as const;
    const response = await server.app.inject(inject);
    return [response.statusCode, response.json().error ?? response.json().messageCode];
  };

  test.for([
    ['', 400, 'invalid_request'],
    ['grant_type=password', 400, 'unsupported_grant_type'],
    ['grant_type=client_credentials', 401, 'invalid_client'],
    ['grant_type=client_credentials&grant_type=client_credentials', 400, 'invalid_request'],
    ['grant_type=client_credentials&client_id=x&client_secret=y', 401, 'invalid_client'],
  ] as const)('“%s” answers %i %s', async ([payload, status, error]) => {
    expect(await send(payload)).toEqual([status, error]);
  });

  test('with two ways of authentication is refused', async () => {
    const headers = { 'content-type': form, authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
    const payload = 'grant_type=client_credentials&client_secret=x';
    expect(await send(payload, headers)).toEqual([400, 'invalid_request']);
  });

  test('as JSON is refused, and a form is refused elsewhere', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await send('{"grant_type":"client_credentials"}', json)).toEqual([400, 'invalid_request']);
    const elsewhere = { method: 'POST', url: '/user-management/login', payload: 'a=b' } as const;
    const headers = { host: acorn.host, 'content-type': form };
    expect((await server.app.inject({ ...elsewhere, headers })).json().messageCode).toBe('input.mediaType');
  });
});

test('a token of a user does not work as that of a service account, nor the other way round', async () => {
  const { secret, apiKey } = await makeKey();
  const { access_token: token } = await requestToken(apiKey.prefix, oauth.ClientSecretBasic(secret));
  const own = await server.request({ url: currentKeyUrl, host: acorn.host, token: client.token });
  expect(own.body.result).toBeNull();
  const refused = await server.request({ method: 'POST', url: '/user-management/logout', host: acorn.host, token });
  expect(statusOf(refused)).toEqual([403, 'apiKey.peopleOnly']);
});
