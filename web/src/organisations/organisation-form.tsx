import { TextInput } from '@mantine/core';
import type { Organisation } from '@storeward/contract/organisations';
import type { ReactNode } from 'react';
import { sayError, useT } from '../platform/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { LanguagePicker } from '../reference/language-picker.tsx';
import { RecordForm } from '../screens/record-form.tsx';
import { FixedField, FormSection, OptionalLabel, Wide } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import type { SchemaForm } from '../ui/use-schema-form.tsx';
import { DomainFields } from './domain-fields.tsx';
import { useOrganisationEdit } from './organisation-edit.ts';
import { domainsText, type Filled, type OrganisationField, organisationLabel } from './organisation-fields.ts';

/** Changes what is filled in about an organisation; what else there is of it stands below. */
export function OrganisationForm({ organisation, further }: { organisation: Organisation; further: ReactNode }) {
  const t = useT();
  const edit = useOrganisationEdit(organisation);
  const lock = <Icon name="lock" size={16} title={t('organisations.field.locked')} />;
  const { url, domains, can } = organisation;
  return (
    <RecordForm edit={edit} label={t('app.title.organisationEdit')} further={further}>
      <DetailFields form={edit.form}>
        <FixedField label={t('organisations.field.code')} mark={lock}>
          {organisation.code}
        </FixedField>
      </DetailFields>
      {can.address ? (
        <PortalFields form={edit.form} domainsHint={t('organisations.domains.hint')} />
      ) : (
        <FormSection title={t('organisations.section.portal')} text={sayError('organisation.onlyFromAbove')}>
          <FixedField label={organisationLabel('url', t)} mark={lock}>
            {url}
          </FixedField>
          <FixedField label={organisationLabel('domains', t)} mark={lock}>
            {domainsText(domains)}
          </FixedField>
        </FormSection>
      )}
    </RecordForm>
  );
}

/** The fields that say who an organisation is; its code is handed in. */
export function DetailFields({ form, children }: { form: object; children: ReactNode }) {
  const t = useT();
  const { getInputProps: input } = form as SchemaForm<Filled, unknown>;
  const label = (field: OrganisationField) => organisationLabel(field, t);
  return (
    <FormSection title={t('organisations.section.details')} text={t('organisations.section.detailsText')}>
      <TextInput label={label('name')} autoComplete="off" {...input('name')} />
      {children}
      <TextInput label={label('emailId')} type="email" autoComplete="off" {...input('emailId')} />
      <CountryPicker
        label={label('country')}
        nothingFoundMessage={t('organisations.edit.nothingFound')}
        clearButtonProps={{ 'aria-label': t('organisations.field.noCountry') }}
        {...input('country')}
      />
      <LanguagePicker label={label('defaultLanguage')} {...input('defaultLanguage')} />
      <Wide>
        <TextInput
          label={<OptionalLabel label={label('address')} optional={t('ui.form.optional')} />}
          autoComplete="off"
          {...input('address')}
        />
      </Wide>
    </FormSection>
  );
}

/** The fields that say where the people of an organisation sign in, and as whom. */
export function PortalFields({ form: given, domainsHint }: { form: object; domainsHint: string }) {
  const t = useT();
  const form = given as SchemaForm<Filled, unknown>;
  const { domains } = form.values;
  return (
    <FormSection title={t('organisations.section.portal')} text={t('organisations.section.portalText')}>
      <Wide>
        <TextInput
          label={organisationLabel('url', t)}
          description={t('organisations.field.urlHint')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
      </Wide>
      <Wide>
        <DomainFields
          domains={domains}
          onChange={(changed) => {
            form.setFieldValue('domains', changed);
            for (const path of Object.keys(form.errors)) if (path.startsWith('domains')) form.clearFieldError(path);
          }}
          onLeave={() => form.validateField('domains')}
          error={form.errors['domains']}
          errorAt={(index) => form.errors[`domains.${index}.domainName`]}
          hint={domainsHint}
        />
      </Wide>
    </FormSection>
  );
}
