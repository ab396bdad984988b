import { dashboardFigures } from '@storeward/contract/dashboard/figures';
import { nodeStatistics, userStatistics } from '@storeward/contract/dashboard/statistics';
import type { Application } from '../platform/application.ts';
import { deleteExpired } from '../platform/cleanup.ts';
import { countWorker } from './count-worker.ts';
import { dashboardFiguresService } from './figures.ts';
import { nodeStatisticsService, userStatisticsService } from './statistics.ts';

export const dashboardEndpoints = { userStatistics, nodeStatistics, dashboardFigures };

export function registerDashboard(app: Application): void {
  app.addWorker(countWorker(app));
  app.addCleanup(deleteExpired(app.database, 'node_counts'));
  app.register(dashboardEndpoints, {
    userStatistics: userStatisticsService,
    nodeStatistics: nodeStatisticsService,
    dashboardFigures: dashboardFiguresService,
  });
}
