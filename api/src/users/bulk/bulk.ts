import { permits } from '@storeward/contract/access';
import {
  type userBulk,
  userBulkLimits,
  type UserBulkRequest,
  type UserBulkTask,
} from '@storeward/contract/users/user-bulk';
import { userBulkPermissions } from '@storeward/contract/users/user-bulk-actions';
import type { ImportRuns } from '../../imports/kind.ts';
import { findPath } from '../../nodes/queries.ts';
import type { Context, Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { findRoleToAssign } from '../../roles/queries.ts';
import type { CommandDependencies } from '../commands/context.ts';
import { previewOutcomes } from './bulk-preview.ts';
import { type BulkTarget, findNodeName, listTargetsMatching, listTargetsById } from './bulk-queries.ts';

export function userBulkService(dependencies: CommandDependencies, runs: ImportRuns): Service<typeof userBulk> {
  const { list, get, rows, start, stop, undo } = runs.service;
  return {
    list,

    async preview(context, { body }) {
      const { task, targets, gone } = await resolveRequest(context, body, { lock: false });
      return { userCount: targets.length, gone, ...(await previewOutcomes(dependencies, context, { task, targets })) };
    },

    async create(context, { body }) {
      const { task, targets, gone } = await resolveRequest(context, body, { lock: true });
      return runs.begin(context, {
        name: body.action,
        columns: ['userName', 'name'],
        task: gone > 0 ? { ...task, gone } : task,
        rows: targets.map(({ id, userName, name }) => ({ id, cells: [userName, name] })),
      });
    },

    get,
    rows,
    start,
    stop,
    undo,
  };
}

/** Resolves role and node of a request to names and its selection to users. */
async function resolveRequest(
  context: Context,
  request: UserBulkRequest,
  { lock }: { readonly lock: boolean },
): Promise<{ task: UserBulkTask } & BulkTargets> {
  const { db, actor } = context;
  const { action, roleId, nodeId } = request;
  const resolved = await resolveTargets(context, request);
  const role = roleId && (await findRoleToAssign(db, actor.scope, roleId, { lock }));
  ensure(!roleId || role, 'role.unknown');
  const nodeName = nodeId && (await findNodeName(db, actor.scope, nodeId));
  ensure(!nodeId || nodeName, 'node.unknown');
  return {
    task: {
      action,
      ...(roleId && role && { role: { id: roleId, name: role.name } }),
      ...(nodeId && nodeName && { place: { id: nodeId, name: nodeName } }),
    },
    ...resolved,
  };
}

/** The selected users within the actor's scope; `gone` counts requested ids that no longer exist there. */
type BulkTargets = { readonly targets: readonly BulkTarget[]; readonly gone: number };

async function resolveTargets(context: Context, { action, ids, matching }: UserBulkRequest): Promise<BulkTargets> {
  const { db, actor } = context;
  ensure(actor.rootNode && actor.rootNode.nodeType !== 'GLOBAL', 'import.notGlobal');
  ensure(permits(actor.permissions, ['LIST_USERS', userBulkPermissions[action]], 'all'), 'userBulk.notYours');
  if (ids) {
    const requestedIds = [...new Set(ids)];
    const targets = await listTargetsById(db, actor.scope, requestedIds);
    ensure(targets.length > 0, 'user.unknown');
    return { targets, gone: requestedIds.length - targets.length };
  }
  const { search = '', node, ...attributes } = matching ?? {};
  const subtreePath = node && (await findPath(db, actor.scope, node));
  ensure(!node || subtreePath, 'node.unknown');
  const matchingTargets = await listTargetsMatching(
    db,
    actor.scope,
    { search: search.trim(), subtreePath, attributes },
    userBulkLimits.users + 1,
  );
  ensure(matchingTargets.length > 0, 'userBulk.nobody');
  ensure(matchingTargets.length <= userBulkLimits.users, 'userBulk.tooMany');
  return { targets: matchingTargets, gone: 0 };
}
