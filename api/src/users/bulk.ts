import { permits } from '@storeward/contract/access';
import type { ImportDoors, ImportRun } from '@storeward/contract/imports';
import { type userBulk, userBulkLimits, type UserBulkOrder, type UserBulkTask } from '@storeward/contract/user-bulk';
import { userBulkNeeds } from '@storeward/contract/user-bulk-actions';
import { pathWithin } from '../nodes/queries.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { findGivenRole } from '../roles/queries.ts';
import { type BulkKindParts, verdictsOn } from './bulk-kind.ts';
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

const judgedAtOnce = 2_000;

/** Many users changed at once. */
export function userBulkService({ runs, begin, ...parts }: UserBulkParts): Service<typeof userBulk> {
  const { list, get, rows, start, stop, undo } = runs;
  return {
    list,

    async preview(context, { body }) {
      const { task, targets } = await understood(context, body);
      const outcomes = { changes: 0, unchanged: 0, refused: 0 };
      const faults = new Map<string, number>();
      for (let from = 0; from < targets.length; from += judgedAtOnce) {
        const ids = targets.slice(from, from + judgedAtOnce).map(({ id }) => id);
        const verdict = await verdictsOn(parts, context, { task, ids, held: false });
        for (const id of ids) {
          const said = verdict(id);
          if ('fault' in said) faults.set(said.fault, (faults.get(said.fault) ?? 0) + 1);
          outcomes['fault' in said ? 'refused' : said.changes ? 'changes' : 'unchanged'] += 1;
        }
      }
      return {
        userCount: targets.length,
        ...outcomes,
        faults: [...faults].map(([messageCode, count]) => ({ messageCode, count })),
      };
    },

    async create(context, { body }) {
      const { task, targets } = await understood(context, body);
      return begin(context, {
        name: body.action,
        columns: ['userName', 'name'],
        task,
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
): Promise<{ task: UserBulkTask; targets: BulkTarget[] }> {
  const { db, actor } = context;
  const { action, roleId, nodeId } = order;
  const targets = await targetsOf(context, order);
  const role = roleId && (await findGivenRole(db, actor.scope, roleId));
  demand(!roleId || role, 'role.unknown');
  const place = nodeId && (await findPlaceName(db, actor.scope, nodeId));
  demand(!nodeId || place, 'node.unknown');
  return {
    task: {
      action,
      ...(roleId && role && { role: { id: roleId, name: role.name } }),
      ...(nodeId && place && { place: { id: nodeId, name: place } }),
    },
    targets,
  };
}

/** The users who are meant, all of them within the caller's area. */
async function targetsOf(context: Context, { action, ids, matching }: UserBulkOrder): Promise<BulkTarget[]> {
  const { db, actor } = context;
  demand(actor.rootNode && actor.rootNode.nodeType !== 'GLOBAL', 'import.notGlobal');
  demand(permits(actor.permissions, ['LIST_USERS', userBulkNeeds[action]], 'all'), 'userBulk.notYours');
  if (ids) {
    const wanted = [...new Set(ids)];
    const found = await listNamed(db, actor.scope, wanted);
    demand(found.length === wanted.length, 'user.unknown');
    return found;
  }
  const { search = '', node, ...only } = matching ?? {};
  const below = node && (await pathWithin(db, actor.scope, node));
  demand(!node || below, 'node.unknown');
  const found = await listMatching(db, actor.scope, { search: search.trim(), below, only }, userBulkLimits.users + 1);
  demand(found.length > 0, 'userBulk.nobody');
  demand(found.length <= userBulkLimits.users, 'userBulk.tooMany');
  return found;
}
