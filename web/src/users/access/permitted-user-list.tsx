import { Flex, Group, Text } from '@mantine/core';
import { type ActionName, actionNames, actionOf } from '@storeward/contract/users/actions';
import type { Node, NodeId } from '@storeward/contract/nodes';
import { pageQuery } from '@storeward/contract/paging';
import { ActionParam, type PermittedUser } from '@storeward/contract/users/user-access';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { nodeQuery } from '../../nodes/queries.ts';
import { ApiError } from '../../platform/api/api.ts';
import { errorMessage, formatLastDate, formatNumber, useT } from '../../platform/text/i18n.ts';
import { usePaginationLabels } from '../../platform/text/pagination-labels.ts';
import { useSession } from '../../platform/session/session.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { EmptyState, NotFoundState } from '../../ui/page/states.tsx';
import { permittedUsersQuery } from './access-queries.ts';
import { ActionPicker } from './action-picker.tsx';
import { explanationPath } from './access-address.ts';
import { fullName } from '../user-names.ts';

const { search: Search, page: PageNumber, size: PageSize } = pageQuery(['name']).shape;
const ListQuery = z.object({ action: z.optional(ActionParam), search: Search, page: PageNumber, size: PageSize });
const defaultSize = 25;

/** Who may perform an action at a location, and through which role assignments. */
export function PermittedUserList({ id }: { id: NodeId }) {
  const t = useT();
  const { data: node, error, refetch } = useQuery({ ...nodeQuery(id), meta: errorShownByScreen });
  const title = t('app.title.permittedUsers');
  useEffect(() => {
    if (node) document.title = `${node.name} · ${title}`;
  }, [node, title]);
  const isNotFound = error instanceof ApiError && ['node.unknown', 'input.invalid'].includes(error.code);
  if (node) return <LoadedList node={node} />;
  return (
    <ListPage header={<PageHeader title={title} />}>
      {isNotFound ? (
        <NotFoundState title={t('nodes.unknown.title')} text={errorMessage('node.unknown')} />
      ) : (
        error && <LoadError title={t('users.permitted.failed')} error={error} onRetry={() => void refetch()} />
      )}
    </ListPage>
  );
}

function LoadedList({ node }: { node: Node }) {
  const t = useT();
  const { level } = useSession();
  const paginationLabels = usePaginationLabels();
  const [{ action: requested, search = '', page = 0, size = defaultSize }, setQuery] = useUrlQuery(ListQuery);
  const offered = actionNames.filter((name) => actionOf(name).at.includes(node.nodeType));
  const action = offered.find((name) => name === requested) ?? defaultAction(node);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...permittedUsersQuery(node.nodeId, { action, page, size, ...(search && { search }) }),
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });
  const isWhole = level === 'ORGANIZATION' || level === 'GLOBAL';
  const total = data?.total ?? 0;
  return (
    <ListPage
      header={
        <PageHeader
          title={t('app.title.permittedUsers')}
          crumbs={[
            ...node.path.map(({ id, name }) => ({ label: name, href: `/structure/${id}/view` as const })),
            { label: t('app.title.permittedUsers') },
          ]}
          crumbsLabel={t('nodes.panel.path')}
          description={t('users.permitted.description', { name: node.name })}
        />
      }
      toolbar={
        <Group gap="8px 12px" w="100%" align="flex-end">
          <Flex flex={{ base: '1 1 100%', sm: '0 1 20rem' }} direction="column">
            <ActionPicker
              value={action}
              at={node.nodeType}
              onChange={(next) => setQuery({ action: next, page: undefined })}
            />
          </Flex>
          <SearchField
            value={search}
            label={t('users.permitted.search')}
            clearLabel={t('ui.search.clear')}
            onSearch={(text) => setQuery({ search: text || undefined, page: undefined }, { replace: true })}
          />
          <Text role="status" span size="label" c="dimmed" ms="auto">
            {data && t('users.list.count', { count: total, shown: formatNumber(total) })}
          </Text>
        </Group>
      }
      footer={
        data &&
        !error && (
          <Pagination
            page={page}
            size={size}
            total={total}
            {...paginationLabels}
            onPage={(next) => setQuery({ page: next || undefined })}
            onSize={(next) => setQuery({ page: undefined, size: next })}
          />
        )
      }
    >
      {error ? (
        <LoadError title={t('users.permitted.failed')} error={error} onRetry={() => void refetch()} />
      ) : data?.result.length === 0 ? (
        <EmptyState
          illustration="search"
          title={t('users.permitted.empty')}
          text={t(search ? 'users.permitted.emptySearch' : 'users.permitted.emptyText')}
        />
      ) : (
        <PermittedUserTable node={node} action={action} rows={data?.result} busy={isPlaceholderData} />
      )}
      {!isWhole && (
        <Text size="label" c="dimmed" px="var(--page-pad)" py="sm">
          {t('users.permitted.ownArea')}
        </Text>
      )}
    </ListPage>
  );
}

type TableProps = { node: Node; action: ActionName; rows: readonly PermittedUser[] | undefined; busy: boolean };

type WayText = (way: PermittedUser['ways'][number]) => string;

const permittedColumns = (t: ReturnType<typeof useT>, wayText: WayText): Column<PermittedUser>[] => [
  { id: 'name', header: t('users.permitted.user'), width: '27%', cell: fullName },
  { id: 'userName', header: t('users.field.userName'), width: '25%', cell: ({ userName }) => userName },
  {
    id: 'ways',
    header: t('users.access.roles'),
    cell: ({ ways }) => <Ways texts={ways.map(wayText)} />,
  },
];

function PermittedUserTable({ node: { nodeId, nodeType }, action, rows, busy }: TableProps) {
  const t = useT();
  const wayText: WayText = ({ role, place, until }) =>
    [role.name, place.name, until && t('users.assignment.until', { when: formatLastDate(until) })]
      .filter(Boolean)
      .join(' · ');
  return (
    <DataTable
      label={t('app.title.permittedUsers')}
      rows={rows}
      rowId={({ id }) => id}
      columns={permittedColumns(t, wayText)}
      href={({ id }) => explanationPath(id, action, { id: nodeId, nodeType })}
      item={(user) => ({ title: fullName(user), detail: user.ways.map(wayText).join(', ') })}
      busy={busy}
      skeletonRows={10}
    />
  );
}

const Ways = ({ texts }: { texts: readonly string[] }) => (
  <ul>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

/** The action that the list begins with. */
const defaultAction = ({ nodeType }: Node): ActionName =>
  nodeType === 'GLOBAL' ? 'listOrganisations' : nodeType === 'ORGANIZATION' ? 'editOrganisation' : 'editConfiguration';
