import { Textarea } from '@mantine/core';
import { ImpersonationReason } from '@storeward/contract/sessions/impersonation';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { impersonate } from '../platform/session/impersonation.ts';
import { failureText, FormDialog } from '../records/form-dialog.tsx';
import type { ImpersonationTarget } from './impersonation-target.ts';
import { fullName } from './user-names.ts';

type Props = {
  user: ImpersonationTarget;
  onClose: () => void;
};

/** Starts impersonation ("View as") after the user has entered a reason for the audit. */
export function ImpersonationDialog({ user, onClose }: Props) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const start = useMutation({
    mutationFn: (reasonText: string) => impersonate(user.id, reasonText),
    meta: { quiet: true },
  });
  const reasonError = ImpersonationReason.safeParse({ reason }).error?.issues[0]?.message;

  return (
    <FormDialog
      title={t('users.impersonation.title', { name: fullName(user) })}
      submitLabel={t('users.impersonation.start')}
      isBusy={start.isPending}
      error={failureText(start.error)}
      onSubmit={() => {
        setSubmitted(true);
        if (!reasonError) start.mutate(reason);
      }}
      onClose={onClose}
    >
      <p>{t('users.impersonation.text', { name: fullName(user) })}</p>
      <Textarea
        data-autofocus
        label={t('users.impersonation.reason')}
        description={t('users.impersonation.reasonHint')}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isSubmitted && reasonError && errorMessage(reasonError)}
      />
    </FormDialog>
  );
}
