import { Button, Select } from '@mantine/core';
import { NodeType } from '@storeward/contract/access';
import { roles } from '@storeward/contract/roles';
import { useMemo } from 'react';
import { useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { ListScreen, NothingFound } from '../screens/list-screen.tsx';
import { useRecordList } from '../screens/record-list.ts';
import { Link } from '../ui/link.tsx';
import { EmptyState } from '../ui/states.tsx';
import { roleList } from './queries.ts';
import { createAddress, ofThePlatform, viewAddress } from './role-address.ts';
import { roleColumns, roleItem } from './role-columns.tsx';
import { levelsToGive } from './role-fields.ts';
import classes from './role-list.module.css';

const everything = { search: undefined, level: undefined, status: undefined };
const statuses = ['enabled', 'disabled'] as const;

/** The roles that the reader sees: searched, filtered, sorted and paged by the server, with all of it in the address. */
export function RoleListScreen() {
  const t = useT();
  const { list, query, anew } = useRecordList({
    schema: roles.list.query,
    read: ({ cursor: _, ...asked }, { level, status }) => roleList({ ...asked, level, status }),
    usualSort: 'name:asc',
  });
  const { level, status } = query;
  const columns = useMemo(() => roleColumns(t), [t]);
  const item = useMemo(() => roleItem(t), [t]);
  const platform = ofThePlatform();
  const title = t(platform ? 'app.title.rossRoles' : 'app.title.roles');
  const levels = levelsToGive();
  return (
    <ListScreen
      list={list}
      title={title}
      actions={
        may(['CREATE_ROLE']) && (
          <Button component={Link} href={createAddress()}>
            {t('roles.action.create')}
          </Button>
        )
      }
      searchLabel={t('roles.list.search')}
      count={(figures) => t('roles.list.count', figures)}
      filters={
        <>
          {!platform && levels.length > 1 && (
            <Select
              aria-label={t('roles.field.level')}
              placeholder={t('roles.list.everyLevel')}
              clearable={level !== undefined}
              clearButtonProps={{ 'aria-label': t('roles.list.everyLevel') }}
              className={classes.level ?? ''}
              data={levels.map((value) => ({ value, label: t(`ui.level.${value}`) }))}
              value={level ?? null}
              onChange={(value) => anew({ level: NodeType.safeParse(value).data })}
            />
          )}
          <Select
            aria-label={t('roles.field.status')}
            placeholder={t('roles.list.everyStatus')}
            clearable={status !== undefined}
            clearButtonProps={{ 'aria-label': t('roles.list.everyStatus') }}
            className={classes.status ?? ''}
            data={statuses.map((value) => ({ value, label: t(`ui.status.${value}`) }))}
            value={status ?? null}
            onChange={(value) => anew({ status: statuses.find((one) => one === value) })}
          />
        </>
      }
      columns={columns}
      href={(role) => (role.can.view ? viewAddress(role) : undefined)}
      item={item}
      nothing={
        list.search || level || status ? (
          <NothingFound
            title={t('roles.list.nothing')}
            text={t('roles.list.nothingText')}
            clearLabel={t('roles.list.clear')}
            onClear={() => anew(everything)}
          />
        ) : (
          <EmptyState title={t('roles.list.empty')} text={t('roles.list.emptyText')} />
        )
      }
    />
  );
}
