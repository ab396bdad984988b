import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { type CodeListName, codeLists } from './code-list-table.ts';
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

test.each(Object.entries(codeLists))(
  'the code list %s has exactly the specified values',
  (_, { specified, contract }) => {
    expect(contract).toEqual(specified);
  },
);

/** A request with a value outside the list, and the error it gets; null for a list that no endpoint accepts. */
type InvalidInput = {
  readonly url: string;
  readonly body?: (value: string) => object;
  readonly method?: 'post' | 'put' | 'get';
  readonly path?: string;
  readonly code?: string;
};

const field = 'field.invalid';
const users = '/user-management/users';
const setting = (
  section: string,
  name: string,
  valueOf: (value: string) => unknown = (value) => value,
): InvalidInput => ({
  method: 'put',
  url: `/node-management/node/{company}/settings/${section}`,
  body: (value) => ({ fields: { [name]: { value: valueOf(value) } } }),
  path: `fields.${name}`,
});
const newUser = (path: string): InvalidInput => ({
  url: users,
  body: (value) => newUserInput({ node: company, roleId: admin.user.roleId }, { [path]: value }),
  path,
});
const row = (column: string, valueOf: (value: string) => unknown = (value) => value): InvalidInput => ({
  ...setting('payments', 'options', (value) => ({
    rows: {
      [newId()]: { action: 'add', after: 'first', values: { paymentId: 'P', name: 'Cash', [column]: valueOf(value) } },
    },
  })),
});

/** How each list is refused outside its values; null for a list that no endpoint takes. */
const invalidInputs: Readonly<Record<CodeListName, InvalidInput | null>> = {
  nodeTypes: {
    url: '/node-management/node',
    body: (value) => ({ name: 'Kiosk', code: '', region: [], nodeType: value, parentId: company.id }),
    path: 'nodeType',
  },
  ranks: null,
  permissions: {
    url: '/role-management/roles',
    body: (value) => roleInput([value]),
    code: 'role.rightUnknown',
  },
  moduleNames: null,
  moduleCodes: {
    url: '/role-management/roles',
    body: (value) => {
      const input = roleInput(['view_user']);
      return { ...input, modules: [...input.modules, { shortName: value, accessRights: [] }] };
    },
    code: 'role.moduleUnknown',
  },
  integrationProviders: setting('integration', 'provider'),
  paymentOptions: row('name'),
  paymentSubTypes: row('externalSubType'),
  fulfilmentTypes: row('fulfilmentTypes', (value) => [value]),
  giftCardTypes: setting('basket', 'giftCardType'),
  taxModes: setting('basket', 'taxMode'),
  customerRegions: setting('customerHub', 'region'),
  nodeRegions: {
    url: '/node-management/node',
    body: (value) => ({ name: 'Shop', code: '', region: [value], nodeType: 'TRADING_REGION', parentId: company.id }),
    path: 'region',
  },
  customerActions: setting('customerHub', 'customerActions', (value) => [value]),
  saleFlows: setting('basket', 'saleFlow'),
  promotions: {
    ...setting('basket', 'applyAnyPromotion', () => true),
    path: 'fields.applyAnyPromotion',
    code: 'setting.unknownField',
  },
  fiscalCountries: setting('basket', 'fiscalCountry'),
  deviceTypes: {
    url: '/module-management/device',
    body: (value) => ({ name: 'Till', type: value, address: '10.0.0.1', serial: 'S-1', nodeId: company.id }),
    path: 'type',
  },
  receiptWays: { ...setting('receiptDelivery', 'fax', () => true), path: 'fields.fax', code: 'setting.unknownField' },
  disabledHalves: setting('skuSelection', 'shirtMale', (value) => ({ disable_for: value })),
  languages: newUser('language'),
  boxPositions: setting('theme', 'loginBoxPosition', (value) => ({ landscape: value, portrait: 'center' })),
  pageSizes: { method: 'get', url: `${users}?size={value}`, code: 'input.invalid' },
  mediaExtensions: { method: 'get', url: '/common/getPreSignedUrl?key=picture.{value}', code: 'field.imageFormat' },
  dashboards: newUser('dashboardAccess'),
};

test.each(Object.entries(invalidInputs).flatMap(([name, sample]) => (sample ? [{ name, ...sample }] : [])))(
  'a value outside the code list $name is refused',
  async ({ url, body, method = 'post', path, code = field }) => {
    const value = 'nosuchvalue';
    const address = url.replace('{company}', company.id).replace('{value}', value);
    const response = method === 'get' ? await admin.get(address) : await admin[method](address, body?.(value));
    const { errors = [], messageCode } = response.body as {
      errors?: { path: string; messageCode: string }[];
      messageCode: string;
    };
    expect(response.status).toBe(400);
    const found = path
      ? errors.filter((error) => error.path.startsWith(path)).map((error) => error.messageCode)
      : [messageCode];
    expect(found).toContain(code);
  },
);

test('a new user with the unknown country ZZ is refused at that field', async () => {
  const input = newUserInput({ node: company, roleId: admin.user.roleId }, { country: 'ZZ' });
  const { status, body } = await admin.post(users, input);
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: 'country', messageCode: field })]]);
});

test('a role that names an unknown module is refused, and the error names the module', async () => {
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
