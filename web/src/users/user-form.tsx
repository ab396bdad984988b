import type { User } from '@storeward/contract/users';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { RecordForm } from '../screens/record-form.tsx';
import { FixedField, FormSection, Wide } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { PersonFields, SecretFields, WishFields } from './person-fields.tsx';
import { StandingFields } from './standing-fields.tsx';
import { useUserEdit } from './user-edit.ts';
import { pathText } from './user-names.ts';

/** Changes a user; the name they sign in with stays as it was given, and one's own place and role are for others to change. */
export function UserForm({ user }: { user: User }) {
  const t = useT();
  const edit = useUserEdit(user);
  const oneself = useSession().user?.id === user.id;
  const lock = <Icon name="lock" size={16} title={t('users.edit.locked')} />;
  const { form } = edit;

  return (
    <RecordForm edit={edit} label={t('app.title.userEdit')}>
      <PersonFields form={form} />
      {oneself ? (
        <FormSection title={t('users.section.place')} text={t('users.section.placeFixed')}>
          <Wide>
            <FixedField label={t('users.field.place')} mark={lock}>
              <span title={pathText(user.path)}>{pathText(user.path) || t('users.list.noPlace')}</span>
            </FixedField>
          </Wide>
          <FixedField label={t('users.field.role')} mark={lock}>
            {user.userRole.map(({ name }) => name).join(', ') || t('users.list.noRole')}
          </FixedField>
        </FormSection>
      ) : (
        <StandingFields form={form} user={user} />
      )}
      <WishFields form={form} />
      <FormSection title={t('users.section.signIn')} text={t('users.section.signInFixed')}>
        <FixedField label={t('users.field.userName')} mark={lock}>
          {user.userName}
        </FixedField>
        <FixedField label={t('users.field.domain')} mark={lock}>
          {user.domainName ?? t('users.view.none')}
        </FixedField>
        <SecretFields form={form} user={user} />
      </FormSection>
    </RecordForm>
  );
}
