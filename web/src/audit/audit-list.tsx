import { Button, Select, TextInput } from '@mantine/core';
import { auditEntities, AuditQuery } from '@storeward/contract/audit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatNumber, sayError, useT } from '../platform/i18n.ts';
import { rememberPageSize, rememberedPageSize, usualPageSize } from '../platform/list-memory.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { saveFile } from '../platform/save-file.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyState } from '../ui/states.tsx';
import { addressOf, auditColumns, auditItem } from './audit-columns.tsx';
import { auditFile } from './audit-file.ts';
import classes from './audit-list.module.css';
import { auditPage, wholeAudit } from './queries.ts';

/** What happened in the reader's own area: found by name, kind and day, with all of it in the address, and taken away as a file. */
export function AuditListScreen() {
  const t = useT();
  const inWords = usePaginationWords();
  const [query, setQuery] = useUrlQuery(AuditQuery);
  const { page = 0, size = rememberedPageSize(), search, entity, entityId, actorId, action, from, to, cursor } = query;
  const asked = { search: search || undefined, entity, entityId, actorId, action, from, to };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...auditPage({ ...asked, page, size, cursor }),
    placeholderData: keepPreviousData,
    meta: drawnHere,
  });
  const columns = useMemo(() => auditColumns(t), [t]);
  const item = useMemo(() => auditItem(t), [t]);
  const anew = { page: undefined, cursor: undefined };
  const narrowed = Object.values(asked).some((value) => value !== undefined);
  const clear = () =>
    setQuery({
      ...anew,
      search: undefined,
      entity: undefined,
      entityId: undefined,
      actorId: undefined,
      action: undefined,
      from: undefined,
      to: undefined,
    });

  return (
    <ListPage
      header={<PageHeader title={t('app.title.audit')} actions={<ExportButton query={asked} />} />}
      toolbar={
        <>
          <SearchField
            value={search ?? ''}
            onSearch={(words) => setQuery({ ...anew, search: words }, { replace: true })}
            label={t('audit.list.search')}
            clearLabel={t('ui.search.clear')}
          />
          <Select
            aria-label={t('audit.list.entity')}
            placeholder={t('audit.list.everything')}
            clearable={entity !== undefined}
            clearButtonProps={{ 'aria-label': t('audit.list.everything') }}
            className={classes.entity ?? ''}
            data={auditEntities.map((value) => ({ value, label: t(`audit.entity.${value}`) }))}
            value={entity ?? null}
            onChange={(value) => setQuery({ ...anew, entity: value ?? undefined })}
          />
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              aria-label={t(`audit.list.${end}`)}
              className={classes.day ?? ''}
              value={query[end] ?? ''}
              onChange={(event) => setQuery({ ...anew, [end]: event.currentTarget.value || undefined })}
            />
          ))}
          <span role="status" className={classes.count}>
            {data && !error && t('audit.list.count', { count: data.total, shown: formatNumber(data.total) })}
          </span>
        </>
      }
      footer={
        data &&
        !error && (
          <Pagination
            page={page}
            size={size}
            total={data.total}
            estimate={Boolean(data.totalIsEstimate)}
            usualSize={usualPageSize}
            {...inWords}
            onPage={(wanted) =>
              setQuery({
                page: wanted || undefined,
                cursor: wanted > page && !isPlaceholderData ? data.next : undefined,
              })
            }
            onSize={(wanted) => {
              rememberPageSize(wanted);
              setQuery({ ...anew, size: wanted });
            }}
          />
        )
      }
    >
      {error ? (
        <LoadFailure title={t('audit.list.failed')} fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('app.title.audit')}
          rows={data?.result}
          rowId={({ id }) => id}
          columns={columns}
          href={addressOf}
          item={item}
          busy={isPlaceholderData}
          skeletonRows={size}
          placeholder={
            narrowed || page > 0 ? (
              <EmptyState
                drawing="search"
                title={t('audit.list.nothing')}
                text={t('audit.list.nothingText')}
                actions={<Button onClick={clear}>{t('audit.list.clear')}</Button>}
              />
            ) : (
              <EmptyState title={t('audit.list.empty')} text={t('audit.list.emptyText')} />
            )
          }
        />
      )}
    </ListPage>
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
