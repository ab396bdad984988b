import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { useState } from 'react';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { FormDialog } from '../../records/form-dialog.tsx';
import { RolePicker } from '../../roles/role-picker.tsx';
import { AnyNodePicker } from '../../nodes/pickers/any-node-picker.tsx';

/** New role or node of the selected users. */
export type BulkAssignment = { readonly roleId: RoleId } | { readonly nodeId: NodeId };

type Props = {
  action: 'changeRole' | 'move';
  onClose: () => void;
  onSelect: (assignment: BulkAssignment) => void;
};

type Named<T> = { readonly id: T; readonly name: string };

/** Selects the new role or node for a bulk change. */
export function UserBulkAssignmentDialog({ action, onClose, onSelect }: Props) {
  const t = useT();
  const [role, setRole] = useState<Named<RoleId>>();
  const [node, setNode] = useState<Named<NodeId>>();
  const [isSubmitted, setSubmitted] = useState(false);
  const assignment = action === 'changeRole' ? role && { roleId: role.id } : node && { nodeId: node.id };
  const error = isSubmitted && !assignment && errorMessage('field.required');
  function submit() {
    setSubmitted(true);
    if (assignment) onSelect(assignment);
  }
  return (
    <FormDialog
      title={t(`users.action.${action}`)}
      size="28rem"
      submitLabel={t('users.bulk.preview')}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
