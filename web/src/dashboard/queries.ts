import { dashboardFigures } from '@storeward/contract/dashboard/figures';
import type { Period } from '@storeward/contract/dashboard/period';
import { nodeStatistics, userStatistics } from '@storeward/contract/dashboard/statistics';
import type { RequestOf } from '@storeward/contract/endpoint';
import { endpointQuery } from '../platform/api/api.ts';

const ofAll = { query: {} };

export const userStatisticQuery = (query: Period) => endpointQuery(userStatistics.statistic, { query });
export const loginCountsQuery = (query: Period) => endpointQuery(userStatistics.loginCounts, { query });
export const loginHoursQuery = (query: Period) => endpointQuery(dashboardFigures.loginHours, { query });
export const organisationsQuery = (query: Period) => endpointQuery(dashboardFigures.organisations, { query });
export const securityQuery = (query: Period) => endpointQuery(dashboardFigures.security, { query });
export const newestUsersQuery = () => endpointQuery(userStatistics.newest, ofAll);
export const deviceStatisticQuery = () => endpointQuery(userStatistics.devices, ofAll);
export const nodeStatisticQuery = () => endpointQuery(nodeStatistics.statistic, ofAll);
export const newestNodesQuery = () => endpointQuery(nodeStatistics.newest, ofAll);
export const attentionQuery = () => endpointQuery(dashboardFigures.attention, ofAll);
export const runsQuery = () => endpointQuery(dashboardFigures.runs, ofAll);
export const overridesQuery = () => endpointQuery(dashboardFigures.overrides, ofAll);
export const plannedQuery = () => endpointQuery(dashboardFigures.planned, ofAll);
export const storeMapQuery = () => endpointQuery(nodeStatistics.storeMap, ofAll);

export const storesQuery = (
  query: Pick<RequestOf<typeof nodeStatistics.stores>['query'], 'page' | 'size' | 'status'>,
) => endpointQuery(nodeStatistics.stores, { query });
