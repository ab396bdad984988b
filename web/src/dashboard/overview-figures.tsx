import { Flex, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import { errorShownByScreen } from '../records/load-error.tsx';
import { Link, type ScreenAddress } from '../ui/page/link.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { addressOf } from './dashboard-links.ts';
import { useDashboardPeriod } from './dashboard-period.ts';
import { FigureChange } from './figure-change.tsx';
import classes from './overview-figures.module.css';
import { deviceStatisticQuery, loginCountsQuery, nodeStatisticQuery, userStatisticQuery } from './queries.ts';
import { signInsAddress } from './sign-in-period.ts';

/** The main figures, each a link to the list behind it. */
export function OverviewFigures() {
  const { level } = useSession();
  return (
    <Flex wrap="wrap" style={{ overflow: 'hidden' }} gap={1} bd="1px solid var(--line)" bdrs="md" bg="var(--line)">
      {level === 'GLOBAL' && <OrganisationsFigure />}
      {level !== 'STORE' && <StoresFigure />}
      <UsersFigure />
      <SignInsFigure />
      <DevicesFigure />
    </Flex>
  );
}

function useLevelCounts(nodeType: 'ORGANIZATION' | 'STORE') {
  const result = useQuery({ ...nodeStatisticQuery(), meta: errorShownByScreen });
  const counts =
    result.data &&
    (result.data.levels.find((one) => one.nodeType === nodeType) ?? { total: 0, enabled: 0, disabled: 0 });
  return { counts, error: result.error, retry: () => void result.refetch() };
}

function OrganisationsFigure() {
  const t = useT();
  const { counts, ...state } = useLevelCounts('ORGANIZATION');
  return (
    <Figure
      label={t('figures.figure.organisations')}
      value={counts && formatNumber(counts.total)}
      href={addressOf('/organisation')}
      {...state}
    >
      {counts && <EnabledAndDisabled {...counts} />}
    </Figure>
  );
}

function StoresFigure() {
  const t = useT();
  const { level } = useSession();
  const { counts, ...state } = useLevelCounts('STORE');
  return (
    <Figure
      label={t('figures.figure.stores')}
      value={counts && formatNumber(counts.total)}
      href={level === 'GLOBAL' ? addressOf('/organisation') : '/dashboard?stores=enabled'}
      {...state}
    >
      {counts && <EnabledAndDisabled {...counts} />}
    </Figure>
  );
}

function EnabledAndDisabled({ enabled, disabled }: { enabled: number; disabled: number }) {
  const t = useT();
  return t('figures.figure.enabledDisabled', { enabled: formatNumber(enabled), disabled: formatNumber(disabled) });
}

function UsersFigure() {
  const t = useT();
  const { level } = useSession();
  const { period, request } = useDashboardPeriod();
  const { data, error, refetch } = useQuery({ ...userStatisticQuery(request), meta: errorShownByScreen });
  return (
    <Figure
      label={t('figures.figure.users')}
      value={data && formatNumber(data.total)}
      href={level === 'GLOBAL' ? addressOf('/organisation') : addressOf('/users')}
      error={error}
      retry={() => void refetch()}
    >
      {data &&
        t('figures.figure.newUsers', { count: data.created, shown: formatNumber(data.created), days: period.days })}
    </Figure>
  );
}

function SignInsFigure() {
  const t = useT();
  const { period, request } = useDashboardPeriod();
  const { data, error, refetch } = useQuery({ ...loginCountsQuery(request), meta: errorShownByScreen });
  const sum = (key: 'count' | 'before') => data?.reduce((total, day) => total + day[key], 0) ?? 0;
  return (
    <Figure
      label={t('figures.figure.signIns')}
      value={data && formatNumber(sum('count'))}
      href={data && signInsAddress(data)}
      error={error}
      retry={() => void refetch()}
    >
      {data && period.compares && <FigureChange count={sum('count')} before={sum('before')} />}
    </Figure>
  );
}

function DevicesFigure() {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...deviceStatisticQuery(), meta: errorShownByScreen });
  const paired = data && data.online + data.silent;
  const share = data && paired ? `${formatNumber(Math.round((data.online / paired) * 1000) / 10)}%` : '–';
  return (
    <Figure
      label={t('figures.figure.devices')}
      value={data && share}
      href={undefined}
      error={error}
      retry={() => void refetch()}
    >
      {data && (paired ? t('figures.figure.silent', { count: formatNumber(data.silent) }) : t('figures.empty.devices'))}
    </Figure>
  );
}

type FigureProps = {
  label: string;
  /** Undefined while loading. */
  value: string | undefined;
  href: ScreenAddress | undefined;
  error: Error | null;
  retry: () => void;
  children: ReactNode;
};

function Figure({ label, value, href, error, retry, children }: FigureProps) {
  const t = useT();
  return (
    <Stack flex="1 1 9.5rem" gap={2} mih="6.25rem" px="md" py="sm" bg="var(--surface)">
      <Text span size="label" c="dimmed">
        {label}
      </Text>
      {value === undefined && error ? (
        <span role="alert">
          <TextButton onClick={retry} label={`${label}: ${t('ui.state.retry')}`}>
            {t('ui.state.retry')}
          </TextButton>
        </span>
      ) : (
        <Text
          span
          className={classes.value ?? ''}
          fz="var(--text-24)"
          fw="var(--weight-medium)"
          lh="var(--line-24)"
          mih="var(--line-24)"
        >
          {value === undefined ? (
            <Skeleton height="1.5rem" width="60%" aria-hidden />
          ) : href ? (
            <Link href={href} aria-label={`${label}: ${value}`}>
              {value}
            </Link>
          ) : (
            value
          )}
        </Text>
      )}
      <Text span size="xs" lh="label" c="dimmed">
        {children}
      </Text>
    </Stack>
  );
}
