import { beforeAll, describe, expect, test, vi } from 'vitest';
import { apiKeysUrl, createApiKey, currentKeyUrl, idOf, requestWithKey, statusOf } from '../../test/api-keys.ts';
import {
  type ApiClient,
  allAccessRights,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestNode,
  type TestUser,
} from '../../test/builders.ts';
import { nodeFields } from '../../test/input-fields.ts';
import { startTestServer } from '../../test/server.ts';
import { waitOptions } from '../../test/webhooks.ts';
import { newApiKey } from '../platform/security/api-keys.ts';

const server = await startTestServer();
let acorn: TestNode;
let company: TestNode;
let region: TestNode;
let admin: TestUser;
let client: ApiClient;

beforeAll(async () => {
  acorn = await createOrganisation(server, { slug: 'acorn' });
  company = await createNode(server, { parent: acorn, nodeType: 'COMPANY' });
  region = await createNode(server, {
    parent: company,
    nodeType: 'TRADING_REGION',
    region: ['CHINA', 'REST_OF_WORLD'],
  });
  admin = await createUser(server, { node: acorn });
  client = await createClient(server, admin);
});

const makeRole = (rights: readonly string[] = allAccessRights) => createRole(server, { organisation: acorn, rights });
const makeKey = async (fields: { node?: TestNode; rights?: readonly string[]; networks?: string[] } = {}) => {
  const { node = acorn, rights, networks = [] } = fields;
  const roleId = await makeRole(rights);
  return { roleId, ...(await createApiKey(client, { nodeId: node.id, roleId, networks })) };
};
const use = async (key: string, request: Parameters<typeof requestWithKey>[3] = {}) =>
  statusOf(await requestWithKey(server, acorn, key, request));
const nodeUrl = ({ id }: TestNode) => `/node-management/node/${id}`;

describe('a request with an API key', () => {
  test('acts with the permissions of its role at its location', async () => {
    const { secret } = await makeKey({ node: company, rights: ['view_node'] });
    expect(await use(secret, { url: nodeUrl(region) })).toEqual([200, undefined]);
    expect(await use(secret, { url: nodeUrl(acorn) })).toEqual([404, 'node.unknown']);
    expect(await use(secret, { url: '/user-management/users' })).toEqual([403, 'access.denied']);
  });

  test('changes records, and the audit names the service account', async () => {
    const { secret, apiKey } = await makeKey();
    const body = { ...nodeFields, code: 'by-key' };
    const headers = { 'idempotency-key': 'machine-1' };
    const put = { method: 'PUT', url: nodeUrl(region), body, headers } as const;
    expect(await use(secret, put)).toEqual([200, undefined]);
    expect((await requestWithKey(server, acorn, secret, put)).headers['idempotency-replayed']).toBe('true');
    const { body: audit } = await client.get(`/audit?entityId=${region.id}`);
    expect(audit.result[0]).toMatchObject({ action: 'node.updated', actorId: apiKey.id, actorName: apiKey.name });
  });

  test('learns which key it is', async () => {
    const { secret, apiKey } = await makeKey({ node: company, rights: ['view_node'] });
    const { body } = await requestWithKey(server, acorn, secret);
    expect(body.result).toMatchObject({
      prefix: apiKey.prefix,
      place: { id: company.id },
      organisationId: acorn.id,
      permissions: ['view_node', 'VIEW_NODE'],
    });
  });

  test('is refused as mistyped if the checksum is wrong, and as invalid if the key does not exist', async () => {
    const { secret } = await makeKey();
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
    expect(await use(mistyped)).toEqual([401, 'apiKey.malformed']);
    expect(await use(secret.slice(0, -3))).toEqual([401, 'apiKey.malformed']);
    expect(await use(newApiKey().key)).toEqual([401, 'apiKey.invalid']);
  });

  test('is refused if only the secret part of the key is wrong', async () => {
    const { apiKey } = await makeKey();
    const other = newApiKey();
    await server.query('update service_accounts set prefix = $2 where id = $1', [apiKey.id, other.prefix]);
    expect(await use(other.key)).toEqual([401, 'apiKey.invalid']);
  });

  test('is refused after the end of the key', async () => {
    const { secret, apiKey } = await makeKey();
    expect(await use(secret)).toEqual([200, undefined]);
    await server.query(`update service_accounts set until = clock() - interval '1 second' where id = $1`, [apiKey.id]);
    expect(await use(secret)).toEqual([401, 'apiKey.expired']);
  });

  test('is refused once the key is revoked', async () => {
    const made = await makeKey();
    expect(await use(made.secret)).toEqual([200, undefined]);
    expect((await client.delete(idOf(made))).status).toBe(200);
    expect(await use(made.secret)).toEqual([401, 'apiKey.revoked']);
    expect(await use(made.secret, { method: 'PUT', url: nodeUrl(region), body: nodeFields })).toEqual([
      401,
      'apiKey.revoked',
    ]);
  });

  test.for([
    ['192.0.2.10', 200],
    ['198.51.100.7', 200],
    ['::ffff:198.51.100.7', 200],
    ['2001:db8::5', 200],
    ['198.51.101.7', 403],
    ['2001:db9::5', 403],
  ] as const)('from %s answers %i where networks are allowed', async ([from, status]) => {
    const { secret } = await makeKey({ networks: ['192.0.2.10', '198.51.100.0/24', '2001:db8::/32'] });
    expect(await use(secret, { from })).toEqual([status, status === 200 ? undefined : 'apiKey.addressRefused']);
  });

  test('is refused on the portal of another organisation, and on a host without a portal', async () => {
    const beech = await createOrganisation(server, { slug: 'beech' });
    const { secret } = await makeKey();
    expect(statusOf(await requestWithKey(server, beech, secret))).toEqual([401, 'apiKey.invalid']);
    expect(statusOf(await requestWithKey(server, { host: 'localhost' }, secret))).toEqual([401, 'apiKey.invalid']);
    expect(statusOf(await requestWithKey(server, { host: 'nobody.example' }, secret))).toEqual([404, 'tenant.unknown']);
  });

  test('does not see locations that its portal hides', async () => {
    await server.query(`insert into portal_hosts (host, org_id, is_url) values ('acorn.cn', $1, false)`, [acorn.id]);
    const hidden = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', region: ['CHINA'] });
    const { secret } = await makeKey();
    expect(await use(secret, { url: nodeUrl(hidden) })).toEqual([404, 'node.unknown']);
    expect(await use(secret, { url: nodeUrl(hidden), host: 'acorn.cn' })).toEqual([200, undefined]);
  });
});

describe('an API key loses at once', () => {
  test('a permission that its role loses', async () => {
    const { secret, roleId } = await makeKey({ rights: ['view_node'] });
    expect(await use(secret, { url: nodeUrl(region) })).toEqual([200, undefined]);
    await server.query(`update roles set access_rights = '{list_users}' where id = $1`, [roleId]);
    expect(await use(secret, { url: nodeUrl(region) })).toEqual([403, 'access.denied']);
  });

  test('everything while its role, its location or its organisation is disabled', async () => {
    const { secret, roleId } = await makeKey({ node: region });
    expect(await use(secret)).toEqual([200, undefined]);
    for (const [table, id] of [
      ['roles', roleId],
      ['nodes', region.id],
      ['nodes', acorn.id],
    ] as const) {
      await server.query(`update ${table} set status = false, version = version + 1 where id = $1`, [id]);
      expect(await use(secret)).toEqual([401, 'apiKey.suspended']);
      await server.query(`update ${table} set status = true, version = version + 1 where id = $1`, [id]);
      expect(await use(secret)).toEqual([200, undefined]);
    }
  });
});

describe('an API key is not judged as a browser', () => {
  const browserHeaders = {
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
    'x-xsrf-token': 'none',
  };

  test('whatever headers and cookies come with it', async () => {
    const { secret } = await makeKey();
    const headers = { ...browserHeaders, cookie: '__Host-sid=stolen; XSRF-TOKEN=other' };
    const body = { ...nodeFields, code: 'no-browser' };
    expect(await use(secret, { headers })).toEqual([200, undefined]);
    expect(await use(secret, { method: 'PUT', url: nodeUrl(region), body, headers })).toEqual([200, undefined]);
  });

  test('and has no idle timeout', async () => {
    const { secret } = await makeKey();
    expect(await use(secret)).toEqual([200, undefined]);
    await server.advanceClock('20 days');
    const response = await use(secret, { headers: { 'x-idle-seconds': '80000' } });
    await server.advanceClock('0');
    expect(response).toEqual([200, undefined]);
  });
});

test.for([
  ['GET', '/user-management/users/{user}/profile'],
  ['POST', '/user-management/resetpassword'],
  ['GET', '/user-management/sessions'],
  ['POST', '/user-management/logout'],
  ['POST', '/user-management/users/{user}/seeing'],
  ['GET', '/user-management/user-views'],
  ['POST', apiKeysUrl],
  ['POST', `${apiKeysUrl}/{key}/rotate`],
  ['DELETE', `${apiKeysUrl}/{key}`],
] as const)('%s %s is for people and refuses an API key', async ([method, path]) => {
  const { secret, apiKey } = await makeKey();
  const url = path.replace('{user}', admin.id).replace('{key}', apiKey.id);
  expect(await use(secret, { method, url, ...(method === 'POST' ? { body: {} } : {}) })).toEqual([
    403,
    'apiKey.peopleOnly',
  ]);
});

test('the time and address of the last use are kept, written once a minute at most', async () => {
  const made = await makeKey();
  const stored = async () => {
    // the response of a read does not wait for the commit, but "for update" does
    const [row] = await server.query(
      'select last_used, last_address, xmin::text as written from service_accounts where id = $1 for update',
      [made.apiKey.id],
    );
    return row!;
  };
  expect((await stored())['last_used']).toBeNull();
  expect(await use(made.secret, { from: '192.0.2.1' })).toEqual([200, undefined]);
  const first = await stored();
  expect(first['last_address']).toBe('192.0.2.1');
  expect(await use(made.secret, { from: '192.0.2.2' })).toEqual([200, undefined]);
  expect(await stored()).toEqual(first);
  await server.advanceClock('61 seconds');
  expect(await use(made.secret, { from: '192.0.2.2' })).toEqual([200, undefined]);
  await server.advanceClock('0');
  expect((await stored())['last_address']).toBe('192.0.2.2');
  const { body } = await client.get(`/audit?entityId=${made.apiKey.id}&action=apiKey.usedFromNewAddress`);
  expect(body.result.map(({ address }: { address: string }) => address)).toEqual(['192.0.2.2', '192.0.2.1']);
});

test('a key that sends too many requests receives the seconds to wait', async () => {
  const strict = await startTestServer({ databaseUrl: server.ownerUrl, apiKeyRequestsPerMinute: 2 });
  const [one, other] = [await makeKey(), await makeKey()];
  const send = (key: string) => strict.request({ url: currentKeyUrl, host: acorn.host, token: key });
  expect([(await send(one.secret)).status, (await send(one.secret)).status]).toEqual([200, 200]);
  const refused = await send(one.secret);
  expect(statusOf(refused)).toEqual([429, 'apiKey.tooMany']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await send(other.secret)).status).toBe(200);
});

test('an import that a key starts runs with the rights of its service account', async () => {
  const { secret } = await makeKey({ node: company });
  const rows = `code,name,type,parent,status\nby-import,Imported by a key,TRADING_REGION,,enabled\n`;
  const headers = { 'content-type': 'text/csv' };
  const url = '/node-management/imports';
  const { status, body, text } = await requestWithKey(server, acorn, secret, {
    method: 'POST',
    url,
    headers,
    body: Buffer.from(rows),
  });
  expect([status, text]).toEqual([200, expect.any(String)]);
  await server.app.listen({ host: '127.0.0.1', port: 0 }); // starts the import worker
  const run = async () =>
    (await requestWithKey(server, acorn, secret, { url: `${url}/${body.result.id}` })).body.result;
  await vi.waitFor(async () => expect((await run()).state).toBe('ready'), waitOptions);
  expect(await run()).toMatchObject({ startedBy: 'Night import', fault: null });
});
