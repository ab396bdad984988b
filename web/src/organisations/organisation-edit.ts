import { Organisation } from '@storeward/contract/organisations';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { errorMessage, useLanguage, useT } from '../platform/i18n.ts';
import { useRecordEdit } from '../records/record-edit.ts';
import { useNotify } from '../ui/notify.tsx';
import {
  fieldByErrorCode,
  OrganisationEdit,
  type OrganisationEditValues,
  organisationEditFields,
  organisationLabel,
  organisationText,
  organisationValues,
} from './organisation-fields.ts';
import { organisationQuery, useSaveOrganisation } from './queries.ts';

export function useOrganisationEdit(organisation: Organisation) {
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
      showErrors(Object.fromEntries(errors.map(({ path, message }) => [path, errorMessage(code, message)])));
      return true;
    },
    save: saveOrganisation.mutateAsync,
    onNewer: (newer) => client.setQueryData(organisationQuery(organisation.id).queryKey, newer),
    onSaved: ({ name }) => notify.success(t('organisations.edit.saved', { name })),
  });
}
