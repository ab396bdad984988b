import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { MessageDialog } from './message-dialog.tsx';

export type ConfirmProps = {
  readonly opened: boolean;
  /** The question. */
  readonly title: string;
  /** Not a plain string, in which data could be interpreted as formatting: see `FormattedMessage`. */
  readonly message?: ReactElement | undefined;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Element to focus after closing if the control that asked is gone by then. */
  readonly origin?: (() => HTMLElement | null) | undefined;
  readonly onYes: () => void;
  /** Also called on Escape and on a click outside. */
  readonly onNo: () => void;
};

/** Asks for confirmation. The initial focus is on the button that cancels. */
export function ConfirmDialog({ title, message, danger = false, busy = false, onYes, onNo, ...dialog }: ConfirmProps) {
  const t = useT();
  return (
    <MessageDialog
      {...dialog}
      title={title}
      message={message}
      onClose={onNo}
      buttons={
        <>
          <Button variant="default" data-autofocus onClick={onNo}>
            {t('ui.action.no')}
          </Button>
          <Button color={danger ? 'danger' : 'primary'} loading={busy} onClick={onYes}>
            {t('ui.action.yes')}
          </Button>
        </>
      }
    />
  );
}
