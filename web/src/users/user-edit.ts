import { User, UserChange } from '@storeward/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useLanguage, useT } from '../platform/i18n.ts';
import { currentSession, restoreSession } from '../platform/session.ts';
import { useNotify } from '../ui/notify.tsx';
import { useRecordEdit } from '../records/record-edit.ts';
import { userQuery, useSaveUser } from './queries.ts';
import { type UserFormValues, type FormField, formFields, formLabel, formText, formValues } from './user-fields.ts';
import { fullName } from './user-names.ts';

/** Form field of an API error without a field path, by error code. */
export const fieldByErrorCode = {
  'node.unknown': 'rootNodeId',
  'role.unknown': 'userRole',
  'role.closed': 'userRole',
  'role.levelTooHigh': 'userRole',
  'role.beyondYourOwn': 'userRole',
  'assignment.outlastsYours': 'userRole',
} as const;

export function useUserEdit(user: User) {
  const t = useT();
  const [locale] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveUser = useSaveUser(user.id);
  // the conflict resolver needs the node and role names of both versions
  const [currentVersion, setCurrentVersion] = useState(user);
  return useRecordEdit<User, UserFormValues, UserChange>(user, {
    schema: UserChange as unknown as z.core.$ZodType<UserChange, UserFormValues>,
    read: (current) => User.safeParse(current).data,
    values: formValues,
    fields: formFields,
    fieldOf: fieldByErrorCode,
    label: (field) => formLabel(field as FormField, t),
    text: (field, value) => formText(field as FormField, value, locale, { t, users: [user, currentVersion] }),
    save: saveUser.mutateAsync,
    onNewer: (newer) => {
      setCurrentVersion(newer);
      client.setQueryData(userQuery(user.id).queryKey, newer);
    },
    onSaved: (saved) => {
      notify.success(t('users.edit.saved', { name: fullName(saved) }));
      if (saved.id === currentSession().user?.id) void restoreSession();
    },
  });
}
