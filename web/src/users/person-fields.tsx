import { Checkbox, Select, TextInput } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { useT } from '../platform/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { LanguagePicker } from '../reference/language-picker.tsx';
import { TimeZonePicker } from '../reference/time-zone-picker.tsx';
import { DayField } from '../screens/day-field.tsx';
import { FormSection, OptionalLabel, Wide } from '../ui/form.tsx';
import { Permit } from '../ui/permit.tsx';
import type { SchemaForm } from '../ui/use-schema-form.tsx';
import classes from './profile-form.module.css';
import { SecretField } from './secret-field.tsx';
import { dashboards, type Filled, formLabel } from './user-fields.ts';

/** A form about a user, new or known. */
export type UserFormParts = {
  readonly form: Pick<SchemaForm<Filled, unknown>, 'getInputProps' | 'setFieldValue' | 'clearFieldError' | 'errors'> & {
    readonly values: Filled;
  };
};

/** Who a user is, how they are reached and how they read. */
export function PersonFields({ form }: UserFormParts) {
  const t = useT();
  const optional = (label: string) => <OptionalLabel label={label} optional={t('ui.form.optional')} />;
  const nothingFound = t('users.edit.nothingFound');
  return (
    <FormSection title={t('users.section.person')} text={t('users.section.personText')}>
      <TextInput label={t('users.field.firstName')} autoComplete="off" {...form.getInputProps('firstName')} />
      <TextInput label={t('users.field.lastName')} autoComplete="off" {...form.getInputProps('lastName')} />
      <TextInput label={t('users.field.email')} type="email" autoComplete="off" {...form.getInputProps('emailId')} />
      <TextInput
        label={optional(t('users.field.phone'))}
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
        label={optional(t('users.field.country'))}
        nothingFoundMessage={nothingFound}
        clearButtonProps={{ 'aria-label': t('users.edit.noCountry') }}
        {...form.getInputProps('country')}
      />
      <DayField
        label={optional(t('users.field.dateOfBirth'))}
        autoComplete="off"
        {...form.getInputProps('dateOfBirth')}
        value={form.values.dateOfBirth ?? ''}
        onChange={(day) => form.setFieldValue('dateOfBirth', day || null)}
      />
      <TextInput label={optional(t('users.field.shortName'))} autoComplete="off" {...form.getInputProps('shortName')} />
      <Select
        label={optional(t('users.field.dashboard'))}
        placeholder={t('users.edit.dashboardOfLevel')}
        data={dashboards(t)}
        clearable
        clearButtonProps={{ 'aria-label': t('users.edit.dashboardOfLevel') }}
        value={form.values.dashboardAccess || null}
        onChange={(key: string | null) => form.setFieldValue('dashboardAccess', key ?? '')}
        error={form.errors['dashboardAccess']}
      />
    </FormSection>
  );
}

/** By which ways a user wants to hear of offers; only for whoever may know. */
export function WishFields({ form }: UserFormParts) {
  const t = useT();
  return (
    <Permit any={['ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE']}>
      <FormSection title={t('profile.section.wishes')} text={t('users.section.wishesText')}>
        <Wide>
          <div className={classes.wishes}>
            {(['communicationEmail', 'communicationPush', 'communicationSms'] as const).map((field) => (
              <Checkbox key={field} label={formLabel(field, t)} {...form.getInputProps(field, { type: 'checkbox' })} />
            ))}
          </div>
        </Wide>
      </FormSection>
    </Permit>
  );
}

/** The secret word and the PIN, given anew or left as they are. */
export function SecretFields({ form, user }: UserFormParts & { user?: Pick<User, 'hasSecretWord' | 'hasPin'> }) {
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
    <>
      <SecretField
        label={t('users.field.secretWord')}
        isSet={user?.hasSecretWord ?? false}
        words={words}
        hint={t('profile.secret.wordHint')}
        {...secret('secretWord')}
      />
      <SecretField
        label={t('users.field.pin')}
        isSet={user?.hasPin ?? false}
        words={words}
        hint={t('profile.secret.pinHint')}
        inputMode="numeric"
        {...secret('pin')}
      />
    </>
  );
}
