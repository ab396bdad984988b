import { Flex, Text } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import { type PhraseKey, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { ChartIllustration } from '../ui/chart-illustration.tsx';
import { PageHeader } from '../ui/page-header.tsx';

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

/** The start page: a header by the user's level, and a placeholder. */
export function DashboardPage() {
  const t = useT();
  const { user, level } = useSession();
  const accessHeader = headersByAccess[user?.dashboardAccess?.trim().toLowerCase() ?? ''];
  const header = accessHeader ?? (level && headers[level]) ?? 'app.title.dashboard';
  return (
    <Flex direction="column" mih="100%">
      <PageHeader title={t(header)} />
      <Flex
        component="section"
        direction="column"
        align="center"
        justify="center"
        gap="lg"
        flex={1}
        mx="var(--page-pad)"
        mb="var(--page-pad)"
        px="lg"
        py={40}
        c="dimmed"
        ta="center"
        bd="1px dashed var(--line-strong)"
        bdrs="md"
      >
        <ChartIllustration />
        <Text size="lg">{t('dashboard.page.placeholder')}</Text>
      </Flex>
    </Flex>
  );
}
