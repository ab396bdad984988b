import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../platform/i18n.ts';
import { MessageDialog } from './message-dialog.tsx';

export type ConfirmProps = {
  readonly opened: boolean;
  /** The question. */
  readonly title: string;
  /** No bare text, in which data could pass for formatting: see `FormattedMessage`. */
  readonly message?: ReactElement | undefined;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Element to focus after closing if the opener no longer exists, as with a menu item. */
  readonly origin?: (() => HTMLElement | null) | undefined;
  readonly onYes: () => void;
  /** Also on Escape and a click outside: nothing is changed. */
  readonly onNo: () => void;
};

/** Asks a question before something is done. The initial focus is on the answer that changes nothing. */
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
