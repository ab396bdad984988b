import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { type SyntheticEvent, useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { useNotify } from '../../ui/page/notify.tsx';
import { useAcceptEmail } from '../queries.ts';
import { Modal } from '../../ui/dialog/modal.tsx';

type Props = {
  readonly user: User;
  readonly address: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onAccepted: () => void;
};

/** Requires the password to accept an address that an administrator has entered. */
export function EmailAcceptDialog(props: Props) {
  const t = useT();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('profile.pendingEmail.acceptTitle')}>
      {props.opened && <AcceptForm {...props} />}
    </Modal>
  );
}

function AcceptForm({ user, address, onClose, onAccepted }: Props) {
  const t = useT();
  const notify = useNotify();
  const accept = useAcceptEmail(user.id);
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const error = accept.error instanceof ApiError ? accept.error : accept.error ? new ApiError(0) : undefined;
  const fieldError =
    isSubmitted && password === ''
      ? errorMessage('field.required')
      : error?.code === 'password.oldWrong' && errorMessage(error.code);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    // the dialog is part of the page's form in React's component tree
    event.stopPropagation();
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
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed">{t('profile.pendingEmail.acceptText', { address })}</Text>
        {error && !fieldError && (
          <Text role="alert" c="danger">
            {errorMessage(error.code, error.message)}
          </Text>
        )}
        <PasswordInput
          label={t('profile.field.password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={fieldError}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('profile.pendingEmail.cancel')}
          </Button>
          <Button type="submit" loading={accept.isPending}>
            {t('profile.pendingEmail.accept')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
