import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../platform/i18n.ts';
import classes from './message-dialog.module.css';

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
      size="max(17.5rem, var(--confirm-w))"
      withCloseButton={false}
      returnFocus={!origin}
      onExitTransitionEnd={() => origin?.()?.focus({ preventScroll: true })}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '' }}
    >
      {message && (
        <Text component="div" c="dimmed" className={classes.message ?? ''}>
          {message}
        </Text>
      )}
      <Group className={classes.footer ?? ''} justify="flex-end" gap="xs">
        {buttons ?? (
          <Button data-autofocus onClick={onClose}>
            {t('ui.action.close')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
