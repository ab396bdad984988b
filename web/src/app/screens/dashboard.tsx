import { DashboardPage } from '../../dashboard/dashboard-page.tsx';
import { DashboardTiles } from '../switcher/dashboard-tiles.tsx';

/** The start page, with tiles for switching organisation or application at the top. */
export const Dashboard = () => <DashboardPage tiles={<DashboardTiles />} />;
