import { Box, Stack } from '@mantine/core';
import { useT, withAllPhrases } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import { DevicesCard, NodesByLevelCard, OrganisationsCard, UsersByStatusCard } from './count-cards.tsx';
import classes from './dashboard-figures.module.css';
import { RecordCards } from './record-cards.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import { SignInsByHourCard, SignInsPerDayCard } from './sign-in-cards.tsx';

const StoreMapCard = lazyComponent(
  withAllPhrases(async () => (await import('./map/map-card.tsx')).StoreMapCard),
  // reserves the height of the map until its code is loaded
  () => <Box h="31rem" style={{ gridColumn: '1 / -1' }} />,
);

/** The figures and charts of the dashboard: of all organisations for the platform, of the user's scope for others. */
export function DashboardFigures() {
  const t = useT();
  const { level } = useSession();
  const isPlatform = level === 'GLOBAL';
  return (
    <Stack component="section" className={classes.figures ?? ''} gap="sm" miw={0} aria-label={t('figures.overview')}>
      <OverviewFigures />
      <div className={classes.cards}>
        <SignInsPerDayCard />
        {isPlatform ? <OrganisationsCard /> : <SignInsByHourCard />}
        {!isPlatform && level !== 'STORE' && <StoreMapCard />}
        <UsersByStatusCard />
        <NodesByLevelCard />
        {isPlatform ? <SignInsByHourCard /> : <DevicesCard />}
        {!isPlatform && <RecordCards />}
      </div>
    </Stack>
  );
}
