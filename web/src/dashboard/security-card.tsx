import type { SecurityEvents } from '@storeward/contract/dashboard/figures';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { DashboardCard, QueryPart } from './dashboard-card.tsx';
import { addressOf } from './dashboard-links.ts';
import { useDashboardPeriod } from './dashboard-period.ts';
import { BarList } from './bar-list.tsx';
import { securityQuery } from './queries.ts';

type EventKind = SecurityEvents[number]['kind'];

/** The entries of the audit that an event is recorded as. */
const auditFilters: Readonly<Record<EventKind, Readonly<Record<string, string>>>> = {
  refusedSignIns: { action: 'session.refused' },
  deniedAccess: { preset: 'denials' },
  refusedDevices: { action: 'device.refused' },
};

/** Denied sign-ins, requests and devices, each with its entries in the audit. */
export function SecurityCard() {
  const t = useT();
  const { period, request } = useDashboardPeriod();
  const title = t('figures.card.security');
  return (
    <DashboardCard title={title}>
      <QueryPart query={securityQuery(request)} lines={3}>
        {(events) => (
          <BarList
            label={title}
            items={events.map(({ kind, count, before, more }) => ({
              key: kind,
              label: t(`figures.security.${kind}`),
              count,
              text: more ? `${formatNumber(count)}+` : undefined,
              note: period.compares ? t('figures.security.before', { count: formatNumber(before) }) : undefined,
              href: addressOf('/audit-trail', auditFilters[kind]),
            }))}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}
