import { Flex, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { usePaginationLabels } from '../platform/text/pagination-labels.ts';
import { errorShownByScreen } from '../records/load-error.tsx';
import lines from '../ui/list/lines.module.css';
import { Link } from '../ui/page/link.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { Pagination } from '../ui/list/pagination.tsx';
import { DashboardCard, QueryPart } from './dashboard-card.tsx';
import { permittedAddress } from './dashboard-links.ts';
import { useDashboardPeriod } from './dashboard-period.ts';
import { storesQuery } from './queries.ts';

const anchor = 'dashboard-stores';

/** The stores by status and silent devices, page by page; the filter is in the URL, so that a figure leads to its stores. */
export function StoresCard() {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const { query, change } = useDashboardPeriod();
  const { page = 0, size } = query;
  const request = storesQuery({ page, size, ...(query.stores && { status: query.stores }) });
  const stores = { ...request, placeholderData: keepPreviousData };
  const { data } = useQuery({ ...stores, meta: errorShownByScreen });
  useEffect(() => {
    // a figure leads to its stores on this page
    if (query.stores) document.getElementById(anchor)?.scrollIntoView({ block: 'nearest' });
  }, [query.stores]);
  return (
    <DashboardCard
      title={t('figures.card.stores')}
      count={data?.total}
      wide
      anchor={anchor}
      action={
        <SegmentedControl
          size="xs"
          aria-label={t('figures.card.stores')}
          value={query.stores ?? 'all'}
          onChange={(value) =>
            change({ stores: value === 'all' ? undefined : value, page: undefined }, { replace: true })
          }
          data={[
            { value: 'all', label: t('figures.stores.all') },
            { value: 'enabled', label: t('ui.status.enabled') },
            { value: 'disabled', label: t('ui.status.disabled') },
            { value: 'silent', label: t('figures.stores.silent') },
          ]}
        />
      }
    >
      <QueryPart query={stores} lines={6} isEmpty={({ total }) => total === 0} empty={t('figures.empty.stores')}>
        {({ result, total }) => (
          <>
            <ul className={lines.between}>
              {result.map(({ id, name, code, city, status, deviceCount, silentCount }) => {
                const href = permittedAddress(`/structure/${id}/view`);
                return (
                  <Flex
                    key={id}
                    component="li"
                    wrap="wrap"
                    align="center"
                    gap="var(--s-1) var(--s-4)"
                    mih="var(--row-h)"
                    py="var(--s-1)"
                  >
                    <Stack component="span" flex="1 1 12rem" gap={0} miw={0}>
                      {href ? <Link href={href}>{name}</Link> : name}
                      <Text span size="xs" lh="label" c="dimmed">
                        {[code, city].filter(Boolean).join(' · ')}
                      </Text>
                    </Stack>
                    <Text span size="xs" lh="label" c="dimmed">
                      {silentCount > 0
                        ? t('figures.stores.silentOf', {
                            count: formatNumber(silentCount),
                            total: formatNumber(deviceCount),
                          })
                        : t('figures.stores.devices', { count: deviceCount, shown: formatNumber(deviceCount) })}
                    </Text>
                    <StatusDot kind={status ? 'on' : 'off'}>
                      {t(status ? 'ui.status.enabled' : 'ui.status.disabled')}
                    </StatusDot>
                  </Flex>
                );
              })}
            </ul>
            <Pagination
              page={page}
              size={size}
              total={total}
              {...paginationLabels}
              onPage={(next) => change({ page: next }, { replace: true })}
              onSize={(next) => change({ size: next, page: undefined }, { replace: true })}
            />
          </>
        )}
      </QueryPart>
    </DashboardCard>
  );
}
