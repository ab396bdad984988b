import { Button, Select } from '@mantine/core';
import { auditEntities, AuditQuery } from '@storeward/contract/audit';
import { useMemo, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatNumber, sayError, useT } from '../platform/i18n.ts';
import { isDay } from '../platform/typed-day.ts';
import { saveFile } from '../platform/save-file.ts';
import { DayField } from '../screens/day-field.tsx';
import { ListScreen, NothingFound } from '../screens/list-screen.tsx';
import { useRecordList } from '../screens/record-list.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { EmptyState } from '../ui/states.tsx';
import { addressOf, auditColumns, auditItem } from './audit-columns.tsx';
import { auditFile } from './audit-file.ts';
import classes from './audit-list.module.css';
import { auditPage, wholeAudit } from './queries.ts';

const everything = {
  search: undefined,
  entity: undefined,
  entityId: undefined,
  actorId: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
};

/** What happened in the reader's own area: found by name, kind and day, with all of it in the address, and taken away as a file. */
export function AuditListScreen() {
  const t = useT();
  const { list, query, anew } = useRecordList({
    schema: AuditQuery,
    read: ({ sort: _, ...asked }, { entity, entityId, actorId, action, from, to }) =>
      auditPage({ ...asked, entity, entityId, actorId, action, from, to }),
    usualSort: undefined,
  });
  const { search, entity, entityId, actorId, action, from, to } = query;
  const asked = { search: search || undefined, entity, entityId, actorId, action, from, to };
  const columns = useMemo(() => auditColumns(t), [t]);
  const item = useMemo(() => auditItem(t), [t]);
  return (
    <ListScreen
      list={list}
      title={t('app.title.audit')}
      actions={<ExportButton query={asked} />}
      searchLabel={t('audit.list.search')}
      count={(figures) => t('audit.list.count', figures)}
      filters={
        <>
          <Select
            aria-label={t('audit.list.entity')}
            placeholder={t('audit.list.everything')}
            clearable={entity !== undefined}
            clearButtonProps={{ 'aria-label': t('audit.list.everything') }}
            className={classes.entity ?? ''}
            data={auditEntities.map((value) => ({ value, label: t(`audit.entity.${value}`) }))}
            value={entity ?? null}
            onChange={(value) => anew({ entity: value ?? undefined })}
          />
          <span className={classes.days}>
            {(['from', 'to'] as const).map((end) => (
              <Day key={end} label={t(`audit.list.${end}`)} day={query[end]} onChoose={(day) => anew({ [end]: day })} />
            ))}
          </span>
        </>
      }
      columns={columns}
      href={addressOf}
      item={item}
      nothing={
        Object.values(asked).some((value) => value !== undefined) ? (
          <NothingFound
            title={t('audit.list.nothing')}
            text={t('audit.list.nothingText')}
            clearLabel={t('audit.list.clear')}
            onClear={() => anew(everything)}
          />
        ) : (
          <EmptyState title={t('audit.list.empty')} text={t('audit.list.emptyText')} />
        )
      }
    />
  );
}

/** One end of the days asked for; what is typed there asks once it is a day, or nothing. */
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
  const [left, setLeft] = useState(false);
  const value = typed === '' || isDay(typed) ? day : typed;
  function choose(text: string) {
    setTyped(text);
    setLeft(false);
    if (text === '' || isDay(text)) onChoose(text || undefined);
  }
  return (
    <DayField
      aria-label={label}
      title={label}
      className={classes.day ?? ''}
      value={value}
      error={left && value !== '' && !isDay(value)}
      onBlur={() => setLeft(true)}
      onChange={choose}
    />
  );
}

/** Takes away what was asked for as a file. */
function ExportButton({ query }: { query: Parameters<typeof wholeAudit>[0] }) {
  const t = useT();
  const notify = useNotify();
  const [count, setCount] = useState<number>();
  async function take() {
    setCount(0);
    try {
      const entries = await wholeAudit(query, setCount);
      saveFile(auditFile(entries), 'audit.csv');
      notify.success(t('audit.export.done', { count: entries.length }));
    } catch (fault) {
      notify.error(sayError(fault instanceof ApiError ? fault.code : 'unknown'));
    } finally {
      setCount(undefined);
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      disabled={count !== undefined}
      onClick={() => void take()}
    >
      {count === undefined ? t('audit.export.take') : t('audit.export.taking', { shown: formatNumber(count) })}
    </Button>
  );
}
