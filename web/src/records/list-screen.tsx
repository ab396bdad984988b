import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { usePaginationLabels } from '../platform/text/pagination-labels.ts';
import type { ListItem } from '../ui/list/data-items.tsx';
import { type Column, DataTable, useHiddenHeaders } from '../ui/list/data-table.tsx';
import { ListPage } from '../ui/list/list-page.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import type { RowSelection } from '../ui/list/row-checkbox.tsx';
import { Pagination } from '../ui/list/pagination.tsx';
import { SearchField } from '../ui/list/search-field.tsx';
import { EmptyState } from '../ui/page/states.tsx';
import classes from './list-screen.module.css';
import { LoadError } from './load-error.tsx';
import type { RecordList } from './record-list.ts';
import type { ScreenAddress } from '../ui/page/link.tsx';

type Counts = { count: number; shown: string };

type Props<Row extends { id: string }> = {
  list: RecordList<Row>;
  title: string;
  actions?: ReactNode;
  /** Label of the search field; without it there is none. */
  searchLabel?: string;
  /** The text for the number of rows, exact or estimated. */
  count: (counts: Counts, isEstimate: boolean) => string;
  /** Filters besides the search. */
  filters?: ReactNode;
  /** The layout switch, at the end of the toolbar. */
  layoutSwitch?: ReactNode;
  /** Below the title. */
  tabs?: ReactNode;
  /** Columns of the table; not needed if `alternativeView` always replaces it. */
  columns?: readonly Column<Row>[];
  href?: (row: Row) => ScreenAddress | undefined;
  item?: (row: Row) => ListItem;
  /** Enables row selection for bulk actions. */
  selection?: RowSelection<Row> | undefined;
  /** Replaces the table by another layout of the same rows. */
  alternativeView?: ReactNode;
  /** Empty state of the first page. */
  emptyState: ReactNode;
  /** Recovery action for error codes where retrying does not help. */
  recovery?: (code: string) => { label: string; onClick: () => void } | undefined;
};

const noColumns: readonly never[] = [];

/** A list screen: title, search, filters, rows with loading, empty and error states, and pagination. */
export function ListScreen<Row extends { id: string }>({
  list,
  title,
  actions,
  searchLabel,
  count,
  filters,
  layoutSwitch,
  tabs,
  columns = noColumns,
  href,
  item,
  selection,
  alternativeView,
  emptyState,
  recovery,
}: Props<Row>) {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const { rows, error, total, estimated } = list;
  const hiddenHeaders = useHiddenHeaders(columns);
  const emptyContent = list.page > 0 ? <PastLastPage onStart={() => list.toPage(0)} /> : emptyState;
  return (
    <ListPage
      header={<PageHeader title={title} actions={actions} tabs={tabs} />}
      toolbar={
        <>
          {searchLabel && (
            <SearchField
              value={list.search}
              onSearch={(text) => list.setSearch(text, { replace: true })}
              label={searchLabel}
              clearLabel={t('ui.search.clear')}
            />
          )}
          {filters}
          <Text role="status" span size="label" c="dimmed" ms="auto">
            {rows && count({ count: total, shown: formatNumber(total) }, estimated)}
          </Text>
          {layoutSwitch && <span className={classes.switch}>{layoutSwitch}</span>}
        </>
      }
      footer={
        rows && (
          <Pagination
            page={list.page}
            size={list.size}
            total={total}
            estimate={estimated}
            {...paginationLabels}
            onPage={list.toPage}
            onSize={list.toSize}
          />
        )
      }
    >
      {error ? (
        <ListError error={error} list={list} recovery={recovery} />
      ) : rows?.length === 0 ? (
        emptyContent
      ) : alternativeView ? (
        alternativeView
      ) : (
        <DataTable
          label={title}
          rows={rows}
          rowId={({ id }) => id}
          columns={columns}
          {...(href && { href })}
          {...(item && { item })}
          sort={list.sort}
          onSort={list.sortBy}
          busy={list.busy}
          skeletonRows={list.size}
          selection={selection}
        />
      )}
      {hiddenHeaders.length > 0 && !alternativeView && rows && rows.length > 0 && (
        <Text size="xs" c="dimmed" px="var(--page-pad)" py={6}>
          {t('ui.list.hiddenColumns', { columns: hiddenHeaders.join(', ') })}
        </Text>
      )}
    </ListPage>
  );
}

type ListErrorProps = {
  error: Error;
  list: Pick<RecordList<never>, 'retry' | 'toPage'>;
  recovery: Props<never>['recovery'];
};

function ListError({ error, list, recovery }: ListErrorProps) {
  const t = useT();
  const code = error instanceof ApiError ? error.code : '';
  const firstPage = { label: t('ui.list.firstPage'), onClick: () => list.toPage(0) };
  const recoveryAction = code === 'input.badCursor' ? firstPage : recovery?.(code);
  return (
    <LoadError
      title={t('ui.list.failed')}
      error={error}
      {...(recoveryAction && { retry: recoveryAction.label })}
      onRetry={recoveryAction?.onClick ?? list.retry}
    />
  );
}

function PastLastPage({ onStart }: { onStart: () => void }) {
  const t = useT();
  return (
    <EmptyState
      title={t('ui.list.pastEnd')}
      text={t('ui.list.pastEndText')}
      actions={<Button onClick={onStart}>{t('ui.list.firstPage')}</Button>}
    />
  );
}

type NoResultsProps = { title: string; text: string; clearLabel: string; onClear: () => void };

/** The empty state of a search without results, with a button that clears the filters. */
export function NoResults({ title, text, clearLabel, onClear }: NoResultsProps) {
  return (
    <EmptyState
      illustration="search"
      title={title}
      text={text}
      actions={<Button onClick={onClear}>{clearLabel}</Button>}
    />
  );
}
