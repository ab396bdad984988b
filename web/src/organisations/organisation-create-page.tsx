import { TextInput } from '@mantine/core';
import {
  type FirstAdministrator,
  NewOrganisation,
  type Organisation,
  proposedCode,
} from '@storeward/contract/organisations';
import type * as z from 'zod/mini';
import { useT } from '../platform/i18n.ts';
import { useRecordCreate } from '../screens/record-create.ts';
import { RecordForm } from '../screens/record-form.tsx';
import { OptionalLabel } from '../ui/form.tsx';
import { useNavigateTo } from '../ui/link.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page } from '../ui/page.tsx';
import { AdministratorFields } from './administrator-fields.tsx';
import { listAddress, viewAddress } from './organisation-address.ts';
import { LogoFields, logoFields, type Logos } from './logo-fields.tsx';
import { emptyOrganisation, fieldOfFault, type Filled, organisationFields } from './organisation-fields.ts';
import { DetailFields, PortalFields } from './organisation-form.tsx';
import { useCreateOrganisation } from './queries.ts';

type New = Filled & { nodeType: string; code: string; administrator: FirstAdministrator | null } & Logos;

/** Makes a new organisation, with its portal, its domains and whoever looks after it first. */
export function OrganisationCreatePage() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const create = useCreateOrganisation();
  const edit = useRecordCreate<Organisation, New, NewOrganisation>({
    schema: NewOrganisation as unknown as z.core.$ZodType<NewOrganisation, New>,
    initialValues: {
      ...emptyOrganisation,
      nodeType: 'organization',
      code: '',
      administrator: null,
      logoURL: null,
      logoURLPortrait: null,
    },
    fields: ['name', 'code', ...organisationFields.filter((field) => field !== 'name'), 'administrator', ...logoFields],
    fieldOf: { ...fieldOfFault, 'organisation.codeTaken': 'code' },
    save: create.mutateAsync,
    onMade: (made) => {
      const { name, invited } = made;
      notify.success(
        invited
          ? t('organisations.create.invited', { name, emailId: invited.emailId })
          : t('organisations.create.done', { name }),
      );
      navigate(viewAddress(made));
    },
  });
  const { form } = edit;
  return (
    <Page>
      <PageHeader
        title={t('app.title.organisationCreate')}
        crumbs={[
          { label: t('organisations.list.title'), href: listAddress },
          { label: t('app.title.organisationCreate') },
        ]}
        crumbsLabel={t('organisations.page.crumbs')}
      />
      <RecordForm edit={edit} label={t('app.title.organisationCreate')} makes={t('organisations.action.create')}>
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
        <PortalFields form={form} domainsHint={t('organisations.domains.fromUrl')} />
        <AdministratorFields form={form} />
      </RecordForm>
    </Page>
  );
}
