import { permits } from '@storeward/contract/access';
import type { ImportDoors, ImportRun } from '@storeward/contract/imports';
import { type userBulk, userBulkLimits, type UserBulkOrder, type UserBulkTask } from '@storeward/contract/user-bulk';
import { userBulkNeeds } from '@storeward/contract/user-bulk-actions';
import { pathWithin } from '../nodes/queries.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { findGivenRole } from '../roles/queries.ts';
import type { BulkKindParts } from './bulk-kind.ts';
import { outcomesOf } from './bulk-preview.ts';
import { type BulkTarget, findPlaceName, listMatching, listNamed } from './bulk-queries.ts';

/** What changing many users stands on, besides the rules for one: the doors of whatever runs in the background, and a way to begin something there. */
export type UserBulkParts = BulkKindParts & {
  readonly runs: Pick<Service<ImportDoors>, 'list' | 'get' | 'rows' | 'start' | 'stop' | 'undo'>;
  readonly begin: (
    context: Context,
    made: {
      readonly name: string;
      readonly columns: string[];
      readonly task: UserBulkTask;
      readonly rows: readonly {
        readonly row: number;
        readonly cells: readonly string[];
        readonly rank: number;
        readonly key: string;
        readonly leansOn: string;
        readonly entityId: string;
      }[];
    },
  ) => Promise<ImportRun>;
};

/** Many users changed at once. */
export function userBulkService({ runs, begin, ...parts }: UserBulkParts): Service<typeof userBulk> {
  const { list, get, rows, start, stop, undo } = runs;
  return {
    list,

    async preview(context, { body }) {
      const { task, targets, gone } = await understood(context, body, { held: false });
      const ids = targets.map(({ id }) => id);
      return { userCount: ids.length, gone, ...(await outcomesOf(parts, context, { task, ids })) };
    },

    async create(context, { body }) {
      const { task, targets, gone } = await understood(context, body, { held: true });
      return begin(context, {
        name: body.action,
        columns: ['userName', 'name'],
        task: gone > 0 ? { ...task, gone } : task,
        rows: targets.map(({ id, userName, name }, at) => ({
          row: at + 1,
          cells: [userName, name],
          rank: 0,
          key: id,
          leansOn: '',
          entityId: id,
        })),
      });
    },

    get,
    rows,
    start,
    stop,
    undo,
  };
}

/** What is asked for by name, and the users whom it is about. */
async function understood(
  context: Context,
  order: UserBulkOrder,
  { held }: { readonly held: boolean },
): Promise<{ task: UserBulkTask } & Meant> {
  const { db, actor } = context;
  const { action, roleId, nodeId } = order;
  const meant = await targetsOf(context, order);
  const role = roleId && (await findGivenRole(db, actor.scope, roleId, { held }));
  demand(!roleId || role, 'role.unknown');
  const place = nodeId && (await findPlaceName(db, actor.scope, nodeId));
  demand(!nodeId || place, 'node.unknown');
  return {
    task: {
      action,
      ...(roleId && role && { role: { id: roleId, name: role.name } }),
      ...(nodeId && place && { place: { id: nodeId, name: place } }),
    },
    ...meant,
  };
}

/** The users who are meant, all of them within the caller's area, and how many were named who are not there any more. */
type Meant = { readonly targets: readonly BulkTarget[]; readonly gone: number };

async function targetsOf(context: Context, { action, ids, matching }: UserBulkOrder): Promise<Meant> {
  const { db, actor } = context;
  demand(actor.rootNode && actor.rootNode.nodeType !== 'GLOBAL', 'import.notGlobal');
  demand(permits(actor.permissions, ['LIST_USERS', userBulkNeeds[action]], 'all'), 'userBulk.notYours');
  if (ids) {
    const wanted = [...new Set(ids)];
    const targets = await listNamed(db, actor.scope, wanted);
    demand(targets.length > 0, 'user.unknown');
    return { targets, gone: wanted.length - targets.length };
  }
  const { search = '', node, ...only } = matching ?? {};
  const below = node && (await pathWithin(db, actor.scope, node));
  demand(!node || below, 'node.unknown');
  const found = await listMatching(db, actor.scope, { search: search.trim(), below, only }, userBulkLimits.users + 1);
  demand(found.length > 0, 'userBulk.nobody');
  demand(found.length <= userBulkLimits.users, 'userBulk.tooMany');
  return { targets: found, gone: 0 };
}
