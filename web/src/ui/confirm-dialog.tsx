import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './confirm-dialog.module.css';

type Props = {
  opened: boolean;
  title: string;
  text?: ReactNode;
  yes: { label: string; onYes: () => void; danger?: boolean };
  /** Where the focus goes afterwards, if what opened the dialog is gone by then, as an item of a menu. */
  origin?: (() => HTMLElement | null) | undefined;
} & ({ no: { label: string; onNo: () => void }; onClose?: never } | { no?: never; onClose: () => void });

/** Asks before something that cannot be taken back, or says why it cannot be done; the focus starts on the harmless answer. */
export function ConfirmDialog({ opened, title, text, no, yes, origin, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={no?.onNo ?? onClose ?? yes.onYes}
      title={title}
      size="max(17.5rem, 25%)"
      withCloseButton={false}
      returnFocus={!origin}
      onExitTransitionEnd={() => origin?.()?.focus({ preventScroll: true })}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '' }}
    >
      {text && <p className={classes.text}>{text}</p>}
      <div className={classes.footer}>
        {no && (
          <Button variant="default" data-autofocus onClick={no.onNo}>
            {no.label}
          </Button>
        )}
        <Button color={yes.danger ? 'danger' : 'primary'} onClick={yes.onYes}>
          {yes.label}
        </Button>
      </div>
    </Modal>
  );
}
