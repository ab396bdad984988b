import * as z from 'zod/mini';
import { NodeType } from '../access.ts';
import { deviceTypes } from '../devices.ts';
import { endpoints } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';
import { NodeId } from '../nodes.ts';
import { pageQuery } from '../paging.ts';
import { ofOrganisation, ofPeriod, storeFilters } from './period.ts';
import { StoreMap } from './store-map.ts';

/** A device is silent once it has not been in contact for this time. */
export const silentAfterHours = 24;

/** New records and silent devices are counted up to these numbers, which then mean "at least". */
export const countLimits = { created: 1_000, silent: 10_000 } as const;

const byStatus = { total: z.int(), enabled: z.int(), disabled: z.int() };

/** Users by status. `invited`, who never signed in, are among the enabled, `locked` among both; `created` in the period. */
export const UserStatistic = z.object({
  ...byStatus,
  invited: z.int(),
  locked: z.int(),
  created: z.int(),
});
export type UserStatistic = z.infer<typeof UserStatistic>;

export const NewestUser = z.object({
  id: z.uuid(),
  name: z.string(),
  nodeName: z.nullable(z.string()),
  status: z.boolean(),
  createdDate: Timestamp,
});
export type NewestUser = z.infer<typeof NewestUser>;

/** The sign-ins of a day, and of the same day of the period before. */
export const LoginCount = z.object({ date: z.iso.date(), count: z.int(), before: z.int() });
export type LoginCount = z.infer<typeof LoginCount>;

/** Devices by contact: `online` and `silent` ones have a key, `unpaired` ones have none. */
export const DeviceStatistic = z.object({
  total: z.int(),
  online: z.int(),
  silent: z.int(),
  unpaired: z.int(),
  silentStores: z.int(),
  types: z.array(
    z.object({
      type: z.enum(deviceTypes),
      total: z.int(),
      online: z.int(),
      silent: z.int(),
      unpaired: z.int(),
    }),
  ),
});
export type DeviceStatistic = z.infer<typeof DeviceStatistic>;

/** Nodes by status and level, from the root of the scope down. */
export const NodeStatistic = z.object({
  ...byStatus,
  levels: z.array(z.object({ nodeType: NodeType, ...byStatus })),
});
export type NodeStatistic = z.infer<typeof NodeStatistic>;

export const NewestNode = z.object({
  id: NodeId,
  name: z.string(),
  nodeType: NodeType,
  status: z.boolean(),
  createdDate: Timestamp,
});
export type NewestNode = z.infer<typeof NewestNode>;

export const DashboardStore = z.object({
  id: NodeId,
  name: z.string(),
  code: z.string(),
  city: z.nullable(z.string()),
  country: z.nullable(z.string()),
  status: z.boolean(),
  deviceCount: z.int(),
  silentCount: z.int(),
});
export type DashboardStore = z.infer<typeof DashboardStore>;

export const StoreStatistic = z.object({ ...byStatus, silent: z.int() });
export type StoreStatistic = z.infer<typeof StoreStatistic>;

export const UserActivity = z.object({ ...byStatus, invited: z.int(), signIns: z.int(), signInsBefore: z.int() });
export type UserActivity = z.infer<typeof UserActivity>;

const shared = { method: 'GET', allow: 'OM_DASHBOARD' } as const;

/** The statistics of users, sign-ins and devices. */
export const userStatistics = endpoints({
  statistic: {
    ...shared,
    path: '/user-management/dashboard/statistic',
    summary: 'The number of users in the current user’s scope, by status, and of new ones in a period.',
    query: ofPeriod,
    result: UserStatistic,
  },
  newest: {
    ...shared,
    path: '/user-management/dashboard/list',
    summary: 'The newest users in the current user’s scope.',
    allow: { all: ['OM_DASHBOARD', 'LIST_USERS'] },
    query: ofOrganisation,
    result: z.array(NewestUser),
  },
  loginCounts: {
    ...shared,
    path: '/user-management/dashboard/login-counts',
    summary: 'How often users in the current user’s scope signed in on each day of a period and of the one before.',
    query: ofPeriod,
    result: z.array(LoginCount),
  },
  devices: {
    ...shared,
    path: '/module-management/device/statistic',
    summary: 'How many devices the current user’s scope has, by type and by whether they were in contact lately.',
    query: ofOrganisation,
    result: DeviceStatistic,
  },
});

/** The statistics of nodes and stores. */
export const nodeStatistics = endpoints({
  statistic: {
    ...shared,
    path: '/node-management/dashboard/statistic',
    summary: 'The number of nodes in the current user’s scope, by status and level.',
    query: ofOrganisation,
    result: NodeStatistic,
  },
  newest: {
    ...shared,
    path: '/node-management/dashboard/list',
    summary: 'The newest nodes in the current user’s scope.',
    query: ofOrganisation,
    result: z.array(NewestNode),
  },
  stores: {
    ...shared,
    path: '/node-management/node/dashboard/stores',
    summary: 'The stores in the current user’s scope in the order of the tree, with their status and devices.',
    query: z.extend(pageQuery(['path']), { status: z.optional(z.enum(storeFilters)) }),
    result: DashboardStore,
    page: true,
  },
  storeMap: {
    ...shared,
    path: '/node-management/node/dashboard/store-map',
    summary: 'The stores in the current user’s scope that have coordinates, with their status.',
    query: ofOrganisation,
    result: StoreMap,
    compressed: true,
  },
  storeStatistics: {
    ...shared,
    path: '/transaction-management-common/dashboard/store-statistics',
    summary: 'How many stores in the current user’s scope could trade, cannot, and have devices without contact.',
    query: ofOrganisation,
    result: StoreStatistic,
  },
  userStatistics: {
    ...shared,
    path: '/transaction-management-common/dashboard/user-statistics',
    summary: 'How many users in the current user’s scope could work, and how often they signed in during a period.',
    query: ofPeriod,
    result: UserActivity,
  },
});
