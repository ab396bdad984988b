import { Button } from '@mantine/core';
import { organisations } from '@storeward/contract/organisations';
import { useMemo } from 'react';
import { useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { ListScreen, NothingFound } from '../screens/list-screen.tsx';
import { useRecordList } from '../screens/record-list.ts';
import { Link } from '../ui/link.tsx';
import { EmptyState } from '../ui/states.tsx';
import { createAddress, viewAddress } from './organisation-address.ts';
import { organisationColumns, organisationItem } from './organisation-columns.tsx';
import { organisationList } from './queries.ts';

/** The organisations of the platform: searched, sorted and paged by the server, with all of it in the address. */
export function OrganisationListScreen() {
  const t = useT();
  const { list } = useRecordList({
    schema: organisations.list.query,
    read: ({ cursor: _, ...asked }) => organisationList(asked),
    usualSort: 'createdDate:desc',
  });
  const columns = useMemo(() => organisationColumns(t), [t]);
  return (
    <ListScreen
      list={list}
      title={t('organisations.list.title')}
      actions={
        may(['CREATE_ORGANISATION']) && (
          <Button component={Link} href={createAddress}>
            {t('organisations.action.create')}
          </Button>
        )
      }
      searchLabel={t('organisations.list.search')}
      count={(figures) => t('organisations.list.count', figures)}
      columns={columns}
      href={(organisation) => (organisation.can.view ? viewAddress(organisation) : undefined)}
      item={organisationItem}
      nothing={
        list.search ? (
          <NothingFound
            title={t('organisations.list.nothingFound', { search: list.search })}
            text={t('organisations.list.nothingFoundText')}
            clearLabel={t('ui.search.clear')}
            onClear={() => list.seek(undefined)}
          />
        ) : (
          <EmptyState title={t('organisations.list.empty')} text={t('organisations.list.emptyText')} />
        )
      }
    />
  );
}
