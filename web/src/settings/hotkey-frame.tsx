import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useNarrow } from '../ui/viewport.ts';
import classes from './hotkey.module.css';

export type HotkeyMode = 'create' | 'edit' | 'view';

type Props = {
  readonly title: string;
  readonly mode: HotkeyMode;
  readonly isSavable: boolean;
  readonly isBusy: boolean;
  readonly isChanged: boolean;
  /** Whether another dialog is open above this one. */
  readonly isCovered?: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

/** The dialog of a hotkey or group. Escape asks if something was changed, and a click outside loses nothing. */
export function HotkeyFrame(props: Props) {
  const { title, mode, isSavable, isBusy, isChanged, isCovered = false, onSave, onCancel, children } = props;
  const t = useT();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Modal
      opened
      onClose={() => (isChanged ? setLeaving(true) : onCancel())}
      closeOnClickOutside={!isChanged && !isCovered}
      closeOnEscape={!isCovered && !isLeaving}
      size="40rem"
      fullScreen={useNarrow()}
      padding={0}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
      classNames={{ content: classes.dialog ?? '', header: classes.header ?? '', body: classes.body ?? '' }}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // the form of a dialog above this one is inside it for React
          event.stopPropagation();
          if (isSavable && !isBusy && mode !== 'view') onSave();
        }}
      >
        <div className={classes.fields}>{children}</div>
        <Group className={classes.footer ?? ''} justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('settings.hotkeys.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isSavable || isBusy || mode === 'view'}>
            {t('settings.hotkeys.save')}
          </Button>
        </Group>
      </form>
      {/* mounted only now: a dialog that is already there would take the same Escape as its own */}
      {isLeaving && (
        <ConfirmDialog
          opened
          title={t('products.dialog.leaveTitle')}
          message={<FormattedMessage phrase="products.dialog.leaveText" />}
          onNo={() => setLeaving(false)}
          danger
          onYes={onCancel}
        />
      )}
    </Modal>
  );
}
