import { type ReactNode, useState } from 'react';
import { useLeaveGuard } from '../platform/leave-guard.ts';
import { useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormattedMessage } from './formatted-message.tsx';

type Options = {
  /** The number of unsaved changes. */
  readonly changed: number;
  readonly onDiscard: () => void;
  /** Element to focus once the changes are discarded, since the button that asked is gone then. */
  readonly origin: () => HTMLElement | null;
};

/** Confirms before unsaved changes are lost, by `discard` or by leaving the page; `confirmations` are the dialogs. */
export function useChangeConfirmations({ changed, onDiscard, origin }: Options): {
  readonly discard: { readonly label: string; readonly onDiscard: () => void };
  readonly confirmations: ReactNode;
} {
  const t = useT();
  const { isBlocked, stay, leave } = useLeaveGuard(changed > 0);
  const [isAsking, setAsking] = useState(false);
  // once the changes are discarded: how many they were, for the text of the closing dialog
  const [discarded, setDiscarded] = useState<number>();
  const lossOf = (count: number) => <FormattedMessage phrase="records.form.leaveText" values={{ count }} />;

  function ask() {
    setDiscarded(undefined);
    setAsking(true);
  }

  return {
    discard: { label: t('ui.form.discard'), onDiscard: ask },
    confirmations: (
      <>
        <ConfirmDialog
          opened={isAsking}
          title={t('records.form.discardTitle')}
          message={lossOf(discarded ?? changed)}
          origin={origin}
          onNo={() => setAsking(false)}
          onYes={() => {
            setDiscarded(changed);
            setAsking(false);
            onDiscard();
          }}
          danger
        />
        <ConfirmDialog
          opened={isBlocked}
          title={t('records.form.leaveTitle')}
          message={lossOf(changed)}
          onNo={stay}
          onYes={leave}
          danger
        />
      </>
    ),
  };
}
