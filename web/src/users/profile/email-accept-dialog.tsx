import { PasswordInput, Text } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { failureText, FormDialog } from '../../records/form-dialog.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { useAcceptEmail } from '../queries.ts';

type Props = {
  readonly user: User;
  readonly address: string;
  readonly onClose: () => void;
  readonly onAccepted: () => void;
};

/** Requires the password to accept an address that an administrator has entered. */
export function EmailAcceptDialog({ user, address, onClose, onAccepted }: Props) {
  const t = useT();
  const notify = useNotify();
  const accept = useAcceptEmail(user.id);
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isWrong = accept.error instanceof ApiError && accept.error.code === 'password.oldWrong';
  const isMissing = isSubmitted && password === '';
  const error = failureText(accept.error);

  function submit() {
    setSubmitted(true);
    if (password === '') return;
    accept.mutate(
      { address, password },
      {
        onSuccess: () => {
          onClose();
          notify.success(t('profile.pendingEmail.accepted', { address }));
          onAccepted();
        },
      },
    );
  }

  return (
    <FormDialog
      title={t('profile.pendingEmail.acceptTitle')}
      submitLabel={t('profile.pendingEmail.accept')}
      isBusy={accept.isPending}
      error={!isWrong && !isMissing && error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed">{t('profile.pendingEmail.acceptText', { address })}</Text>
      <PasswordInput
        label={t('profile.field.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={isMissing ? errorMessage('field.required') : isWrong && error}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
