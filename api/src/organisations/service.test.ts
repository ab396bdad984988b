import { beforeAll, describe, expect, test } from 'vitest';
import { accessRightsOf, moduleCodes } from '@storeward/contract/modules';
import { platformPermissions } from '@storeward/contract/access';
import { defaultTheme } from '@storeward/contract/settings/theme';
import {
  aNode,
  anOrganisation,
  aUser,
  type Caller,
  insert,
  type Place,
  platform,
  signedIn,
} from '../../test/builders.ts';
import { filledInOfAnOrganisation } from '../../test/doors.ts';
import { aServer } from '../../test/server.ts';
import { codeOf, marksOf, namesOf } from '../../test/small-tree.ts';

const house = await aServer({ publicUrl: 'http://portal.example:8080' });
let above: Caller;

beforeAll(async () => {
  above = await signedIn(house, await aUser(house, { at: platform }));
});

const node = '/node-management/node';
const list = '/node-management/organization';
const domainsOf = async (host: string, query = '') =>
  (await house.ask({ url: `/node-management/domain${query}`, host })).body;
const wanted = (more: Record<string, unknown> = {}) => ({
  ...filledInOfAnOrganisation(),
  nodeType: 'organization',
  ...more,
});
const make = (more: Record<string, unknown> = {}, caller = above) => caller.post(node, wanted(more));
const made = async (more: Record<string, unknown> = {}) => (await make(more)).body.result;
const errorsOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]));

describe('the domains of a portal', () => {
  test('are those one can sign in with, the usual one first', async () => {
    const org = await anOrganisation(house, { word: 'oak' });
    await anOrganisation(house, { word: 'elm' });
    await insert(house, 'domains', { org_id: org.id, domain_name: 'another.example' });
    const domains = [
      { domainName: 'oak.example', isDefault: true },
      { domainName: 'another.example', isDefault: false },
    ];
    expect(await domainsOf(org.host)).toEqual({ result: [{ domains }] });
    expect(await domainsOf('OAK.localhost:8080', '?subDomain=elm')).toEqual({ result: [{ domains }] });
    expect((await above.get(`/node-management/domain/${org.id}`)).body).toEqual({ result: [{ domains }] });
  });

  test('are none on the portal of the platform', async () => {
    for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST'])
      expect(await domainsOf(host)).toEqual({ result: [{ domains: [] }] });
  });

  test('are nobody’s on an unknown host', async () => {
    for (const host of ['elsewhere.example', 'localhost.evil.example', '%'])
      expect(await domainsOf(host)).toMatchObject({ status: 404, messageCode: 'tenant.unknown' });
  });
});

describe('a new organisation', () => {
  test('is made as a node, in any case of letters, with portal, domains, look, role and a mark of who made it', async () => {
    const input = wanted({
      nodeType: 'OrganiZation',
      name: 'Ängström Sports',
      domains: [
        { domainName: 'Angstrom.example', isDefault: true },
        { domainName: 'second.example', isDefault: false },
      ],
      url: 'HTTPS://Angstrom.localhost:8443/login',
    });
    const answer = await above.post(node, input);
    expect(answer.status).toBe(200);
    const { result } = answer.body;
    expect(answer.headers['etag']).toBe('"1"');
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
      createdBy: above.person.id,
    });
    expect((await above.get(`${list}/${result.id}`)).body.result).toEqual(result);
    expect((await above.get(`${list}/${result.id}/theme`)).body.result).toEqual(defaultTheme);
    const domains = [
      { domainName: 'angstrom.example', isDefault: true },
      { domainName: 'second.example', isDefault: false },
    ];
    expect(await domainsOf('angstrom.localhost')).toEqual({ result: [{ domains }] });
    const [role] = await house.rows('select * from roles where org_id = $1', [result.id]);
    expect(role).toMatchObject({ name: 'Organisation administrator', level: 'ORGANIZATION' });
    // nobody could give a right that the first one does not hold
    const ofThePlatform = new Set<string>(platformPermissions);
    const within = moduleCodes
      .flatMap((code) => accessRightsOf(code))
      .filter(({ associatePermission }) => !ofThePlatform.has(associatePermission));
    expect(role!['access_rights']).toEqual(within.map(({ shortName }) => shortName));
    const [{ api_key: key }] = (await house.rows('select api_key from organisations where org_id = $1', [
      result.id,
    ])) as [{ api_key: string }];
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    expect(await marksOf(house, result.id)).toMatchObject([
      { action: 'organisation.created', after: { code: 'ANGSTROMSP' } },
    ]);
    expect(await house.rows('select org_id, actor_id from audit where entity_id = $1', [result.id])).toEqual([
      { org_id: result.id, actor_id: above.person.id },
    ]);
  });

  test('whose administrator signs in on its host looks after it, and reads of no other', async () => {
    const { id, url, domains } = await made();
    const [{ tpath }] = (await house.rows('select tpath from nodes where id = $1', [id])) as [{ tpath: string }];
    const [{ id: roleId }] = (await house.rows('select id from roles where org_id = $1', [id])) as [{ id: string }];
    const at: Place = {
      ...platform,
      id,
      orgId: id,
      tpath,
      nodeType: 'ORGANIZATION',
      host: url,
      domain: domains[0].domainName,
    };
    const first = await signedIn(house, await aUser(house, { at, roleId }));
    expect((await first.get(`${list}/${id}`)).body.result.can).toEqual({
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
    expect((await first.post(node, { ...(await aPlaceBelow(id)) })).status).toBe(200);
    const foreign = await made();
    expect(codeOf(await first.get(`${list}/${foreign.id}`))).toEqual([404, 'node.unknown']);
  });

  const aPlaceBelow = async (parentId: string) => ({
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

  test('needs a name, a country, a mail address, a language and a portal', async () => {
    const answer = await above.post(node, { nodeType: 'organization' });
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      {
        name: 'field.required',
        country: 'field.invalid',
        emailId: 'field.emailRequired',
        defaultLanguage: 'field.required',
        url: 'field.required',
      },
    ]);
    expect(errorsOf(await make({ country: '', url: '' }))).toEqual({
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
  ] as const)('is refused for its %s where that is %j', async ([field, value, code]) => {
    const answer = await make({ [field]: value });
    expect([answer.status, errorsOf(answer)]).toEqual([400, { [field]: code }]);
  });

  test('has an address, domains and a code that no other has, also none that is hidden, and leaves nothing behind where it does not', async () => {
    const first = await made({ code: 'mine' });
    expect(first.code).toBe('MINE');
    const before = await house.rows('select count(*) from nodes');
    expect(codeOf(await make({ url: first.url }))).toEqual([409, 'organisation.urlTaken']);
    expect(codeOf(await make({ domains: first.domains }))).toEqual([409, 'organisation.domainTaken']);
    expect(codeOf(await make({ code: 'MINE' }))).toEqual([409, 'organisation.codeTaken']);
    for (const url of ['localhost', 'http://portal.example:8080'])
      expect(codeOf(await make({ url }))).toEqual([409, 'organisation.urlTaken']);
    expect(await house.rows('select count(*) from nodes')).toEqual(before);
  });

  test('gets a code from its name, with a number where it is taken, and a domain from its address, where none is given', async () => {
    const codes = [];
    for (let index = 0; index < 3; index += 1) codes.push((await made({ name: 'Very Long Name' })).code);
    expect(codes).toEqual(['VERYLONGNA', 'VERYLONGN2', 'VERYLONGN3']);
    for (const [name, none] of [
      ['東山', null],
      ['京都', []],
    ] as const) {
      const { code, url, domains } = await made({ name, domains: none });
      expect([code.slice(0, 3), domains]).toEqual(['ORG', [{ domainName: url, isDefault: true }]]);
    }
  });

  test('is made by those alone who stand above all of them', async () => {
    const org = await anOrganisation(house);
    const admin = await signedIn(house, await aUser(house, { at: org }));
    expect(codeOf(await make({}, admin))).toEqual([409, 'organisation.onlyFromAbove']);
    const placesOnly = await signedIn(house, await aUser(house, { at: platform, rights: ['create_node'] }));
    const refused = await make({}, placesOnly);
    expect([refused.status, refused.body.message]).toEqual([403, 'Your role needs CREATE_ORGANISATION on Global.']);
  });

  test('is made once, however often it is asked for under one key', async () => {
    const body = wanted();
    const headers = { 'idempotency-key': 'one-organisation-once' };
    const [first, again] = [await above.post(node, body, headers), await above.post(node, body, headers)];
    expect([first.status, again.text]).toEqual([200, first.text]);
  });
});

describe('the list of organisations', () => {
  let names: string[];
  beforeAll(async () => {
    names = ['Zebra Toys', 'Yak Toys', 'Xerus Toys'];
    for (const name of names) await made({ name: `${name} qlisted` });
  });
  const ask = async (query: string, caller = above) => (await caller.get(`${list}${query}`)).body;

  test('is searched, sorted and paged in both sets of words', async () => {
    const all = names.map((name) => `${name} qlisted`);
    for (const query of [
      '?search=QLISTED&sort=name:desc',
      '?filter=qlisted&sortby=desc',
      '/?search=qlisted&sort=createdDate:asc',
    ])
      expect(namesOf((await ask(query)).result)).toEqual(all);
    expect(namesOf((await ask('?search=qlisted')).result)).toEqual(all.toReversed());
    const second = await ask('?filter=qlisted&sortby=asc&offset=1&limit=1');
    expect([namesOf(second.result), second.total]).toEqual([['Yak Toys qlisted'], 3]);
    expect(await ask('?search=qlisted&page=5&size=10')).toEqual({ result: [], total: 3 });
    const { code, url } = second.result[0];
    for (const word of [code, url])
      expect(namesOf((await ask(`?search=${word}`)).result)).toContain('Yak Toys qlisted');
    expect((await above.get(`${list}?sort=status:asc`)).body.messageCode).toBe('input.unknownSort');
    expect((await above.get(`${list}?cursor=x`)).body.messageCode).toBe('input.badCursor');
  });

  test('tells of each what its tile shows, and how many stores and users it has', async () => {
    const org = await anOrganisation(house, { word: 'counted', name: 'Counted' });
    const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    const store = await aNode(house, { parent: company, nodeType: 'STORE' });
    await aUser(house, { at: store });
    const { result } = await ask('?search=counted');
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

  test('is empty for whoever does not stand above them', async () => {
    const admin = await signedIn(house, await aUser(house, { at: await anOrganisation(house) }));
    expect(await ask('', admin)).toEqual({ result: [], total: 0 });
    const nowhere = await signedIn(house, await aUser(house, { at: platform, nowhere: true }));
    expect(await ask('', nowhere)).toEqual({ result: [], total: 0 });
  });
});
