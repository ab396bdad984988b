import { TextInput } from '@mantine/core';
import {
  type FirstAdministrator,
  NewOrganisation,
  type Organisation,
  proposedCode,
} from '@storeward/contract/organisations';
import type * as z from 'zod/mini';
import { useT } from '../platform/text/i18n.ts';
import { useRecordCreate } from '../records/record-create.ts';
import { RecordForm } from '../records/record-form.tsx';
import { OptionalLabel } from '../ui/form/form.tsx';
import { useNavigateTo } from '../ui/page/link.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Page } from '../ui/page/page.tsx';
import { AdministratorFields } from './administrator-fields.tsx';
import { organisationListPath, organisationViewPath } from './organisation-paths.ts';
import { LogoFields, logoFields, type Logos } from './logo-fields.tsx';
import {
  emptyOrganisation,
  fieldByErrorCode,
  type OrganisationFormValues,
  newOrganisationFields,
  organisationLabel,
} from './organisation-fields.ts';
import { DetailFields, PortalFields } from './organisation-form.tsx';
import { useCreateOrganisation } from './queries.ts';

type NewOrganisationForm = OrganisationFormValues & {
  nodeType: string;
  code: string;
  administrator: FirstAdministrator | null;
} & Logos;

/** Creates an organisation with portal host, domains and an optional first administrator. */
export function OrganisationCreatePage() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const create = useCreateOrganisation();
  const edit = useRecordCreate<Organisation, NewOrganisationForm, NewOrganisation>({
    schema: NewOrganisation as unknown as z.core.$ZodType<NewOrganisation, NewOrganisationForm>,
    initialValues: {
      ...emptyOrganisation,
      nodeType: 'organization',
      code: '',
      administrator: null,
      logoURL: null,
      logoURLPortrait: null,
    },
    fields: [
      'name',
      'code',
      ...newOrganisationFields.filter((field) => field !== 'name'),
      'administrator',
      ...logoFields,
    ],
    fieldOf: { ...fieldByErrorCode, 'organisation.codeTaken': 'code' },
    save: create.mutateAsync,
    onCreated: (created) => {
      const { name, invited } = created;
      notify.success(
        invited
          ? t('organisations.create.invited', { name, emailId: invited.emailId })
          : t('organisations.create.done', { name }),
      );
      navigate(organisationViewPath(created));
    },
  });
  const { form } = edit;
  return (
    <Page>
      <PageHeader
        title={t('app.title.organisationCreate')}
        crumbs={[
          { label: t('organisations.list.title'), href: organisationListPath },
          { label: t('app.title.organisationCreate') },
        ]}
        crumbsLabel={t('organisations.page.crumbs')}
      />
      <RecordForm edit={edit} label={t('app.title.organisationCreate')} createLabel={t('organisations.action.create')}>
        <DetailFields form={form}>
          <TextInput
            label={<OptionalLabel label={t('organisations.field.code')} optional={t('ui.form.optional')} />}
            description={t('organisations.field.codeHint')}
            placeholder={proposedCode(form.values.name)}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        </DetailFields>
        <LogoFields form={form} />
        <PortalFields form={form} domainsHint={t('organisations.domains.fromUrl')}>
          <TextInput
            label={organisationLabel('url', t)}
            description={t('organisations.field.urlHint')}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('url')}
          />
        </PortalFields>
        <AdministratorFields form={form} />
      </RecordForm>
    </Page>
  );
}
