import { beforeAll, expect, test } from 'vitest';
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
