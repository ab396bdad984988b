import { Button } from '@mantine/core';
import { type UserView, defaultUserColumns } from '@storeward/contract/users/user-views';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ChosenOrganisationPicker } from '../../organisations/chosen-organisation-picker.tsx';
import { useChosenOrganisation } from '../../platform/session/chosen-organisation.ts';
import { dayFilter } from '../../platform/text/day-filter.ts';
import { useT, withAllPhrases } from '../../platform/text/i18n.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import { ListScreen, NoResults } from '../../records/list-screen.tsx';
import { useRecordList } from '../../records/record-list.ts';
import { useRowSelection } from '../../records/row-selection.ts';
import { Link } from '../../ui/page/link.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { userListQuery } from '../queries.ts';
import { availableBulkActions } from '../bulk/user-bulk-actions.ts';
import { userColumns, userItem } from './user-columns.tsx';
import { UserExportMenu } from './user-export-menu.tsx';
import { isFiltered, noFilters } from './user-filter-values.ts';
import { UserFilters } from './user-filters.tsx';
import { savedViewsQuery, useIsUnusedRole } from './user-list-queries.ts';
import { userBulkChangesPath, userCreatePath, fullName, userViewPath } from '../user-names.ts';
import { UserViewMenu } from './user-view-menu.tsx';
import { parseColumns, serializeColumns, UserListParams } from './user-view-state.ts';

const UserBulkBar = lazyComponent(
  withAllPhrases(async () => (await import('../bulk/user-bulk-bar.tsx')).UserBulkBar),
  () => <span />,
);

/** User list of the user's scope: server-side search, filters, sorting and paging, all kept in the URL. */
export function UserListScreen() {
  const t = useT();
  const { organisation: orgId } = useChosenOrganisation();
  const {
    list,
    query,
    setFilter: anew,
  } = useRecordList({
    schema: UserListParams,
    read: (params, { node, role, status, level, inactiveSince }) =>
      userListQuery({ ...params, node, role, status, level, ...dayFilter({ inactiveSince }), orgId }),
    defaultSort: 'name:asc',
  });
  const { node, role, status, level, inactiveSince } = query;
  const filters = { node, role, status, level, inactiveSince };
  const isUnusedRole = useIsUnusedRole(role, orgId);
  const { data: savedViews } = useQuery({ ...savedViewsQuery(), meta: { quiet: true } });
  const visibleColumns = parseColumns(query.columns) ?? savedViews?.columns ?? defaultUserColumns;
  const columnsKey = serializeColumns(visibleColumns);
  const columns = useMemo(() => userColumns(t, parseColumns(columnsKey) ?? []), [t, columnsKey]);
  const matching = { ...filters, search: list.search || undefined };
  const selection = useRowSelection(JSON.stringify(matching));
  const canSelect = useSession().user?.rootNode !== 'GLOBAL' && availableBulkActions().length > 0;
  const applyView = (view: UserView | undefined) =>
    anew({
      ...noFilters,
      search: undefined,
      sort: undefined,
      ...view?.query,
      columns: view && serializeColumns(view.columns),
      view: view?.id,
    });
  const allNodesAction = { label: t('users.list.allNodes'), onClick: () => anew({ node: undefined }) };
  return (
    <ListScreen
      list={list}
      title={t('users.list.title')}
      actions={
        <>
          <UserExportMenu matching={{ ...matching, ...dayFilter({ inactiveSince }), orgId }} />
          {canSelect && (
            <Button component={Link} href={userBulkChangesPath} variant="default">
              {t('users.bulkChanges.all')}
            </Button>
          )}
          {hasPermission(['CREATE_USER']) && (
            <Button component={Link} href={userCreatePath}>
              {t('users.action.create')}
            </Button>
          )}
        </>
      }
      searchLabel={t('users.list.search')}
      count={(counts, isEstimate) => t(isEstimate ? 'users.list.countEstimate' : 'users.list.count', counts)}
      filters={
        <>
          <ChosenOrganisationPicker reset={{ ...noFilters, view: undefined }} />
          <UserFilters values={filters} onChange={anew} organisation={orgId} />
        </>
      }
      layoutSwitch={
        <UserViewMenu
          listState={{ query: { ...matching, sort: query.sort }, columns: [...visibleColumns] }}
          viewId={query.view}
          onApply={applyView}
          onPersonalColumns={() => anew({ columns: undefined })}
        />
      }
      columns={columns}
      href={(user) => (user.can.view ? userViewPath(user) : undefined)}
      item={userItem}
      selection={
        canSelect
          ? {
              isSelected: ({ id }) => selection.allSelected || selection.ids.has(id),
              select: selection.select,
              label: (user) => t('users.bulk.row', { name: fullName(user) }),
              allLabel: t('users.bulk.page'),
              bar: (selection.allSelected || selection.ids.size > 0) && (
                <UserBulkBar
                  selection={selection}
                  matching={{ ...matching, ...dayFilter({ inactiveSince }) }}
                  count={{ total: list.total, isEstimate: list.estimated }}
                />
              ),
            }
          : undefined
      }
      emptyState={
        isUnusedRole ? (
          <NoResults
            title={t('users.filter.unusedRoleTitle')}
            text={t('users.filter.unusedRoleText')}
            clearLabel={t('users.filter.clear', { filter: t('users.field.role') })}
            onClear={() => anew({ role: undefined })}
          />
        ) : isFiltered({ ...filters, node: undefined }) ? (
          <NoResults
            title={t('users.filter.nothing')}
            text={t('users.filter.nothingText')}
            clearLabel={t('users.filter.clearAll')}
            onClear={() => anew({ ...noFilters, search: undefined })}
          />
        ) : list.search ? (
          <NoResults
            title={t('users.list.nothingFound', { search: list.search })}
            text={t('users.list.nothingFoundText')}
            clearLabel={t('ui.search.clear')}
            onClear={() => list.setSearch(undefined)}
          />
        ) : node ? (
          <EmptyState
            title={t('users.list.emptyNode')}
            text={t('users.list.emptyNodeText')}
            actions={<Button onClick={allNodesAction.onClick}>{allNodesAction.label}</Button>}
          />
        ) : (
          <EmptyState title={t('users.list.empty')} text={t('users.list.emptyText')} />
        )
      }
      recovery={(code) => (code === 'node.unknown' ? allNodesAction : undefined)}
    />
  );
}
