import { Button, Modal, Textarea } from '@mantine/core';
import { SeeingReason } from '@storeward/contract/seeings';
import type { User, UserRow } from '@storeward/contract/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { seeAs } from '../platform/seeing.ts';
import classes from './assignment-list.module.css';
import { fullName } from './user-names.ts';

type Seeable = Pick<User | UserRow, 'id' | 'userName' | 'firstName' | 'lastName' | 'status' | 'can'>;

type Props = {
  user: Seeable;
  opened: boolean;
  onClose: () => void;
  /** Where the focus goes afterwards, if what opened the dialog is gone by then. */
  origin?: () => HTMLElement | null;
};

/** Whether the reader may see the portal as somebody, as far as their record tells. */
export const mayBeSeenAs = ({ can, status }: Pick<Seeable, 'can' | 'status'>): boolean => can.seeAs && status;

/** Asks why somebody wants to see the portal as another person, and says what that means. */
export function SeeAsDialog({ user, opened, onClose, origin }: Props) {
  const t = useT();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={!origin}
      onExitTransitionEnd={() => origin?.()?.focus({ preventScroll: true })}
      title={t('users.seeing.title', { name: fullName(user) })}
      size="34rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      {opened && <Asking user={user} onClose={onClose} />}
    </Modal>
  );
}

function Asking({ user, onClose }: Pick<Props, 'user' | 'onClose'>) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const beginning = useMutation({ mutationFn: (why: string) => seeAs(user.id, why), meta: { quiet: true } });
  const { error } = beginning;
  const fault = error instanceof ApiError ? error : error ? new ApiError(0) : undefined;
  const wrong = SeeingReason.safeParse({ reason }).error?.issues[0]?.message;

  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!wrong) beginning.mutate(reason);
      }}
    >
      {fault && (
        <p role="alert" className={classes.fault}>
          {sayError(fault.code, fault.message)}
        </p>
      )}
      <p>{t('users.seeing.text', { name: fullName(user) })}</p>
      <Textarea
        data-autofocus
        label={t('users.seeing.reason')}
        description={t('users.seeing.reasonHint')}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={asked && wrong && sayError(wrong)}
      />
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button type="submit" loading={beginning.isPending}>
          {t('users.seeing.begin')}
        </Button>
      </div>
    </form>
  );
}
