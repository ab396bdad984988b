import { beforeAll, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../test/builders.ts';
import { statusAndCode } from '../../test/retailer.ts';
import { startTestServer } from '../../test/server.ts';
import { productViewInput, productViewsUrl, viewInput, viewsUrl } from '../../test/user-views.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;

beforeAll(async () => {
  org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
});

const reader = async (node: TestNode, ...rights: string[]) =>
  createClient(server, await createUser(server, { node, rights: ['list_setting', 'list_users', ...rights] }));
const namesOf = async (client: ApiClient, url = productViewsUrl) =>
  ((await client.get(url)).body.result.views as { name: string }[]).map(({ name }) => name);

test('a view of the product list keeps its filters and order, and is none of the user list', async () => {
  const client = await reader(org);
  const query = { search: 'mug', status: 'disabled', flaw: 'price', tag: 'Kitchen', sort: 'SKU:desc' };
  const created = await client.post(productViewsUrl, { ...productViewInput(' Mugs '), query });
  expect(created.body.result).toMatchObject({ name: 'Mugs', query, own: true, can: { change: true }, version: 1 });
  expect(await namesOf(client)).toEqual(['Mugs']);
  expect(await namesOf(client, viewsUrl)).toEqual([]);
  // the same name is free in the other list
  expect((await client.post(viewsUrl, viewInput('Mugs'))).status).toBe(200);
  expect(statusAndCode(await client.post(productViewsUrl, productViewInput('mugs')))).toEqual([
    409,
    'userView.nameTaken',
  ]);
  const elsewhere = `${viewsUrl}/${created.body.result.id}`;
  expect(statusAndCode(await client.delete(elsewhere))).toEqual([404, 'userView.unknown']);
});

test('a shared view of the product list is changed by its author, and by editors of settings at the same node', async () => {
  const [author, editor, below] = [
    await reader(org),
    await reader(org, 'edit_setting'),
    await reader(company, 'edit_setting'),
  ];
  const shared = { ...productViewInput('To be priced'), shared: true };
  const { id } = (await author.post(productViewsUrl, shared)).body.result;
  expect(await namesOf(below)).toContain('To be priced');
  const url = `${productViewsUrl}/${id}`;
  expect(statusAndCode(await below.put(url, shared))).toEqual([409, 'userView.notYours']);
  expect((await editor.put(url, { ...shared, name: 'Without price' })).body.result.name).toBe('Without price');
  expect((await author.delete(url)).status).toBe(200);
  expect(await namesOf(below)).not.toContain('Without price');
});

test.for([
  [{ query: { status: 'lost' } }],
  [{ query: { page: 3 } }],
  [{ query: { sort: 'price:asc' } }],
  [{ name: '' }],
])('a view with values that the product list does not support is refused: %j', async ([overrides]) => {
  const client = await reader(org);
  expect((await client.post(productViewsUrl, { ...productViewInput(), ...overrides })).status).toBe(400);
});
