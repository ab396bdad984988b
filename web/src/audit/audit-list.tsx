import { Button, Flex, Select } from '@mantine/core';
import { auditEntities, AuditQuery } from '@storeward/contract/audit';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { useChosenOrganisation } from '../platform/chosen-organisation.ts';
import { formatNumber, errorMessage, useT } from '../platform/i18n.ts';
import { isIsoDate } from '../platform/date-input.ts';
import { saveFile } from '../platform/save-file.ts';
import { DateFormField } from '../records/date-form-field.tsx';
import { ListScreen, NoResults } from '../records/list-screen.tsx';
import { useRecordList } from '../records/record-list.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { EmptyState } from '../ui/states.tsx';
import { entityUrl, auditColumns, auditItem } from './audit-columns.tsx';
import { auditFile } from './audit-file.ts';
import { auditQuery, fetchAllEntries } from './queries.ts';

const noFilters = {
  search: undefined,
  entity: undefined,
  entityId: undefined,
  actorId: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
};

/** The audit trail: search, filters by entity and day in the URL, and export. */
export function AuditListScreen({ organisationPicker }: { organisationPicker: ReactNode }) {
  const t = useT();
  const { organisation: orgId } = useChosenOrganisation();
  const { list, query, setFilter } = useRecordList({
    schema: AuditQuery,
    read: ({ sort: _, ...filters }, { entity, entityId, actorId, action, from, to }) =>
      auditQuery({ ...filters, entity, entityId, actorId, action, from, to, orgId }),
    defaultSort: undefined,
  });
  const { search, entity, entityId, actorId, action, from, to } = query;
  const filters = { search: search || undefined, entity, entityId, actorId, action, from, to };
  const columns = useMemo(() => auditColumns(t), [t]);
  const item = useMemo(() => auditItem(t), [t]);
  return (
    <ListScreen
      list={list}
      title={t('app.title.audit')}
      actions={<ExportButton query={{ ...filters, orgId }} />}
      searchLabel={t('audit.list.search')}
      count={(figures) => t('audit.list.count', figures)}
      filters={
        <>
          {organisationPicker}
          <Select
            aria-label={t('audit.list.entity')}
            placeholder={t('audit.list.allEntities')}
            clearable={entity !== undefined}
            clearButtonProps={{ 'aria-label': t('audit.list.allEntities') }}
            w="11rem"
            data={auditEntities.map((value) => ({ value, label: t(`audit.entity.${value}`) }))}
            value={entity ?? null}
            onChange={(value) => setFilter({ entity: value ?? undefined })}
          />
          <Flex component="span" gap="xs" miw={0} flex={{ base: '1 1 100%', sm: 'none' }}>
            {(['from', 'to'] as const).map((end) => (
              <Day
                key={end}
                label={t(`audit.list.${end}`)}
                day={query[end]}
                onChoose={(day) => setFilter({ [end]: day })}
              />
            ))}
          </Flex>
        </>
      }
      columns={columns}
      href={entityUrl}
      item={item}
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
    />
  );
}

/** Start or end of the date filter; typed text applies once it is a valid date or empty. */
function Day({
  label,
  day = '',
  onChoose,
}: {
  label: string;
  day?: string | undefined;
  onChoose: (day?: string) => void;
}) {
  const [typed, setTyped] = useState(day);
  const [blurred, setBlurred] = useState(false);
  const value = typed === '' || isIsoDate(typed) ? day : typed;
  function handleChange(text: string) {
    setTyped(text);
    setBlurred(false);
    if (text === '' || isIsoDate(text)) onChoose(text || undefined);
  }
  return (
    <DateFormField
      aria-label={label}
      title={label}
      flex={{ base: 1, sm: '0 0 10rem' }}
      miw={0}
      value={value}
      error={blurred && value !== '' && !isIsoDate(value)}
      onBlur={() => setBlurred(true)}
      onChange={handleChange}
    />
  );
}

/** Exports the filtered entries as CSV. */
function ExportButton({ query }: { query: Parameters<typeof fetchAllEntries>[0] }) {
  const t = useT();
  const notify = useNotify();
  const [count, setCount] = useState<number>();
  async function exportEntries() {
    setCount(0);
    try {
      const entries = await fetchAllEntries(query, setCount);
      saveFile(auditFile(entries), 'audit.csv');
      notify.success(t('audit.export.done', { count: entries.length }));
    } catch (error) {
      notify.error(errorMessage(error instanceof ApiError ? error.code : 'unknown'));
    } finally {
      setCount(undefined);
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      disabled={count !== undefined}
      onClick={() => void exportEntries()}
    >
      {count === undefined ? t('audit.export.download') : t('audit.export.progress', { shown: formatNumber(count) })}
    </Button>
  );
}
