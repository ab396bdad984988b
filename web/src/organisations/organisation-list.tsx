import { Button, SegmentedControl } from '@mantine/core';
import { shownOrganisations } from '@storeward/contract/limits';
import { organisations } from '@storeward/contract/organisations';
import { useMemo, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { type ListLayout, storeListLayout, storedListLayout } from '../platform/list-preferences.ts';
import { hasPermission } from '../platform/session/session.ts';
import { ListScreen, NoResults } from '../records/list-screen.tsx';
import { useRecordList } from '../records/record-list.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/page/link.tsx';
import { EmptyState } from '../ui/page/states.tsx';
import { organisationCreatePath, organisationListPath, organisationViewPath } from './organisation-paths.ts';
import { organisationColumns, organisationItem } from './organisation-columns.tsx';
import { OrganisationTiles } from './organisation-tiles.tsx';
import { organisationListQuery } from './queries.ts';

/** Organisation list of the platform: server-side search, sorting and paging, all kept in the URL. */
export function OrganisationListScreen() {
  const t = useT();
  const { list } = useRecordList({
    schema: organisations.list.query,
    read: ({ cursor: _, ...params }) => organisationListQuery(params),
    defaultSort: shownOrganisations.sort,
  });
  const [viewMode, setViewMode] = useState(() => storedListLayout(organisationListPath));
  const columns = useMemo(() => organisationColumns(t), [t]);
  return (
    <ListScreen
      list={list}
      title={t('organisations.list.title')}
      actions={
        hasPermission(['CREATE_ORGANISATION']) && (
          <Button component={Link} href={organisationCreatePath}>
            {t('organisations.action.create')}
          </Button>
        )
      }
      searchLabel={t('organisations.list.search')}
      count={(counts) => t('organisations.list.count', counts)}
      layoutSwitch={
        <ViewModeSwitch
          viewMode={viewMode}
          onViewMode={(mode) => {
            storeListLayout(organisationListPath, mode);
            setViewMode(mode);
          }}
        />
      }
      columns={columns}
      href={(organisation) => (organisation.can.view ? organisationViewPath(organisation) : undefined)}
      item={organisationItem}
      alternativeView={
        viewMode === 'tiles' && (
          <OrganisationTiles label={t('organisations.list.title')} rows={list.rows} busy={list.busy} />
        )
      }
      emptyState={
        list.search ? (
          <NoResults
            title={t('organisations.list.nothingFound', { search: list.search })}
            text={t('organisations.list.nothingFoundText')}
            clearLabel={t('ui.search.clear')}
            onClear={() => list.setSearch(undefined)}
          />
        ) : (
          <EmptyState title={t('organisations.list.empty')} text={t('organisations.list.emptyText')} />
        )
      }
    />
  );
}

const viewModeIcons = { list: 'menu', tiles: 'grid' } as const;

/** Switches between rows and tiles. */
function ViewModeSwitch({ viewMode, onViewMode }: { viewMode: ListLayout; onViewMode: (mode: ListLayout) => void }) {
  const t = useT();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('organisations.viewMode.label')}
      value={viewMode}
      onChange={onViewMode}
      data={(['list', 'tiles'] as const).map((value) => ({
        value,
        label: <Icon name={viewModeIcons[value]} size={16} title={t(`organisations.viewMode.${value}`)} />,
      }))}
    />
  );
}
