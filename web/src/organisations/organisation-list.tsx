import { Button, SegmentedControl } from '@mantine/core';
import { organisations } from '@storeward/contract/organisations';
import { useMemo, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { type ListLook, rememberListLook, rememberedListLook } from '../platform/list-memory.ts';
import { may } from '../platform/session.ts';
import { ListScreen, NothingFound } from '../screens/list-screen.tsx';
import { useRecordList } from '../screens/record-list.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { EmptyState } from '../ui/states.tsx';
import { createAddress, listAddress, viewAddress } from './organisation-address.ts';
import { organisationColumns, organisationItem } from './organisation-columns.tsx';
import { OrganisationTiles } from './organisation-tiles.tsx';
import { organisationList } from './queries.ts';

/** The organisations of the platform: searched, sorted and paged by the server, with all of it in the address. */
export function OrganisationListScreen() {
  const t = useT();
  const { list } = useRecordList({
    schema: organisations.list.query,
    read: ({ cursor: _, ...asked }) => organisationList(asked),
    usualSort: 'createdDate:desc',
  });
  const [look, setLook] = useState(() => rememberedListLook(listAddress));
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
      look={
        <LookSwitch
          look={look}
          onLook={(wanted) => {
            rememberListLook(listAddress, wanted);
            setLook(wanted);
          }}
        />
      }
      columns={columns}
      href={(organisation) => (organisation.can.view ? viewAddress(organisation) : undefined)}
      item={organisationItem}
      otherwise={
        look === 'tiles' && (
          <OrganisationTiles label={t('organisations.list.title')} rows={list.rows} busy={list.busy} />
        )
      }
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

const looks = { list: 'menu', tiles: 'grid' } as const;

/** Changes between rows and tiles. */
function LookSwitch({ look, onLook }: { look: ListLook; onLook: (look: ListLook) => void }) {
  const t = useT();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('organisations.look.label')}
      value={look}
      onChange={onLook}
      data={(['list', 'tiles'] as const).map((value) => ({
        value,
        label: <Icon name={looks[value]} size={16} title={t(`organisations.look.${value}`)} />,
      }))}
    />
  );
}
