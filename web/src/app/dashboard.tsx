import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import { DashboardTiles } from './switcher/dashboard-tiles.tsx';

/** The start page, with the tiles of what the user switches between on top. */
export const Dashboard = () => <DashboardPage tiles={<DashboardTiles />} />;
