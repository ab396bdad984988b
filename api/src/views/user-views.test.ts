import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
  platformNode,
  createClient,
} from '../../test/builders.ts';
import { statusAndCode } from '../../test/retailer.ts';
import { startTestServer } from '../../test/server.ts';
import { viewInput, viewsUrl } from '../../test/user-views.ts';

const server = await startTestServer();
let company: TestNode;
let store: TestNode;
let secondStore: TestNode;

beforeAll(async () => {
  const org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  store = await createNode(server, { parent: company, nodeType: 'STORE' });
  secondStore = await createNode(server, { parent: company, nodeType: 'STORE' });
});

const createUserClient = async (node: TestNode, ...rights: string[]): Promise<ApiClient> =>
  createClient(server, await createUser(server, { node, rights: ['list_users', ...rights] }));
const createView = async (client: ApiClient, name: string, overrides = {}) => {
  const { status, text, body } = await client.post(viewsUrl, { ...viewInput(name), ...overrides });
  if (status !== 200) throw new Error(`the view was refused: ${text}`);
  return body.result as { id: string; version: number };
};
const listViews = async (client: ApiClient) =>
  ((await client.get(viewsUrl)).body.result.views as { name: string; own: boolean; can: { change: boolean } }[]).map(
    ({ name, own, can }) => [name, own ? 'own' : 'shared', can.change ? 'may change' : 'looks only'],
  );

describe('saved views of the user list', () => {
  test('stores name, filters, sort order and columns across sessions of the author', async () => {
    const client = await createUserClient(company);
    const query = { search: 'lee', status: 'locked', level: 'STORE', node: store.id, sort: 'lastActive:desc' };
    const view = await createView(client, ' Locked out ', { query, columns: ['role', 'lastActive'] });
    expect((await client.get(viewsUrl)).body.result.views).toMatchObject([
      { id: view.id, name: 'Locked out', shared: false, own: true, query, columns: ['role', 'lastActive'], version: 1 },
    ]);
    const secondSession = await createClient(server, client.user);
    expect(await listViews(secondSession)).toEqual([['Locked out', 'own', 'may change']]);
  });

  test('shows a private view only to its author and a shared view to users at or below the author’s node', async () => {
    const author = await createUserClient(company);
    const [storeUser, colleague, orgUser] = [
      await createUserClient(store),
      await createUserClient(company),
      await createUserClient(company.parent!),
    ];
    const view = await createView(author, 'Of the company');
    for (const client of [storeUser, colleague, orgUser]) expect(await listViews(client)).toEqual([]);
    const shared = { ...viewInput('Of the company'), shared: true };
    expect((await author.put(`${viewsUrl}/${view.id}`, shared)).status).toBe(200);
    expect(await listViews(storeUser)).toEqual([['Of the company', 'shared', 'looks only']]);
    expect(await listViews(colleague)).toEqual([['Of the company', 'shared', 'looks only']]);
    expect(await listViews(orgUser)).toEqual([]);
    await author.delete(`${viewsUrl}/${view.id}`);
  });

  test('shows a view shared from a store only in that store', async () => {
    const [author, colleague, neighbour] = [
      await createUserClient(store),
      await createUserClient(store),
      await createUserClient(secondStore),
    ];
    const { id } = await createView(author, 'Of the store', { shared: true });
    expect([await listViews(colleague), await listViews(neighbour)]).toEqual([
      [['Of the store', 'shared', 'looks only']],
      [],
    ]);
    for (const response of [
      await neighbour.put(`${viewsUrl}/${id}`, viewInput()),
      await neighbour.delete(`${viewsUrl}/${id}`),
    ])
      expect(statusAndCode(response)).toEqual([404, 'userView.unknown']);
    await author.delete(`${viewsUrl}/${id}`);
  });

  test('lets the author, and for shared views user editors of the same node, change and delete a view', async () => {
    const [author, editor, storeEditor] = [
      await createUserClient(company),
      await createUserClient(company, 'edit_user'),
      await createUserClient(store, 'edit_user'),
    ];
    const view = await createView(author, 'Shared', { shared: true });
    const privateView = await createView(author, 'Secret');
    const change = viewInput('Renamed');
    const shared = { ...change, shared: true };
    expect(statusAndCode(await storeEditor.put(`${viewsUrl}/${view.id}`, shared))).toEqual([409, 'userView.notYours']);
    expect(statusAndCode(await storeEditor.delete(`${viewsUrl}/${view.id}`))).toEqual([409, 'userView.notYours']);
    expect(statusAndCode(await editor.put(`${viewsUrl}/${privateView.id}`, change))).toEqual([404, 'userView.unknown']);
    // only the author may unshare a view
    expect(statusAndCode(await editor.put(`${viewsUrl}/${view.id}`, change))).toEqual([409, 'userView.notYours']);
    const renamed = await editor.put(`${viewsUrl}/${view.id}`, shared);
    expect([renamed.status, renamed.body.result.name]).toEqual([200, 'Renamed']);
    expect((await editor.delete(`${viewsUrl}/${view.id}`)).status).toBe(200);
    expect(await listViews(author)).toEqual([['Secret', 'own', 'may change']]);
    const events = await server.query(`select action from audit where entity_id = any($1) order by at, id`, [
      [view.id, privateView.id],
    ]);
    expect(events.map(({ action }) => action)).toEqual(['view.created', 'view.updated', 'view.deleted']);
  });

  test('keeps a shared view at its node when the author moves to a node below', async () => {
    const author = await createUserClient(company, 'edit_user');
    const view = await createView(author, 'Of those above', { shared: true });
    const privateView = await createView(author, 'Not shared yet');
    await server.query(`update users set node_id = $2, tpath = (select tpath from nodes where id = $2) where id = $1`, [
      author.user.id,
      store.id,
    ]);
    await server.query(
      `update assignments set node_id = $2, tpath = (select tpath from nodes where id = $2) where user_id = $1`,
      [author.user.id, store.id],
    );
    const client = await createClient(server, author.user);
    expect(await listViews(client)).toEqual([
      ['Not shared yet', 'own', 'may change'],
      ['Of those above', 'own', 'looks only'],
    ]);
    const change = { ...viewInput('Of those above'), shared: true };
    for (const response of [
      await client.put(`${viewsUrl}/${view.id}`, change),
      await client.delete(`${viewsUrl}/${view.id}`),
    ])
      expect(statusAndCode(response)).toEqual([409, 'userView.notYours']);
    // views shared from now on belong to the author's new node
    const shared = { ...viewInput('Not shared yet'), shared: true };
    expect((await client.put(`${viewsUrl}/${privateView.id}`, shared)).status).toBe(200);
    const viewNames = async (client: ApiClient) => (await listViews(client)).map(([name]) => name);
    expect(await viewNames(await createUserClient(store))).toEqual(['Not shared yet', 'Of those above']);
    expect(await viewNames(await createUserClient(secondStore))).toEqual(['Of those above']);
    expect((await (await createUserClient(company, 'edit_user')).delete(`${viewsUrl}/${view.id}`)).status).toBe(200);
    await client.delete(`${viewsUrl}/${privateView.id}`);
  });

  test('returns 412 for an update from an older version of a view', async () => {
    const client = await createUserClient(company);
    const view = await createView(client, 'Twice');
    const staleHeaders = { 'if-match': '"1"' };
    const request = { method: 'PUT' as const, url: `${viewsUrl}/${view.id}`, host: client.host, token: client.token };
    const body = { ...viewInput('Twice'), columns: [] };
    expect((await server.request({ ...request, body, headers: staleHeaders })).status).toBe(200);
    expect(statusAndCode(await server.request({ ...request, body, headers: staleHeaders }))).toEqual([
      412,
      'record.stale',
    ]);
  });

  test('requires view names to be unique per author', async () => {
    const [client, other] = [await createUserClient(company), await createUserClient(company)];
    await createView(client, 'Same');
    await createView(other, 'Same');
    for (const name of ['SAME', 'Sa\u200Bme'])
      expect(statusAndCode(await client.post(viewsUrl, viewInput(name)))).toEqual([409, 'userView.nameTaken']);
  });

  test.for([
    { name: '' },
    { name: 'x'.repeat(65) },
    { query: { status: 'asleep' } },
    { query: { sort: 'passwordHash:asc' } },
    { columns: ['passwordHash'] },
    { shared: 'yes' },
  ])('rejects views with values the list does not support: %o', async (overrides) => {
    const client = await createUserClient(company);
    expect((await client.post(viewsUrl, { ...viewInput(), ...overrides })).status).toBe(400);
  });

  test('limits the number of views per user', async () => {
    const client = await createUserClient(company);
    await server.query(
      `insert into user_views (id, org_id, owner_id, name, name_norm, shared, query, columns, created_date, updated_date)
       select gen_random_uuid(), $1, $2, i::text, i::text, false, '{}', '{}', clock(), clock() from generate_series(1, 100) i`,
      [company.orgId, client.user.id],
    );
    expect(statusAndCode(await client.post(viewsUrl, viewInput()))).toEqual([409, 'userView.tooMany']);
  });

  test('moves a shared view along with the author’s node', async () => {
    const otherCompany = await createNode(server, { parent: company.parent!, nodeType: 'COMPANY' });
    const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    const [author, colleague] = [await createUserClient(region), await createUserClient(region)];
    await createView(author, 'Moved along', { shared: true });
    const mover = await createUserClient(company.parent!, 'edit_node');
    expect((await mover.put(`/node-management/node/${region.id}/move`, { parentId: otherCompany.id })).status).toBe(
      200,
    );
    expect(await listViews(await createClient(server, colleague.user))).toEqual([
      ['Moved along', 'shared', 'looks only'],
    ]);
  });
});

describe('columns of the user list', () => {
  test('stores the columns per user in display order', async () => {
    const [client, other] = [await createUserClient(company), await createUserClient(company)];
    const columns = async (client: ApiClient) => (await client.get(viewsUrl)).body.result.columns;
    expect(await columns(client)).toBeNull();
    expect((await client.put('/user-management/user-columns', { columns: ['status', 'role'] })).body.result).toEqual({
      columns: ['role', 'status'],
    });
    await client.put('/user-management/user-columns', { columns: ['emailId'] });
    expect([await columns(client), await columns(other)]).toEqual([['emailId'], null]);
    expect((await client.put('/user-management/user-columns', { columns: ['pin'] })).status).toBe(400);
  });

  test('stores views for global users', async () => {
    const globalUser = await createUserClient(platformNode);
    await createView(globalUser, 'From above');
    expect(await listViews(globalUser)).toEqual([['From above', 'own', 'may change']]);
  });
});
