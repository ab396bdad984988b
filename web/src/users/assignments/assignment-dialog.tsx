import type { NodeType } from '@storeward/contract/access';
import type { NodeId, NodeRef } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { LevelNodePicker } from '../../nodes/pickers/level-node-picker.tsx';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { isIsoDate } from '../../platform/text/date-input.ts';
import { failureText, FormDialog } from '../../records/form-dialog.tsx';
import { RolePicker } from '../../roles/role-picker.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { AssignmentEndField } from './assignment-end-field.tsx';
import { endOf, lastDayOf, useOwnEnd } from '../../records/last-day.ts';
import { useAddAssignment } from '../queries.ts';
import { fullName } from '../user-names.ts';

type Props = {
  user: User;
  onClose: () => void;
  /** The location that is selected at first. */
  at?: NodeRef;
};

/** Adds a role at a node, up to a last day or unlimited; a user whose own role ends cannot grant one for longer. */
export function AssignmentDialog({ user, onClose, at }: Props) {
  const t = useT();
  const notify = useNotify();
  const addAssignment = useAddAssignment(user.id);
  const [nodeId, setNodeId] = useState<NodeId | null>(at?.id ?? null);
  const [level, setLevel] = useState<NodeType | undefined>(at?.nodeType);
  const [role, setRole] = useState<RoleChoice>();
  const ownEnd = useOwnEnd();
  const [lastDay, setLastDay] = useState(lastDayOf(ownEnd));
  const [isSubmitted, setSubmitted] = useState(false);
  const requiredError = isSubmitted ? errorMessage('field.required') : undefined;
  const isInvalidDate = lastDay !== '' && !isIsoDate(lastDay);

  function submit() {
    setSubmitted(true);
    if (!nodeId || !role || isInvalidDate) return;
    addAssignment.mutate(
      { roleId: role.id, nodeId, until: endOf(lastDay, ownEnd) },
      {
        onSuccess: () => {
          onClose();
          notify.success(t('users.assignment.added', { role: role.name, name: fullName(user) }));
        },
      },
    );
  }

  return (
    <FormDialog
      title={t('users.assignment.addTitle', { name: fullName(user) })}
      submitLabel={t('users.assignment.add')}
      isBusy={addAssignment.isPending}
      error={failureText(addAssignment.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <LevelNodePicker
        value={nodeId}
        level={at?.nodeType ?? null}
        onChange={(next, kind) => {
          setNodeId(next);
          setLevel(kind);
        }}
        error={nodeId === null && requiredError}
      />
      <RolePicker
        label={t('users.field.role')}
        nodeType={level}
        value={role}
        onChange={setRole}
        error={!role && requiredError}
      />
      <AssignmentEndField
        value={lastDay}
        onChange={setLastDay}
        error={isInvalidDate && errorMessage('field.invalid')}
      />
    </FormDialog>
  );
}
