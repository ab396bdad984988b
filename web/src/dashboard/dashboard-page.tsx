import { Box, Flex, Text } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import type { ReactNode } from 'react';
import { type PhraseKey, useT, withAllPhrases } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import { ChartIllustration } from '../ui/image/chart-illustration.tsx';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useDelayed } from '../ui/page/skeleton.tsx';
import classes from './dashboard-page.module.css';

const headers: Readonly<Record<NodeType, PhraseKey>> = {
  GLOBAL: 'dashboard.header.global',
  ORGANIZATION: 'dashboard.header.organisation',
  COMPANY: 'dashboard.header.company',
  TRADING_REGION: 'dashboard.header.tradingRegion',
  STORE_GROUP: 'dashboard.header.storeGroup',
  SUB_STORE_GROUP: 'dashboard.header.subStoreGroup',
  STORE: 'dashboard.header.store',
};

/** Headers by the user's `dashboardAccess`, in lower case; they override the header of the level. */
const headersByAccess: Readonly<Record<string, PhraseKey>> = {
  global: 'dashboard.header.global',
  organisation: 'dashboard.header.organisation',
  company: 'dashboard.header.company',
  'trading region': 'dashboard.header.tradingRegion',
  'store group': 'dashboard.header.storeGroup',
  store: 'dashboard.header.store',
  ross: 'dashboard.header.ross',
  'sub store group store manager': 'dashboard.header.subStoreGroup',
  'store user': 'dashboard.header.storeUser',
};

const DashboardFigures = lazyComponent(
  withAllPhrases(async () => (await import('./dashboard-figures.tsx')).DashboardFigures),
  () => null,
);
const DashboardControls = lazyComponent(
  withAllPhrases(async () => (await import('./dashboard-controls.tsx')).DashboardControls),
  () => null,
);

/** Milliseconds before figures and charts are loaded, so that a user who leaves at once does not wait for them. */
const figuresDelay = 250;

/** The start page: a header by the user's level, tiles for switching, figures and charts, and a placeholder. */
export function DashboardPage({ tiles }: { tiles?: ReactNode }) {
  const t = useT();
  const { user, level } = useSession();
  const showsFigures = useDelayed(true, figuresDelay);
  const accessHeader = headersByAccess[user?.dashboardAccess?.trim().toLowerCase() ?? ''];
  const header = accessHeader ?? (level && headers[level]) ?? 'app.title.dashboard';
  return (
    <Flex direction="column" mih="100%">
      <PageHeader title={t(header)} actions={showsFigures && <DashboardControls />} />
      <div className={classes.parts} data-level={level}>
        <Box className={classes.tiles} miw={0}>
          {tiles}
        </Box>
        <Box className={classes.figures} miw={0}>
          {showsFigures && <DashboardFigures />}
        </Box>
        <section className={classes.placeholder}>
          <Flex
            align="center"
            justify="center"
            gap="sm"
            mih="8rem"
            p="md"
            bd="1px dashed var(--line-strong)"
            bdrs="md"
            c="dimmed"
            ta="center"
          >
            <ChartIllustration />
            <Text>{t('dashboard.page.placeholder')}</Text>
          </Flex>
        </section>
      </div>
    </Flex>
  );
}
