import { countLimits } from '@storeward/contract/dashboard/statistics';
import { ranks } from '@storeward/contract/access';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import { BarList } from './bar-list.tsx';
import { ChartTableView } from './chart-frame.tsx';
import { DashboardCard, QueryPart } from './dashboard-card.tsx';
import { addressOf } from './dashboard-links.ts';
import { useDashboardPeriod } from './dashboard-period.ts';
import { deviceStatisticQuery, nodeStatisticQuery, organisationsQuery, userStatisticQuery } from './queries.ts';
import { permittedAddress } from './dashboard-links.ts';

/** Users by status; each status is a filter of the list of users. */
export function UsersByStatusCard() {
  const t = useT();
  const { level } = useSession();
  const { request } = useDashboardPeriod();
  const title = t('figures.card.users');
  // a platform user's list has only users of the platform, not of all organisations
  const list = (status: string) => (level === 'GLOBAL' ? undefined : addressOf('/users', { status }));
  return (
    <DashboardCard title={title}>
      <QueryPart query={userStatisticQuery(request)}>
        {(users) => (
          <BarList
            label={title}
            items={[
              { key: 'enabled', label: t('ui.status.enabled'), count: users.enabled, href: list('enabled') },
              { key: 'disabled', label: t('ui.status.disabled'), count: users.disabled, href: list('disabled') },
              { key: 'invited', label: t('users.status.invited'), count: users.invited, href: list('invited') },
              ...(level === 'GLOBAL'
                ? []
                : [{ key: 'locked', label: t('users.status.locked'), count: users.locked, href: list('locked') }]),
            ]}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}

/** Locations below the user's own by level. */
export function NodesByLevelCard() {
  const t = useT();
  const { level = 'GLOBAL' } = useSession();
  const title = t('figures.card.nodes');
  const href = addressOf('/structure/hierarchy');
  return (
    <DashboardCard title={title}>
      <QueryPart query={nodeStatisticQuery()}>
        {({ levels }) => (
          <BarList
            label={title}
            items={levels
              .filter(({ nodeType }) => level === 'STORE' || ranks[nodeType] < ranks[level])
              .map(({ nodeType, total, disabled }) => ({
                key: nodeType,
                label: t(`ui.level.${nodeType}`),
                count: total,
                href: nodeType === 'STORE' && level !== 'GLOBAL' ? '/dashboard?stores=enabled' : href,
                note: disabled > 0 ? t('figures.figure.disabled', { count: formatNumber(disabled) }) : undefined,
              }))}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}

/** Devices by type and contact. */
export function DevicesCard() {
  const t = useT();
  const title = t('figures.card.devices');
  return (
    <DashboardCard title={title}>
      <QueryPart query={deviceStatisticQuery()} isEmpty={({ total }) => total === 0} empty={t('figures.empty.devices')}>
        {({ types }) => (
          <ChartTableView
            caption={title}
            columns={[
              t('figures.device.type'),
              t('figures.device.online'),
              t('figures.device.silent'),
              t('figures.device.unpaired'),
            ]}
            rows={types.map(({ type, online, silent, unpaired }) => [
              t(`figures.device.${type}`),
              formatNumber(online),
              silent >= countLimits.silent ? `${formatNumber(silent)}+` : formatNumber(silent),
              formatNumber(unpaired),
            ])}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}

/** The organisations with most sign-ins, for platform users. */
export function OrganisationsCard() {
  const t = useT();
  const { request } = useDashboardPeriod();
  const title = t('figures.card.organisations');
  return (
    <DashboardCard title={title} link={{ href: addressOf('/organisation'), label: t('figures.showAll') }}>
      <QueryPart
        query={organisationsQuery(request)}
        isEmpty={(rows) => rows.every(({ count }) => count === 0)}
        empty={t('figures.empty.signIns')}
      >
        {(rows) => (
          <BarList
            label={title}
            items={rows.map(({ id, name, count }) => ({
              key: id,
              label: name,
              count,
              href: permittedAddress(`/organisation/${id}/view`),
            }))}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}
