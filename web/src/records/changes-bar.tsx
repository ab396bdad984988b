import { type ComponentProps, useState } from 'react';
import { useLeaveGuard } from '../platform/leave-guard.ts';
import { useT } from '../platform/text/i18n.ts';
import { SaveBar } from '../ui/form/save-bar.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormattedMessage } from './formatted-message.tsx';

type Props = Omit<ComponentProps<typeof SaveBar>, 'discard'> & {
  onDiscard: () => void;
  /** Element to focus once the changes are discarded, since the bar is gone then. */
  origin: () => HTMLElement | null;
};

/** The save bar of unsaved changes: asks before they are discarded, and before the page is left with them. */
export function ChangesBar({ onDiscard, origin, ...bar }: Props) {
  const t = useT();
  const { changed } = bar;
  const { isBlocked, stay, leave } = useLeaveGuard(changed > 0);
  const [isAsking, setAsking] = useState(false);
  // once the changes are discarded: how many they were, for the text of the closing dialog
  const [discarded, setDiscarded] = useState<number>();

  return (
    <>
      <SaveBar
        {...bar}
        discard={{
          label: t('ui.form.discard'),
          onDiscard: () => {
            setDiscarded(undefined);
            setAsking(true);
          },
        }}
      />
      <ConfirmDialog
        opened={isAsking}
        title={t('records.form.discardTitle')}
        message={<FormattedMessage phrase="records.form.leaveText" values={{ count: discarded ?? changed }} />}
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
        message={<FormattedMessage phrase="records.form.leaveText" values={{ count: changed }} />}
        onNo={stay}
        onYes={leave}
        danger
      />
    </>
  );
}
