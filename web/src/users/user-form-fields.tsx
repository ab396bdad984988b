import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { LanguagePicker } from '../reference/language-picker.tsx';
import { TimeZonePicker } from '../reference/time-zone-picker.tsx';
import { DateFormField } from '../records/date-form-field.tsx';
import { PhoneField } from '../records/phone-field.tsx';
import { FormSection, OptionalLabel, FullWidth } from '../ui/form/form.tsx';
import { Permit } from '../ui/page/permit.tsx';
import type { SchemaForm } from '../ui/form/schema-form.tsx';
import { dashboardOptions, type UserFormValues, formLabel } from './user-fields.ts';

/** Form of a new or an existing user. */
export type UserFormProps = {
  readonly form: Pick<
    SchemaForm<UserFormValues, unknown>,
    'getInputProps' | 'setFieldValue' | 'clearFieldError' | 'errors'
  > & {
    readonly values: UserFormValues;
  };
};

export function UserFields({ form, emailNotice }: UserFormProps & { emailNotice?: ReactNode }) {
  const t = useT();
  const optional = (label: string) => <OptionalLabel label={label} optional={t('ui.form.optional')} />;
  const nothingFound = t('users.edit.nothingFound');
  return (
    <FormSection title={t('users.section.person')} text={t('users.section.personText')}>
      <TextInput label={t('users.field.firstName')} autoComplete="off" {...form.getInputProps('firstName')} />
      <TextInput label={t('users.field.lastName')} autoComplete="off" {...form.getInputProps('lastName')} />
      <TextInput label={t('users.field.email')} type="email" autoComplete="off" {...form.getInputProps('emailId')} />
      <PhoneField
        label={optional(t('users.field.phone'))}
        country={form.values.country}
        {...form.getInputProps('phoneNumber')}
      />
      {emailNotice}
      <LanguagePicker label={t('users.field.language')} {...form.getInputProps('language')} />
      <TimeZonePicker
        label={t('users.field.timeZone')}
        nothingFoundMessage={nothingFound}
        {...form.getInputProps('timeZone')}
      />
      <CountryPicker
        label={optional(t('users.field.country'))}
        nothingFoundMessage={nothingFound}
        clearButtonProps={{ 'aria-label': t('users.edit.noCountry') }}
        {...form.getInputProps('country')}
      />
      <DateFormField
        label={optional(t('users.field.dateOfBirth'))}
        autoComplete="off"
        {...form.getInputProps('dateOfBirth')}
        value={form.values.dateOfBirth ?? ''}
        onChange={(date) => form.setFieldValue('dateOfBirth', date || null)}
      />
      <TextInput label={optional(t('users.field.shortName'))} autoComplete="off" {...form.getInputProps('shortName')} />
      <Select
        label={optional(t('users.field.dashboard'))}
        placeholder={t('users.edit.dashboardOfLevel')}
        data={dashboardOptions(t)}
        clearable
        clearButtonProps={{ 'aria-label': t('users.edit.dashboardOfLevel') }}
        value={form.values.dashboardAccess || null}
        onChange={(key: string | null) => form.setFieldValue('dashboardAccess', key ?? '')}
        error={form.errors['dashboardAccess']}
      />
    </FormSection>
  );
}

/** Marketing opt-ins; shown only with the permission. */
export function MarketingFields({ form }: UserFormProps) {
  const t = useT();
  return (
    <Permit any={['ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE']}>
      <FormSection title={t('users.section.marketing')} text={t('users.section.marketingText')}>
        <FullWidth>
          <Stack gap="xs">
            {(['communicationEmail', 'communicationPush', 'communicationSms'] as const).map((field) => (
              <Checkbox key={field} label={formLabel(field, t)} {...form.getInputProps(field, { type: 'checkbox' })} />
            ))}
          </Stack>
        </FullWidth>
      </FormSection>
    </Permit>
  );
}
