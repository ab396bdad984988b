import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { IpNetwork, recordFields, requiredText, Timestamp } from './fields.ts';
import { NodeId, NodeRef } from './nodes.ts';
import { pageQuery } from './paging.ts';
import { roleAssignmentErrors, RoleId } from './roles.ts';

export const ApiKeyId = z.uuid().brand<'ApiKeyId'>();
export type ApiKeyId = z.infer<typeof ApiKeyId>;

/** The longest lifetime of an API key in days. */
export const maxApiKeyDays = 366;

/** The longest time in hours for which the previous key stays valid after a rotation. */
export const maxOverlapHours = 168;

/** `suspended`: the role or the location is disabled or deleted. */
export const apiKeyStatuses = ['active', 'suspended', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** The end of a key as an ISO 8601 time. */
const ApiKeyEnd = z.iso.datetime({
  offset: true,
  error: ({ input }) => (input === undefined || input === '' ? 'field.required' : 'field.invalid'),
});

/** The editable fields of an API key. */
export const ApiKeyInput = z.object({
  name: requiredText(64),
  /** The addresses and networks it may be used from; empty for any. */
  networks: z.array(IpNetwork).check(z.maxLength(20, 'field.tooManyRows')),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

/** Request body that creates an API key. */
export const NewApiKey = z.extend(ApiKeyInput, {
  nodeId: NodeId,
  roleId: RoleId,
  until: ApiKeyEnd,
});
export type NewApiKey = z.infer<typeof NewApiKey>;

/** A new key for the same service account; the previous one stays valid for some hours, 0 for none. */
export const ApiKeyRotation = z.object({
  until: ApiKeyEnd,
  overlapHours: z.int().check(z.gte(0), z.lte(maxOverlapHours)),
});
export type ApiKeyRotation = z.infer<typeof ApiKeyRotation>;

/** What the reader may do with an API key. */
export const ApiKeyAbilities = z.object({ edit: z.boolean(), rotate: z.boolean(), revoke: z.boolean() });

/** A service account with its API key, which is never returned again. */
export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  /** The first characters of the key, which identify it; the client id of OAuth. */
  prefix: z.string(),
  place: NodeRef,
  role: z.object({ id: RoleId, name: z.string() }),
  status: z.enum(apiKeyStatuses),
  until: Timestamp,
  networks: z.array(z.string()),
  /** When and from where the key was last used, to the minute; null if never. */
  lastUsed: z.nullable(Timestamp),
  lastAddress: z.nullable(z.string()),
  /** The key before the last rotation, while it is valid. */
  previous: z.nullable(z.object({ prefix: z.string(), until: Timestamp, lastUsed: z.nullable(Timestamp) })),
  /** Who made the present key, and whether that user can still sign in; null if the reader may not see them. */
  maker: z.nullable(z.object({ name: z.string(), enabled: z.boolean() })),
  can: ApiKeyAbilities,
  ...recordFields,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A new API key in full, which no later response contains. */
export const ApiKeyWithSecret = z.object({ apiKey: ApiKey, secret: z.string() });
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>;

/** The API key of a request. */
export const OwnApiKey = z.object({
  ...z.pick(ApiKey, { id: true, name: true, prefix: true, place: true, role: true, until: true }).shape,
  organisationId: NodeId,
  permissions: z.array(z.string()),
});

export const ApiKeyQuery = z.extend(pageQuery(['name', 'until', 'lastUsed', 'createdDate']), {
  status: z.optional(z.enum(apiKeyStatuses)),
});

const byId = z.object({ id: ApiKeyId });
const changeErrors = ['apiKey.unknown', 'apiKey.ended', 'role.beyondYourOwn'] as const;
const endErrors = ['assignment.past', 'apiKey.endTooLate'] as const;

/** API keys of service accounts. A key acts with the permissions of its role at its location, like a user assigned there. */
export const apiKeys = endpoints({
  list: {
    method: 'GET',
    path: '/user-management/api-keys',
    summary: 'The API keys in the current user’s scope, without the keys themselves.',
    allow: 'LIST_USERS',
    query: ApiKeyQuery,
    result: ApiKey,
    page: true,
  },
  create: {
    method: 'POST',
    path: '/user-management/api-keys',
    summary:
      'Creates an API key for a location with a role that the current user may assign there. Only this response contains the key, which is sent as `Authorization: Bearer`.',
    allow: 'CREATE_USER',
    byApiKey: 'deny',
    body: NewApiKey,
    secretResponse: true,
    takesSecret: true,
    result: ApiKeyWithSecret,
    errors: ['node.unknown', 'apiKey.nodeGlobal', ...roleAssignmentErrors, ...endErrors],
  },
  current: {
    method: 'GET',
    path: '/user-management/api-keys/current',
    summary: 'The API key of this request, with its permissions; null if a user is signed in.',
    allow: 'signedIn',
    byApiKey: 'allow',
    result: z.nullable(OwnApiKey),
  },
  update: {
    method: 'PUT',
    path: '/user-management/api-keys/{id}',
    summary: 'Changes the name and the allowed addresses of an API key.',
    allow: 'EDIT_USER',
    byApiKey: 'deny',
    params: byId,
    body: ApiKeyInput,
    versioned: true,
    result: ApiKey,
    errors: [...changeErrors, 'record.stale'],
  },
  rotate: {
    method: 'POST',
    path: '/user-management/api-keys/{id}/rotate',
    summary:
      'Creates a new key for the same location and role, which only this response contains. The previous one stays valid for some hours; a key that was replaced before its first use ends at once.',
    allow: 'CREATE_USER',
    byApiKey: 'deny',
    params: byId,
    body: ApiKeyRotation,
    secretResponse: true,
    takesSecret: true,
    result: ApiKeyWithSecret,
    errors: [...changeErrors, ...roleAssignmentErrors, ...endErrors],
  },
  endPrevious: {
    method: 'DELETE',
    path: '/user-management/api-keys/{id}/previous',
    summary: 'Ends the key before the last rotation at once.',
    allow: { any: ['CREATE_USER', 'DELETE_USER'] },
    byApiKey: 'deny',
    params: byId,
    result: ApiKey,
    errors: changeErrors,
  },
  revoke: {
    method: 'DELETE',
    path: '/user-management/api-keys/{id}',
    summary: 'Revokes an API key for good, effective from its next request. The record stays in the list.',
    allow: { any: ['CREATE_USER', 'DELETE_USER'] },
    byApiKey: 'deny',
    params: byId,
    result: ApiKey,
    errors: ['apiKey.unknown', 'role.beyondYourOwn'],
  },
});
