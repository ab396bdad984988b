import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import type { ReactNode } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { CountryPicker } from '../../reference/country-picker.tsx';
import { LanguagePicker } from '../../reference/language-picker.tsx';
import { TimeZonePicker } from '../../reference/time-zone-picker.tsx';
import { ReadOnlyField, FormSection, OptionalLabel, FullWidth } from '../../ui/form/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DateFormField } from '../../records/date-form-field.tsx';
import { PhoneField } from '../../records/phone-field.tsx';
import { RecordForm } from '../../records/record-form.tsx';
import { useProfileEdit } from './profile-edit.ts';
import { EmailNotice } from './email-notice.tsx';
import { profileLabel } from './profile-fields.ts';
import classes from './profile-form.module.css';
import { FaceConsentFields } from './face-consent.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import { SecretFields } from '../secret-fields.tsx';
import { nodePathText } from '../user-names.ts';

/** Form of the user's own profile; node, role and user name are read-only. `children` are placed below the form. */
export function ProfileForm({ user, children }: { user: User; children?: ReactNode }) {
  const t = useT();
  const { edit, changedProtectedFields } = useProfileEdit(user);
  const { form } = edit;
  const isContactChanged = changedProtectedFields.some((field) => field !== 'secretWord');
  const password = changedProtectedFields.length > 0 && <PasswordField form={form} fields={changedProtectedFields} />;

  return (
    <RecordForm edit={edit} label={t('app.title.profile')} additionalContent={children}>
      <ProfilePicture user={user} />
      <NameSection form={form} />
      <ContactSection form={form} user={user} password={isContactChanged && password} />
      <MarketingSection form={form} />
      <SecretsSection form={form} user={user} password={!isContactChanged && password} />
      <FaceConsentFields user={user} />
      <AssignmentSection user={user} />
    </RecordForm>
  );
}

type SectionProps = { form: ReturnType<typeof useProfileEdit>['edit']['form'] };

function NameSection({ form }: SectionProps) {
  const t = useT();
  const optional = t('ui.form.optional');
  const nothingFound = t('users.edit.nothingFound');
  return (
    <>
      <FormSection title={t('users.section.person')} text={t('profile.section.personText')}>
        <TextInput label={t('users.field.firstName')} autoComplete="given-name" {...form.getInputProps('firstName')} />
        <TextInput label={t('users.field.lastName')} autoComplete="family-name" {...form.getInputProps('lastName')} />
        <DateFormField
          label={<OptionalLabel label={t('users.field.dateOfBirth')} optional={optional} />}
          autoComplete="bday"
          {...form.getInputProps('dateOfBirth')}
          value={form.values.dateOfBirth ?? ''}
          onChange={(date) => form.setFieldValue('dateOfBirth', date || null)}
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

function ContactSection({ form, user, password }: SectionProps & { user: User; password: ReactNode }) {
  const t = useT();
  return (
    <FormSection title={t('profile.section.contact')} text={t('profile.section.contactText')}>
      <TextInput label={t('users.field.email')} type="email" autoComplete="email" {...form.getInputProps('emailId')} />
      <PhoneField
        label={<OptionalLabel label={t('users.field.phone')} optional={t('ui.form.optional')} />}
        country={form.values.country}
        autoComplete="tel"
        {...form.getInputProps('phoneNumber')}
      />
      <EmailNotice user={user} isOwn />
      {password}
    </FormSection>
  );
}

/** Current password, shown next to the changed fields that require it. */
function PasswordField({
  form,
  fields,
}: SectionProps & { fields: readonly ('emailId' | 'phoneNumber' | 'secretWord')[] }) {
  const t = useT();
  const what = fields.map((field) => profileLabel(field, t)).join(', ');
  return (
    <FullWidth>
      <div className={classes.password}>
        <PasswordInput
          label={t('profile.field.password')}
          description={t('profile.field.passwordReason', { what })}
          autoComplete="current-password"
          aria-invalid={form.errors['password'] ? true : undefined}
          {...form.getInputProps('password')}
          value={form.values.password ?? ''}
        />
      </div>
    </FullWidth>
  );
}

function MarketingSection({ form }: SectionProps) {
  const t = useT();
  return (
    <FormSection title={t('profile.section.marketing')} text={t('profile.section.marketingText')}>
      <FullWidth>
        <Stack gap="xs">
          {(['communicationEmail', 'communicationPush', 'communicationSms'] as const).map((field) => (
            <Checkbox key={field} label={profileLabel(field, t)} {...form.getInputProps(field, { type: 'checkbox' })} />
          ))}
        </Stack>
      </FullWidth>
    </FormSection>
  );
}

function SecretsSection({ form, user, password }: SectionProps & { user: User; password: ReactNode }) {
  const t = useT();
  return (
    <FormSection title={t('profile.section.secrets')} text={t('profile.section.secretsText')}>
      <SecretFields form={form} isSet={{ secretWord: user.hasSecretWord, pin: user.hasPin }} />
      {password}
    </FormSection>
  );
}

function AssignmentSection({ user }: { user: User }) {
  const t = useT();
  const lockIcon = <Icon name="lock" size={16} title={t('users.edit.locked')} />;
  const nodePath = nodePathText(user.path);
  return (
    <FormSection title={t('users.section.assignment')} text={t('profile.section.assignmentText')}>
      <FullWidth>
        <ReadOnlyField label={t('users.field.node')} suffix={lockIcon}>
          <span title={nodePath}>{nodePath || t('users.list.noNode')}</span>
        </ReadOnlyField>
      </FullWidth>
      <ReadOnlyField label={t('users.field.role')} suffix={lockIcon}>
        {user.userRole.map(({ name }) => name).join(', ') || t('users.list.noRole')}
      </ReadOnlyField>
      <ReadOnlyField label={t('users.field.userName')} suffix={lockIcon}>
        {user.domainName ? `${user.userName}@${user.domainName}` : user.userName}
      </ReadOnlyField>
    </FormSection>
  );
}
