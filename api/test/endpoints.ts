import type { Permission } from '@storeward/contract/access';
import { type Endpoint, requiredPermissions } from '@storeward/contract/endpoint';
import { webClientId } from '@storeward/contract/sessions';
import { endpointGroups } from './endpoint-groups.ts';
import { newId } from '../src/platform/database/ids.ts';
import { bulkFixtures, bulkSamples } from './bulk.ts';
import { sessionIdOf } from './browser.ts';
import { createOrganisation, createUser, base64, type ApiClient, password, type TestUser } from './builders.ts';
import { deviceSamples, populatedDeviceSamples } from './device-samples.ts';
import { createImportRun } from './imports.ts';
import { userFields, profileFields, organisationFields } from './input-fields.ts';
import { emailFixtures, emailSamples, emailTokens } from './email-samples.ts';
import { createFlow, createResetToken } from './recovery.ts';
import { productSamples, populatedProductSamples } from './product-samples.ts';
import { roleSamples, populatedRoleSamples } from './role-samples.ts';
import { userSamples, populatedUserSamples } from './user-endpoints.ts';
import { nodeSamples, populatedNodeSamples } from './node-samples.ts';
import type { TestServer } from './server.ts';
import { settingPermissions, settingSamples, settingReadPermissions, settingFixtures } from './setting-endpoints.ts';
import { createHotkeyUpload, createUpload, onePixelImage, populatedMediaSamples, uploadSamples } from './uploads.ts';
import { populatedUserBulkSamples, userBulkSamples } from './user-bulk.ts';
import { viewPermissions, viewSamples, populatedViewSamples } from './user-views.ts';
import { webhookPermissions, webhookSamples, webhookFixtures } from './webhooks.ts';
import type { RequestParts } from './request-parts.ts';

/** An endpoint with its full name and the permissions it requires. */
export type NamedEndpoint = {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly permissions: ReturnType<typeof requiredPermissions>;
};

export const allEndpoints: readonly NamedEndpoint[] = Object.entries(endpointGroups).flatMap(([domain, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    name: `${domain}.${name}`,
    endpoint,
    permissions: requiredPermissions(endpoint),
  })),
);

/** The endpoints that require authentication. */
export const protectedEndpoints = allEndpoints.filter(({ endpoint }) => endpoint.allow !== 'anyone');

/** A valid request, with path parameters and body filled in. */
export type SampleRequest = {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

const nextPassword = 'Other-portal-27';
const accountFields = (target: TestUser) => ({
  emailId: `${target.userName}@mail.example`,
  username: target.userName,
  domainName: target.node.domain,
});

/** The endpoints that are reserved for platform users. */
export const platformEndpoints = [
  'organisations.list',
  'organisations.create',
  'organisations.invite',
  'organisations.setStatus',
  'organisations.remove',
];

/** Further permissions that an endpoint may require depending on the record. */
export const additionalPermissions: Readonly<Record<string, readonly Permission[]>> = {
  'nodeImports.undo': ['DELETE_NODE'],
  'productImports.undo': ['EDIT_SETTING'],
  'userImports.undo': ['DELETE_USER'],
  ...settingPermissions,
  ...settingReadPermissions,
  'bulkOverrides.preview': ['EDIT_NODE_MODULE', 'VIEW_SETTING', 'CREATE_SETTING', 'EDIT_SETTING'],
  'bulkOverrides.create': ['EDIT_NODE_MODULE', 'VIEW_SETTING', 'CREATE_SETTING', 'EDIT_SETTING'],
  ...webhookPermissions,
  'userBulk.preview': ['LIST_USERS', 'ENABLED_USER'],
  'userBulk.create': ['LIST_USERS', 'ENABLED_USER'],
  'userBulk.undo': ['ENABLED_USER'],
  ...viewPermissions,
};

const importDomains = ['nodeImports', 'settingImports', 'listImports', 'productImports'];
const importFile = Buffer.from('code,list,action,SKU\nX,,,X\n');

const organisationId = (target: TestUser) => ({ id: target.node.orgId });

/** The request parts of each endpoint with an id or a body, for a target user and a client. A new endpoint must be added here. */
const samples: Readonly<Record<string, (target: TestUser, client: ApiClient | undefined) => RequestParts>> = {
  'sessions.login': (target) => ({
    body: { username: base64(target.userName), password: base64(password), domainName: base64(target.host) },
  }),
  'openSessions.refresh': (_about, client) => ({
    body: { clientId: webClientId, refreshToken: client?.tokens.refreshToken ?? 'none' },
  }),
  'openSessions.actBy': (_about, client) => ({ body: { assignmentId: client?.user.assignmentId ?? newId() } }),
  'openSessions.end': (_about, client) => ({ id: client ? sessionIdOf(client.token) : newId() }),
  'openSessions.endAllOf': (target) => ({ id: target.id }),
  'users.get': (target) => ({ id: target.id }),
  'users.update': (target) => ({ id: target.id, body: userFields(target) }),
  'users.setStatus': (target) => ({ id: target.id, body: { status: true } }),
  'profiles.get': (target, client) => ({ id: (client?.user ?? target).id }),
  'profiles.update': (target, client) => ({
    id: (client?.user ?? target).id,
    body: profileFields(client?.user ?? target),
  }),
  'profiles.setPicture': (target, client) => ({ id: (client?.user ?? target).id, body: onePixelImage }),
  'profiles.removePicture': (target, client) => ({ id: (client?.user ?? target).id }),
  'profiles.setFaceConsent': (target, client) => ({ id: (client?.user ?? target).id, body: { agreed: true } }),
  ...emailSamples,
  ...settingSamples,
  ...roleSamples,
  ...productSamples,
  ...userSamples,
  ...bulkSamples,
  ...userBulkSamples,
  ...viewSamples,
  ...webhookSamples,
  'themes.ofOrganisation': (target) => ({ id: target.node.orgId }),
  ...Object.fromEntries(
    ['domains', 'get', 'invite', 'remove'].map((endpointName) => [`organisations.${endpointName}`, organisationId]),
  ),
  'organisations.create': () => ({ body: { ...organisationFields(), nodeType: 'organization' } }),
  'organisations.update': (target) => ({
    id: target.node.orgId,
    body: {
      ...organisationFields(),
      url: target.node.host,
      domains: [{ domainName: target.node.domain, isDefault: true }],
    },
  }),
  'organisations.setStatus': (target) => ({ id: target.node.orgId, body: { status: true } }),
  'passwords.forgotten': (target) => ({ body: accountFields(target) }),
  'passwords.resetByLink': () => ({ body: { password: nextPassword, confirmPassword: nextPassword } }),
  'passwords.change': () => ({
    body: { oldPassword: password, newPassword: nextPassword, confirmPassword: nextPassword },
  }),
  'passwords.checkAttributes': (target) => ({ body: accountFields(target) }),
  'passwords.checkAttributesByQuery': (target) => ({ query: accountFields(target) }),
  'passwords.linkState': (target) => ({ id: target.id }),
  'passwords.sendLink': (target) => ({ id: target.id }),
  'reference.qrCode': () => ({ body: { text: 'Storeward' } }),
  'audit.export': () => ({ query: { format: 'csv' } }),
  ...deviceSamples,
  ...nodeSamples,
  ...uploadSamples,
  ...Object.fromEntries(
    ['create', 'head'].flatMap((endpointName) =>
      importDomains.map((domain) => [`${domain}.${endpointName}`, () => ({ body: importFile })]),
    ),
  ),
  ...Object.fromEntries(
    ['get', 'rows', 'start', 'stop', 'undo', 'discard'].flatMap((endpointName) =>
      importDomains.map((domain) => [`${domain}.${endpointName}`, () => ({ id: newId() })]),
    ),
  ),
};

/** The path parameter in place of a token that has to exist in the database. */
const tokenPlaceholder = 'x'.repeat(43);

/** A valid sample request of an endpoint; a token in its path does not exist. */
export function sampleRequest(
  { name, endpoint }: NamedEndpoint,
  target: TestUser,
  client?: ApiClient,
  parts?: RequestParts,
): SampleRequest {
  const { id, body, query, params, headers } = parts ?? samples[name]?.(target, client) ?? {};
  const path = (parts?.path ?? endpoint.path).replace(/\{(\w+)\}/g, (_, param: string) => {
    if (param !== 'id') return params?.[param] ?? tokenPlaceholder;
    if (id === undefined) throw new Error(`${name} takes an id: add a sample to api/test/endpoints.ts`);
    return id;
  });
  if ((endpoint.body || endpoint.file) && body === undefined)
    throw new Error(`${name} takes a body: add a sample to api/test/endpoints.ts`);
  return {
    method: endpoint.method,
    url: query ? `${path}?${String(new URLSearchParams(query))}` : path,
    ...(body === undefined ? {} : { body }),
    ...(endpoint.file
      ? { headers: { 'content-type': /Imports\.(?:create|head)$/.test(name) ? 'text/csv' : 'image/bmp' } }
      : headers && { headers }),
  };
}

/** Creates the token for endpoints with one in their path. */
const tokens: Readonly<Record<string, (testServer: TestServer, target: TestUser) => Promise<string>>> = {
  'passwords.sendMail': createFlow,
  'passwords.checkLink': createResetToken,
  'passwords.checkLinkAgain': createResetToken,
  'passwords.checkLinkShort': createResetToken,
  'passwords.resetByLink': createResetToken,
  ...emailTokens,
};

/** Creates import runs in the state that each endpoint requires. */
function importPreparations(domain: string, kind: string) {
  const states = { get: 'ready', rows: 'ready', start: 'ready', stop: 'running', undo: 'done', discard: 'ready' };
  return Object.fromEntries(
    Object.entries(states).map(([endpointName, state]) => [
      `${domain}.${endpointName}`,
      (testServer: TestServer, target: TestUser) => createImportRun(testServer, target, state, kind),
    ]),
  );
}

/** Creates the records that an endpoint changes. */
const prepare: Readonly<
  Record<string, (testServer: TestServer, target: TestUser, client?: ApiClient) => Promise<RequestParts>>
> = {
  ...emailFixtures,
  ...settingFixtures,
  ...bulkFixtures,
  ...populatedUserBulkSamples,
  ...populatedViewSamples,
  ...webhookFixtures,
  ...populatedDeviceSamples,
  ...populatedRoleSamples,
  ...populatedProductSamples,
  ...populatedUserSamples,
  ...populatedMediaSamples,
  ...populatedNodeSamples,
  'files.put': (testServer, user) => createUpload(testServer, user),
  'files.putUnderKey': createHotkeyUpload,
  ...importPreparations('nodeImports', 'nodes'),
  ...importPreparations('settingImports', 'settings'),
  ...importPreparations('listImports', 'lists'),
  ...importPreparations('productImports', 'products'),
  'organisations.invite': async (testServer) => {
    const node = await createOrganisation(testServer);
    const { id } = await createUser(testServer, { node, password_hash: null, manual_password: false });
    await testServer.query('update organisations set administrator_id = $2 where org_id = $1', [node.id, id]);
    return { id: node.id };
  },
  'organisations.remove': async (testServer) => ({ id: (await createOrganisation(testServer)).id }),
};

/** A sample request together with the records that the endpoint needs to succeed. */
export async function preparedRequest(
  testServer: TestServer,
  namedEndpoint: NamedEndpoint,
  target: TestUser,
  client?: ApiClient,
): Promise<SampleRequest> {
  const parts = await prepare[namedEndpoint.name]?.(testServer, target, client);
  const sample = sampleRequest(namedEndpoint, target, client, parts);
  const token = await tokens[namedEndpoint.name]?.(testServer, target);
  return token === undefined ? sample : { ...sample, url: sample.url.replace(tokenPlaceholder, token) };
}

/** The access right that grants a permission. */
export const accessRightFor = (permission: Permission): string => permission.toLowerCase();
