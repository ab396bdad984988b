import { overrideCountLimit } from '@storeward/contract/dashboard/figures';
import { nameOfRun } from '@storeward/contract/imports/run-kinds';
import { formatDateOrTime, formatDateTime, formatNumber, useT } from '../platform/text/i18n.ts';
import { useScreenNode } from '../platform/screen-node.ts';
import { sectionLabel } from '../platform/text/setting-labels.ts';
import { BarList } from './bar-list.tsx';
import { DashboardCard, QueryPart } from './dashboard-card.tsx';
import { permittedAddress } from './dashboard-links.ts';
import { newestNodesQuery, newestUsersQuery, overridesQuery, plannedQuery, runsQuery } from './queries.ts';
import { RecordList } from './record-list.tsx';
import { runAddress } from './run-labels.ts';

export function NewestUsersCard() {
  const t = useT();
  const title = t('figures.card.newestUsers');
  return (
    <DashboardCard title={title}>
      <QueryPart
        query={newestUsersQuery()}
        lines={5}
        isEmpty={(rows) => rows.length === 0}
        empty={t('figures.empty.users')}
      >
        {(rows) => (
          <RecordList
            label={title}
            items={rows.map(({ id, name, nodeName, createdDate }) => ({
              id,
              name,
              detail: nodeName ?? undefined,
              trailing: formatDateOrTime(createdDate),
              href: permittedAddress(`/user/${id}/view`),
            }))}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}

export function NewestNodesCard() {
  const t = useT();
  const title = t('figures.card.newestNodes');
  return (
    <DashboardCard title={title}>
      <QueryPart
        query={newestNodesQuery()}
        lines={5}
        isEmpty={(rows) => rows.length === 0}
        empty={t('figures.empty.nodes')}
      >
        {(rows) => (
          <RecordList
            label={title}
            items={rows.map(({ id, name, nodeType, createdDate }) => ({
              id,
              name,
              detail: t(`ui.level.${nodeType}`),
              trailing: formatDateOrTime(createdDate),
              href: permittedAddress(`/structure/${id}/view`),
            }))}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}

export function RunsCard() {
  const t = useT();
  const title = t('figures.card.runs');
  return (
    <DashboardCard title={title}>
      <QueryPart query={runsQuery()} lines={5} isEmpty={(rows) => rows.length === 0} empty={t('figures.empty.runs')}>
        {(rows) => (
          <RecordList
            label={title}
            items={rows.map(({ id, kind, fileName, state, createdDate }) => ({
              id,
              name: nameOfRun({ kind, fileName }) || t(`figures.run.${kind}`),
              detail: `${t(`figures.run.${kind}`)} · ${t(`imports.state.${state}`)}`,
              trailing: formatDateOrTime(createdDate),
              href: runAddress(kind, id),
            }))}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}

export function OverridesCard() {
  const t = useT();
  const node = useScreenNode();
  const title = t('figures.card.overrides');
  const radar = node && permittedAddress(`/structure/radar/${node}`);
  return (
    <DashboardCard title={title} link={{ href: radar, label: t('figures.showAll') }}>
      <QueryPart query={overridesQuery()} isEmpty={(rows) => rows.length === 0} empty={t('figures.empty.overrides')}>
        {(rows) => (
          <BarList
            label={title}
            items={rows.slice(0, 6).map(({ section, count }) => ({
              key: section,
              label: sectionLabel(section, t),
              count,
              text: count >= overrideCountLimit ? `${formatNumber(count)}+` : undefined,
              href: radar,
            }))}
          />
        )}
      </QueryPart>
    </DashboardCard>
  );
}

export function PlannedChangesCard() {
  const t = useT();
  const title = t('figures.card.planned');
  return (
    <DashboardCard title={title}>
      <QueryPart
        query={plannedQuery()}
        lines={3}
        isEmpty={({ count }) => count === 0}
        empty={t('figures.empty.planned')}
      >
        {({ count, next }) => (
          <>
            <p>{t('figures.planned.count', { count, shown: formatNumber(count) })}</p>
            <RecordList
              label={title}
              items={next.map(({ nodeId, nodeName, section, begins }) => ({
                id: `${nodeId} ${section} ${begins}`,
                name: nodeName,
                detail: sectionLabel(section, t),
                trailing: formatDateTime(begins),
                href: permittedAddress(`/structure/${nodeId}/view`),
              }))}
            />
          </>
        )}
      </QueryPart>
    </DashboardCard>
  );
}
