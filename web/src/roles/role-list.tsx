import { Button, Select } from '@mantine/core';
import { NodeType } from '@storeward/contract/access';
import { roles } from '@storeward/contract/roles';
import { type ReactNode, useMemo } from 'react';
import { useChosenOrganisation } from '../platform/session/chosen-organisation.ts';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { ListScreen, NoResults } from '../records/list-screen.tsx';
import { useRecordList } from '../records/record-list.ts';
import { Link } from '../ui/page/link.tsx';
import { EmptyState } from '../ui/page/states.tsx';
import { roleListQuery } from './queries.ts';
import { roleCreatePath, isPlatformLevel, roleViewPath } from './role-paths.ts';
import { roleColumns, roleItem } from './role-columns.tsx';
import { assignableLevels } from './role-fields.ts';

const noFilters = { search: undefined, level: undefined, status: undefined };
const statuses = ['enabled', 'disabled'] as const;

/** Role list: server-side search, filters, sorting and paging, all kept in the URL. */
export function RoleListScreen({ organisationPicker }: { organisationPicker?: ReactNode }) {
  const t = useT();
  const { organisation: orgId } = useChosenOrganisation();
  const {
    list,
    query,
    setFilter: anew,
  } = useRecordList({
    schema: roles.list.query,
    read: ({ cursor: _, ...params }, { level, status }) => roleListQuery({ ...params, level, status, orgId }),
    defaultSort: 'name:asc',
  });
  const { level, status } = query;
  const columns = useMemo(() => roleColumns(t), [t]);
  const item = useMemo(() => roleItem(t), [t]);
  const platform = isPlatformLevel();
  const title = t(platform ? 'app.title.rossRoles' : 'app.title.roles');
  const levels = assignableLevels(platform && !orgId);
  return (
    <ListScreen
      list={list}
      title={title}
      actions={
        hasPermission(['CREATE_ROLE']) && (
          <Button component={Link} href={roleCreatePath()}>
            {t('roles.action.create')}
          </Button>
        )
      }
      searchLabel={t('roles.list.search')}
      count={(counts) => t('roles.list.count', counts)}
      filters={
        <>
          {organisationPicker}
          {levels.length > 1 && (
            <Select
              aria-label={t('roles.field.level')}
              placeholder={t('roles.list.anyLevel')}
              clearable={level !== undefined}
              clearButtonProps={{ 'aria-label': t('roles.list.anyLevel') }}
              flex={{ base: '1 1 8rem', sm: '0 0 12rem' }}
              data={levels.map((value) => ({ value, label: t(`ui.level.${value}`) }))}
              value={level ?? null}
              onChange={(value) => anew({ level: NodeType.safeParse(value).data })}
            />
          )}
          <Select
            aria-label={t('roles.field.status')}
            placeholder={t('roles.list.anyStatus')}
            clearable={status !== undefined}
            clearButtonProps={{ 'aria-label': t('roles.list.anyStatus') }}
            flex={{ base: '1 1 8rem', sm: '0 0 9.5rem' }}
            data={statuses.map((value) => ({ value, label: t(`ui.status.${value}`) }))}
            value={status ?? null}
            onChange={(value) => anew({ status: statuses.find((candidate) => candidate === value) })}
          />
        </>
      }
      columns={columns}
      href={(role) => (role.can.view ? roleViewPath(role) : undefined)}
      item={item}
      emptyState={
        list.search || level || status ? (
          <NoResults
            title={t('roles.list.nothingFound')}
            text={t('roles.list.nothingFoundText')}
            clearLabel={t('roles.list.clear')}
            onClear={() => anew(noFilters)}
          />
        ) : (
          <EmptyState title={t('roles.list.empty')} text={t('roles.list.emptyText')} />
        )
      }
    />
  );
}
