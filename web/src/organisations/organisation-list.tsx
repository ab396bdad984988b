import { Button } from '@mantine/core';
import { organisations } from '@storeward/contract/organisations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { rememberList, rememberPageSize, rememberedPageSize, usualPageSize } from '../platform/list-memory.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { may } from '../platform/session.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { DataTable, type Sort } from '../ui/data-table.tsx';
import { Link } from '../ui/link.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyState } from '../ui/states.tsx';
import { createAddress, viewAddress } from './organisation-address.ts';
import { organisationColumns, organisationItem } from './organisation-columns.tsx';
import classes from './organisation-list.module.css';
import { organisationList } from './queries.ts';

/** The organisations of the platform: searched, sorted and paged by the server, with all of it in the address. */
export function OrganisationListScreen() {
  const t = useT();
  const inWords = usePaginationWords();
  const [query, setQuery] = useUrlQuery(organisations.list.query);
  const { search = '', page = 0, size = rememberedPageSize(), sort = 'createdDate:desc' } = query;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...organisationList({ search: search || undefined, page, size, sort }),
    placeholderData: keepPreviousData,
    meta: drawnHere,
  });
  const columns = useMemo(() => organisationColumns(t), [t]);

  useEffect(() => rememberList(window.location.pathname, window.location.search), [query]);

  return (
    <ListPage
      header={
        <PageHeader
          title={t('organisations.list.title')}
          actions={
            may(['CREATE_ORGANISATION']) && (
              <Button component={Link} href={createAddress}>
                {t('organisations.action.create')}
              </Button>
            )
          }
        />
      }
      toolbar={
        <>
          <SearchField
            value={search}
            onSearch={(words) => setQuery({ search: words, page: undefined }, { replace: true })}
            label={t('organisations.list.search')}
            clearLabel={t('ui.search.clear')}
          />
          <span role="status" className={classes.count}>
            {data && !error && t('organisations.list.count', { count: data.total, shown: formatNumber(data.total) })}
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
            estimate={false}
            usualSize={usualPageSize}
            {...inWords}
            onPage={(wanted) => setQuery({ page: wanted || undefined })}
            onSize={(wanted) => {
              rememberPageSize(wanted);
              setQuery({ size: wanted, page: undefined });
            }}
          />
        )
      }
    >
      {error ? (
        <LoadFailure title={t('organisations.list.failed')} fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('organisations.list.title')}
          rows={data?.result}
          rowId={({ id }) => id}
          columns={columns}
          href={(organisation) => (organisation.can.view ? viewAddress(organisation) : undefined)}
          item={organisationItem}
          sort={sortOf(sort)}
          onSort={({ field, direction }) => setQuery({ sort: `${field}:${direction}` as typeof sort, page: undefined })}
          busy={isPlaceholderData}
          skeletonRows={size}
          placeholder={
            <Nothing
              search={search}
              page={page}
              onClear={() => setQuery({ search: undefined, page: undefined })}
              onStart={() => setQuery({ page: undefined })}
            />
          }
        />
      )}
    </ListPage>
  );
}

type NothingProps = { search: string; page: number; onClear: () => void; onStart: () => void };

/** Why the list is empty, with the way out: past its end, nothing matches, or there is none yet. */
function Nothing({ search, page, onClear, onStart }: NothingProps) {
  const t = useT();
  if (page > 0) {
    return (
      <EmptyState
        title={t('organisations.list.pastEnd')}
        text={t('organisations.list.pastEndText')}
        actions={<Button onClick={onStart}>{t('organisations.list.firstPage')}</Button>}
      />
    );
  }
  if (search) {
    return (
      <EmptyState
        drawing="search"
        title={t('organisations.list.nothingFound', { search })}
        text={t('organisations.list.nothingFoundText')}
        actions={<Button onClick={onClear}>{t('ui.search.clear')}</Button>}
      />
    );
  }
  return <EmptyState title={t('organisations.list.empty')} text={t('organisations.list.emptyText')} />;
}

function sortOf(words: string): Sort {
  const [field = 'createdDate', direction] = words.split(':');
  return { field, direction: direction === 'desc' ? 'desc' : 'asc' };
}
