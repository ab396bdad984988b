import { type ReactNode, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import frame from '../ui/dialog/dialog.module.css';
import { Modal } from '../ui/dialog/modal.tsx';
import { useNarrow } from '../ui/page/viewport.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormattedMessage } from './formatted-message.tsx';

type Props = {
  readonly title: ReactNode;
  readonly size: string;
  readonly isChanged: boolean;
  /** Whether another dialog is open above this one. */
  readonly isCovered?: boolean;
  readonly headerClass?: string | undefined;
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

/** Dialog whose middle scrolls. Escape asks for confirmation if something was changed; a click outside is ignored then. */
export function EditorDialog({ title, size, isChanged, isCovered = false, headerClass, onCancel, children }: Props) {
  const t = useT();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Modal
      opened
      onClose={() => (isChanged ? setLeaving(true) : onCancel())}
      closeOnClickOutside={!isChanged && !isCovered}
      closeOnEscape={!isCovered && !isLeaving}
      size={size}
      fullScreen={useNarrow()}
      padding={0}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
      classNames={{
        content: frame.content ?? '',
        header: `${frame.header} ${headerClass ?? ''}`,
        body: frame.body ?? '',
      }}
    >
      {children}
      {/* mounted only now: a dialog that is already mounted would handle the same Escape */}
      {isLeaving && (
        <ConfirmDialog
          opened
          title={t('records.form.discardTitle')}
          message={<FormattedMessage phrase="products.dialog.leaveText" />}
          onNo={() => setLeaving(false)}
          danger
          onYes={onCancel}
        />
      )}
    </Modal>
  );
}
