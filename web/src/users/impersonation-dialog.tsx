import { Button, Flex, Group, Text, Textarea } from '@mantine/core';
import { ImpersonationReason } from '@storeward/contract/sessions/impersonation';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { impersonate } from '../platform/session/impersonation.ts';
import type { ImpersonationTarget } from './impersonation-target.ts';
import { fullName } from './user-names.ts';
import { Modal } from '../ui/dialog/modal.tsx';

type Props = {
  user: ImpersonationTarget;
  opened: boolean;
  onClose: () => void;
};

/** Starts impersonation ("View as") after the user has entered a reason for the audit. */
export function ImpersonationDialog({ user, opened, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('users.impersonation.title', { name: fullName(user) })}
      size="34rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      {opened && <ReasonForm user={user} onClose={onClose} />}
    </Modal>
  );
}

function ReasonForm({ user, onClose }: Pick<Props, 'user' | 'onClose'>) {
  const t = useT();
  const [reason, setReason] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const start = useMutation({
    mutationFn: (reasonText: string) => impersonate(user.id, reasonText),
    meta: { quiet: true },
  });
  const { error } = start;
  const apiError = error instanceof ApiError ? error : error ? new ApiError(0) : undefined;
  const reasonError = ImpersonationReason.safeParse({ reason }).error?.issues[0]?.message;

  return (
    <Flex
      component="form"
      direction="column"
      gap="md"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (!reasonError) start.mutate(reason);
      }}
    >
      {apiError && (
        <Text role="alert" c="danger">
          {errorMessage(apiError.code, apiError.message)}
        </Text>
      )}
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
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button type="submit" loading={start.isPending}>
          {t('users.impersonation.start')}
        </Button>
      </Group>
    </Flex>
  );
}
