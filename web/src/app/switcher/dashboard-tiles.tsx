import { Title } from '@mantine/core';
import { useT } from '../../platform/i18n.ts';
import { useSession } from '../../platform/session.ts';
import { useOwnModules } from '../../platform/session-modules.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { ApplicationTiles } from './application-tiles.tsx';
import classes from './dashboard-tiles.module.css';

const OrganisationTiles = lazyComponent(async () => (await import('./organisation-tiles.tsx')).OrganisationTiles);

/** What the dashboard begins with: organisations for users of the platform, applications for all others. */
export function DashboardTiles() {
  return useSession().level === 'GLOBAL' ? <OrganisationTiles /> : <OwnApplications />;
}

function OwnApplications() {
  const t = useT();
  const modules = useOwnModules();
  if (modules.length === 0) return null;
  return (
    <section className={classes.section}>
      <Title order={2} size="h4">
        {t('app.switcher.applications')}
      </Title>
      <ApplicationTiles modules={modules} label={t('app.switcher.applications')} />
    </section>
  );
}
