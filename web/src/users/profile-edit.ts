import { keyFields, ProfileInput } from '@storeward/contract/profiles';
import { User } from '@storeward/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../platform/api.ts';
import { auth } from '../platform/auth.ts';
import { sayError, useLanguage, useT } from '../platform/i18n.ts';
import { useNotify } from '../ui/notify.tsx';
import { useRecordEdit } from '../screens/record-edit.ts';
import { profileFields, profileLabel, profileText, profileValues } from './profile-fields.ts';
import { ownProfile, useSaveProfile } from './queries.ts';

type Refuse = (sentences: Record<string, string>) => void;

/** Editing one's own profile, and when the password is needed for that. */
export function useProfileEdit(user: User) {
  const t = useT();
  const [reader] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveProfile = useSaveProfile(user.id);
  const edit = useRecordEdit(user, {
    schema: ProfileInput,
    read: (current) => User.safeParse(current).data,
    values: profileValues,
    fields: profileFields,
    companion: 'password',
    label: (field) => profileLabel(field, t),
    text: (field, value) => profileText(field, value, reader, t),
    save: saveProfile.mutateAsync,
    onNewer: (newer) => client.setQueryData(ownProfile(user.id).queryKey, newer),
    onSaved: () => {
      notify.success(t('profile.saved'));
      void auth.refreshUser().catch(() => undefined);
    },
    onRefused: ({ code }: ApiError, refuse: Refuse) => {
      const ofPassword = code === 'password.needed' || code === 'password.oldWrong';
      if (ofPassword) refuse({ password: sayError(code) });
      return ofPassword;
    },
  });
  const { form } = edit;
  const keysChanged = keyFields.filter((field) => form.isDirty(field));

  /** Asks for the password before it asks the server. */
  async function save(input: ProfileInput) {
    if (edit.changed > 0 && keysChanged.length > 0 && !input.password) {
      return form.refuse({ password: sayError('password.needed') });
    }
    await edit.save(input);
  }

  return { edit: { ...edit, save }, keysChanged };
}
