import { Text } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { LevelNodePicker } from '../../nodes/pickers/level-node-picker.tsx';
import { isIsoDate } from '../../platform/text/date-input.ts';
import { errorMessage, formatDateTime, useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { RolePicker } from '../../roles/role-picker.tsx';
import { FormSection, FullWidth } from '../../ui/form/form.tsx';
import { AssignmentEndField } from './assignment-end-field.tsx';
import { useOwnEnd } from '../../records/last-day.ts';
import type { UserFormProps } from '../user-form-fields.tsx';

type Props = UserFormProps & {
  /** Current level and role of an existing user. */
  user?: Pick<User, 'rootNode' | 'userRole'>;
  /** Target organisation, selected by a platform user. */
  organisation?: NodeId | undefined;
  /** The last day of a new user's role; for an existing user it has a dialog of its own. */
  lastDay?: { value: string; onChange: (lastDay: string) => void };
};

/** Node (level by level) and role of a user, and the last day of a new one. */
export function PrimaryAssignmentFields({ form, user, organisation, lastDay }: Props) {
  const t = useT();
  const isPlatformUser = useSession().user?.rootNode === 'GLOBAL';
  const ownEnd = useOwnEnd();
  const currentLevel = user?.rootNode ?? null;
  const [level, setLevel] = useState<NodeType | null>(currentLevel);
  const [selectedRole, setSelectedRole] = useState<Pick<RoleChoice, 'id' | 'name'>>();
  // platform users can assign only the top of an organisation or the platform itself
  const assignmentLevel = isPlatformUser ? (organisation ? 'ORGANIZATION' : (currentLevel ?? 'GLOBAL')) : level;
  const roleId = form.values.userRole?.[0]?.id;
  const currentRole = [...(selectedRole ? [selectedRole] : []), ...(user?.userRole ?? [])].find(
    ({ id }) => id === roleId,
  );

  return (
    <FormSection title={t('users.section.assignment')} text={t('users.section.assignmentText')}>
      {!isPlatformUser && (
        <LevelNodePicker
          level={currentLevel}
          value={form.values.rootNodeId ?? null}
          onChange={(nodeId, next) => {
            setLevel(next);
            form.setFieldValue('rootNodeId', nodeId);
            form.clearFieldError('rootNodeId');
          }}
          error={form.errors['rootNodeId']}
        />
      )}
      <FullWidth>
        <RolePicker
          label={t('users.field.role')}
          nodeType={assignmentLevel ?? undefined}
          organisation={organisation}
          value={roleId && { id: roleId, name: currentRole?.name ?? '' }}
          onChange={(role) => {
            setSelectedRole(role);
            form.setFieldValue('userRole', [{ id: role.id }]);
            form.clearFieldError('userRole');
          }}
          error={form.errors['userRole']}
        />
        {!lastDay && ownEnd && (
          <Text size="label" c="dimmed" mt="xs">
            {t('users.assignment.ownEnd', { when: formatDateTime(ownEnd) })}
          </Text>
        )}
      </FullWidth>
      {lastDay && (
        <AssignmentEndField
          {...lastDay}
          error={lastDay.value !== '' && !isIsoDate(lastDay.value) && errorMessage('field.invalid')}
        />
      )}
    </FormSection>
  );
}
