import { AuditQuery } from '@storeward/contract/audit';
import type { ReactNode } from 'react';
import { useChosenOrganisation } from '../platform/session/chosen-organisation.ts';
import { dayFilter } from '../platform/text/day-filter.ts';
import { displayTimeZone, useT } from '../platform/text/i18n.ts';
import { ClockNote } from '../records/clock-note.tsx';
import { ListScreen, NoResults } from '../records/list-screen.tsx';
import { useRecordList } from '../records/record-list.ts';
import { EmptyState } from '../ui/page/states.tsx';
import { AuditExportMenu } from './audit-export-menu.tsx';
import { AuditFilters, PresetTabs } from './audit-filters.tsx';
import { entityText, runText } from './audit-columns.tsx';
import { AuditStatusBadge } from './audit-status.tsx';
import { AuditTable } from './audit-table.tsx';
import { auditQuery } from './queries.ts';

const noFilters = {
  search: undefined,
  entity: undefined,
  entityId: undefined,
  actorId: undefined,
  action: undefined,
  preset: undefined,
  run: undefined,
  from: undefined,
  to: undefined,
};

/** The audit trail: search, presets and filters in the URL, the state of the hash chain, and export. */
export function AuditListScreen({ organisationPicker }: { organisationPicker: ReactNode }) {
  const t = useT();
  const { organisation: orgId } = useChosenOrganisation();
  const { list, query, setFilter } = useRecordList({
    schema: AuditQuery,
    read: ({ sort: _, ...page }, { entity, entityId, actorId, action, preset, run, from, to }) =>
      auditQuery({
        ...page,
        entity,
        entityId,
        actorId,
        action,
        preset,
        run,
        ...dayFilter({ from, to }),
        orgId,
        grouped: 'true',
      }),
    defaultSort: undefined,
  });
  const { search, entity, entityId, actorId, action, preset, run, from, to } = query;
  const filters = { search: search || undefined, entity, entityId, actorId, action, preset, run, from, to };
  const exported = { ...filters, ...dayFilter({ from, to }), orgId };
  const first = list.rows?.[0];
  const itemName = first && (run ? runText(t, first) : entityText(t, first));
  return (
    <ListScreen
      list={list}
      title={t('app.title.audit')}
      actions={
        <>
          <AuditStatusBadge orgId={orgId} />
          <AuditExportMenu filter={exported} />
        </>
      }
      tabs={<PresetTabs filters={filters} onChange={setFilter} />}
      searchLabel={t('audit.list.search')}
      count={(figures) => t('audit.list.count', figures)}
      filters={
        <>
          {organisationPicker}
          <AuditFilters filters={filters} onChange={setFilter} itemName={itemName} />
          <ClockNote timeZone={displayTimeZone()} />
        </>
      }
      emptyState={
        Object.values(filters).some((value) => value !== undefined) ? (
          <NoResults
            title={t('audit.list.noMatch')}
            text={t('audit.list.noMatchText')}
            clearLabel={t('audit.list.clear')}
            onClear={() => setFilter(noFilters)}
          />
        ) : (
          <EmptyState title={t('audit.list.empty')} text={t('audit.list.emptyText')} />
        )
      }
      alternativeView={
        <AuditTable
          label={t('app.title.audit')}
          rows={list.rows}
          busy={list.busy}
          skeletonRows={list.size}
          filter={exported}
        />
      }
    />
  );
}
