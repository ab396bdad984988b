import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  insertRow,
  platformNode,
  type TestNode,
} from './builders.ts';
import { newId } from '../src/platform/database/ids.ts';
import { emailLinks, enterEmail } from './pending-emails.ts';
import { createRecoveryClient, createResetToken, emailOf } from './recovery.ts';
import { startTestServer } from './server.ts';
import { auditEntriesOf, statusAndCode } from './small-tree.ts';

const server = await startTestServer({ publicUrl: 'http://portal.example:8080' });
let globalAdmin: ApiClient;
let neighbour: TestNode;

beforeAll(async () => {
  globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
  neighbour = await createOrganisation(server, { slug: 'neighbour' });
});

type Host = { hostName: string; isPrimary: boolean; themeNodeId?: string | null };
const primary = (hostName: string): Host => ({ hostName, isPrimary: true });
const further = (hostName: string): Host => ({ hostName, isPrimary: false });

const read = async (id: string, client = globalAdmin) => {
  const { result } = (await client.get(`/node-management/organization/${id}`)).body;
  return { ...result, country: 'GB', emailId: 'office@mail.example' };
};
const put = (id: string, body: object, client = globalAdmin) => client.put(`/node-management/node/${id}`, body);
/** Saves an organisation with other hosts; its version is not compared. */
async function save(org: TestNode, changes: object, client = globalAdmin) {
  const { version: _, ...organisation } = await read(org.id, client);
  return put(org.id, { ...organisation, ...changes }, client);
}
const namesOf = (hosts: readonly Host[]) =>
  hosts.map(({ hostName, isPrimary }) => `${hostName}${isPrimary ? ' *' : ''}`);
const isServed = async (host: string) =>
  (await server.request({ url: '/node-management/domain', host })).status === 200;

describe('the hosts of an organisation', () => {
  test('are added, made primary and removed by a global user, with a version and an audit entry', async () => {
    const org = await createOrganisation(server, { slug: 'oak' });
    const before = await read(org.id);
    expect(before.portalHosts).toEqual([
      {
        hostName: 'oak.localhost',
        isPrimary: true,
        accessUrl: 'http://oak.localhost:8080',
        themeNodeId: null,
        themeNodeName: null,
      },
    ]);
    const hosts = [further('oak.localhost'), primary('HTTPS://Oak.CN:8443/login'), further(' oak.example. ')];
    const { status, body } = await put(org.id, { ...before, portalHosts: hosts });
    expect([status, body.result.version, body.result.url]).toEqual([200, before.version + 1, 'oak.cn']);
    expect(namesOf(body.result.portalHosts)).toEqual(['oak.cn *', 'oak.example', 'oak.localhost']);
    expect(await Promise.all(['oak.cn', 'oak.example', 'oak.localhost'].map(isServed))).toEqual([true, true, true]);
    const stale = await put(org.id, { ...before, portalHosts: hosts });
    expect([...statusAndCode(stale), stale.body.current]).toEqual([412, 'record.stale', body.result]);
    await save(org, { portalHosts: [primary('oak.cn')] });
    expect(await Promise.all(['oak.cn', 'oak.example', 'oak.localhost'].map(isServed))).toEqual([true, false, false]);
    const saved = { action: 'organisation.updated' };
    expect(await auditEntriesOf(server, org.id)).toMatchObject([
      {
        ...saved,
        before: { portalHosts: ['oak.localhost *'] },
        after: { portalHosts: ['oak.cn *', 'oak.example', 'oak.localhost'] },
      },
      { ...saved, after: { portalHosts: ['oak.cn *'] } },
    ]);
  });

  test.for<[Host[], string, string]>([
    [[primary('own.example'), further('neighbour.localhost')], 'portalHosts.1.hostName', 'organisation.urlTaken'],
    [[primary('NEIGHBOUR.localhost:80')], 'portalHosts.0.hostName', 'organisation.urlTaken'],
    [[primary('own.example'), further('localhost')], 'portalHosts.1.hostName', 'organisation.urlTaken'],
    [[primary('own.example'), further('Portal.example.')], 'portalHosts.1.hostName', 'organisation.urlTaken'],
    ...[
      '10.0.0.1',
      '0x7f.1',
      '[::1]',
      'a_b.example',
      '-a.example',
      'a..example',
      'a b.example',
      'a.example;',
      '%20.example',
      '*.example',
      `${'a'.repeat(64)}.example`,
    ].map((name): [Host[], string, string] => [
      [primary('own.example'), further(name)],
      'portalHosts.1.hostName',
      'field.host',
    ]),
    [[primary('own.example'), further('')], 'portalHosts.1.hostName', 'field.required'],
    [[primary('own.example'), further(`${'a.'.repeat(127)}example`)], 'portalHosts.1.hostName', 'field.tooLong'],
    [[primary('own.example'), further('OWN.example:1')], 'portalHosts', 'organisation.hostTwice'],
    [[further('own.example')], 'portalHosts', 'organisation.onePrimaryHost'],
    [[primary('own.example'), primary('other.example')], 'portalHosts', 'organisation.onePrimaryHost'],
    [[], 'portalHosts', 'organisation.onePrimaryHost'],
  ])('are refused by name and stay as they are: %j at %s', async ([portalHosts, path, code]) => {
    const org = await createOrganisation(server);
    const { body } = await save(org, { portalHosts });
    expect(body.errors).toMatchObject([{ path, messageCode: code }]);
    expect(namesOf((await read(org.id)).portalHosts)).toEqual([`${org.host} *`]);
    expect(await isServed('neighbour.localhost')).toBe(true);
  });

  test('may be international names, which are stored and compared in ASCII', async () => {
    const [org, other] = [await createOrganisation(server), await createOrganisation(server)];
    const { body } = await save(org, { portalHosts: [primary('Müller.example'), further(org.host)] });
    expect(body.result.url).toBe('xn--mller-kva.example');
    expect(await isServed('XN--Mller-kva.example')).toBe(true);
    const taken = await save(other, { portalHosts: [primary('mu\u0308ller.example')] });
    expect(statusAndCode(taken)).toEqual([409, 'organisation.urlTaken']);
  });

  test('can be changed by a client that knows only the url', async () => {
    const org = await createOrganisation(server, { slug: 'fir' });
    await save(org, { portalHosts: [primary('fir.localhost'), further('fir.cn')] });
    const { portalHosts: _, version: __, ...known } = await read(org.id);
    const listAfter = async (body: object) => {
      const response = await put(org.id, { ...known, ...body });
      return response.status === 200 ? namesOf(response.body.result.portalHosts) : statusAndCode(response);
    };
    expect(await listAfter({})).toEqual(['fir.localhost *', 'fir.cn']);
    expect(await listAfter({ url: 'fir.cn' })).toEqual(['fir.cn *', 'fir.localhost']);
    expect(await listAfter({ url: 'new.fir.example', portalHosts: null })).toEqual([
      'new.fir.example *',
      'fir.localhost',
    ]);
    const asRead = (await read(org.id)).portalHosts;
    expect(await listAfter({ url: 'fir.localhost', portalHosts: asRead })).toEqual([
      'fir.localhost *',
      'new.fir.example',
    ]);
    const change = [primary('fir.localhost'), further('fir.cn')];
    expect(await listAfter({ url: 'other.example', portalHosts: change })).toEqual([
      400,
      'organisation.primaryHostUnclear',
    ]);
    expect(await listAfter({ url: 'fir.localhost', portalHosts: change })).toEqual(['fir.localhost *', 'fir.cn']);
  });

  test('cannot be changed by the organisation’s own administrators', async () => {
    const org = await createOrganisation(server);
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    await save(org, { portalHosts: [primary(org.host), further('second.example')] });
    const admin = await createClient(server, await createUser(server, { node: org }));
    expect(namesOf((await read(org.id, admin)).portalHosts)).toEqual([`${org.host} *`, 'second.example']);
    for (const portalHosts of [
      [primary(org.host)],
      [further(org.host), primary('second.example')],
      [primary(org.host), further('second.example'), further('third.example')],
      [primary(org.host), { ...further('second.example'), themeNodeId: company.id }],
    ])
      expect(statusAndCode(await save(org, { portalHosts }, admin))).toEqual([409, 'organisation.onlyFromAbove']);
    expect((await save(org, { name: 'Renamed' }, admin)).body.result.name).toBe('Renamed');
  });

  test('answer no session once they are removed, nor when another organisation takes them', async () => {
    const org = await createOrganisation(server);
    await save(org, { portalHosts: [primary(org.host), further('leaving.example')] });
    const user = await createUser(server, { node: { ...org, host: 'leaving.example' } });
    const there = await createClient(server, user);
    const profile = `/user-management/users/${user.id}`;
    expect((await there.get(profile)).status).toBe(200);
    await save(org, { portalHosts: [primary(org.host)] });
    expect(statusAndCode(await there.get(profile))).toEqual([404, 'tenant.unknown']);
    await save(neighbour, { portalHosts: [primary(neighbour.host), further('leaving.example')] });
    expect(statusAndCode(await there.get(profile))).toEqual([401, 'session.expired']);
  });

  test('show the nodes of their own region', async () => {
    const org = await createOrganisation(server);
    await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Only China', region: ['CHINA'] });
    await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Only elsewhere', region: ['REST_OF_WORLD'] });
    await save(org, { portalHosts: [primary(org.host), further('region.cn')] });
    const childrenAt = async (host: string) => {
      const client = await createClient(server, await createUser(server, { node: { ...org, host } }));
      const { body } = await client.get(`/node-management/node/${org.id}/children`);
      return body.result.map(({ name }: { name: string }) => name);
    };
    expect(await childrenAt(org.host)).toEqual(['Only elsewhere']);
    expect(await childrenAt('region.cn')).toEqual(['Only China']);
  });
});

describe('the theme of a host', () => {
  const colourAt = async (host: string) =>
    (await server.request({ url: '/node-management/node-theme', host })).body.result.primaryColour;
  const setColour = (node: TestNode, value: string) =>
    insertRow(server, 'setting_values', {
      id: newId(),
      org_id: node.orgId,
      node_id: node.id,
      tpath: node.tpath,
      section: 'theme',
      field: 'primaryColour',
      value: JSON.stringify(value),
      valid_from: '2026-01-01T00:00:00Z',
      created_date: '2026-01-01T00:00:00Z',
    });

  test('is that of the organisation, or the effective one of the node that is given for it', async () => {
    const org = await createOrganisation(server, { slug: 'elm' });
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Elm China' });
    const store = await createNode(server, { parent: company, nodeType: 'STORE' });
    await setColour(org, '#AA0011');
    await setColour(company, '#00AA11');
    const hosts = [primary('elm.localhost'), { ...further('elm.cn'), themeNodeId: store.id }, further('elm.example')];
    const { body } = await save(org, { portalHosts: hosts });
    expect(body.result.portalHosts[1]).toMatchObject({
      hostName: 'elm.cn',
      themeNodeId: store.id,
      themeNodeName: store.name,
    });
    const colours = () => Promise.all(['elm.localhost', 'elm.cn', 'elm.example'].map(colourAt));
    expect(await colours()).toEqual(['#AA0011', '#00AA11', '#AA0011']);
    await save(org, { portalHosts: [primary('elm.localhost'), further('elm.cn'), further('elm.example')] });
    expect(await colours()).toEqual(['#AA0011', '#00AA11', '#AA0011']);
    await server.query('update nodes set deleted_date = clock() where id = $1', [store.id]);
    expect(await colours()).toEqual(['#AA0011', '#AA0011', '#AA0011']);
    const ownTheme = { ...further('elm.cn'), themeNodeId: null };
    expect(
      (await save(org, { portalHosts: [primary('elm.localhost'), ownTheme] })).body.result.portalHosts[1],
    ).toMatchObject({
      themeNodeId: null,
    });
  });

  test('is never that of another organisation or of an unknown node', async () => {
    const org = await createOrganisation(server);
    for (const themeNodeId of [neighbour.id, newId()])
      expect(statusAndCode(await save(org, { portalHosts: [{ ...primary(org.host), themeNodeId }] }))).toEqual([
        404,
        'node.unknown',
      ]);
  });
});

describe('a mailed link to choose a password', () => {
  test('is valid until the host that it names is removed; one that is still queued stays valid', async () => {
    const org = await createOrganisation(server);
    const [mailed, queued] = [await createUser(server, { node: org }), await createUser(server, { node: org })];
    const links = [await createResetToken(server, mailed), await createResetToken(server, queued)];
    const elsewhere = await createResetToken(server, await createUser(server, { node: neighbour }));
    const now = (await server.query('select clock() as now'))[0]!['now'];
    await insertRow(server, 'mails', {
      id: newId(),
      org_id: org.id,
      user_id: queued.id,
      kind: 'reset',
      to_address: 'queued@mail.example',
      created_date: now,
      next_try: '2999-01-01T00:00:00Z',
    });
    const statuses = (host: string) =>
      Promise.all(links.map(async (link) => (await createRecoveryClient(server, { ...org, host }).check(link)).status));
    await save(org, { portalHosts: [further(org.host), primary('next.example')] });
    expect(await statuses(org.host)).toEqual([200, 200]);
    await save(org, { portalHosts: [primary('next.example')] });
    expect(await statuses('next.example')).toEqual([400, 200]);
    await save(org, { portalHosts: [primary('last.example')] });
    expect(await statuses('last.example')).toEqual([400, 200]);
    expect((await createRecoveryClient(server, neighbour).check(elsewhere)).status).toBe(200);
  });

  test('about an e-mail address is valid until its host is removed; one that is still queued stays valid', async () => {
    const org = await createOrganisation(server);
    const user = await createUser(server, { node: org, last_active: '2026-01-01' });
    const admin = await createClient(server, await createUser(server, { node: org }));
    await enterEmail(admin, user, 'replacement@mail.example');
    const links = emailLinks(server, { ...user, host: 'moved.example' });
    const tokens = [await links.mailedTo('replacement@mail.example'), await links.mailedTo(emailOf(user))];
    await server.query(`update mails set next_try = null where user_id = $1 and kind = 'emailConfirmation'`, [user.id]);
    await save(org, { portalHosts: [primary('moved.example')] });
    expect(await Promise.all(tokens.map(async (token) => (await links.check(token)).status))).toEqual([400, 200]);
  });
});
