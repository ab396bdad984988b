import { Role } from '@storeward/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useT } from '../platform/i18n.ts';
import { useRecordEdit } from '../screens/record-edit.ts';
import { useNotify } from '../ui/notify.tsx';
import { oneRole, useSaveRole } from './queries.ts';
import {
  fieldOfFault,
  type Filled,
  RoleFilled,
  type RoleField,
  roleFields,
  roleInput,
  roleLabel,
  roleText,
  roleValues,
} from './role-fields.ts';

/** Editing one role. */
export function useRoleEdit(role: Role) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const saveRole = useSaveRole(role.id);
  return useRecordEdit<Role, Filled, RoleFilled>(role, {
    schema: RoleFilled,
    read: (current) => Role.safeParse(current).data,
    values: roleValues,
    fields: roleFields,
    label: (field) => roleLabel(field, t),
    text: (field: RoleField, value) => roleText(field, value, t),
    fieldOf: fieldOfFault,
    save: ({ input, version }) => saveRole.mutateAsync({ input: roleInput(input), version }),
    onNewer: (newer) => client.setQueryData(oneRole(role.id).queryKey, newer),
    onSaved: ({ name }) => notify.success(t('roles.edit.saved', { name })),
  });
}
