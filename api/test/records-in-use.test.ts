import { beforeAll, expect, test } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { insertApiKey } from './api-keys.ts';
import { createAssignment, createNode, createUser, insertRow, type TestNode, type TestUser } from './builders.ts';
import { createChain } from './bulk.ts';
import { createDevice } from './devices.ts';
import { createImportRun } from './imports.ts';
import { startTestServer } from './server.ts';
import { createListSettings } from './user-views.ts';
import { insertWebhookWithMessage } from './webhooks.ts';

const server = await startTestServer();
let org: TestNode;
let elsewhere: TestUser;
let roleId: string;

beforeAll(async () => {
  ({ org } = await createChain(server));
  elsewhere = await createUser(server, { node: org });
  roleId = elsewhere.roleId!;
});

/** A user who never signed in and has no password, as an import creates them. */
const createUnusedUser = (node = org) => createUser(server, { node, password_hash: null, manual_password: false });
const inUse = async (kind: string, id: string) =>
  server.query(
    `select id from set_config('app.org', $1, true) as org, records_in_use(left($2, length(org)), array[$3::uuid]) as id`,
    [org.orgId, kind, id],
  );
const at = ({ id, orgId, tpath }: TestNode) => ({ org_id: orgId, node_id: id, tpath });
const insertChange = async (node: TestNode): Promise<string> => {
  const id = newId();
  const now = new Date();
  const change = { id, ...at(node), section: 'theme', version: 1, begins: now, created_date: now };
  await insertRow(server, 'setting_changes', change);
  return id;
};

/** A row that points to the node. Where none makes it used, the reason. */
const nodeUses: Readonly<Record<string, string | ((node: TestNode) => Promise<unknown>)>> = {
  'node.oneTree': (node) => createNode(server, { parent: node, nodeType: 'STORE' }),
  'user.nodeOfTheSameTenant': (node) => createUser(server, { node, rights: null }),
  'assignment.nodeOfTheSameTenant': (node) => createAssignment(server, { userId: elsewhere.id, roleId, node }),
  'device.nodeOfTheSameTenant': (node) => createDevice(server, { ...elsewhere, node }),
  'setting.nodeOfTheSameTenant': async (node) =>
    insertRow(server, 'setting_values', {
      id: newId(),
      ...at(node),
      section: 'theme',
      field: 'primary',
      value: '"#123456"',
      valid_from: new Date(Date.now() + 86_400_000),
      change_id: await insertChange(node),
    }),
  'setting.changeOfTheSameTenant': 'its values count as long as they apply or will',
  'setting.draftOfTheSameTenant': (node) =>
    insertRow(server, 'setting_drafts', {
      ...at(node),
      section: 'theme',
      draft: '{}',
      updated_date: new Date(),
      updated_by: elsewhere.id,
    }),
  'webhook.nodeOfTheSameTenant': (node) => insertWebhookWithMessage(server, { node }),
  'apiKey.nodeOfTheSameTenant': (node) => insertApiKey(server, { ...elsewhere, node }),
  'organisation.themeNodeOfTheSameTenant': ({ id, host }) =>
    server.query('update portal_hosts set theme_node_id = $2 where host = $1', [host, id]),
  'view.nodeOfTheSameTenant': (node) => createListSettings(server, { ...elsewhere, node }),
  'import.placeOfTheSameTenant': (node) => createImportRun(server, { ...elsewhere, node }, 'done'),
};

const signedIn = 'belongs to the user, who has signed in if it does';
const userUses: Readonly<Record<string, string | ((user: TestUser) => Promise<unknown>)>> = {
  'assignment.userOfTheSameTenant': ({ id }) =>
    createAssignment(server, { userId: id, roleId, node: org, position: 1 }),
  'organisation.administratorOfTheSameTenant': ({ id }) =>
    server.query('update organisations set administrator_id = $2 where org_id = $1', [org.orgId, id]),
  'view.ownerOfTheSameTenant': (user) => createListSettings(server, user),
  'columns.userOfTheSameTenant': signedIn,
  'mapping.userOfTheSameTenant': signedIn,
  'session.userOfTheSameTenant': signedIn,
  'device.userOfTheSameTenant': signedIn,
  impersonations_viewer_id_fkey: signedIn,
  'seeing.userOfTheSameTenant': 'another user looked on; the user did nothing',
  'attempt.userOfTheSameTenant': 'attempts that failed',
  'mail.userOfTheSameTenant': 'the import itself sends mails',
  'emailLink.userOfTheSameTenant': 'the import itself proposes addresses',
  'reset.userOfTheSameTenant': 'the import itself sends links',
  'demoData.userOfTheSameTenant': 'written with the installation only',
};

/** The foreign keys that point to single records of a table, not merely to their organisation. */
const pointersTo = async (table: string): Promise<string[]> => {
  const rows = await server.query<{ name: string }>(
    `select conname as name from pg_constraint
      where contype = 'f' and confrelid = $1::regclass and conkey <> array(
        select attnum from pg_attribute where attrelid = conrelid and attname = 'org_id')`,
    [table],
  );
  return rows.map(({ name }) => name).toSorted();
};

test('of every table whose rows point to a node, it is decided whether they make the node used', async () => {
  expect(Object.keys(nodeUses).toSorted()).toEqual(await pointersTo('nodes'));
  for (const [name, use] of Object.entries(nodeUses)) {
    if (typeof use === 'string') continue;
    const node = await createNode(server, { parent: org, nodeType: 'STORE' });
    expect([name, await inUse('node', node.id)]).toEqual([name, []]);
    await use(node);
    expect([name, await inUse('node', node.id)]).toEqual([name, [{ id: node.id }]]);
  }
});

test('of every table whose rows point to a user, it is decided whether they make the user used', async () => {
  expect(Object.keys(userUses).toSorted()).toEqual(await pointersTo('users'));
  for (const [name, use] of Object.entries(userUses)) {
    if (typeof use === 'string') continue;
    const user = await createUnusedUser();
    expect([name, await inUse('user', user.id)]).toEqual([name, []]);
    await use(user);
    expect([name, await inUse('user', user.id)]).toEqual([name, [{ id: user.id }]]);
  }
});

test('nothing but settings points to a product', async () => {
  expect(await pointersTo('products')).toEqual([]);
});
