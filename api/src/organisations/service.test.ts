import { beforeAll, describe, expect, test } from 'vitest';
import { accessRightsOf, moduleCodes } from '@storeward/contract/modules';
import { platformPermissions } from '@storeward/contract/access';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  insertRow,
  type TestNode,
  platformNode,
  createClient,
} from '../../test/builders.ts';
import { organisationFields } from '../../test/input-fields.ts';
import { startTestServer } from '../../test/server.ts';
import { statusAndCode, auditEntriesOf, namesOf } from '../../test/small-tree.ts';

const server = await startTestServer({ publicUrl: 'http://portal.example:8080' });
let globalUser: ApiClient;

beforeAll(async () => {
  globalUser = await createClient(server, await createUser(server, { node: platformNode }));
});

const nodesUrl = '/node-management/node';
const listUrl = '/node-management/organization';
const domainsOf = async (host: string, query = '') =>
  (await server.request({ url: `/node-management/domain${query}`, host })).body;
const validInput = (overrides: Record<string, unknown> = {}) => ({
  ...organisationFields(),
  nodeType: 'organization',
  ...overrides,
});
const post = (overrides: Record<string, unknown> = {}, client = globalUser) =>
  client.post(nodesUrl, validInput(overrides));
const created = async (overrides: Record<string, unknown> = {}) => (await post(overrides)).body.result;
const errorsOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]));

describe('the domains of a portal', () => {
  test('are those that users can sign in with, the default first', async () => {
    const org = await createOrganisation(server, { slug: 'oak' });
    await createOrganisation(server, { slug: 'elm' });
    await insertRow(server, 'domains', { org_id: org.id, domain_name: 'another.example' });
    const domains = [
      { domainName: 'oak.example', isDefault: true },
      { domainName: 'another.example', isDefault: false },
    ];
    expect(await domainsOf(org.host)).toEqual({ result: [{ domains }] });
    expect(await domainsOf('OAK.localhost:8080', '?subDomain=elm')).toEqual({ result: [{ domains }] });
    expect((await globalUser.get(`/node-management/domain/${org.id}`)).body).toEqual({ result: [{ domains }] });
  });

  test('are empty on the portal of the platform', async () => {
    for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST'])
      expect(await domainsOf(host)).toEqual({ result: [{ domains: [] }] });
  });

  test('return 404 on an unknown host', async () => {
    for (const host of ['elsewhere.example', 'localhost.evil.example', '%'])
      expect(await domainsOf(host)).toMatchObject({ status: 404, messageCode: 'tenant.unknown' });
  });
});

describe('a new organisation', () => {
  test('is created as a node, in any letter case, with portal, domains, theme, role and audit entry', async () => {
    const input = validInput({
      nodeType: 'OrganiZation',
      name: 'Ängström Sports',
      domains: [
        { domainName: 'Angstrom.example', isDefault: true },
        { domainName: 'second.example', isDefault: false },
      ],
      url: 'HTTPS://Angstrom.localhost:8443/login',
    });
    const response = await globalUser.post(nodesUrl, input);
    expect(response.status).toBe(200);
    const { result } = response.body;
    expect(response.headers['etag']).toBe('"1"');
    expect(result).toMatchObject({
      name: 'Ängström Sports',
      code: 'ANGSTROMSP',
      nodeType: 'ORGANIZATION',
      url: 'angstrom.localhost',
      accessUrl: 'http://angstrom.localhost:8080',
      address: '1 High Street, Leeds',
      status: true,
      placeCount: 0,
      storeCount: 0,
      userCount: 0,
      createdBy: globalUser.user.id,
    });
    expect((await globalUser.get(`${listUrl}/${result.id}`)).body.result).toEqual(result);
    expect((await globalUser.get(`${listUrl}/${result.id}/theme`)).body.result).toEqual(defaultTheme);
    const domains = [
      { domainName: 'angstrom.example', isDefault: true },
      { domainName: 'second.example', isDefault: false },
    ];
    expect(await domainsOf('angstrom.localhost')).toEqual({ result: [{ domains }] });
    const [role] = await server.query('select * from roles where org_id = $1', [result.id]);
    expect(role).toMatchObject({ name: 'Organisation administrator', level: 'ORGANIZATION' });
    // a right missing from this role could never be granted in the organisation
    const platformRights = new Set<string>(platformPermissions);
    const within = moduleCodes
      .flatMap((code) => accessRightsOf(code))
      .filter(({ associatePermission }) => !platformRights.has(associatePermission));
    expect(role!['access_rights']).toEqual(within.map(({ shortName }) => shortName));
    const [{ api_key: key }] = (await server.query('select api_key from organisations where org_id = $1', [
      result.id,
    ])) as [{ api_key: string }];
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    const entries = await auditEntriesOf(server, result.id);
    expect(entries).toMatchObject([{ action: 'organisation.created', after: { code: 'ANGSTROMSP' } }]);
    expect(await server.query('select org_id, actor_id from audit where entity_id = $1', [result.id])).toEqual([
      { org_id: result.id, actor_id: globalUser.user.id },
    ]);
  });

  test('is managed by its administrator, who cannot read other organisations', async () => {
    const { id, url, domains } = await created();
    const [{ tpath }] = (await server.query('select tpath from nodes where id = $1', [id])) as [{ tpath: string }];
    const [{ id: roleId }] = (await server.query('select id from roles where org_id = $1', [id])) as [{ id: string }];
    const node: TestNode = {
      ...platformNode,
      id,
      orgId: id,
      tpath,
      nodeType: 'ORGANIZATION',
      host: url,
      domain: domains[0].domainName,
    };
    const first = await createClient(server, await createUser(server, { node, roleId }));
    expect((await first.get(`${listUrl}/${id}`)).body.result.can).toEqual({
      view: true,
      edit: true,
      details: true,
      address: false,
      configuration: true,
      theme: true,
      modules: true,
      enable: false,
      delete: false,
      invite: false,
    });
    expect((await first.post(nodesUrl, { ...(await companyInput(id)) })).status).toBe(200);
    const other = await created();
    expect(statusAndCode(await first.get(`${listUrl}/${other.id}`))).toEqual([404, 'node.unknown']);
  });

  const companyInput = async (parentId: string) => ({
    name: 'North',
    code: 'NORTH',
    region: [],
    street: '',
    city: '',
    state: '',
    postCode: '',
    country: '',
    timeZone: '',
    phoneNumber: '',
    emailId: '',
    nodeType: 'COMPANY',
    parentId,
  });

  test('requires a name, a country, an e-mail address, a language and a portal host', async () => {
    const response = await globalUser.post(nodesUrl, { nodeType: 'organization' });
    expect([response.status, errorsOf(response)]).toEqual([
      400,
      {
        name: 'field.required',
        country: 'field.invalid',
        emailId: 'field.emailRequired',
        defaultLanguage: 'field.required',
        url: 'field.required',
      },
    ]);
    expect(errorsOf(await post({ country: '', url: '' }))).toEqual({
      country: 'field.required',
      url: 'field.required',
    });
  });

  test.for([
    ['url', 'not a host', 'field.host'],
    ['url', '10.0.0.1', 'field.host'],
    ['url', '-x.example', 'field.host'],
    ['code', 'TOO-LONG', 'field.invalidCharacter'],
    ['code', 'ELEVENSIGNS', 'field.tooLong'],
    ['domains', [{ domainName: 'a.example', isDefault: false }], 'organisation.oneDefaultDomain'],
    [
      'domains',
      [
        { domainName: 'a.example', isDefault: true },
        { domainName: 'A.example', isDefault: false },
      ],
      'organisation.domainTwice',
    ],
  ] as const)('is rejected for its %s if that is %j', async ([field, value, code]) => {
    const response = await post({ [field]: value });
    expect([response.status, errorsOf(response)]).toEqual([400, { [field]: code }]);
  });

  test('requires a unique host, domain and code, including reserved hosts, and is rolled back otherwise', async () => {
    const first = await created({ code: 'mine' });
    expect(first.code).toBe('MINE');
    const before = await server.query('select count(*) from nodes');
    expect(statusAndCode(await post({ url: first.url }))).toEqual([409, 'organisation.urlTaken']);
    expect(statusAndCode(await post({ domains: first.domains }))).toEqual([409, 'organisation.domainTaken']);
    expect(statusAndCode(await post({ code: 'MINE' }))).toEqual([409, 'organisation.codeTaken']);
    for (const url of ['localhost', 'http://portal.example:8080'])
      expect(statusAndCode(await post({ url }))).toEqual([409, 'organisation.urlTaken']);
    expect(await server.query('select count(*) from nodes')).toEqual(before);
  });

  test('gets a unique code from its name and a domain from its host by default', async () => {
    const codes = [];
    for (let index = 0; index < 3; index += 1) codes.push((await created({ name: 'Very Long Name' })).code);
    expect(codes).toEqual(['VERYLONGNA', 'VERYLONGN2', 'VERYLONGN3']);
    for (const [name, none] of [
      ['東山', null],
      ['京都', []],
    ] as const) {
      const { code, url, domains } = await created({ name, domains: none });
      expect([code.slice(0, 3), domains]).toEqual(['ORG', [{ domainName: url, isDefault: true }]]);
    }
  });

  test('can only be created by global users with CREATE_ORGANISATION', async () => {
    const org = await createOrganisation(server);
    const admin = await createClient(server, await createUser(server, { node: org }));
    expect(statusAndCode(await post({}, admin))).toEqual([409, 'organisation.onlyFromAbove']);
    const user = await createUser(server, { node: platformNode, rights: ['create_node'] });
    const rejected = await post({}, await createClient(server, user));
    expect([rejected.status, rejected.body.message]).toEqual([403, 'Your role needs CREATE_ORGANISATION on Global.']);
  });

  test('is created once for repeated requests with the same idempotency key', async () => {
    const body = validInput();
    const headers = { 'idempotency-key': 'one-organisation-once' };
    const first = await globalUser.post(nodesUrl, body, headers);
    const again = await globalUser.post(nodesUrl, body, headers);
    expect([first.status, again.text]).toEqual([200, first.text]);
  });
});

describe('the organisation list', () => {
  let names: string[];
  beforeAll(async () => {
    names = ['Zebra Toys', 'Yak Toys', 'Xerus Toys'];
    for (const name of names) await created({ name: `${name} qlisted` });
  });
  const list = async (query: string, client = globalUser) => (await client.get(`${listUrl}${query}`)).body;

  test('can be searched, sorted and paged with both sets of query parameters', async () => {
    const all = names.map((name) => `${name} qlisted`);
    for (const query of [
      '?search=QLISTED&sort=name:desc',
      '?filter=qlisted&sortby=desc',
      '/?search=qlisted&sort=createdDate:asc',
    ])
      expect(namesOf((await list(query)).result)).toEqual(all);
    expect(namesOf((await list('?search=qlisted')).result)).toEqual(all.toReversed());
    const second = await list('?filter=qlisted&sortby=asc&offset=1&limit=1');
    expect([namesOf(second.result), second.total]).toEqual([['Yak Toys qlisted'], 3]);
    expect(await list('?search=qlisted&page=5&size=10')).toEqual({ result: [], total: 3 });
    const { code, url } = second.result[0];
    for (const word of [code, url])
      expect(namesOf((await list(`?search=${word}`)).result)).toContain('Yak Toys qlisted');
    expect((await globalUser.get(`${listUrl}?sort=status:asc`)).body.messageCode).toBe('input.unknownSort');
    expect((await globalUser.get(`${listUrl}?cursor=x`)).body.messageCode).toBe('input.badCursor');
  });

  test('returns the fields of a tile with the number of stores and users', async () => {
    const org = await createOrganisation(server, { slug: 'counted', name: 'Counted' });
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const store = await createNode(server, { parent: company, nodeType: 'STORE' });
    await createUser(server, { node: store });
    const { result } = await list('?search=counted');
    expect(result).toMatchObject([
      {
        id: org.id,
        url: org.host,
        accessUrl: `http://${org.host}:8080`,
        logoURL: null,
        storeCount: 1,
        userCount: 1,
        status: true,
      },
    ]);
  });

  test('is empty for users who are not global', async () => {
    const admin = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
    expect(await list('', admin)).toEqual({ result: [], total: 0 });
    const withoutNode = await createClient(server, await createUser(server, { node: platformNode, withoutNode: true }));
    expect(await list('', withoutNode)).toEqual({ result: [], total: 0 });
  });
});
