import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { users } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { oneNode } from '../nodes/queries.ts';
import { useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { ListScreen, NothingFound } from '../screens/list-screen.tsx';
import { useRecordList } from '../screens/record-list.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import { Link } from '../ui/link.tsx';
import { EmptyState } from '../ui/states.tsx';
import { userList } from './queries.ts';
import { userColumns, userItem } from './user-columns.tsx';
import { createAddress, viewAddress } from './user-names.ts';

/** The users of the reader's own area: searched, sorted and paged by the server, with all of it in the address. */
export function UserListScreen() {
  const t = useT();
  const { list, query, anew } = useRecordList({
    schema: users.list.query,
    read: (asked, { node }) => userList({ ...asked, node }),
    usualSort: 'name:asc',
  });
  const { node } = query;
  const columns = useMemo(() => userColumns(t), [t]);
  const everywhere = { label: t('users.list.allPlaces'), onClick: () => anew({ node: undefined }) };
  return (
    <ListScreen
      list={list}
      title={t('users.list.title')}
      actions={
        may(['CREATE_USER']) && (
          <Button component={Link} href={createAddress}>
            {t('users.action.create')}
          </Button>
        )
      }
      searchLabel={t('users.list.search')}
      count={(figures, about) => t(about ? 'users.list.countAbout' : 'users.list.count', figures)}
      filters={node && <PlaceChip id={node} clear={everywhere} />}
      columns={columns}
      href={(user) => (user.can.view ? viewAddress(user) : undefined)}
      item={userItem}
      nothing={
        list.search ? (
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

type ChipProps = { id: NodeId; clear: { label: string; onClick: () => void } };

/** The place whose users are listed; its name is read only by whoever may read places. */
function PlaceChip({ id, clear: { label, onClick: onClear } }: ChipProps) {
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
      clear={{ label, onClear }}
    />
  );
}
