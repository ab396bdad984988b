import { Button, Text } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx';
import classes from './message-dialog.module.css';
import { Modal } from '../ui/dialog/modal.tsx';

type Props = {
  readonly opened: boolean;
  readonly title: string;
  readonly message?: ReactElement | undefined;
  /** By default one that closes the dialog. */
  readonly buttons?: ReactNode;
  readonly origin?: (() => HTMLElement | null) | undefined;
  readonly onClose: () => void;
};

/** A short message in a dialog: a quarter of a wide window, and as wide as it needs to be on a phone. */
export function MessageDialog({ opened, title, message, buttons, origin, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="max(280px, var(--confirm-w))"
      withCloseButton={false}
      origin={origin}
      styles={{ content: { maxWidth: 'calc(100vw - 32px)' }, header: { minHeight: 0, paddingBottom: 8 } }}
    >
      {message && (
        <Text component="div" c="dimmed" className={classes.message ?? ''}>
          {message}
        </Text>
      )}
      <DialogFooter mt={24}>
        {buttons ?? (
          <Button data-autofocus onClick={onClose}>
            {t('ui.action.close')}
          </Button>
        )}
      </DialogFooter>
    </Modal>
  );
}
