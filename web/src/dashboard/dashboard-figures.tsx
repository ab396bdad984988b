import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { DevicesCard, NodesByLevelCard, OrganisationsCard, UsersByStatusCard } from './count-cards.tsx';
import classes from './dashboard-figures.module.css';
import { RecordCards } from './record-cards.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { SignInsByHourCard, SignInsPerDayCard } from './sign-in-cards.tsx';

/** The figures and charts of the dashboard: those of all organisations for the platform, of the own area for others. */
export function DashboardFigures() {
  const t = useT();
  const { level } = useSession();
  const isPlatform = level === 'GLOBAL';
  return (
    <section className={classes.figures} aria-label={t('figures.overview')}>
      <OverviewFigures />
      <div className={classes.cards}>
        <SignInsPerDayCard />
        {isPlatform ? <OrganisationsCard /> : <SignInsByHourCard />}
        <UsersByStatusCard />
        <NodesByLevelCard />
        {isPlatform ? <SignInsByHourCard /> : <DevicesCard />}
        {!isPlatform && <RecordCards />}
      </div>
    </section>
  );
}
