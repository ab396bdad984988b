import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  allAccessRights,
  insertRow,
  platformNode,
  createClient,
  signIn,
} from './builders.ts';
import { organisationFields } from './input-fields.ts';
import { startTestServer } from './server.ts';
import { statusAndCode, auditEntriesOf } from './small-tree.ts';

const server = await startTestServer();
let globalAdmin: ApiClient;

beforeAll(async () => {
  globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
});

const nodesUrl = '/node-management/node';
const organisationsUrl = '/node-management/organization';
const domainsOf = async (host: string) => (await server.request({ url: '/node-management/domain', host })).body;
const postOrganisation = (overrides: Record<string, unknown> = {}) =>
  globalAdmin.post(nodesUrl, { ...organisationFields(), nodeType: 'organization', ...overrides });
const createViaApi = async (overrides: Record<string, unknown> = {}) => (await postOrganisation(overrides)).body.result;
const errorsOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]));

describe('updating an organisation', () => {
  const update = async (id: string, body: object, client = globalAdmin, headers = {}) =>
    client.put(`${nodesUrl}/${id}`, body, headers);

  test('accepts what was read, keeps the code and audits the previous values', async () => {
    const before = await createViaApi();
    const { status, body } = await update(before.id, {
      ...before,
      name: 'Renamed',
      code: 'OTHER',
      url: `new-${before.url}`,
      domains: [
        { domainName: 'renamed.example', isDefault: true },
        { ...before.domains[0], isDefault: false },
      ],
    });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ name: 'Renamed', code: before.code, url: `new-${before.url}`, version: 2 });
    expect(body.result.domains[0]).toEqual({ domainName: 'renamed.example', isDefault: true });
    expect(await domainsOf(before.url)).toMatchObject({ messageCode: 'tenant.unknown' });
    expect((await auditEntriesOf(server, before.id)).at(-1)).toMatchObject({
      action: 'organisation.updated',
      before: { name: before.name, url: before.url },
      after: { name: 'Renamed', url: `new-${before.url}` },
    });
    const stale = await update(before.id, { ...before, version: 1 });
    expect([stale.status, stale.body.current]).toEqual([412, body.result]);
  });

  test('keeps omitted fields and additional hosts', async () => {
    const { address: _, ...before } = await createViaApi();
    await insertRow(server, 'portal_hosts', { host: `further-${before.url}`, org_id: before.id });
    const { body } = await update(before.id, { ...before, domains: null });
    expect(body.result).toMatchObject({ address: '1 High Street, Leeds', domains: before.domains });
    const swapResponse = await update(before.id, { ...body.result, url: `further-${before.url}` });
    expect([swapResponse.status, swapResponse.body.result.url]).toEqual([200, `further-${before.url}`]);
  });

  test('rejects hosts and domains of others and the removal of a domain in use', async () => {
    const [first, second] = [await createViaApi(), await createViaApi()];
    expect(statusAndCode(await update(first.id, { ...first, url: second.url }))).toEqual([
      409,
      'organisation.urlTaken',
    ]);
    expect(statusAndCode(await update(first.id, { ...first, url: 'localhost' }))).toEqual([
      409,
      'organisation.urlTaken',
    ]);
    const takenDomains = [...first.domains, { ...second.domains[0], isDefault: false }];
    expect(statusAndCode(await update(first.id, { ...first, domains: takenDomains }))).toEqual([
      409,
      'organisation.domainTaken',
    ]);
    const org = await createOrganisation(server);
    await createUser(server, { node: org });
    const organisation = (await globalAdmin.get(`${organisationsUrl}/${org.id}`)).body.result;
    const changed = {
      ...organisation,
      country: 'GB',
      emailId: 'x@mail.example',
      domains: [{ domainName: 'free.example', isDefault: true }],
    };
    const rejected = await update(org.id, changed);
    expect([...statusAndCode(rejected), rejected.body.message]).toEqual([
      409,
      'organisation.domainInUse',
      `Users still sign in with ${org.domain}: 1.`,
    ]);
  });

  test('allows its own administrators everything except host and domains', async () => {
    const org = await createOrganisation(server);
    const admin = await createClient(server, await createUser(server, { node: org }));
    const { version: _, ...own } = (await admin.get(`${organisationsUrl}/${org.id}`)).body.result;
    const input = { ...own, name: 'Our own name', country: 'GB', emailId: 'us@mail.example' };
    expect((await update(org.id, input, admin)).body.result.name).toBe('Our own name');
    for (const overrides of [
      { url: 'elsewhere.example' },
      { domains: [...own.domains, { domainName: 'more.example', isDefault: false }] },
    ])
      expect(statusAndCode(await update(org.id, { ...input, ...overrides }, admin))).toEqual([
        409,
        'organisation.onlyFromAbove',
      ]);
  });

  test.for(['update_organisation', 'update_organisation_details'])('requires the right %s', async (missing) => {
    const organisation = await createViaApi();
    const rights = allAccessRights.filter((right) => right !== missing);
    const client = await createClient(server, await createUser(server, { node: platformNode, rights }));
    const rejected = await update(organisation.id, organisation, client);
    expect([rejected.status, rejected.body.message]).toEqual([
      403,
      'Your role needs UPDATE_ORGANISATION and UPDATE_ORGANISATION_DETAILS on Global.',
    ]);
  });

  test('reports every invalid field', async () => {
    const { id } = await createViaApi();
    expect(Object.keys(errorsOf(await update(id, { name: '' })))).toEqual([
      'name',
      'country',
      'emailId',
      'defaultLanguage',
      'url',
    ]);
  });
});

describe('disabling an organisation', () => {
  const setStatus = (id: string, status: boolean, client = globalAdmin) =>
    client.put(`${nodesUrl}/${id}/status`, { status });

  test('prevents sign-in and ends every session until it is enabled again', async () => {
    const org = await createOrganisation(server);
    const user = await createUser(server, { node: org });
    const client = await createClient(server, user);
    const withoutNode = await createClient(server, await createUser(server, { node: org, withoutNode: true }));
    expect((await setStatus(org.id, false)).body.result).toMatchObject({ status: false, version: 2 });
    for (const candidate of [client, withoutNode])
      expect(statusAndCode(await candidate.get(`/user-management/users/${candidate.user.id}`))).toEqual([
        401,
        'session.expired',
      ]);
    expect((await signIn(server, user)).body.messageCode).toBe('signIn.notAllowed');
    expect((await setStatus(org.id, true)).body.result.status).toBe(true);
    expect((await signIn(server, user)).status).toBe(200);
    expect(await auditEntriesOf(server, org.id)).toMatchObject([
      { action: 'organisation.disabled', before: { status: true }, after: { status: false } },
      { action: 'organisation.enabled', before: { status: false }, after: { status: true } },
    ]);
  });

  test('is allowed to global users only', async () => {
    const org = await createOrganisation(server);
    const admin = await createClient(server, await createUser(server, { node: org }));
    expect(statusAndCode(await setStatus(org.id, false, admin))).toEqual([409, 'node.ownPlace']);
    const other = await createOrganisation(server);
    expect(statusAndCode(await setStatus(other.id, false, admin))).toEqual([404, 'node.unknown']);
  });
});

describe('deleting an organisation', () => {
  const remove = (id: string, client = globalAdmin) => client.delete(`${nodesUrl}/${id}/delete`);

  test('releases its host and domains but not its code', async () => {
    const organisation = await createViaApi({ code: 'GONE' });
    expect((await remove(organisation.id)).body.result).toEqual(organisation);
    expect(statusAndCode(await globalAdmin.get(`${organisationsUrl}/${organisation.id}`))).toEqual([
      404,
      'node.unknown',
    ]);
    expect(statusAndCode(await remove(organisation.id))).toEqual([404, 'node.unknown']);
    expect(await domainsOf(organisation.url)).toMatchObject({ messageCode: 'tenant.unknown' });
    expect((await auditEntriesOf(server, organisation.id)).at(-1)).toMatchObject({
      action: 'organisation.deleted',
      before: { code: 'GONE' },
    });
    const { url, domains } = organisation;
    expect(statusAndCode(await postOrganisation({ url, domains, code: 'GONE' }))).toEqual([
      409,
      'organisation.codeTaken',
    ]);
    expect((await postOrganisation({ url, domains })).status).toBe(200);
  });

  test('is rejected with the number of nodes and users unless it is empty', async () => {
    const org = await createOrganisation(server);
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    await createUser(server, { node: company });
    const rejected = await remove(org.id);
    expect([...statusAndCode(rejected), rejected.body.message]).toEqual([
      409,
      'node.notEmpty',
      'Only an empty location can be deleted. It contains 1 location, 1 user and 0 devices.',
    ]);
    expect((await globalAdmin.get(`${organisationsUrl}/${org.id}`)).status).toBe(200);
  });

  test('is allowed to global users only', async () => {
    const org = await createOrganisation(server);
    const admin = await createClient(server, await createUser(server, { node: org }));
    expect(statusAndCode(await remove(org.id, admin))).toEqual([409, 'node.ownPlace']);
  });
});
