import { Button, Menu, Text } from '@mantine/core';
import type { UserColumnName, UserView, UserViewId } from '@storeward/contract/user-views';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { errorMessage, useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useSaveView, useRemoveView, useSetColumns, savedViewsQuery } from './user-list-queries.ts';
import classes from './user-view-menu.module.css';
import { viewDiffers, hasFilters, type ListState } from './user-view-state.ts';

const UserViewDialog = lazyComponent(async () => (await import('./user-view-dialog.tsx')).UserViewDialog);
const UserColumnsDialog = lazyComponent(async () => (await import('./user-columns-dialog.tsx')).UserColumnsDialog);

type Props = {
  listState: ListState;
  /** The applied view. */
  viewId: UserViewId | undefined;
  /** Applies a view, or the default list for undefined. */
  onApply: (view: UserView | undefined) => void;
  /** Switches to the user's saved columns. */
  onPersonalColumns: () => void;
};

/** Menu of saved views: apply, save, update, delete; and column selection. */
export function UserViewMenu({ listState, viewId, onApply, onPersonalColumns }: Props) {
  const t = useT();
  const notify = useNotify();
  const { data } = useQuery({ ...savedViewsQuery(), meta: { quiet: true } });
  const saveView = useSaveView();
  const remove = useRemoveView();
  const setColumns = useSetColumns();
  const [open, setOpen] = useState<'save' | 'columns' | 'remove'>();
  const views = data?.views ?? [];
  const view = views.find(({ id }) => id === viewId);
  const close = () => setOpen(undefined);
  const handleSaved = (savedView: UserView) => {
    close();
    notify.success(t('users.views.saved', { name: savedView.name }));
    onApply(savedView);
  };

  function update(existing: UserView) {
    const { name, shared } = existing;
    const input = { name, shared, query: listState.query, columns: [...listState.columns] };
    saveView.mutate(
      { input, existing },
      {
        onSuccess: handleSaved,
        onError: (error) => notify.error(errorMessage(error instanceof ApiError ? error.code : 'unknown')),
      },
    );
  }
  function saveColumns(columns: UserColumnName[]) {
    close();
    setColumns.mutate(columns, { onSuccess: onPersonalColumns });
  }

  return (
    <>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<Icon name="chevron-down" size={16} />}
            className={classes.target ?? ''}
          >
            <span>{view ? view.name : t('users.views.menu')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name={view || hasFilters(listState) ? 'users' : 'check'} />}
            onClick={() => onApply(undefined)}
          >
            {t('users.views.all')}
          </Menu.Item>
          {views.map((option) => (
            <Menu.Item
              key={option.id}
              leftSection={<Icon name={option.id === viewId ? 'check' : 'filter'} />}
              rightSection={
                option.shared && (
                  <Text span size="xs" c="dimmed">
                    {t('users.views.shared')}
                  </Text>
                )
              }
              onClick={() => onApply(option)}
            >
              {option.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {view?.can.change && viewDiffers(view, listState) && (
            <Menu.Item leftSection={<Icon name="check-circle" />} onClick={() => update(view)}>
              {t('users.views.saveChanges', { name: view.name })}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => setOpen('save')}>
            {t('users.views.save')}
          </Menu.Item>
          {view?.can.change && (
            <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setOpen('remove')}>
              {t('users.views.remove', { name: view.name })}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="columns" />} onClick={() => setOpen('columns')}>
            {t('users.views.columns')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'save' && <UserViewDialog listState={listState} onClose={close} onSaved={handleSaved} />}
      {open === 'columns' && (
        <UserColumnsDialog initialColumns={listState.columns} onClose={close} onSelect={saveColumns} />
      )}
      {view && (
        <ConfirmDialog
          opened={open === 'remove'}
          title={t('users.views.removeTitle', { name: view.name })}
          text={t(view.shared ? 'users.views.removeShared' : 'users.views.removeText')}
          cancel={{ label: t('users.status.cancel'), onCancel: close }}
          confirm={{ label: t('users.views.removeConfirm'), onConfirm: () => deleteView(view), danger: true }}
        />
      )}
    </>
  );

  function deleteView(deletedView: UserView) {
    close();
    remove.mutate(deletedView, {
      onSuccess: () => {
        notify.success(t('users.views.removed', { name: deletedView.name }));
        onApply(undefined);
      },
    });
  }
}
