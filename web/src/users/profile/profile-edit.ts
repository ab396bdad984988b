import { recoveryFields, ProfileInput } from '@storeward/contract/users/profiles';
import { User } from '@storeward/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ApiError } from '../../platform/api/api.ts';
import { auth } from '../../platform/session/auth.ts';
import { errorText } from '../../platform/text/error-text.tsx';
import { useLanguage, useT } from '../../platform/text/i18n.ts';
import { useNotify } from '../../ui/page/notify.tsx';
import { useRecordEdit } from '../../records/record-edit.ts';
import { profileFields, profileLabel, profileText, profileValues } from './profile-fields.ts';
import { profileQuery, useSaveProfile } from '../queries.ts';

type ShowErrors = (texts: Record<string, ReactElement>) => void;

/** Edit state of the user's own profile. Changing contact data or the secret word requires the current password. */
export function useProfileEdit(user: User) {
  const t = useT();
  const [locale] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveProfile = useSaveProfile(user.id);
  const edit = useRecordEdit(user, {
    schema: ProfileInput,
    read: (current) => User.safeParse(current).data,
    values: profileValues,
    fields: profileFields,
    reauthenticationField: 'password',
    label: (field) => profileLabel(field, t),
    text: (field, value) => profileText(field, value, locale, t),
    save: saveProfile.mutateAsync,
    logsFailures: true,
    onNewer: (newer) => client.setQueryData(profileQuery(user.id).queryKey, newer),
    onSaved: () => {
      notify.success(t('profile.saved'));
      void auth.refreshUser().catch(() => undefined);
    },
    onError: ({ code }: ApiError, showErrors: ShowErrors) => {
      const isPasswordError = code === 'password.needed' || code === 'password.oldWrong';
      if (isPasswordError) showErrors({ password: errorText(code) });
      return isPasswordError;
    },
  });
  const { form } = edit;
  const changedProtectedFields = recoveryFields.filter((field) => form.isDirty(field));

  /** Requires the password before sending a change that needs it. */
  async function save(input: ProfileInput) {
    if (edit.changed > 0 && changedProtectedFields.length > 0 && !input.password) {
      return form.showErrors({ password: errorText('password.needed') });
    }
    await edit.save(input);
  }

  return { edit: { ...edit, save }, changedProtectedFields };
}
