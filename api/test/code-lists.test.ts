import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { roleInput } from './role-samples.ts';
import { startTestServer } from './server.ts';
import { newUserInput } from './user-endpoints.ts';

const server = await startTestServer();
let company: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  const org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

test.each([
  ['country', 'ZZ'],
  ['dashboardAccess', 'no such dashboard'],
])('a new user with the unknown %s %s is refused at that field', async (path, value) => {
  const { roleId } = admin.user;
  const { status, body } = await admin.post(
    '/user-management/users',
    newUserInput({ node: company, roleId }, { [path]: value }),
  );
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path, messageCode: 'field.invalid' })]]);
});

test('a role that names an unknown module is refused, and the module is told', async () => {
  const input = roleInput(['view_user']);
  const modules = [...input.modules, { shortName: 'warp', accessRights: [] }];
  const { status, body } = await admin.post('/role-management/roles', { ...input, modules });
  expect([status, body.messageCode, body.message]).toEqual([
    400,
    'role.moduleUnknown',
    expect.stringContaining('warp'),
  ]);
});

test('an integration provider that is not in the list needs a name', async () => {
  const settingsUrl = `/node-management/node/${company.id}/settings/integration`;
  const save = (provider: string) => admin.put(settingsUrl, { fields: { provider: { value: provider } } });
  expect((await save('others')).body).toMatchObject({
    errors: [expect.objectContaining({ path: expect.stringContaining('otherName'), messageCode: 'field.required' })],
  });
});

/** Every list of choices of the settings: of a field, or of a column of a list. */
const choiceLists = sectionNames.flatMap((section) =>
  Object.entries(sectionOf(section).fields).flatMap(([field, { columns = {}, ...definition }]) => [
    ...(definition.choices ? [{ section, field, column: undefined, kind: definition.kind }] : []),
    ...Object.entries(columns).flatMap(([column, { choices, kind }]) =>
      choices ? [{ section, field, column, kind }] : [],
    ),
  ]),
);

test.each(choiceLists)('the setting $section.$field.$column is refused outside its list', async (list) => {
  const { section, field, column, kind } = list;
  const unknown = kind === 'multi-choice' ? ['no such value'] : 'no such value';
  const id = newId();
  const value = column ? { rows: { [id]: { action: 'add', values: { [column]: unknown } } } } : unknown;
  const { status, body } = await admin.put(`/node-management/node/${company.id}/settings/${section}`, {
    fields: { [field]: { value } },
  });
  const path = column ? `fields.${field}.${id}.${column}` : `fields.${field}`;
  const { errors = [] } = body as { errors?: { path: string; messageCode: string }[] };
  expect(status).toBe(400);
  expect(errors.find((error) => error.path.startsWith(path))?.messageCode).toBe('field.invalid');
});
