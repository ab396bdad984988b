import { nodeTypes } from '@storeward/contract/access';
import {
  countLimits,
  type nodeStatistics,
  silentAfterHours,
  type userStatistics,
} from '@storeward/contract/dashboard/statistics';
import { mapPointLimit } from '@storeward/contract/dashboard/store-map';
import { deviceTypes } from '@storeward/contract/devices';
import type { NodeId } from '@storeward/contract/nodes';
import { pageParams } from '@storeward/contract/paging';
import { pageOf } from '../platform/database/cursor-pagination.ts';
import { ensure } from '../platform/errors.ts';
import type { Service } from '../platform/http/pipeline/context.ts';
import * as counts from './count-queries.ts';
import { countMapStores, findMapAreas, findMapStores } from './map-queries.ts';
import * as queries from './queries.ts';

const newestCount = 5;
const silence = { hours: silentAfterHours, limit: countLimits.silent };

export const userStatisticsService: Service<typeof userStatistics> = {
  async statistic({ db, actor: { scope } }, { query }) {
    const [users, locked, created] = await Promise.all([
      counts.countUsers(db, scope),
      queries.countLockedUsers(db, scope),
      queries.countCreatedUsers(db, scope, query, countLimits.created),
    ]);
    return { ...users, locked, created };
  },

  newest: ({ db, actor }) => queries.listNewestUsers(db, actor.scope, newestCount),

  loginCounts: ({ db, actor }, { query }) => counts.countSignInsByDay(db, actor.scope, query),

  async devices({ db, actor: { scope } }) {
    const [count, silentCounts] = await Promise.all([
      counts.countDevices(db, scope),
      counts.countSilentDevices(db, scope, silence),
    ]);
    const types = deviceTypes.map((type) => {
      const { paired, unpaired } = count(type);
      const silent = Math.min(silentCounts[type], paired);
      return { type, total: paired + unpaired, online: paired - silent, silent, unpaired };
    });
    const sum = (key: 'total' | 'online' | 'silent' | 'unpaired') => types.reduce((total, one) => total + one[key], 0);
    return {
      total: sum('total'),
      online: sum('online'),
      silent: sum('silent'),
      unpaired: sum('unpaired'),
      silentStores: silentCounts.stores,
      types,
    };
  },
};

export const nodeStatisticsService: Service<typeof nodeStatistics> = {
  async statistic({ db, actor: { scope } }) {
    const levels = (await counts.countNodes(db, scope, nodeTypes)).filter(({ total }) => total > 0);
    const sum = (key: 'total' | 'enabled' | 'disabled') => levels.reduce((total, level) => total + level[key], 0);
    return { total: sum('total'), enabled: sum('enabled'), disabled: sum('disabled'), levels };
  },

  async newest({ db, actor }) {
    const rows = await queries.listNewestNodes(db, actor.scope, newestCount);
    return rows.map((row) => ({ ...row, id: row.id as NodeId }));
  },

  async stores({ db, actor: { scope } }, { query }) {
    const { cursor, descending, offset, limit } = pageParams(query, 'path:asc');
    ensure(cursor === undefined, 'input.badCursor'); // pages by number only: skipping rows reads the index alone
    const { status } = query;
    const [rows, found] = await Promise.all([
      queries.listStores(db, scope, { offset, limit, descending, status, silentHours: silentAfterHours }),
      status === 'silent' ? counts.countSilentDevices(db, scope, silence) : counts.countStores(db, scope),
    ]);
    const total = 'stores' in found ? found.stores : found[status === 'silent' || !status ? 'total' : status];
    const { next: _, ...page } = pageOf(
      rows,
      limit,
      { total },
      () => '',
      (row) => ({ ...row, id: row.id as NodeId }),
    );
    return page;
  },

  async storeMap({ db, actor: { scope } }) {
    const [{ total }, located] = await Promise.all([
      counts.countStores(db, scope),
      countMapStores(db, scope, mapPointLimit + 1),
    ]);
    const find = located > mapPointLimit ? findMapAreas : findMapStores;
    return { total, points: await find(db, scope, { limit: mapPointLimit, silentHours: silentAfterHours }) };
  },

  async storeStatistics({ db, actor: { scope } }) {
    const [stores, { stores: silent }] = await Promise.all([
      counts.countStores(db, scope),
      counts.countSilentDevices(db, scope, silence),
    ]);
    return { ...stores, silent };
  },

  async userStatistics({ db, actor: { scope } }, { query }) {
    const [users, days] = await Promise.all([counts.countUsers(db, scope), counts.countSignInsByDay(db, scope, query)]);
    const sum = (key: 'count' | 'before') => days.reduce((total, day) => total + day[key], 0);
    return { ...users, signIns: sum('count'), signInsBefore: sum('before') };
  },
};
