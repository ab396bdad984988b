import { describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  insertRow,
  platformNode,
  type TestNode,
  type TestUser,
} from './builders.ts';
import { insertApiKey } from './api-keys.ts';
import { createDevice } from './devices.ts';
import { preparedRequest, protectedEndpoints, sampleRequest } from './endpoints.ts';
import { insertTaskRun, runOverride } from './bulk.ts';
import { importsAt, nodeImportUrl } from './imports.ts';
import { newId } from '../src/platform/database/ids.ts';
import { startTestServer, type TestServer } from './server.ts';
import { insertPlannedChange } from './setting-endpoints.ts';
import { denialTables, stateOfEverything } from './stored-state.ts';
import { insertWebhookWithMessage } from './webhooks.ts';

const nodesUrl = '/node-management/node';
const mark = 'qhiddenq';
const testServer = await startTestServer({ recoveryMails: 1000, signInTries: 1000 });

let shopCount = 0;
type Shop = Awaited<ReturnType<typeof createShop>>;

/** An organisation with a portal for each region, and its administrator on both of them. */
async function createShop(server: TestServer) {
  const slug = `shop${(shopCount += 1)}`;
  const org = await createOrganisation(server, { slug });
  const host = `${slug}.cn`;
  await insertRow(server, 'portal_hosts', { host, org_id: org.id });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'Everywhere' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION', name: 'Both regions' });
  const store = await createNode(server, { parent: region, nodeType: 'STORE', name: 'Corner' });
  const clerk = await createUser(server, { node: store, firstName: 'Clerk' });
  const admin = await createUser(server, { node: org });
  return {
    org,
    company,
    region,
    clerk,
    admin: await createClient(server, admin),
    adminInChina: await createClient(server, { ...admin, host }),
    global: await createClient(server, await createUser(server, { node: platformNode })),
  };
}
/** A group for the Chinese portal alone below a region, with users, settings, a device, a webhook and a run. */
async function createHiddenRegion({ region: above, admin }: Shop) {
  const node = (parent: TestNode, nodeType: TestNode['nodeType'], columns: object = {}) =>
    createNode(testServer, { parent, nodeType, name: `${mark} ${nodeType}`, code: `${mark}-${nodeType}`, ...columns });
  const group = await node(above, 'STORE_GROUP', { region: ['CHINA'] });
  const store = await node(group, 'STORE');
  const user = await createUser(testServer, {
    node: store,
    firstName: mark,
    userName: mark,
    roleId: admin.user.roleId!,
  });
  for (const { id, orgId, tpath } of [group, store]) {
    const value = { section: 'ebasketDisplay', field: 'displayName', value: `"${mark}"` };
    const stamps = { valid_from: '2026-01-01T00:00:00Z', created_date: '2026-01-01T00:00:00Z', created_by: user.id };
    await insertRow(testServer, 'setting_values', { id, org_id: orgId, node_id: id, tpath, ...value, ...stamps });
  }
  await insertPlannedChange(testServer, { node: store }, mark);
  await insertRow(testServer, 'audit', {
    id: newId(),
    org_id: store.orgId,
    tpath: store.tpath,
    entity: 'node',
    entity_id: store.id,
    action: 'node.created',
    actor_id: user.id,
  });
  await createDevice(testServer, user);
  await insertWebhookWithMessage(testServer, user);
  await insertApiKey(testServer, user, { name: mark, name_norm: mark });
  await insertTaskRun(testServer, user, 'done', { kind: 'overrides', columns: [mark], task: {} });
  return { group, store, user };
}

/** The endpoints that answer about a node and what lies below it, without changing anything. */
const readingEndpoints = protectedEndpoints.filter(
  ({ name, endpoint }) =>
    // each answer is a new address; the requests themselves add entries
    !['files.sign', 'audit.list', 'audit.export', 'audit.status', 'dashboardFigures.security'].includes(name) &&
    (endpoint.method === 'GET' ||
      ['bulkOverrides.preview', 'settings.clashes', 'settings.impact', 'userBulk.preview'].includes(name)),
);

/** Lists that need words to search for, or a filter, to find what could be hidden. */
const queries: Readonly<Record<string, string>> = {
  'nodes.search': `search=${mark}`,
  'nodes.choices': 'nodeType=STORE',
  'settings.places': 'types=STORE',
};

/** What each reading endpoint answers about the company, without what changes from one request to the next. */
async function responsesAbout(client: ApiClient, target: TestUser): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  for (const route of readingEndpoints) {
    const { method, url, body } = sampleRequest(route, target, client);
    const more = queries[route.name];
    const { status, text } = await testServer.request({
      method,
      url: more ? `${url}${url.includes('?') ? '&' : '?'}${more}` : url,
      host: client.host,
      token: client.token,
      ...(body === undefined ? {} : { body }),
    });
    responses.set(route.name, `${status} ${text.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '""')}`);
  }
  return responses;
}

const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  [...one].flatMap(([name, response]) => (response === other.get(name) ? [] : [name]));

/** Reading endpoints whose answers about the company depend on what lies below it. */
const listsOfEverything = [
  'apiKeys.list',
  'bulkOverrides.list',
  'bulkOverrides.preview',
  'changeCalendars.get',
  'nodeExport.get',
  'nodes.children',
  'nodes.choices',
  'nodes.get',
  'nodes.search',
  'organisations.get',
  'roles.get',
  'roles.list',
  'settings.export',
  'settings.impact',
  'settings.overrides',
  'settings.places',
  'settings.radar',
  'userExport.rows',
  'users.list',
];

/** Whether a request names a record at a node below a region of China alone. */
async function namesHidden(request: string): Promise<boolean> {
  const ids = request.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const tables = 'nodes users assignments devices webhooks service_accounts import_runs setting_changes'.split(' ');
  const found = await testServer.query(
    `select from (${tables.map((table) => `select id, tpath from ${table}`).join(' union all ')}) record
      where id = any($1) and exists (select from nodes n where n.region = '{CHINA}' and record.tpath ^@ n.tpath)`,
    [ids],
  );
  return found.length > 0;
}

test('every table with tree paths excludes what the host does not show from the sub-tree', async () => {
  const policies = await testServer.query(
    `select c.relname as name, p.qual from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tpath'
       left join pg_policies p on p.tablename = c.relname and p.policyname = 'sub'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const excluding = policies.filter(({ qual }) => /tpath \^@ ANY \(+ ?SELECT scope_hidden\(\)/.test(qual));
  expect(excluding.map(({ name }) => name)).toEqual(policies.map(({ name }) => name));
  expect(policies.length).toBeGreaterThan(8);
});

describe('a region that the host does not show', () => {
  test('leaves every answer about what lies above it as it was, and shows on the host of the region', async () => {
    const shop = await createShop(testServer);
    const { admin, adminInChina, global, clerk, company } = shop;
    const about = { ...clerk, node: company };
    const readers = [admin, global, adminInChina]; // in turn, since a user exports one file at a time
    const before = await Array.fromAsync(readers, (reader) => responsesAbout(reader, about));
    const { store } = await createHiddenRegion(shop);
    const after = await Array.fromAsync(readers, (reader) => responsesAbout(reader, about));
    const [onOwnHost, onGlobalHost, inChina] = before.map((responses, index) => differing(responses, after[index]!));
    expect([onOwnHost, onGlobalHost]).toEqual([[], []]);
    const audits = await Promise.all(readers.map((reader) => reader.get('/audit?size=100')));
    expect(audits.map(({ status, text }) => [status, text.includes(store.id)])).toEqual([
      [200, false],
      [200, false],
      [200, true],
    ]);
    // the same requests show it there, so they would have shown it here
    expect(inChina).toEqual(expect.arrayContaining(listsOfEverything));
  });

  test('keeps each record of it from being found and changed by its id', async () => {
    const shop = await createShop(testServer);
    const { admin, adminInChina, global } = shop;
    const { group, user } = await createHiddenRegion(shop);
    const tried: string[] = [];
    for (const route of protectedEndpoints) {
      const target = route.name.startsWith('bulkOverrides.') ? { ...user, node: group } : user;
      // these are usually prepared with nodes of their own
      const prepared = /^nodes\.(update|setStatus|move|previewMove|remove)$/.test(route.name)
        ? sampleRequest(route, target, adminInChina)
        : await preparedRequest(testServer, route, target, adminInChina);
      const { url, body, ...sample } = prepared;
      const sent = `${url} ${Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)}`;
      if (!(await namesHidden(sent))) continue;
      tried.push(route.name);
      const ask = ({ host, token }: ApiClient) => testServer.request({ ...sample, url, body, host, token });
      const before = await stateOfEverything(testServer, denialTables);
      const refused = await Promise.all([ask(admin), ask(global)]);
      const changed = (await stateOfEverything(testServer, denialTables)) !== before;
      const revealed = refused.some(({ text }) => text.includes(mark));
      // some end the session, or change what it acts as
      const shown = await ask(await createClient(testServer, adminInChina.user));
      expect
        .soft({ name: route.name, here: refused.map(({ status }) => status), changed, revealed, there: shown.status })
        .toEqual({
          name: route.name,
          // some are not for global users at all
          here: [404, expect.toBeOneOf([403, 404, 409])],
          changed: false,
          revealed: false,
          // found there, even if it conflicts with another one
          there: expect.toBeOneOf([200, 409]),
        });
    }
    expect(tried.length).toBeGreaterThan(50);
  });

  test('is counted but not named where a node above it is deleted, and stays', async () => {
    const shop = await createShop(testServer);
    const { admin, adminInChina } = shop;
    const above = await createNode(testServer, { parent: shop.company, nodeType: 'TRADING_REGION' });
    const { group, store } = await createHiddenRegion({ ...shop, region: above });
    const refused = await admin.delete(`${nodesUrl}/${above.id}/delete`, undefined);
    expect([refused.status, refused.body.messageCode, refused.body.current.hidden]).toEqual([
      409,
      'node.holdsHidden',
      { places: 2, users: 1, devices: 1 },
    ]);
    expect(refused.text).not.toContain(mark);
    for (const { id } of [group, store]) expect((await adminInChina.get(`${nodesUrl}/${id}`)).status).toBe(200);
  });

  test('keeps its place below a node that is moved', async () => {
    const shop = await createShop(testServer);
    const { admin, adminInChina, org } = shop;
    const above = await createNode(testServer, { parent: shop.company, nodeType: 'TRADING_REGION' });
    const { store, user } = await createHiddenRegion({ ...shop, region: above });
    const company = await createNode(testServer, { parent: org, nodeType: 'COMPANY', name: 'New parent' });
    expect((await admin.put(`${nodesUrl}/${above.id}/move`, { parentId: company.id })).status).toBe(200);
    const found = await adminInChina.get(`${nodesUrl}/${store.id}`);
    expect(found.body.result.path.map(({ id }: { id: string }) => id)).toContain(company.id);
    expect((await adminInChina.get(`/user-management/users/${user.id}`)).status).toBe(200);
  });

  test('is not named in the deliveries of a webhook above it', async () => {
    const shop = await createShop(testServer);
    const { admin, adminInChina, clerk, company } = shop;
    const { store } = await createHiddenRegion(shop);
    const { webhookId } = await insertWebhookWithMessage(testServer, { ...clerk, node: company });
    await testServer.query(
      `update webhook_messages set body = jsonb_set(body::jsonb, '{place}', $2::jsonb)::text where webhook_id = $1`,
      [webhookId, JSON.stringify({ id: store.id, code: mark, name: mark, nodeType: 'STORE' })],
    );
    const deliveries = `${nodesUrl}/${company.id}/webhooks/${webhookId}/deliveries`;
    expect((await admin.get(deliveries)).body.result).toEqual([]);
    expect((await adminInChina.get(deliveries)).body.result).toHaveLength(1);
  });

  test('keeps a role of its users from being deleted', async () => {
    const shop = await createShop(testServer);
    const { user } = await createHiddenRegion(shop);
    const roleId = await createRole(testServer, { organisation: shop.org, rights: ['view_profile'] });
    await testServer.query('update assignments set role_id = $1 where user_id = $2', [roleId, user.id]);
    const refused = await shop.admin.delete(`/role-management/roles/${roleId}`);
    expect([refused.status, refused.body.messageCode]).toEqual([409, 'role.inUse']);
    expect(refused.text).not.toContain(mark);
  });

  test('is neither changed by a file nor by a bulk override', async () => {
    const shop = await createShop(testServer);
    const { admin, company } = shop;
    const { store } = await createHiddenRegion(shop);
    // the import engine starts when the server listens
    await testServer.app.listen({ host: '127.0.0.1', port: 0 });
    const nodeRuns = importsAt(nodeImportUrl);
    const run = await nodeRuns.uploadAndCheck(admin, `code,name\n${mark}-STORE,Taken over\n`);
    expect([run.wrong, run.updated, run.created]).toEqual([1, 0, 0]);
    await runOverride(admin, {
      sourceId: company.id,
      sections: ['ebasketDisplay'],
      action: 'clear',
      nodeIds: [company.id],
    });
    const [kept] = await testServer.query(
      `select n.name, v.value, v.ended_date from nodes n join setting_values v on v.node_id = n.id where n.id = $1`,
      [store.id],
    );
    expect(kept).toEqual({ name: store.name, value: mark, ended_date: null });
  });
});
