import { Menu } from '@mantine/core';
import type { MediaFile } from '@storeward/contract/media-library';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { RowActions } from '../ui/row-actions.tsx';
import { useDeleteMedia } from './library-queries.ts';
import { MediaDetails } from './media-details.tsx';
import { mediaName } from './media-facts.ts';

/** Actions of a file: show it with its uses, and delete it. */
export function MediaActions({ file }: { file: MediaFile }) {
  const t = useT();
  const notify = useNotify();
  const [open, setOpen] = useState<'menu' | 'details' | 'delete'>();
  const remove = useDeleteMedia(file);
  const name = mediaName(t, file);
  const close = () => setOpen(undefined);

  function handleDelete() {
    remove.mutate(undefined, { onSuccess: () => notify.success(t('files.delete.done', { name })), onSettled: close });
  }

  return (
    <RowActions inRow>
      <Menu
        opened={open === 'menu'}
        onChange={(isOpen) => setOpen(isOpen ? 'menu' : undefined)}
        position="bottom-end"
        withinPortal
      >
        <Menu.Target>
          <IconButton
            small
            icon="more"
            label={t('files.action.more', { name })}
            expanded={open === 'menu'}
            popup="menu"
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('details')} leftSection={<Icon name="eye" />}>
            {t('files.action.details')}
          </Menu.Item>
          {file.can.delete && (
            <Menu.Item onClick={() => setOpen('delete')} color="danger" leftSection={<Icon name="trash" />}>
              {t('files.action.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'details' && <MediaDetails file={file} onClose={close} />}
      <ConfirmDialog
        opened={open === 'delete'}
        title={t('files.delete.title', { name })}
        message={<FormattedMessage phrase="files.delete.text" />}
        onNo={close}
        onYes={handleDelete}
        danger
        busy={remove.isPending}
      />
    </RowActions>
  );
}
