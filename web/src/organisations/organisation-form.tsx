import { TextInput } from '@mantine/core';
import type { Organisation } from '@storeward/contract/organisations';
import type { ReactNode } from 'react';
import { errorMessage, useT } from '../platform/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { LanguagePicker } from '../reference/language-picker.tsx';
import { RecordForm } from '../records/record-form.tsx';
import { ReadOnlyField, FormSection, OptionalLabel, FullWidth } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import type { SchemaForm } from '../ui/use-schema-form.tsx';
import { DomainFields } from './domain-fields.tsx';
import { HostFields } from './host-fields.tsx';
import { useOrganisationEdit } from './organisation-edit.ts';
import {
  domainsText,
  type OrganisationFormValues,
  type OrganisationField,
  organisationLabel,
} from './organisation-fields.ts';

/** Edits an organisation; `below` is placed under the form. */
export function OrganisationForm({ organisation, below }: { organisation: Organisation; below: ReactNode }) {
  const t = useT();
  const edit = useOrganisationEdit(organisation);
  const lockIcon = <Icon name="lock" size={16} title={t('organisations.field.locked')} />;
  const { portalHosts, domains, can } = organisation;
  return (
    <RecordForm edit={edit} label={t('app.title.organisationEdit')} additionalContent={below}>
      <DetailFields form={edit.form}>
        <ReadOnlyField label={t('organisations.field.code')} suffix={lockIcon}>
          {organisation.code}
        </ReadOnlyField>
      </DetailFields>
      {can.address ? (
        <PortalFields form={edit.form} domainsHint={t('organisations.domains.hint')}>
          <HostFields
            organisation={organisation}
            hosts={edit.form.values.portalHosts}
            {...listProps(edit.form, 'portalHosts', 'hostName')}
          />
        </PortalFields>
      ) : (
        <FormSection title={t('organisations.section.portal')} text={errorMessage('organisation.onlyFromAbove')}>
          <ReadOnlyField label={organisationLabel('portalHosts', t)} suffix={lockIcon}>
            {portalHosts.map(({ hostName }) => hostName).join(', ')}
          </ReadOnlyField>
          <ReadOnlyField label={organisationLabel('domains', t)} suffix={lockIcon}>
            {domainsText(domains)}
          </ReadOnlyField>
        </FormSection>
      )}
    </RecordForm>
  );
}

/** Fields of the organisation itself; `children` is the code field. */
export function DetailFields({ form, children }: { form: object; children: ReactNode }) {
  const t = useT();
  const { getInputProps: inputProps } = form as SchemaForm<OrganisationFormValues, unknown>;
  const label = (field: OrganisationField) => organisationLabel(field, t);
  return (
    <FormSection title={t('organisations.section.details')} text={t('organisations.section.detailsText')}>
      <TextInput label={label('name')} autoComplete="off" {...inputProps('name')} />
      {children}
      <TextInput label={label('emailId')} type="email" autoComplete="off" {...inputProps('emailId')} />
      <CountryPicker
        label={label('country')}
        nothingFoundMessage={t('organisations.edit.nothingFound')}
        clearButtonProps={{ 'aria-label': t('organisations.field.noCountry') }}
        {...inputProps('country')}
      />
      <LanguagePicker label={label('defaultLanguage')} {...inputProps('defaultLanguage')} />
      <FullWidth>
        <TextInput
          label={<OptionalLabel label={label('address')} optional={t('ui.form.optional')} />}
          autoComplete="off"
          {...inputProps('address')}
        />
      </FullWidth>
    </FormSection>
  );
}

type ListForm = Pick<
  SchemaForm<Record<string, unknown>, unknown>,
  'setFieldValue' | 'clearFieldError' | 'validateField' | 'errors'
>;

/** The props of a list of rows in a form, whose errors are those of `name` in each row. */
function listProps<Row>(form: object, field: string, name: string) {
  const { setFieldValue, clearFieldError, validateField, errors } = form as ListForm;
  return {
    onChange: (changed: Row[]) => {
      setFieldValue(field, changed);
      for (const path of Object.keys(errors)) if (path.startsWith(field)) clearFieldError(path);
    },
    onBlur: () => validateField(field),
    error: errors[field],
    errorAt: (index: number) => errors[`${field}.${index}.${name}`],
  };
}

type PortalFieldsProps = { form: object; domainsHint: string; children: ReactNode };

/** Portal and sign-in domains; `children` is the host field, or those of several hosts. */
export function PortalFields({ form, domainsHint, children }: PortalFieldsProps) {
  const t = useT();
  const { domains } = (form as SchemaForm<OrganisationFormValues, unknown>).values;
  return (
    <FormSection title={t('organisations.section.portal')} text={t('organisations.section.portalText')}>
      <FullWidth>{children}</FullWidth>
      <FullWidth>
        <DomainFields domains={domains} {...listProps(form, 'domains', 'domainName')} hint={domainsHint} />
      </FullWidth>
    </FormSection>
  );
}
