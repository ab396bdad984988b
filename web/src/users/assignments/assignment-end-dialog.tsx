import { Text } from '@mantine/core';
import type { Assignment } from '@storeward/contract/users/assignments';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { isIsoDate } from '../../platform/text/date-input.ts';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { failureText, FormDialog } from '../../records/form-dialog.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { endOf, lastDayOf, useOwnEnd } from '../../records/last-day.ts';
import { AssignmentEndField } from './assignment-end-field.tsx';
import { GrantedAssignments } from './granted-assignment-list.tsx';
import { useChangeEnd } from '../queries.ts';
import { fullName } from '../user-names.ts';

type Props = { user: User; assignment: Assignment; onClose: () => void };

/** Changes the last day of an assignment, and lists the roles that its user granted to others, which are not changed. */
export function AssignmentEndDialog({ user, assignment, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const ownEnd = useOwnEnd();
  const changeEnd = useChangeEnd(user.id);
  const [lastDay, setLastDay] = useState(lastDayOf(assignment.until ?? ownEnd));
  const isInvalidDate = lastDay !== '' && !isIsoDate(lastDay);

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
    <FormDialog
      title={t('users.assignment.changeEnd', { role: assignment.role.name })}
      submitLabel={t('users.assignment.saveEnd')}
      isBusy={changeEnd.isPending}
      error={failureText(changeEnd.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <AssignmentEndField
        value={lastDay}
        onChange={setLastDay}
        error={isInvalidDate && errorMessage('field.invalid')}
      />
      <Text size="label" c="dimmed">
        {t('users.assignment.changeEndText', { name: fullName(user) })}
      </Text>
      <GrantedAssignments user={user} />
    </FormDialog>
  );
}
