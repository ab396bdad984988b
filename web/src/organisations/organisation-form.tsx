import type * as z from 'zod/mini';
import { TextInput } from '@mantine/core';
import { Organisation } from '@storeward/contract/organisations';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../platform/text/error-text.tsx';
import { errorMessage, useT, useLanguage } from '../platform/text/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { LanguagePicker } from '../reference/language-picker.tsx';
import { RecordForm } from '../records/record-form.tsx';
import { ReadOnlyField, FormSection, OptionalLabel, FullWidth } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';
import type { SchemaForm } from '../ui/form/schema-form.tsx';
import { useRecordEdit } from '../records/record-edit.ts';
import { useNotify } from '../ui/page/notify.tsx';
import { DomainFields } from './domain-fields.tsx';
import { HostFields } from './host-fields.tsx';
import {
  domainsText,
  type OrganisationFormValues,
  type OrganisationField,
  organisationLabel,
  fieldByErrorCode,
  OrganisationEdit,
  type OrganisationEditValues,
  organisationEditFields,
  organisationText,
  organisationValues,
} from './organisation-fields.ts';
import { organisationQuery, useSaveOrganisation } from './queries.ts';

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

function useOrganisationEdit(organisation: Organisation) {
  const t = useT();
  const [locale] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveOrganisation = useSaveOrganisation(organisation.id);
  return useRecordEdit<Organisation, OrganisationEditValues, OrganisationEdit>(organisation, {
    schema: OrganisationEdit as unknown as z.core.$ZodType<OrganisationEdit, OrganisationEditValues>,
    read: (current) => Organisation.safeParse(current).data,
    values: organisationValues,
    fields: organisationEditFields,
    label: (field) => organisationLabel(field as (typeof organisationEditFields)[number], t),
    text: (field, value) =>
      organisationText(
        field as (typeof organisationEditFields)[number],
        value as OrganisationEditValues[keyof OrganisationEdit],
        locale,
      ),
    fieldOf: { ...fieldByErrorCode, 'organisation.urlTaken': 'portalHosts' },
    // a taken host is marked in its own row of the list
    onError: ({ code, errors }, showErrors) => {
      if (code !== 'organisation.urlTaken' || errors.length === 0) return false;
      showErrors(Object.fromEntries(errors.map(({ path, message }) => [path, errorText(code, message)])));
      return true;
    },
    save: saveOrganisation.mutateAsync,
    onNewer: (newer) => client.setQueryData(organisationQuery(organisation.id).queryKey, newer),
    onSaved: ({ name }) => notify.success(t('organisations.edit.saved', { name })),
  });
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
  'setFieldValue' | 'clearFieldError' | 'validateOnBlur' | 'errors'
>;

/** The props of a list of rows in a form, whose errors are those of `name` in each row. */
function listProps<Row>(form: object, field: string, name: string) {
  const { setFieldValue, clearFieldError, validateOnBlur, errors } = form as ListForm;
  return {
    onChange: (changed: Row[]) => {
      setFieldValue(field, changed);
      for (const path of Object.keys(errors)) if (path.startsWith(field)) clearFieldError(path);
    },
    onBlur: () => validateOnBlur(field),
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
