import { Box, Button, Text } from '@mantine/core';
import type { Assignment } from '@storeward/contract/users/assignments';
import type { User } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLastDate, useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { ConfirmDialog } from '../../records/confirm-dialog.tsx';
import { FormattedMessage } from '../../records/formatted-message.tsx';
import { FormSection, FullWidth } from '../../ui/form/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { LinesSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { AssignmentEndDialog } from './assignment-end-dialog.tsx';
import { assignmentsQuery, useRemoveAssignment } from '../queries.ts';
import { fullName } from '../user-names.ts';
import { AssignmentLine } from './assignment-line.tsx';

/** A user's additional roles, and the main one if it ends, with buttons to add, change and remove them. */
export function AssignmentList({ user }: { user: User }) {
  const t = useT();
  const isSelf = useSession().user?.id === user.id;
  const [isAdding, setAdding] = useState(false);
  const [assignmentToChange, setAssignmentToChange] = useState<Assignment>();
  const [assignmentToRemove, setAssignmentToRemove] = useState<Assignment>();
  const { data, error, refetch } = useQuery({ ...assignmentsQuery(user.id), meta: errorShownByScreen });
  const showSkeleton = useDelayed(!data && !error);
  const shown = data?.filter(({ first, until }) => !first || until !== null) ?? [];
  const canEdit = user.can.edit && !isSelf;
  return (
    <FormSection title={t('users.assignment.title')} text={t('users.assignment.text')}>
      <FullWidth>
        {error && <LoadError title={t('users.assignment.failed')} error={error} onRetry={() => void refetch()} />}
        {showSkeleton && <LinesSkeleton rows={2} />}
        {data && shown.length === 0 && (
          <Text size="label" c="dimmed">
            {t('users.assignment.none')}
          </Text>
        )}
        {shown.length > 0 && (
          <ul aria-label={t('users.assignment.title')}>
            {shown.map((assignment) => (
              <AssignmentItem
                key={assignment.id}
                assignment={assignment}
                {...(canEdit && { onChange: () => setAssignmentToChange(assignment) })}
                {...(canEdit && !assignment.first && { onRemove: () => setAssignmentToRemove(assignment) })}
              />
            ))}
          </ul>
        )}
        {canEdit && data && (
          <Button variant="default" mt="sm" onClick={() => setAdding(true)}>
            {t('users.assignment.add')}
          </Button>
        )}
        {isAdding && <AssignmentDialog user={user} onClose={() => setAdding(false)} />}
        {assignmentToChange && (
          <AssignmentEndDialog
            user={user}
            assignment={assignmentToChange}
            onClose={() => setAssignmentToChange(undefined)}
          />
        )}
        <RemoveAssignmentDialog
          user={user}
          assignment={assignmentToRemove}
          onClose={() => setAssignmentToRemove(undefined)}
        />
      </FullWidth>
    </FormSection>
  );
}

const assignmentLabel = ({ role, place }: Pick<Assignment, 'role' | 'place'>) =>
  [role.name, place?.name].filter(Boolean).join(' · ');

type AssignmentItemProps = { assignment: Assignment; onChange?: () => void; onRemove?: () => void };

function AssignmentItem({ assignment, onChange, onRemove }: AssignmentItemProps) {
  const t = useT();
  const { role, until, over } = assignment;
  return (
    <AssignmentLine>
      <Box component="span" flex={1} miw={0}>
        {assignmentLabel(assignment)}
        <Text component="div" size="label" c="dimmed">
          {until ? t('users.assignment.until', { when: formatLastDate(until) }) : t('users.assignment.unlimited')}
        </Text>
      </Box>
      {assignment.first && <Tag>{t('users.assignment.primary')}</Tag>}
      {over && <Tag>{t('users.assignment.expired')}</Tag>}
      {!role.status && <Tag tone="warn">{t('ui.status.disabled')}</Tag>}
      {onChange && (
        <IconButton
          small
          icon="edit"
          label={t('users.assignment.changeEnd', { role: assignmentLabel(assignment) })}
          onClick={onChange}
        />
      )}
      {onRemove && (
        <IconButton
          small
          icon="trash"
          label={t('users.assignment.remove', { role: assignmentLabel(assignment) })}
          onClick={onRemove}
        />
      )}
    </AssignmentLine>
  );
}

type RemoveAssignmentDialogProps = { user: User; assignment: Assignment | undefined; onClose: () => void };

function RemoveAssignmentDialog({ user, assignment, onClose }: RemoveAssignmentDialogProps) {
  const t = useT();
  const notify = useNotify();
  const removeAssignment = useRemoveAssignment(user.id);
  const role = assignment ? assignmentLabel(assignment) : '';
  function handleConfirm() {
    onClose();
    if (!assignment) return;
    removeAssignment.mutate(assignment.id, {
      onSuccess: () => notify.success(t('users.assignment.removed', { role, name: fullName(user) })),
    });
  }
  return (
    <ConfirmDialog
      opened={assignment !== undefined}
      title={t('users.assignment.removeTitle', { role })}
      message={<FormattedMessage phrase="users.assignment.removeText" values={{ name: fullName(user) }} />}
      onNo={onClose}
      onYes={handleConfirm}
      danger
    />
  );
}
