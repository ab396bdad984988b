import { Button, Group, Stack } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { type SyntheticEvent, useState } from 'react';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { RolePicker } from '../../roles/role-picker.tsx';
import { AnyNodePicker } from '../../nodes/pickers/any-node-picker.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';

/** New role or node of the selected users. */
export type BulkAssignment = { readonly roleId: RoleId } | { readonly nodeId: NodeId };

type Props = {
  action: 'changeRole' | 'move';
  onClose: () => void;
  onSelect: (assignment: BulkAssignment) => void;
};

/** Selects the new role or node for a bulk change. */
export function UserBulkAssignmentDialog({ action, onClose, onSelect }: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`users.action.${action}`)}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Fields action={action} onClose={onClose} onSelect={onSelect} />
    </Modal>
  );
}

type Named<T> = { readonly id: T; readonly name: string };

function Fields({ action, onClose, onSelect }: Props) {
  const t = useT();
  const [role, setRole] = useState<Named<RoleId>>();
  const [node, setNode] = useState<Named<NodeId>>();
  const [isSubmitted, setSubmitted] = useState(false);
  const assignment = action === 'changeRole' ? role && { roleId: role.id } : node && { nodeId: node.id };
  const error = isSubmitted && !assignment && errorMessage('field.required');
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (assignment) onSelect(assignment);
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        {action === 'changeRole' ? (
          // STORE offers every role; the server checks each user's own node
          <RolePicker label={t('users.field.role')} nodeType="STORE" value={role} onChange={setRole} error={error} />
        ) : (
          <AnyNodePicker
            label={t('users.field.node')}
            selectedName={node?.name ?? ''}
            includeStores
            onChoose={({ nodeId: id, name }) => setNode({ id, name })}
            error={error}
          />
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button type="submit">{t('users.bulk.preview')}</Button>
      </Group>
    </form>
  );
}
