import type { ApiKey, ApiKeyId, ApiKeyWithSecret, apiKeys } from '@storeward/contract/api-keys';
import type { NodeId } from '@storeward/contract/nodes';
import { pageParams } from '@storeward/contract/paging';
import type { RoleId } from '@storeward/contract/roles';
import { difference, insertAudit } from '../audit/queries.ts';
import { findTreePosition } from '../nodes/queries.ts';
import type { Actor } from '../platform/actor.ts';
import { pageOf } from '../platform/database/cursor-pagination.ts';
import { newId } from '../platform/database/ids.ts';
import { ensure, throwIfError } from '../platform/errors.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { newApiKey } from '../platform/security/api-keys.ts';
import { assignmentError, exceeds, outlasts } from '../roles/policy.ts';
import { findRoleToAssign } from '../roles/queries.ts';
import { apiKeyAbilities, changeError } from './policy.ts';
import * as queries from './queries.ts';

export const apiKeysService: Service<typeof apiKeys> = {
  async list({ db, actor }, { query }) {
    const filter = { ...pageParams(query, 'name:asc'), status: query.status };
    ensure(filter.cursor === undefined, 'input.badCursor'); // this list supports page numbers only
    const [rows, total] = await Promise.all([
      queries.listApiKeys(db, actor.scope, filter),
      queries.countApiKeys(db, actor.scope, filter),
    ]);
    const { next: _, ...page } = pageOf(
      rows,
      filter.limit,
      { total },
      () => '',
      (row) => toApiKey(actor, row),
    );
    return page;
  },

  async create(context, { body: { nodeId, roleId, until, ...input } }) {
    const { db, actor } = context;
    const node = await findTreePosition(db, actor.scope, nodeId);
    ensure(node, 'node.unknown');
    ensure(node.nodeType !== 'GLOBAL', 'apiKey.nodeGlobal');
    const role = await findRoleToAssign(db, actor.scope, roleId);
    ensure(role, 'role.unknown');
    throwIfError(assignmentError(actor, role, node.nodeType));
    await ensureEndAllowed(context, until);
    const { key: secret, ...key } = newApiKey();
    const id = newId();
    await queries.insertApiKey(db, actor.scope, { id, node, roleId, input, key: { ...key, until } }, actor.userId);
    const created = await lockKey(context, id);
    await recordAudit(context, created, 'apiKey.created', { after: auditFields(created) });
    return { apiKey: toApiKey(actor, created), secret };
  },

  async current({ db, actor }) {
    if (actor.apiKeyPrefix === undefined) return null;
    const key = await queries.findApiKey(db, actor.scope, actor.userId);
    ensure(key, 'apiKey.unknown');
    const { id, name, place, role } = toApiKey(actor, key);
    return {
      id,
      name,
      prefix: actor.apiKeyPrefix,
      place,
      role,
      until: actor.assignmentUntil ?? key.until,
      organisationId: actor.homeOrgId as NodeId,
      permissions: [...actor.permissions],
    };
  },

  async update(context, { params, body, version }) {
    const { db, actor } = context;
    const before = await lockForChange(context, params.id, version);
    await queries.updateApiKey(db, actor.scope, params.id, { input: body }, actor.userId);
    const after = await lockKey(context, params.id);
    await recordAudit(context, after, 'apiKey.updated', difference(auditFields(before), auditFields(after)));
    return toApiKey(actor, after);
  },

  async rotate(context, { params, body: { until, overlapHours } }): Promise<ApiKeyWithSecret> {
    const { db, actor } = context;
    const before = await lockForChange(context, params.id);
    const role = await findRoleToAssign(db, actor.scope, before.roleId);
    ensure(role, 'role.unknown');
    throwIfError(assignmentError(actor, role, before.nodeType));
    await ensureEndAllowed(context, until);
    const { key: secret, ...key } = newApiKey();
    const change = { key: { ...key, until }, overlapHours };
    await queries.updateApiKey(db, actor.scope, params.id, change, actor.userId);
    const after = await lockKey(context, params.id);
    await recordAudit(context, after, 'apiKey.rotated', {
      before: { prefix: before.prefix, until: before.until },
      after: { prefix: after.prefix, until: after.until, previousUntil: after.oldUntil },
    });
    return { apiKey: toApiKey(actor, after), secret };
  },

  async endPrevious(context, { params }) {
    const { db, actor } = context;
    const before = await lockForChange(context, params.id);
    if (before.oldPrefix === null) return toApiKey(actor, before);
    await queries.updateApiKey(db, actor.scope, params.id, 'previousEnded', actor.userId);
    await recordAudit(context, before, 'apiKey.previousEnded', { before: { prefix: before.oldPrefix } });
    return toApiKey(actor, await lockKey(context, params.id));
  },

  async revoke(context, { params }) {
    const { db, actor } = context;
    const before = await lockKey(context, params.id);
    throwIfError(changeError(policyKey(actor, before)));
    if (before.status === 'revoked') return toApiKey(actor, before);
    await queries.updateApiKey(db, actor.scope, params.id, 'revoked', actor.userId);
    await recordAudit(context, before, 'apiKey.withdrawn', { before: auditFields(before) });
    return toApiKey(actor, await lockKey(context, params.id));
  },
};

/** Throws unless a key may end then: later than now, within a year, and no later than the actor's own assignment. */
async function ensureEndAllowed({ db, actor }: Context, until: string): Promise<void> {
  const { future, allowed } = await queries.checkEnd(db, actor.scope, until);
  ensure(future, 'assignment.past');
  ensure(allowed, 'apiKey.endTooLate');
  ensure(!outlasts(actor, until), 'assignment.outlastsYours');
}

async function lockKey({ db, actor }: Context, id: string): Promise<queries.StoredApiKey> {
  const key = await queries.findApiKey(db, actor.scope, id, { lock: true });
  ensure(key, 'apiKey.unknown');
  return key;
}

/** Locks a key; throws if the version is stale, the key was revoked, or the actor may not change it. */
async function lockForChange(context: Context, id: string, version?: number): Promise<queries.StoredApiKey> {
  const { actor } = context;
  const key = await lockKey(context, id);
  ensure(version === undefined || version === key.version, 'record.stale', { current: toApiKey(actor, key) });
  ensure(key.status !== 'revoked', 'apiKey.ended');
  throwIfError(changeError(policyKey(actor, key)));
  return key;
}

const policyKey = (actor: Actor, { roleLevel: level, accessRights, status }: queries.StoredApiKey) => ({
  exceeds: exceeds(actor, { level, accessRights }),
  isRevoked: status === 'revoked',
});

function toApiKey(actor: Actor, key: queries.StoredApiKey): ApiKey {
  const { nodeId, nodeName, nodeType, roleId, roleName, oldPrefix, oldUntil, makerName, makerEnabled } = key;
  return {
    ...key,
    id: key.id as ApiKeyId,
    networks: [...key.networks],
    place: { id: nodeId as NodeId, name: nodeName, nodeType },
    role: { id: roleId as RoleId, name: roleName },
    previous:
      oldPrefix !== null && oldUntil !== null
        ? { prefix: oldPrefix, until: oldUntil, lastUsed: key.oldLastUsed }
        : null,
    maker: makerName === null ? null : { name: makerName, enabled: makerEnabled === true },
    can: apiKeyAbilities(actor, policyKey(actor, key)),
  };
}

const auditFields = ({ name, prefix, nodeName, roleName, until, networks }: queries.StoredApiKey) => ({
  name,
  prefix,
  place: nodeName,
  role: roleName,
  until,
  networks,
});

async function recordAudit(
  { db, actor, origin }: Context,
  { id, tpath }: queries.StoredApiKey,
  action: `apiKey.${string}`,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { userId: actorId, sessionId } = actor;
  const event = { action, entity: 'apiKey', entityId: id, tpath, actorId, sessionId, ...change };
  await insertAudit(db, actor.scope, origin, event);
}
