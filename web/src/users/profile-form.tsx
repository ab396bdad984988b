import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { LanguagePicker } from '../reference/language-picker.tsx';
import { TimeZonePicker } from '../reference/time-zone-picker.tsx';
import { FixedField, FormSection, OptionalLabel, Wide } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { DayField } from '../screens/day-field.tsx';
import { RecordForm } from '../screens/record-form.tsx';
import { useProfileEdit } from './profile-edit.ts';
import { profileLabel } from './profile-fields.ts';
import classes from './profile-form.module.css';
import { FaceConsentFields } from './face-consent.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import { SecretField } from './secret-field.tsx';
import { pathText } from './user-names.ts';

/** What somebody may change of themselves, and below it whatever else belongs on the page; place, role and user name stand beside it, locked. */
export function ProfileForm({ user, children }: { user: User; children?: ReactNode }) {
  const t = useT();
  const { edit, keysChanged } = useProfileEdit(user);
  const { form } = edit;
  const byContact = keysChanged.some((field) => field !== 'secretWord');
  const password = keysChanged.length > 0 && <Password form={form} keys={keysChanged} />;

  return (
    <RecordForm edit={edit} label={t('app.title.profile')} further={children}>
      <ProfilePicture user={user} />
      <Person form={form} />
      <Contact form={form} password={byContact && password} />
      <Wishes form={form} />
      <Secrets form={form} user={user} password={!byContact && password} />
      <FaceConsentFields user={user} />
      <Standing user={user} />
    </RecordForm>
  );
}

type Part = { form: ReturnType<typeof useProfileEdit>['edit']['form'] };

function Person({ form }: Part) {
  const t = useT();
  const optional = t('ui.form.optional');
  const nothingFound = t('users.edit.nothingFound');
  return (
    <>
      <FormSection title={t('users.section.person')} text={t('profile.section.personText')}>
        <TextInput label={t('users.field.firstName')} autoComplete="given-name" {...form.getInputProps('firstName')} />
        <TextInput label={t('users.field.lastName')} autoComplete="family-name" {...form.getInputProps('lastName')} />
        <DayField
          label={<OptionalLabel label={t('users.field.dateOfBirth')} optional={optional} />}
          autoComplete="bday"
          {...form.getInputProps('dateOfBirth')}
          value={form.values.dateOfBirth ?? ''}
          onChange={(day) => form.setFieldValue('dateOfBirth', day || null)}
        />
        <CountryPicker
          label={<OptionalLabel label={t('users.field.country')} optional={optional} />}
          nothingFoundMessage={nothingFound}
          clearButtonProps={{ 'aria-label': t('users.edit.noCountry') }}
          {...form.getInputProps('country')}
        />
      </FormSection>
      <FormSection title={t('profile.section.language')} text={t('profile.section.languageText')}>
        <LanguagePicker label={t('users.field.language')} {...form.getInputProps('language')} />
        <TimeZonePicker
          label={t('users.field.timeZone')}
          nothingFoundMessage={nothingFound}
          {...form.getInputProps('timeZone')}
        />
      </FormSection>
    </>
  );
}

function Contact({ form, password }: Part & { password: ReactNode }) {
  const t = useT();
  return (
    <FormSection title={t('profile.section.contact')} text={t('profile.section.contactText')}>
      <TextInput label={t('users.field.email')} type="email" autoComplete="email" {...form.getInputProps('emailId')} />
      <TextInput
        label={<OptionalLabel label={t('users.field.phone')} optional={t('ui.form.optional')} />}
        type="tel"
        autoComplete="tel"
        {...form.getInputProps('phoneNumber')}
      />
      {password}
    </FormSection>
  );
}

/** The password of the moment, asked for where a change needs it. */
function Password({ form, keys }: Part & { keys: readonly ('emailId' | 'phoneNumber' | 'secretWord')[] }) {
  const t = useT();
  const what = keys.map((key) => profileLabel(key, t)).join(', ');
  return (
    <Wide>
      <div className={classes.password}>
        <PasswordInput
          label={t('profile.field.password')}
          description={t('profile.field.passwordWhy', { what })}
          autoComplete="current-password"
          aria-invalid={form.errors['password'] ? true : undefined}
          {...form.getInputProps('password')}
          value={form.values.password ?? ''}
        />
      </div>
    </Wide>
  );
}

function Wishes({ form }: Part) {
  const t = useT();
  return (
    <FormSection title={t('profile.section.wishes')} text={t('profile.section.wishesText')}>
      <Wide>
        <div className={classes.wishes}>
          {(['communicationEmail', 'communicationPush', 'communicationSms'] as const).map((field) => (
            <Checkbox key={field} label={profileLabel(field, t)} {...form.getInputProps(field, { type: 'checkbox' })} />
          ))}
        </div>
      </Wide>
    </FormSection>
  );
}

function Secrets({ form, user, password }: Part & { user: User; password: ReactNode }) {
  const t = useT();
  const words = {
    set: t('users.secret.set'),
    notSet: t('users.secret.notSet'),
    replace: t('profile.secret.replace'),
    give: t('profile.secret.give'),
    keep: t('profile.secret.keep'),
  };
  const secret = (field: 'secretWord' | 'pin') => ({
    value: form.values[field],
    field: form.getInputProps(field),
    onReplace: () => form.setFieldValue(field, ''),
    onKeep: () => {
      form.setFieldValue(field, null);
      form.clearFieldError(field);
    },
  });
  return (
    <FormSection title={t('profile.section.secrets')} text={t('profile.section.secretsText')}>
      <SecretField
        label={t('users.field.secretWord')}
        isSet={user.hasSecretWord}
        words={words}
        hint={t('profile.secret.wordHint')}
        {...secret('secretWord')}
      />
      <SecretField
        label={t('users.field.pin')}
        isSet={user.hasPin}
        words={words}
        hint={t('profile.secret.pinHint')}
        inputMode="numeric"
        {...secret('pin')}
      />
      {password}
    </FormSection>
  );
}

function Standing({ user }: { user: User }) {
  const t = useT();
  const lock = <Icon name="lock" size={16} title={t('users.edit.locked')} />;
  const place = pathText(user.path);
  return (
    <FormSection title={t('users.section.place')} text={t('profile.section.placeText')}>
      <Wide>
        <FixedField label={t('users.field.place')} mark={lock}>
          <span title={place}>{place || t('users.list.noPlace')}</span>
        </FixedField>
      </Wide>
      <FixedField label={t('users.field.role')} mark={lock}>
        {user.userRole.map(({ name }) => name).join(', ') || t('users.list.noRole')}
      </FixedField>
      <FixedField label={t('users.field.userName')} mark={lock}>
        {user.domainName ? `${user.userName}@${user.domainName}` : user.userName}
      </FixedField>
    </FormSection>
  );
}
