import type * as z from 'zod/mini';
import { User } from '@storeward/contract/users';
import { UserChange } from '@storeward/contract/users/user-input';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT, useLanguage } from '../platform/text/i18n.ts';
import { useSession, currentSession, restoreSession } from '../platform/session/session.ts';
import { RecordForm } from '../records/record-form.tsx';
import { ReadOnlyField, FormSection, FullWidth } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useRecordEdit } from '../records/record-edit.ts';
import { EmailNotice } from './profile/email-notice.tsx';
import { SecretRemovalFields } from './stored-secrets.tsx';
import { UserFields, MarketingFields } from './user-form-fields.tsx';
import { PrimaryAssignmentFields } from './assignments/assignment-fields.tsx';
import { nodePathText, fullName } from './user-names.ts';
import { userQuery, useSaveUser } from './queries.ts';
import {
  fieldByErrorCode,
  type UserFormValues,
  type FormField,
  formFields,
  formLabel,
  formText,
  formValues,
} from './user-fields.ts';

/** Edits a user. The user name is fixed; users cannot change their own node and role. */
export function UserForm({ user }: { user: User }) {
  const t = useT();
  const edit = useUserEdit(user);
  const isSelf = useSession().user?.id === user.id;
  const lockIcon = <Icon name="lock" size={16} title={t('users.edit.locked')} />;
  const { form } = edit;

  return (
    <RecordForm edit={edit} label={t('app.title.userEdit')}>
      <UserFields form={form} emailNotice={<EmailNotice user={user} />} />
      {isSelf ? (
        <FormSection title={t('users.section.assignment')} text={t('users.section.assignmentFixed')}>
          <FullWidth>
            <ReadOnlyField label={t('users.field.node')} suffix={lockIcon}>
              <span title={nodePathText(user.path)}>{nodePathText(user.path) || t('users.list.noNode')}</span>
            </ReadOnlyField>
          </FullWidth>
          <ReadOnlyField label={t('users.field.role')} suffix={lockIcon}>
            {user.userRole.map(({ name }) => name).join(', ') || t('users.list.noRole')}
          </ReadOnlyField>
        </FormSection>
      ) : (
        <PrimaryAssignmentFields form={form} user={user} organisation={organisationOf(user)} />
      )}
      <MarketingFields form={form} />
      <FormSection title={t('users.section.signIn')} text={t('users.section.signInFixed')}>
        <ReadOnlyField label={t('users.field.userName')} suffix={lockIcon}>
          {user.userName}
        </ReadOnlyField>
        <ReadOnlyField label={t('users.field.domain')} suffix={lockIcon}>
          {user.domainName ?? t('users.view.none')}
        </ReadOnlyField>
        <SecretRemovalFields form={form} user={user} removable={!isSelf} />
      </FormSection>
    </RecordForm>
  );
}

function useUserEdit(user: User) {
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
    logsFailures: true,
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

/** The organisation at the top of a user's path; undefined for a user of the platform. */
const organisationOf = ({ path: [top] }: User) => (top?.nodeType === 'ORGANIZATION' ? top.id : undefined);
