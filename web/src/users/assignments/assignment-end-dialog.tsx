import { Button, Group, Stack, Text } from '@mantine/core';
import type { Assignment } from '@storeward/contract/users/assignments';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { isIsoDate } from '../../platform/text/date-input.ts';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { useNotify } from '../../ui/page/notify.tsx';
import { endOf, lastDayOf, useOwnEnd } from '../../records/last-day.ts';
import { AssignmentEndField } from './assignment-end-field.tsx';
import { GrantedAssignments } from './granted-assignment-list.tsx';
import { useChangeEnd } from '../queries.ts';
import { fullName } from '../user-names.ts';
import { Modal } from '../../ui/dialog/modal.tsx';

type Props = { user: User; assignment: Assignment | undefined; onClose: () => void };

/** Changes the last day of an assignment, and lists the roles that its user granted to others, which are not changed. */
export function AssignmentEndDialog({ user, assignment, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened={assignment !== undefined}
      onClose={onClose}
      title={assignment && t('users.assignment.changeEnd', { role: assignment.role.name })}
      size="34rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      {assignment && <EndForm user={user} assignment={assignment} onClose={onClose} />}
    </Modal>
  );
}

function EndForm({ user, assignment, onClose }: Props & { assignment: Assignment }) {
  const t = useT();
  const notify = useNotify();
  const ownEnd = useOwnEnd();
  const changeEnd = useChangeEnd(user.id);
  const [lastDay, setLastDay] = useState(lastDayOf(assignment.until ?? ownEnd));
  const isInvalidDate = lastDay !== '' && !isIsoDate(lastDay);
  const apiError =
    changeEnd.error instanceof ApiError ? changeEnd.error : changeEnd.error ? new ApiError(0) : undefined;

  function submit() {
    if (isInvalidDate) return;
    changeEnd.mutate(
      { id: assignment.id, until: endOf(lastDay, ownEnd) },
      {
        onSuccess: () => {
          onClose();
          notify.success(t('users.assignment.endChanged', { role: assignment.role.name }));
        },
      },
    );
  }

  return (
    <Stack>
      {apiError && (
        <Text role="alert" c="danger">
          {errorMessage(apiError.code, apiError.message)}
        </Text>
      )}
      <AssignmentEndField
        value={lastDay}
        onChange={setLastDay}
        error={isInvalidDate && errorMessage('field.invalid')}
      />
      <Text size="label" c="dimmed">
        {t('users.assignment.changeEndText', { name: fullName(user) })}
      </Text>
      <GrantedAssignments user={user} />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button loading={changeEnd.isPending} onClick={submit}>
          {t('users.assignment.saveEnd')}
        </Button>
      </Group>
    </Stack>
  );
}
