import { User, UserInput } from '@storeward/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useLanguage, useT } from '../platform/i18n.ts';
import { currentSession, restore } from '../platform/session.ts';
import { useNotify } from '../ui/notify.tsx';
import { useRecordEdit } from '../screens/record-edit.ts';
import { oneUser, useSaveUser } from './queries.ts';
import { fieldLabel, filledIn, readable, userFields } from './user-fields.ts';
import { fullName } from './user-names.ts';

/** Editing one user. */
export function useUserEdit(user: User) {
  const t = useT();
  const [reader] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveUser = useSaveUser(user.id);
  return useRecordEdit(user, {
    schema: UserInput,
    read: (current) => User.safeParse(current).data,
    values: filledIn,
    fields: userFields,
    label: (field) => fieldLabel(field, t),
    text: (field, value) => readable(field, value, reader),
    save: saveUser.mutateAsync,
    onNewer: (newer) => client.setQueryData(oneUser(user.id).queryKey, newer),
    onSaved: (saved) => {
      notify.success(t('users.edit.saved', { name: fullName(saved) }));
      if (saved.id === currentSession().user?.id) void restore();
    },
  });
}
