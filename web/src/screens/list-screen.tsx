import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { usualPageSize } from '../platform/list-memory.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import type { Item } from '../ui/data-items.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { RowSelection } from '../ui/pick-box.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyState } from '../ui/states.tsx';
import classes from './list-screen.module.css';
import { LoadFailure } from './load-failure.tsx';
import type { RecordList } from './record-list.ts';

type Figures = { count: number; shown: string };

type Props<Row extends { id: string }> = {
  list: RecordList<Row>;
  title: string;
  actions?: ReactNode;
  /** What the search field looks for; without it there is none. */
  searchLabel?: string;
  /** Says how many there are, or about how many. */
  count: (figures: Figures, about: boolean) => string;
  /** What else narrows the list down, beside the search. */
  filters?: ReactNode;
  /** What changes the look of the list, at the end of its tools. */
  look?: ReactNode;
  columns: readonly Column<Row>[];
  href: (row: Row) => string | undefined;
  item: (row: Row) => Item;
  /** Rows can be picked out, to do something with all of them. */
  selection?: RowSelection<Row> | undefined;
  /** Stands in the place of the table: the same rows, drawn otherwise. */
  otherwise?: ReactNode;
  /** Why there is nothing on the first page, with the way out. */
  nothing: ReactNode;
  /** The way out of a refusal that trying again does not mend. */
  wayOut?: (code: string) => { label: string; onClick: () => void } | undefined;
};

/** A screen that is a list: title, search and filters, the rows with all their states, and the way through the pages. */
export function ListScreen<Row extends { id: string }>({
  list,
  title,
  actions,
  searchLabel,
  count,
  filters,
  look,
  columns,
  href,
  item,
  selection,
  otherwise,
  nothing,
  wayOut,
}: Props<Row>) {
  const t = useT();
  const inWords = usePaginationWords();
  const { rows, fault, total, estimated } = list;
  const empty = list.page > 0 ? <PastEnd onStart={() => list.toPage(0)} /> : nothing;
  return (
    <ListPage
      header={<PageHeader title={title} actions={actions} />}
      toolbar={
        <>
          {searchLabel && (
            <SearchField
              value={list.search}
              onSearch={(words) => list.seek(words, { replace: true })}
              label={searchLabel}
              clearLabel={t('ui.search.clear')}
            />
          )}
          {filters}
          <span role="status" className={classes.count}>
            {rows && count({ count: total, shown: formatNumber(total) }, estimated)}
          </span>
          {look && <span className={classes.switch}>{look}</span>}
        </>
      }
      footer={
        rows && (
          <Pagination
            page={list.page}
            size={list.size}
            total={total}
            estimate={estimated}
            usualSize={usualPageSize}
            {...inWords}
            onPage={list.toPage}
            onSize={list.toSize}
          />
        )
      }
    >
      {fault ? (
        <Failure fault={fault} list={list} wayOut={wayOut} />
      ) : rows?.length === 0 ? (
        empty
      ) : otherwise ? (
        otherwise
      ) : (
        <DataTable
          label={title}
          rows={rows}
          rowId={({ id }) => id}
          columns={columns}
          href={href}
          item={item}
          sort={list.sort}
          onSort={list.sortBy}
          busy={list.busy}
          skeletonRows={list.size}
          selection={selection}
        />
      )}
    </ListPage>
  );
}

type FailureProps = { fault: Error; list: Pick<RecordList<never>, 'retry' | 'toPage'>; wayOut: Props<never>['wayOut'] };

/** Says why the list is not there, with the way that leads on. */
function Failure({ fault, list, wayOut }: FailureProps) {
  const t = useT();
  const code = fault instanceof ApiError ? fault.code : '';
  const start = { label: t('ui.list.firstPage'), onClick: () => list.toPage(0) };
  const other = code === 'input.badCursor' ? start : wayOut?.(code);
  return (
    <LoadFailure
      title={t('ui.list.failed')}
      fault={fault}
      {...(other && { retry: other.label })}
      onRetry={other?.onClick ?? list.retry}
    />
  );
}

function PastEnd({ onStart }: { onStart: () => void }) {
  const t = useT();
  return (
    <EmptyState
      title={t('ui.list.pastEnd')}
      text={t('ui.list.pastEndText')}
      actions={<Button onClick={onStart}>{t('ui.list.firstPage')}</Button>}
    />
  );
}

type NothingFoundProps = { title: string; text: string; clearLabel: string; onClear: () => void };

/** Says that nothing matches what was asked for, with the way back to everything. */
export function NothingFound({ title, text, clearLabel, onClear }: NothingFoundProps) {
  return (
    <EmptyState drawing="search" title={title} text={text} actions={<Button onClick={onClear}>{clearLabel}</Button>} />
  );
}
