import { Box, Flex, Stack, Text } from '@mantine/core';
import type { Attention, AttentionKind } from '@storeward/contract/dashboard/figures';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { errorShownByScreen } from '../records/load-error.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link, type ScreenAddress } from '../ui/page/link.tsx';
import lines from '../ui/list/lines.module.css';
import { DashboardCard, QueryPart } from './dashboard-card.tsx';
import { addressOf, permittedAddress } from './dashboard-links.ts';
import { attentionQuery } from './queries.ts';
import { runAddress } from './run-labels.ts';

type Look = {
  readonly icon: IconName;
  readonly tone: 'error' | 'warn' | 'neutral';
  readonly href: (one: Attention) => ScreenAddress | undefined;
};

const looks: Readonly<Record<AttentionKind, Look>> = {
  auditErrors: { icon: 'shield', tone: 'error', href: () => addressOf('/audit-trail') },
  lockedUsers: { icon: 'lock', tone: 'error', href: () => addressOf('/users', { status: 'locked' }) },
  failedRuns: {
    icon: 'upload',
    tone: 'error',
    href: ({ runKind, id }) => (runKind ? runAddress(runKind, id) : undefined),
  },
  silentDevices: { icon: 'alert', tone: 'error', href: () => '/dashboard?stores=silent' },
  disabledWebhooks: {
    icon: 'plug',
    tone: 'warn',
    href: ({ id }) => (id ? permittedAddress(`/structure/${id}/view`) : addressOf('/structure/hierarchy')),
  },
  refusedEmails: { icon: 'mail', tone: 'warn', href: () => addressOf('/users', { status: 'mailRefused' }) },
  unconfirmedEmails: { icon: 'mail', tone: 'warn', href: () => addressOf('/users', { status: 'emailUnconfirmed' }) },
  invitedUsers: { icon: 'mail', tone: 'neutral', href: () => addressOf('/users', { status: 'invited' }) },
};

const iconColours = { error: 'var(--error-text)', warn: 'var(--warn-text)', neutral: 'var(--icon)' };

/** Matters that need attention, worst first, each with a link to the screen where the user can act on it. */
export function AttentionCard() {
  const t = useT();
  const { data } = useQuery({ ...attentionQuery(), meta: errorShownByScreen });
  return (
    <DashboardCard title={t('figures.card.attention')} count={data?.length}>
      <QueryPart
        query={attentionQuery()}
        lines={5}
        isEmpty={(list) => list.length === 0}
        empty={t('figures.empty.attention')}
      >
        {(list) => (
          <Box component="ul" className={lines.between} my="calc(-1 * var(--s-2))">
            {list.map((one) => (
              <Matter key={one.kind} matter={one} />
            ))}
          </Box>
        )}
      </QueryPart>
    </DashboardCard>
  );
}

function Matter({ matter }: { matter: Attention }) {
  const t = useT();
  const { kind, count, names } = matter;
  const { icon, tone, href } = looks[kind];
  const address = href(matter);
  const title = t(`figures.attention.${kind}`, { count, shown: formatNumber(count) });
  return (
    <Flex component="li" align="center" gap="sm" mih="2.75rem" py="xs">
      <Icon name={icon} c={iconColours[tone]} />
      <Stack component="span" flex={1} gap={0} miw={0}>
        {title}
        {names.length > 0 && (
          <Text span size="xs" lh="inherit" c="dimmed">
            {names.join(', ')}
          </Text>
        )}
      </Stack>
      {address && (
        <Text
          component={Link}
          href={address}
          size="label"
          fw="var(--weight-medium)"
          flex="none"
          aria-label={`${t(`figures.action.${kind}`)}: ${title}`}
        >
          {t(`figures.action.${kind}`)}
        </Text>
      )}
    </Flex>
  );
}
