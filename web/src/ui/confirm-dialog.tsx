import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirm-dialog.module.css';

type Props = {
  opened: boolean;
  title: string;
  text?: ReactNode;
  confirm: { label: string; onConfirm: () => void; danger?: boolean; busy?: boolean };
  /** Element to focus after closing if the opener no longer exists, as with a menu item. */
  origin?: (() => HTMLElement | null) | undefined;
} & ({ cancel: { label: string; onCancel: () => void }; onClose?: never } | { cancel?: never; onClose: () => void });

/** Confirmation or information dialog; Mantine's Modal has no buttons. The initial focus is on the cancel button. */
export function ConfirmDialog({ opened, title, text, cancel, confirm, origin, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={cancel?.onCancel ?? onClose ?? confirm.onConfirm}
      title={title}
      size="max(17.5rem, 25%)"
      withCloseButton={false}
      returnFocus={!origin}
      onExitTransitionEnd={() => origin?.()?.focus({ preventScroll: true })}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '' }}
    >
      {text && (
        <Text component="div" c="dimmed">
          {text}
        </Text>
      )}
      <Group className={classes.footer ?? ''} justify="flex-end" gap="xs">
        {cancel && (
          <Button variant="default" data-autofocus onClick={cancel.onCancel}>
            {cancel.label}
          </Button>
        )}
        <Button
          color={confirm.danger ? 'danger' : 'primary'}
          loading={confirm.busy ?? false}
          onClick={confirm.onConfirm}
        >
          {confirm.label}
        </Button>
      </Group>
    </Modal>
  );
}
