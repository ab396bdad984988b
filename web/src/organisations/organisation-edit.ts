import { Organisation, OrganisationInput } from '@storeward/contract/organisations';
import { useQueryClient } from '@tanstack/react-query';
import { useLanguage, useT } from '../platform/i18n.ts';
import { useRecordEdit } from '../records/record-edit.ts';
import { useNotify } from '../ui/notify.tsx';
import {
  fieldByErrorCode,
  type OrganisationFormValues,
  organisationFields,
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
  return useRecordEdit(organisation, {
    schema: OrganisationInput,
    read: (current) => Organisation.safeParse(current).data,
    values: organisationValues,
    fields: organisationFields,
    label: (field) => organisationLabel(field as (typeof organisationFields)[number], t),
    text: (field, value) =>
      organisationText(
        field as (typeof organisationFields)[number],
        value as OrganisationFormValues['domains'] | string,
        locale,
      ),
    fieldOf: fieldByErrorCode,
    save: saveOrganisation.mutateAsync,
    onNewer: (newer) => client.setQueryData(organisationQuery(organisation.id).queryKey, newer),
    onSaved: ({ name }) => notify.success(t('organisations.edit.saved', { name })),
  });
}
