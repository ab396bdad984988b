import { Menu } from '@mantine/core';
import type { ListViewId } from '@storeward/contract/list-views';
import type { UserColumnName, UserView, UserViewQuery } from '@storeward/contract/users/user-views';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT, withAllPhrases } from '../../platform/text/i18n.ts';
import { ViewMenu } from '../../records/view-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { savedViewsQuery, useRemoveView, useSaveView, useSetColumns } from './user-list-queries.ts';

const UserColumnsDialog = lazyComponent(
  withAllPhrases(async () => (await import('./user-columns-dialog.tsx')).UserColumnsDialog),
);

type Props = {
  listState: { query: UserViewQuery; columns: UserColumnName[] };
  viewId: ListViewId | undefined;
  onApply: (view: UserView | undefined) => void;
  /** Switches to the user's saved columns. */
  onPersonalColumns: () => void;
};

/** Menu of saved views of the user list, and column selection. */
export function UserViewMenu({ listState, viewId, onApply, onPersonalColumns }: Props) {
  const t = useT();
  const { data } = useQuery({ ...savedViewsQuery(), meta: { quiet: true } });
  const save = useSaveView();
  const remove = useRemoveView();
  const setColumns = useSetColumns();
  const [isChoosing, setChoosing] = useState(false);
  function saveColumns(columns: UserColumnName[]) {
    setChoosing(false);
    setColumns.mutate(columns, { onSuccess: onPersonalColumns });
  }
  return (
    <>
      <ViewMenu
        saved={{ views: data?.views ?? [], save, remove }}
        listState={listState}
        viewId={viewId}
        onApply={onApply}
        all={{ label: t('users.views.all'), icon: 'users' }}
      >
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="columns" />} onClick={() => setChoosing(true)}>
          {t('users.views.columns')}
        </Menu.Item>
      </ViewMenu>
      {isChoosing && (
        <UserColumnsDialog
          initialColumns={listState.columns}
          onClose={() => setChoosing(false)}
          onSelect={saveColumns}
        />
      )}
    </>
  );
}
