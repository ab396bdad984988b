import { TextInput } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { useT } from '../platform/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { LanguagePicker } from '../reference/language-picker.tsx';
import { TimeZonePicker } from '../reference/time-zone-picker.tsx';
import { FixedField, FormSection, OptionalLabel, Wide } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { RecordForm } from '../screens/record-form.tsx';
import { useUserEdit } from './user-edit.ts';
import { pathText } from './user-names.ts';

/** Changes what is filled in about a user; place, role and user name stand beside it, locked. */
export function UserForm({ user }: { user: User }) {
  const t = useT();
  const edit = useUserEdit(user);
  const { form } = edit;
  const nothingFound = t('users.edit.nothingFound');
  const lock = <Icon name="lock" size={16} title={t('users.edit.locked')} />;

  return (
    <RecordForm edit={edit} label={t('app.title.userEdit')}>
      <FormSection title={t('users.section.person')} text={t('users.section.personText')}>
        <TextInput label={t('users.field.firstName')} autoComplete="off" {...form.getInputProps('firstName')} />
        <TextInput label={t('users.field.lastName')} autoComplete="off" {...form.getInputProps('lastName')} />
        <TextInput label={t('users.field.email')} type="email" autoComplete="off" {...form.getInputProps('emailId')} />
        <TextInput
          label={<OptionalLabel label={t('users.field.phone')} optional={t('ui.form.optional')} />}
          type="tel"
          autoComplete="off"
          {...form.getInputProps('phoneNumber')}
        />
        <LanguagePicker label={t('users.field.language')} {...form.getInputProps('language')} />
        <TimeZonePicker
          label={t('users.field.timeZone')}
          nothingFoundMessage={nothingFound}
          {...form.getInputProps('timeZone')}
        />
        <CountryPicker
          label={<OptionalLabel label={t('users.field.country')} optional={t('ui.form.optional')} />}
          nothingFoundMessage={nothingFound}
          clearButtonProps={{ 'aria-label': t('users.edit.noCountry') }}
          {...form.getInputProps('country')}
        />
      </FormSection>
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
      <FormSection title={t('users.section.signIn')} text={t('users.section.signInFixed')}>
        <FixedField label={t('users.field.userName')} mark={lock}>
          {user.userName}
        </FixedField>
        <FixedField label={t('users.field.domain')} mark={lock}>
          {user.domainName ?? t('users.view.none')}
        </FixedField>
      </FormSection>
    </RecordForm>
  );
}
