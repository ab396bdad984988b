import { Menu } from '@mantine/core';
import type { MediaFile } from '@storeward/contract/files/media-library';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { RowActions } from '../ui/list/row-actions.tsx';
import { useDeleteMedia } from './library-queries.ts';
import { MediaDetails } from './media-details.tsx';
import { mediaName } from './media-metadata.ts';

/** Actions of a file: show it with its uses, and delete it. */
export function MediaActions({ file }: { file: MediaFile }) {
  const t = useT();
  const notify = useNotify();
  const [open, setOpen] = useState<'details' | 'delete'>();
  const remove = useDeleteMedia(file);
  const name = mediaName(t, file);
  const close = () => setOpen(undefined);

  function handleDelete() {
    remove.mutate(undefined, { onSuccess: () => notify.success(t('files.delete.done', { name })), onSettled: close });
  }

  return (
    <RowActions inRow>
      <MoreMenu label={t('files.action.more', { name })} small>
        <Menu.Item onClick={() => setOpen('details')} leftSection={<Icon name="eye" />}>
          {t('files.action.details')}
        </Menu.Item>
        {file.can.delete && (
          <Menu.Item onClick={() => setOpen('delete')} color="danger" leftSection={<Icon name="trash" />}>
            {t('files.action.delete')}
          </Menu.Item>
        )}
      </MoreMenu>
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
