import { Button, Group, Modal } from '@mantine/core';
import type { Garment } from '@storeward/contract/settings/garment';
import { type ReactNode, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { Tag } from '../ui/tag.tsx';
import { useNarrow } from '../ui/viewport.ts';
import classes from './sku-dialog.module.css';

type Props = {
  readonly title: string;
  readonly garment: Garment;
  readonly labels: { readonly confirm: string; readonly cancel: string };
  readonly isComplete: boolean;
  readonly isChanged: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Hints above the buttons; the one that blocks the confirmation is red. */
  readonly notes?: ReactNode;
  /** Left of the buttons. */
  readonly message?: ReactNode;
  readonly children: ReactNode;
};

/** A dialog of two halves that selects products. Closing it by Escape asks if something was changed. */
export function SkuDialog(props: Props) {
  const { title, garment, labels, isComplete, isChanged, onConfirm, onCancel, notes, message, children } = props;
  const t = useT();
  const [isLeaving, setLeaving] = useState(false);
  useReturnFocus();
  const close = () => (isChanged ? setLeaving(true) : onCancel());
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={!isChanged}
      size="57.5rem"
      fullScreen={useNarrow()}
      padding={0}
      title={
        <Group component="span" gap="xs">
          {title}
          <Tag>{t(`products.garment.${garment.garment}.${garment.fit}`)}</Tag>
        </Group>
      }
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
      classNames={{ content: classes.dialog ?? '', header: classes.header ?? '', body: classes.body ?? '' }}
    >
      <div className={classes.halves}>{children}</div>
      {notes && <div className={classes.notes}>{notes}</div>}
      <Group className={classes.footer ?? ''} justify="flex-end" gap="xs">
        <div className={classes.footerMessage} role="status">
          {message}
        </div>
        <Button variant="default" onClick={onCancel}>
          {labels.cancel}
        </Button>
        <Button disabled={!isComplete} onClick={onConfirm}>
          {labels.confirm}
        </Button>
      </Group>
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
