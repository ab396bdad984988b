import { Stack, Title } from '@mantine/core';
import { useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { useOwnModules } from '../../platform/session/session-modules.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { ApplicationTiles } from './application-tiles.tsx';

const OrganisationPortals = lazyComponent(async () => (await import('./organisation-portals.tsx')).OrganisationPortals);

/** The tiles at the top of the dashboard: organisations for users of the platform, applications for all others. */
export function DashboardTiles() {
  return useSession().level === 'GLOBAL' ? <OrganisationPortals /> : <OwnApplications />;
}

function OwnApplications() {
  const t = useT();
  const modules = useOwnModules();
  if (modules.length === 0) return null;
  return (
    <Stack component="section" gap="sm" px="var(--page-pad)" pb="md">
      <Title order={2} size="h4">
        {t('app.switcher.applications')}
      </Title>
      <ApplicationTiles modules={modules} label={t('app.switcher.applications')} />
    </Stack>
  );
}
