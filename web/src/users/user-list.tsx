import { Button } from '@mantine/core';
import { type UserView, usualUserColumns } from '@storeward/contract/user-views';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useT } from '../platform/i18n.ts';
import { may, useSession } from '../platform/session.ts';
import { ListScreen, NothingFound } from '../screens/list-screen.tsx';
import { useRecordList } from '../screens/record-list.ts';
import { useRowSelection } from '../screens/row-selection.ts';
import { Link } from '../ui/link.tsx';
import { lazily } from '../ui/lazily.tsx';
import { EmptyState } from '../ui/states.tsx';
import { userList } from './queries.ts';
import { bulkActionsOffered } from './user-bulk-offered.ts';
import { userColumns, userItem } from './user-columns.tsx';
import { UserExportMenu } from './user-export-menu.tsx';
import { isFiltered, noFilters } from './user-filter-values.ts';
import { UserFilters } from './user-filters.tsx';
import { viewsKept } from './user-list-queries.ts';
import { changesAddress, createAddress, fullName, viewAddress } from './user-names.ts';
import { UserViewMenu } from './user-view-menu.tsx';
import { columnsIn, columnsText, UserListAddress } from './user-view-state.ts';

const UserBulkBar = lazily(
  async () => (await import('./user-bulk-bar.tsx')).UserBulkBar,
  () => <span />,
);

/** The users of the reader's own area: searched, narrowed, sorted and paged by the server, with all of it in the address. */
export function UserListScreen() {
  const t = useT();
  const { list, query, anew } = useRecordList({
    schema: UserListAddress,
    read: (asked, { node, role, status, level }) => userList({ ...asked, node, role, status, level }),
    usualSort: 'name:asc',
  });
  const { node, role, status, level } = query;
  const filters = { node, role, status, level };
  const { data: kept } = useQuery({ ...viewsKept(), meta: { quiet: true } });
  const shownColumns = columnsIn(query.columns) ?? kept?.columns ?? usualUserColumns;
  const columnWords = columnsText(shownColumns);
  const columns = useMemo(() => userColumns(t, columnsIn(columnWords) ?? []), [t, columnWords]);
  const matching = { ...filters, search: list.search || undefined };
  const picked = useRowSelection(JSON.stringify(matching));
  const mayPick = useSession().user?.rootNode !== 'GLOBAL' && bulkActionsOffered().length > 0;
  const apply = (view: UserView | undefined) =>
    anew({
      ...noFilters,
      search: undefined,
      sort: undefined,
      ...view?.query,
      columns: view && columnsText(view.columns),
      view: view?.id,
    });
  const everywhere = { label: t('users.list.allPlaces'), onClick: () => anew({ node: undefined }) };
  return (
    <ListScreen
      list={list}
      title={t('users.list.title')}
      actions={
        <>
          <UserExportMenu matching={matching} />
          {mayPick && (
            <Button component={Link} href={changesAddress} variant="default">
              {t('users.changes.all')}
            </Button>
          )}
          {may(['CREATE_USER']) && (
            <Button component={Link} href={createAddress}>
              {t('users.action.create')}
            </Button>
          )}
        </>
      }
      searchLabel={t('users.list.search')}
      count={(figures, about) => t(about ? 'users.list.countAbout' : 'users.list.count', figures)}
      filters={<UserFilters values={filters} onChange={anew} />}
      look={
        <UserViewMenu
          now={{ query: { ...matching, sort: query.sort }, columns: shownColumns }}
          viewId={query.view}
          onApply={apply}
          onOwnColumns={() => anew({ columns: undefined })}
        />
      }
      columns={columns}
      href={(user) => (user.can.view ? viewAddress(user) : undefined)}
      item={userItem}
      selection={
        mayPick
          ? {
              isPicked: ({ id }) => picked.everything || picked.ids.has(id),
              pick: picked.pick,
              label: (user) => t('users.bulk.row', { name: fullName(user) }),
              allLabel: t('users.bulk.page'),
              bar: (picked.everything || picked.ids.size > 0) && (
                <UserBulkBar picked={picked} matching={matching} count={{ total: list.total, about: list.estimated }} />
              ),
            }
          : undefined
      }
      nothing={
        isFiltered({ ...filters, node: undefined }) ? (
          <NothingFound
            title={t('users.filter.nothing')}
            text={t('users.filter.nothingText')}
            clearLabel={t('users.filter.clearAll')}
            onClear={() => anew({ ...noFilters, search: undefined })}
          />
        ) : list.search ? (
          <NothingFound
            title={t('users.list.nothingFound', { search: list.search })}
            text={t('users.list.nothingFoundText')}
            clearLabel={t('ui.search.clear')}
            onClear={() => list.seek(undefined)}
          />
        ) : node ? (
          <EmptyState
            title={t('users.list.nobodyThere')}
            text={t('users.list.nobodyThereText')}
            actions={<Button onClick={everywhere.onClick}>{everywhere.label}</Button>}
          />
        ) : (
          <EmptyState title={t('users.list.empty')} text={t('users.list.emptyText')} />
        )
      }
      wayOut={(code) => (code === 'node.unknown' ? everywhere : undefined)}
    />
  );
}
