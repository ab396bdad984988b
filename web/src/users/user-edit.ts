import { User, UserChange } from '@storeward/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useLanguage, useT } from '../platform/i18n.ts';
import { currentSession, restore } from '../platform/session.ts';
import { useNotify } from '../ui/notify.tsx';
import { useRecordEdit } from '../screens/record-edit.ts';
import { oneUser, useSaveUser } from './queries.ts';
import { type Filled, type FormField, formFields, formLabel, formText, formValues } from './user-fields.ts';
import { fullName } from './user-names.ts';

/** The field that a refusal is about, where its name alone tells. */
export const fieldOfFault = {
  'node.unknown': 'rootNodeId',
  'role.unknown': 'userRole',
  'role.closed': 'userRole',
  'role.levelTooHigh': 'userRole',
  'role.beyondYourOwn': 'userRole',
} as const;

/** Editing one user. */
export function useUserEdit(user: User) {
  const t = useT();
  const [reader] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveUser = useSaveUser(user.id);
  // two versions are told apart by the names that either of them knows
  const [newest, setNewest] = useState(user);
  return useRecordEdit<User, Filled, UserChange>(user, {
    schema: UserChange as unknown as z.core.$ZodType<UserChange, Filled>,
    read: (current) => User.safeParse(current).data,
    values: formValues,
    fields: formFields,
    fieldOf: fieldOfFault,
    label: (field) => formLabel(field as FormField, t),
    text: (field, value) => formText(field as FormField, value, reader, { t, users: [user, newest] }),
    save: saveUser.mutateAsync,
    onNewer: (newer) => {
      setNewest(newer);
      client.setQueryData(oneUser(user.id).queryKey, newer);
    },
    onSaved: (saved) => {
      notify.success(t('users.edit.saved', { name: fullName(saved) }));
      if (saved.id === currentSession().user?.id) void restore();
    },
  });
}
