import { Button, Menu, Text } from '@mantine/core';
import type { ListView, ListViewId } from '@storeward/contract/list-views';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT, withAllPhrases } from '../platform/text/i18n.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { hasFilters, type ListState, type SavedViews, viewDiffers } from './list-views.ts';
import { LazyPhraseConfirm } from './lazy-phrase-confirm.tsx';

const ViewDialog = lazyComponent(withAllPhrases(async () => (await import('./view-dialog.tsx')).ViewDialog));

type Props<View extends ListView, State extends ListState> = {
  saved: SavedViews<View, State>;
  listState: State;
  /** The applied view. */
  viewId: ListViewId | undefined;
  /** Applies a view, or the whole list for undefined. */
  onApply: (view: View | undefined) => void;
  /** The list without filters. */
  all: { label: string; icon: IconName };
  /** Further entries. */
  children?: ReactNode;
};

/** Menu of saved views: apply, save, update, delete. */
export function ViewMenu<View extends ListView, State extends ListState>({
  saved,
  listState,
  viewId,
  onApply,
  all,
  children,
}: Props<View, State>) {
  const t = useT();
  const notify = useNotify();
  const { views, save, remove } = saved;
  const [open, setOpen] = useState<'save' | 'remove'>();
  const view = views.find(({ id }) => id === viewId);
  const close = () => setOpen(undefined);
  const handleSaved = (savedView: View) => {
    close();
    notify.success(t('records.views.saved', { name: savedView.name }));
    onApply(savedView);
  };
  const inputOf = ({ name, shared }: Pick<ListView, 'name' | 'shared'>) => ({ name, shared, ...listState });

  function update(existing: View) {
    save.mutate(
      { input: inputOf(existing), existing },
      {
        onSuccess: handleSaved,
        onError: (error) => notify.error(errorMessage(error instanceof ApiError ? error.code : 'unknown')),
      },
    );
  }
  function deleteView(deletedView: View) {
    close();
    remove.mutate(deletedView, {
      onSuccess: () => {
        notify.success(t('records.views.removed', { name: deletedView.name }));
        onApply(undefined);
      },
    });
  }

  return (
    <>
      <Menu withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevron-down" size={16} />} maw="14rem">
            <Text span inherit truncate>
              {view ? view.name : t('records.views.menu')}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name={view || hasFilters(listState) ? all.icon : 'check'} />}
            onClick={() => onApply(undefined)}
          >
            {all.label}
          </Menu.Item>
          {views.map((option) => (
            <Menu.Item
              key={option.id}
              leftSection={<Icon name={option.id === viewId ? 'check' : 'filter'} />}
              rightSection={
                option.shared && (
                  <Text span size="xs" c="dimmed">
                    {t('records.views.shared')}
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
              {t('records.views.saveChanges', { name: view.name })}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => setOpen('save')}>
            {t('records.views.save')}
          </Menu.Item>
          {view?.can.change && (
            <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setOpen('remove')}>
              {t('records.views.remove', { name: view.name })}
            </Menu.Item>
          )}
          {children}
        </Menu.Dropdown>
      </Menu>
      {open === 'save' && (
        <ViewDialog
          error={save.error ?? undefined}
          isPending={save.isPending}
          onClose={close}
          onSave={(input) => save.mutate({ input: inputOf(input) }, { onSuccess: handleSaved })}
        />
      )}
      {view && open === 'remove' && (
        <LazyPhraseConfirm
          opened
          title={t('records.views.removeTitle', { name: view.name })}
          phrase={view.shared ? 'records.views.removeShared' : 'records.views.removeText'}
          onNo={close}
          onYes={() => deleteView(view)}
          danger
        />
      )}
    </>
  );
}
