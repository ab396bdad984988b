import { beforeAll, describe, expect, test } from 'vitest';
import {
  apiKeyInput,
  apiKeysUrl,
  createApiKey,
  idOf,
  inDays,
  requestApiKey,
  requestWithKey,
  statusOf,
} from '../../test/api-keys.ts';
import {
  type ApiClient,
  createAssignment,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestNode,
} from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();
let acorn: TestNode;
let company: TestNode;
let otherCompany: TestNode;
let client: ApiClient;
let managerClient: ApiClient;
/** A role that every administrator of this file may assign. */
let readerRole: string;

const managerRights = ['list_users', 'create_user', 'edit_user', 'delete_user', 'view_node'];

beforeAll(async () => {
  acorn = await createOrganisation(server, { slug: 'acorn' });
  company = await createNode(server, { parent: acorn, nodeType: 'COMPANY' });
  otherCompany = await createNode(server, { parent: acorn, nodeType: 'COMPANY' });
  client = await createClient(server, await createUser(server, { node: acorn, firstName: 'Ann', lastName: 'Admin' }));
  managerClient = await createClient(server, await createUser(server, { node: company, rights: managerRights }));
  readerRole = await createRole(server, { organisation: acorn, level: 'COMPANY', rights: ['view_node'] });
});

const makeKey = (by = client, node = company) => createApiKey(by, { nodeId: node.id, roleId: readerRole });
const use = async (key: string) => statusOf(await requestWithKey(server, acorn, key));

describe('creating an API key', () => {
  test('answers the key once, in a form that scanners for secrets recognise', async () => {
    const { secret, apiKey } = await makeKey();
    expect(secret).toMatch(/^swd_[0-9A-Za-z]{61}$/);
    expect(secret.startsWith(apiKey.prefix)).toBe(true);
    expect(apiKey).toMatchObject({
      place: { id: company.id, name: company.name, nodeType: 'COMPANY' },
      status: 'active',
      lastUsed: null,
      previous: null,
      maker: { name: 'Ann Admin', enabled: true },
      can: { edit: true, rotate: true, revoke: true },
    });
  });

  test('stores a hash only, and neither list nor audit nor log contain the key', async () => {
    const { secret, apiKey } = await makeKey();
    expect(await use(secret)).toEqual([200, undefined]);
    const [row] = await server.query('select s::text as stored from service_accounts s where id = $1', [apiKey.id]);
    const list = await client.get(`${apiKeysUrl}?search=${apiKey.prefix}`);
    expect(list.body.total).toBe(1);
    const audit = await client.get(`/audit?entityId=${apiKey.id}`);
    expect(audit.body.result.at(-1)).toMatchObject({ action: 'apiKey.created', entityName: 'Night import' });
    for (const text of [row!['stored'], list.text, audit.text, server.logOutput()])
      expect(text).not.toContain(secret.slice(16, 59));
  });

  test('grants no rights that the maker does not hold', async () => {
    const roleId = await createRole(server, { organisation: acorn, level: 'COMPANY', rights: ['edit_role'] });
    const response = await requestApiKey(managerClient, { nodeId: company.id, roleId });
    expect(statusOf(response)).toEqual([409, 'role.beyondYourOwn']);
  });

  test('is limited to the locations of the maker', async () => {
    for (const node of [otherCompany, acorn])
      expect(statusOf(await requestApiKey(managerClient, { nodeId: node.id, roleId: readerRole }))).toEqual([
        404,
        'node.unknown',
      ]);
  });

  test('is refused at a location above the level of the role', async () => {
    const response = await requestApiKey(client, { nodeId: acorn.id, roleId: readerRole });
    expect(statusOf(response)).toEqual([409, 'role.levelTooHigh']);
  });

  test.for([
    ['that has passed', -1, 'assignment.past'],
    ['in more than a year', 367, 'apiKey.endTooLate'],
  ] as const)('is refused with an end %s', async ([_name, days, code]) => {
    const fields = { nodeId: company.id, roleId: readerRole, until: inDays(days) };
    expect(statusOf(await requestApiKey(client, fields))).toEqual([400, code]);
  });

  test('is refused without an end', async () => {
    const body = { ...apiKeyInput, nodeId: company.id, roleId: readerRole };
    expect((await client.post(apiKeysUrl, body)).body.errors).toMatchObject([{ path: 'until' }]);
  });

  test('is refused with an end after that of the maker’s own assignment', async () => {
    const deputy = await createUser(server, { node: acorn, rights: null });
    const roleId = await createRole(server, { organisation: acorn });
    await createAssignment(server, { userId: deputy.id, roleId, node: acorn, until: inDays(5) });
    const deputyClient = await createClient(server, deputy);
    const request = (days: number) =>
      requestApiKey(deputyClient, { nodeId: company.id, roleId: readerRole, until: inDays(days) });
    expect(statusOf(await request(6))).toEqual([409, 'assignment.outlastsYours']);
    expect(statusOf(await request(4))).toEqual([200, undefined]);
  });

  test.for(['10.0.0', '10.0.0.0/33', 'example.com', '2001:db8::/129', ''])(
    'is refused with the allowed address “%s”',
    async (network) => {
      const response = await requestApiKey(client, { nodeId: company.id, roleId: readerRole, networks: [network] });
      expect(response.body.errors).toMatchObject([{ path: 'networks.0', messageCode: 'field.ipNetwork' }]);
    },
  );
});

describe('the list of API keys', () => {
  test('shows those at and below the reader’s location', async () => {
    const [own, above] = [await makeKey(client, company), await makeKey(client, otherCompany)];
    const ids = async (by: ApiClient) =>
      (await by.get(`${apiKeysUrl}?size=100`)).body.result.map(({ id }: { id: string }) => id);
    expect(await ids(managerClient)).toContain(own.apiKey.id);
    expect(await ids(managerClient)).not.toContain(above.apiKey.id);
    expect(await ids(client)).toContain(above.apiKey.id);
  });

  test('filters by status, of which each key has one', async () => {
    const revoked = await makeKey();
    await client.delete(idOf(revoked));
    const expired = await makeKey();
    await server.query(`update service_accounts set until = clock() where id = $1`, [expired.apiKey.id]);
    const closedRole = await createRole(server, { organisation: acorn, level: 'COMPANY', rights: [] });
    const suspended = await createApiKey(client, { nodeId: company.id, roleId: closedRole });
    await server.query('update roles set status = false where id = $1', [closedRole]);
    const totals = await Promise.all(
      ['active', 'suspended', 'expired', 'revoked'].map(async (status) => {
        const { body } = await client.get(`${apiKeysUrl}?status=${status}&size=100`);
        expect(new Set(body.result.map((key: { status: string }) => key.status))).toEqual(new Set([status]));
        return body.total as number;
      }),
    );
    expect((await client.get(apiKeysUrl)).body.total).toBe(totals.reduce((sum, each) => sum + each));
    expect(suspended.apiKey.status).toBe('active');
  });

  test('tells that the maker of a key has left, while the key goes on working', async () => {
    const maker = await createUser(server, { node: acorn, firstName: 'Lee', lastName: 'Leaver' });
    const { secret, apiKey } = await makeKey(await createClient(server, maker));
    await server.query('update users set deleted_date = clock() where id = $1', [maker.id]);
    const { body } = await client.get(`${apiKeysUrl}?search=${apiKey.prefix}`);
    expect(body.result[0].maker).toEqual({ name: 'Lee Leaver', enabled: false });
    expect(await use(secret)).toEqual([200, undefined]);
  });
});

describe('rotating an API key', () => {
  const rotate = (made: Awaited<ReturnType<typeof makeKey>>, overlapHours: number, by = client) =>
    by.post(`${idOf(made)}/rotate`, { until: inDays(60), overlapHours });

  test('leaves the previous key valid for the chosen time', async () => {
    const made = await makeKey();
    expect(await use(made.secret)).toEqual([200, undefined]);
    const { body } = await rotate(made, 24);
    expect(body.result.apiKey).toMatchObject({ id: made.apiKey.id, lastUsed: null });
    expect(body.result.apiKey.previous).toMatchObject({ prefix: made.apiKey.prefix });
    expect([await use(made.secret), await use(body.result.secret)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    await server.advanceClock('25 hours');
    const later = [await use(made.secret), await use(body.result.secret)];
    await server.advanceClock('0');
    expect(later).toEqual([
      [401, 'apiKey.expired'],
      [200, undefined],
    ]);
  });

  test('ends the previous key at once without an overlap, or when that is requested', async () => {
    const [one, other] = [await makeKey(), await makeKey()];
    await rotate(one, 0);
    expect(await use(one.secret)).toEqual([401, 'apiKey.expired']);
    await rotate(other, 24);
    expect((await client.delete(`${idOf(other)}/previous`)).body.result.previous).toBeNull();
    expect(await use(other.secret)).toEqual([401, 'apiKey.expired']);
  });

  test('keeps the key in use if the response with its successor was lost', async () => {
    const made = await makeKey();
    await use(made.secret);
    const lost = (await rotate(made, 24)).body.result.secret;
    const next = (await rotate(made, 24)).body.result.secret;
    expect([await use(made.secret), await use(lost), await use(next)]).toEqual([
      [200, undefined],
      [401, 'apiKey.invalid'],
      [200, undefined],
    ]);
  });

  test('is refused for a key with more rights than one’s own, and for a revoked one', async () => {
    const roleId = await createRole(server, { organisation: acorn, level: 'COMPANY', rights: ['edit_role'] });
    const strong = await createApiKey(client, { nodeId: company.id, roleId });
    expect(statusOf(await rotate(strong, 0, managerClient))).toEqual([409, 'role.beyondYourOwn']);
    const revoked = await makeKey();
    await client.delete(idOf(revoked));
    expect(statusOf(await rotate(revoked, 0))).toEqual([409, 'apiKey.ended']);
  });
});

test('changed addresses apply to the next request', async () => {
  const made = await makeKey();
  expect(await use(made.secret)).toEqual([200, undefined]);
  const body = { name: 'Renamed', networks: ['203.0.113.0/24'] };
  const { body: saved } = await client.put(idOf(made), body, { 'if-match': `"${made.apiKey.version}"` });
  expect(saved.result).toMatchObject(body);
  expect(await use(made.secret)).toEqual([403, 'apiKey.addressRefused']);
  const stale = await client.put(idOf(made), body, { 'if-match': `"${made.apiKey.version}"` });
  expect(statusOf(stale)).toEqual([412, 'record.stale']);
});

test('a key of another organisation does not exist', async () => {
  const beech = await createOrganisation(server, { slug: 'beech' });
  const stranger = await createClient(server, await createUser(server, { node: beech }));
  const made = await makeKey();
  expect(statusOf(await stranger.delete(idOf(made)))).toEqual([404, 'apiKey.unknown']);
  expect((await stranger.get(apiKeysUrl)).body.total).toBe(0);
});

describe('a role of an API key', () => {
  test('cannot be deleted while the key is valid', async () => {
    const roleId = await createRole(server, { organisation: acorn, level: 'COMPANY', rights: ['view_node'] });
    const made = await createApiKey(client, { nodeId: company.id, roleId });
    const remove = () => client.delete(`/role-management/roles/${roleId}`);
    expect(statusOf(await remove())).toEqual([409, 'role.usedByKeys']);
    await client.delete(idOf(made));
    expect((await remove()).status).toBe(200);
  });

  test('cannot be changed by an administrator whose area does not contain the key', async () => {
    const rights = ['view_node', 'edit_role', 'view_role', 'list_roles'];
    const role = await createRole(server, { organisation: acorn, level: 'COMPANY', rights: ['view_node'] });
    await createApiKey(client, { nodeId: otherCompany.id, roleId: role });
    const regional = await createClient(server, await createUser(server, { node: company, rights }));
    const body = { name: 'Wider', description: '', level: 'COMPANY', modules: [] };
    const { status, body: error } = await regional.put(`/role-management/roles/${role}`, body);
    expect([status, error.messageCode]).toEqual([409, 'role.heldBeyond']);
  });
});
