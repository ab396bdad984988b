import { Role } from '@storeward/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useT } from '../platform/i18n.ts';
import { useRecordEdit } from '../records/record-edit.ts';
import { useNotify } from '../ui/notify.tsx';
import { roleQuery, useSaveRole } from './queries.ts';
import {
  fieldByErrorCode,
  type RoleFormValues,
  RoleFormData,
  type RoleField,
  roleFields,
  roleInput,
  roleLabel,
  roleText,
  roleValues,
} from './role-fields.ts';

export function useRoleEdit(role: Role) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const saveRole = useSaveRole(role.id);
  return useRecordEdit<Role, RoleFormValues, RoleFormData>(role, {
    schema: RoleFormData,
    read: (current) => Role.safeParse(current).data,
    values: roleValues,
    fields: roleFields,
    label: (field) => roleLabel(field, t),
    text: (field: RoleField, value) => roleText(field, value, t),
    fieldOf: fieldByErrorCode,
    save: ({ input, version }) => saveRole.mutateAsync({ input: roleInput(input), version }),
    onNewer: (newer) => client.setQueryData(roleQuery(role.id).queryKey, newer),
    onSaved: ({ name }) => notify.success(t('roles.edit.saved', { name })),
  });
}
