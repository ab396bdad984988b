import { Button, Menu } from '@mantine/core';
import type { UserColumnName, UserView, UserViewId } from '@storeward/contract/user-views';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { lazily } from '../ui/lazily.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useKeepView, useRemoveView, useSetColumns, viewsKept } from './user-list-queries.ts';
import classes from './user-view-menu.module.css';
import { differs, isNarrowed, type ListNow } from './user-view-state.ts';

const UserViewDialog = lazily(async () => (await import('./user-view-dialog.tsx')).UserViewDialog);
const UserColumnsDialog = lazily(async () => (await import('./user-columns-dialog.tsx')).UserColumnsDialog);

type Props = {
  now: ListNow;
  /** The view that the list began as. */
  viewId: UserViewId | undefined;
  /** Shows the list as a view has it; without one, as it is usually. */
  onApply: (view: UserView | undefined) => void;
  /** Shows the list with the columns that the reader has chosen for good. */
  onOwnColumns: () => void;
};

/** The views of the list of users: to show one, to keep the list as one, and to choose the columns. */
export function UserViewMenu({ now, viewId, onApply, onOwnColumns }: Props) {
  const t = useT();
  const notify = useNotify();
  const { data } = useQuery({ ...viewsKept(), meta: { quiet: true } });
  const keep = useKeepView();
  const remove = useRemoveView();
  const setColumns = useSetColumns();
  const [open, setOpen] = useState<'save' | 'columns' | 'remove'>();
  const views = data?.views ?? [];
  const view = views.find(({ id }) => id === viewId);
  const close = () => setOpen(undefined);
  const saved = (kept: UserView) => {
    close();
    notify.success(t('users.views.saved', { name: kept.name }));
    onApply(kept);
  };

  function update(instead: UserView) {
    const { name, shared } = instead;
    const input = { name, shared, query: now.query, columns: [...now.columns] };
    keep.mutate(
      { input, instead },
      {
        onSuccess: saved,
        onError: (fault) => notify.error(sayError(fault instanceof ApiError ? fault.code : 'unknown')),
      },
    );
  }
  function chooseColumns(columns: UserColumnName[]) {
    close();
    setColumns.mutate(columns, { onSuccess: onOwnColumns });
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
            leftSection={<Icon name={view || isNarrowed(now) ? 'users' : 'check'} />}
            onClick={() => onApply(undefined)}
          >
            {t('users.views.everybody')}
          </Menu.Item>
          {views.map((one) => (
            <Menu.Item
              key={one.id}
              leftSection={<Icon name={one.id === viewId ? 'check' : 'filter'} />}
              rightSection={one.shared && <span className={classes.shared}>{t('users.views.shared')}</span>}
              onClick={() => onApply(one)}
            >
              {one.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {view?.can.change && differs(view, now) && (
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
      {open === 'save' && <UserViewDialog now={now} onClose={close} onSaved={saved} />}
      {open === 'columns' && <UserColumnsDialog chosen={now.columns} onClose={close} onChoose={chooseColumns} />}
      {view && (
        <ConfirmDialog
          opened={open === 'remove'}
          title={t('users.views.removeTitle', { name: view.name })}
          text={t(view.shared ? 'users.views.removeShared' : 'users.views.removeText')}
          no={{ label: t('users.status.cancel'), onNo: close }}
          yes={{ label: t('users.views.removeYes'), onYes: () => takeAway(view), danger: true }}
        />
      )}
    </>
  );

  function takeAway(gone: UserView) {
    close();
    remove.mutate(gone, {
      onSuccess: () => {
        notify.success(t('users.views.removed', { name: gone.name }));
        onApply(undefined);
      },
    });
  }
}
