import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { Page } from '@storeward/contract/paging';
import { type UserRow, users } from '@storeward/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { oneNode } from '../nodes/queries.ts';
import { ApiError } from '../platform/api.ts';
import { formatNumber, useT } from '../platform/i18n.ts';
import { rememberList, rememberPageSize, rememberedPageSize, usualPageSize } from '../platform/list-memory.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { may } from '../platform/session.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Sort } from '../ui/data-table.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyState } from '../ui/states.tsx';
import { userList } from './queries.ts';
import { userColumns, userItem } from './user-columns.tsx';
import classes from './user-list.module.css';
import { viewAddress } from './user-names.ts';

/** The users of the reader's own area: searched, sorted and paged by the server, with all of it in the address. */
export function UserListScreen() {
  const t = useT();
  const inWords = usePaginationWords();
  const [query, setQuery] = useUrlQuery(users.list.query);
  const { search = '', page = 0, size = rememberedPageSize(), sort = 'name:asc', cursor, node } = query;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...userList({ search: search || undefined, page, size, sort, cursor, node }),
    placeholderData: keepPreviousData,
    meta: drawnHere,
  });
  const columns = useMemo(() => userColumns(t), [t]);

  useEffect(() => rememberList(window.location.pathname, window.location.search), [query]);

  const { total, estimated } = countOf(data, page, size);
  const next = isPlaceholderData ? undefined : data?.next;
  const everywhere = () => setQuery({ node: undefined, page: undefined, cursor: undefined });
  const fromTheStart = () => setQuery({ page: undefined, cursor: undefined });

  return (
    <ListPage
      header={<PageHeader title={t('users.list.title')} />}
      toolbar={
        <>
          <SearchField
            value={search}
            onSearch={(words) => setQuery({ search: words, page: undefined, cursor: undefined }, { replace: true })}
            label={t('users.list.search')}
            clearLabel={t('ui.search.clear')}
          />
          {node && <PlaceChip id={node} onClear={everywhere} />}
          <span role="status" className={classes.count}>
            {data &&
              t(estimated ? 'users.list.countAbout' : 'users.list.count', { count: total, shown: formatNumber(total) })}
          </span>
        </>
      }
      footer={
        data && (
          <Pagination
            page={page}
            size={size}
            total={total}
            estimate={estimated}
            usualSize={usualPageSize}
            {...inWords}
            onPage={(wanted) => setQuery({ page: wanted || undefined, cursor: wanted > page ? next : undefined })}
            onSize={(wanted) => {
              rememberPageSize(wanted);
              setQuery({ size: wanted, page: undefined, cursor: undefined });
            }}
          />
        )
      }
    >
      {error && !data ? (
        error instanceof ApiError && error.code === 'input.badCursor' ? (
          <LoadFailure
            title={t('users.list.failed')}
            fault={error}
            retry={t('users.list.firstPage')}
            onRetry={fromTheStart}
          />
        ) : error instanceof ApiError && error.code === 'node.unknown' ? (
          <LoadFailure
            title={t('users.list.failed')}
            fault={error}
            retry={t('users.list.allPlaces')}
            onRetry={everywhere}
          />
        ) : (
          <LoadFailure title={t('users.list.failed')} fault={error} onRetry={() => void refetch()} />
        )
      ) : (
        <DataTable
          label={t('users.list.title')}
          rows={data?.result}
          rowId={({ id }) => id}
          columns={columns}
          href={(user) => (user.can.view ? viewAddress(user) : undefined)}
          item={userItem}
          sort={sortOf(sort)}
          onSort={({ field, direction }) =>
            setQuery({ sort: `${field}:${direction}` as typeof sort, page: undefined, cursor: undefined })
          }
          busy={isPlaceholderData}
          skeletonRows={size}
          placeholder={
            <Nothing
              search={search}
              page={page}
              onClear={() => setQuery({ search: undefined, page: undefined, cursor: undefined })}
              onStart={fromTheStart}
              onEverywhere={node && everywhere}
            />
          }
        />
      )}
    </ListPage>
  );
}

/** The place whose users are listed; its name is read only by whoever may read places. */
function PlaceChip({ id, onClear }: { id: NodeId; onClear: () => void }) {
  const t = useT();
  const { data } = useQuery({
    ...oneNode(id),
    enabled: may(['VIEW_NODE', 'LIST_NODE_STRUCTURE']),
    meta: { quiet: true },
  });
  return (
    <FilterChip
      label={t('users.field.place')}
      value={data?.name ?? t('users.list.onePlace')}
      clear={{ label: t('users.list.allPlaces'), onClear }}
    />
  );
}

type NothingProps = {
  search: string;
  page: number;
  onClear: () => void;
  onStart: () => void;
  onEverywhere: (() => void) | undefined;
};

/** Why the list is empty, with the way out: past its end, nothing matches, or nobody is there yet. */
function Nothing({ search, page, onClear, onStart, onEverywhere }: NothingProps) {
  const t = useT();
  if (page > 0) {
    return (
      <EmptyState
        title={t('users.list.pastEnd')}
        text={t('users.list.pastEndText')}
        actions={<Button onClick={onStart}>{t('users.list.firstPage')}</Button>}
      />
    );
  }
  if (search) {
    return (
      <EmptyState
        drawing="search"
        title={t('users.list.nothingFound', { search })}
        text={t('users.list.nothingFoundText')}
        actions={<Button onClick={onClear}>{t('ui.search.clear')}</Button>}
      />
    );
  }
  if (onEverywhere) {
    return (
      <EmptyState
        title={t('users.list.nobodyThere')}
        text={t('users.list.nobodyThereText')}
        actions={<Button onClick={onEverywhere}>{t('users.list.allPlaces')}</Button>}
      />
    );
  }
  return <EmptyState title={t('users.list.empty')} text={t('users.list.emptyText')} />;
}

/** How many users there are: an estimate is rounded, and the last page knows exactly. */
function countOf(data: Page<UserRow> | undefined, page: number, size: number): { total: number; estimated: boolean } {
  if (!data) return { total: 0, estimated: false };
  if (!data.totalIsEstimate) return { total: data.total, estimated: false };
  if (!data.next && data.result.length > 0) return { total: page * size + data.result.length, estimated: false };
  const step = 10 ** Math.max(0, Math.floor(Math.log10(data.total)) - 1);
  return { total: Math.max(Math.round(data.total / step) * step, (page + 1) * size + 1), estimated: true };
}

function sortOf(words: string): Sort {
  const [field = 'name', direction] = words.split(':');
  return { field, direction: direction === 'desc' ? 'desc' : 'asc' };
}
