import type { ApiKey, ApiKeyWithSecret } from '@storeward/contract/api-keys';
import { newId } from '../src/platform/database/ids.ts';
import { newApiKey } from '../src/platform/security/api-keys.ts';
import { insertRow, type ApiClient, type TestNode, type TestUser } from './builders.ts';
import type { RequestParts } from './request-parts.ts';
import type { TestRequest, TestServer } from './server.ts';
import type { TestResponse } from './response.ts';

export const apiKeysUrl = '/user-management/api-keys';
export const currentKeyUrl = `${apiKeysUrl}/current`;

/** The time in this many days. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

export const apiKeyInput = { name: 'Night import', networks: [] as string[] };

type Fields = { nodeId: string; roleId: string; name?: string; until?: string; networks?: string[] };

/** Requests a key that is valid for thirty days. */
export const requestApiKey = (client: ApiClient, fields: Fields): Promise<TestResponse> =>
  client.post(apiKeysUrl, { ...apiKeyInput, until: inDays(30), ...fields });

/** Creates a key by the API. */
export async function createApiKey(client: ApiClient, fields: Fields): Promise<ApiKeyWithSecret> {
  const { status, body, text } = await requestApiKey(client, fields);
  if (status !== 200) throw new Error(`the API key could not be created: ${text}`);
  return body.result;
}

/** Inserts a key with the role of a user at the user's node. */
export async function insertApiKey(
  testServer: TestServer,
  { node, roleId, id: userId }: Pick<TestUser, 'node' | 'roleId' | 'id'>,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; key: string; prefix: string }> {
  const id = newId();
  const { key, prefix, hash } = newApiKey();
  const now = new Date();
  await insertRow(testServer, 'service_accounts', {
    id,
    org_id: node.orgId,
    node_id: node.id,
    tpath: node.tpath,
    role_id: roleId,
    name: `Key ${prefix}`,
    name_norm: `key ${prefix.toLowerCase()}`,
    prefix,
    key_hash: hash,
    until: inDays(30),
    maker_id: userId,
    created_date: now,
    updated_date: now,
    ...columns,
  });
  return { id, key, prefix };
}

/** Sends a request with a key; by default the one that answers what the key is. */
export const requestWithKey = (
  testServer: TestServer,
  { host }: Pick<TestNode, 'host'>,
  key: string,
  request: Partial<TestRequest> = {},
): Promise<TestResponse> => testServer.request({ url: currentKeyUrl, host, token: key, ...request });

export const statusOf = ({ status, body }: TestResponse): [number, string | undefined] => [status, body?.messageCode];

export const idOf = ({ apiKey }: { apiKey: ApiKey }) => `${apiKeysUrl}/${apiKey.id}`;

/** A sample request for each endpoint of API keys. */
export const apiKeySamples: Readonly<Record<string, (user: TestUser) => RequestParts>> = {
  'apiKeys.create': ({ node, roleId }) => ({
    body: { ...apiKeyInput, nodeId: node.id, roleId: roleId ?? newId(), until: inDays(30) },
  }),
  'apiKeys.update': () => ({ id: newId(), body: apiKeyInput }),
  'apiKeys.rotate': () => ({ id: newId(), body: { until: inDays(30), overlapHours: 1 } }),
  'apiKeys.endPrevious': () => ({ id: newId() }),
  'apiKeys.revoke': () => ({ id: newId() }),
};

const withKey =
  (parts: Omit<RequestParts, 'id'> = {}) =>
  async (server: TestServer, user: TestUser) => ({
    id: (await insertApiKey(server, user)).id,
    ...parts,
  });

/** Sample requests for which the key is created first. */
export const populatedApiKeySamples: Readonly<
  Record<string, (server: TestServer, user: TestUser) => Promise<RequestParts>>
> = {
  'apiKeys.update': withKey({ body: apiKeyInput }),
  'apiKeys.rotate': withKey({ body: { until: inDays(30), overlapHours: 1 } }),
  'apiKeys.endPrevious': withKey(),
  'apiKeys.revoke': withKey(),
};

/** The rights for each endpoint with the id of a key, any of which suffices. */
export const apiKeyRights: Readonly<Record<string, readonly string[]>> = {
  'apiKeys.update': ['edit_user'],
  'apiKeys.rotate': ['create_user'],
  'apiKeys.endPrevious': ['create_user', 'delete_user'],
  'apiKeys.revoke': ['create_user', 'delete_user'],
};
