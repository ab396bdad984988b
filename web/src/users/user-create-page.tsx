import { Select, TextInput } from '@mantine/core';
import { type User } from '@storeward/contract/users';
import { NewUser } from '@storeward/contract/users/user-input';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { signInDomainsQuery } from '../organisations/queries.ts';
import { OrganisationPicker } from '../organisations/organisation-picker.tsx';
import { useChosenOrganisation } from '../platform/session/chosen-organisation.ts';
import { useT } from '../platform/text/i18n.ts';
import { lastListUrl } from '../platform/list-preferences.ts';
import { hasPermission, useSession } from '../platform/session/session.ts';
import { useRecordCreate } from '../records/record-create.ts';
import { RecordForm } from '../records/record-form.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { useNavigateTo } from '../ui/page/link.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Page } from '../ui/page/page.tsx';
import { SecretFields } from './secret-fields.tsx';
import { UserFields, MarketingFields } from './user-form-fields.tsx';
import { useCreateUser } from './queries.ts';
import { PrimaryAssignmentFields } from './assignments/assignment-fields.tsx';
import { endOf, lastDayOf, useOwnEnd } from '../records/last-day.ts';
import { fieldByErrorCode, emptyUser, formFields } from './user-fields.ts';
import { fullName, userViewPath } from './user-names.ts';

type NewUserForm = typeof emptyUser;

/** Users of an organisation must select a node. */
const NewUserWithNode = z.safeExtend(NewUser, { rootNodeId: z.uuid('field.required').brand<'NodeId'>() });

/** Creates a user; the server mails the first password. */
export function UserCreatePage() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const create = useCreateUser();
  const isPlatformUser = useSession().user?.rootNode === 'GLOBAL';
  const ownEnd = useOwnEnd();
  const [lastDay, setLastDay] = useState(lastDayOf(ownEnd));
  const { organisation, choose: chooseOrganisation } = useChosenOrganisation();
  const edit = useRecordCreate<User, NewUserForm, NewUser>({
    schema: (isPlatformUser ? NewUser : NewUserWithNode) as unknown as z.core.$ZodType<NewUser, NewUserForm>,
    initialValues: emptyUser,
    fields: ['userName', 'domainName', ...formFields],
    fieldOf: { ...fieldByErrorCode, 'user.userNameTaken': 'userName' },
    save: (input) =>
      create.mutateAsync({ ...input, until: endOf(lastDay, ownEnd), ...(organisation && { orgId: organisation }) }),
    onCreated: (created) => {
      notify.success(t('users.create.done', { name: fullName(created), emailId: created.emailId }));
      navigate(created.can.view ? userViewPath(created) : lastListUrl('/users'));
    },
  });
  const { form } = edit;
  const listCrumb = {
    label: t('users.list.title'),
    ...(hasPermission(['LIST_USERS']) && { href: lastListUrl('/users') }),
  };
  return (
    <Page>
      <PageHeader
        title={t('app.title.userCreate')}
        crumbs={[listCrumb, { label: t('app.title.userCreate') }]}
        crumbsLabel={t('users.page.crumbs')}
      />
      <RecordForm edit={edit} label={t('app.title.userCreate')} createLabel={t('users.action.create')}>
        {isPlatformUser && (
          <FormSection title={t('users.section.organisation')} text={t('users.section.organisationText')}>
            <FullWidth>
              <OrganisationPicker
                value={organisation}
                onChange={(id) => {
                  chooseOrganisation(id);
                  form.setValues({ userRole: [], domainName: '' });
                }}
              />
            </FullWidth>
          </FormSection>
        )}
        <FormSection title={t('users.section.signIn')} text={t('users.section.signInNew')}>
          <TextInput
            label={t('users.field.userName')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('userName')}
          />
          <DomainField
            organisation={organisation}
            hidden={isPlatformUser && !organisation}
            value={form.values.domainName ?? ''}
            onChange={(name) => form.setFieldValue('domainName', name)}
          />
          <SecretFields form={form} isSet={{ secretWord: false, pin: false }} />
        </FormSection>
        <UserFields form={form} />
        <PrimaryAssignmentFields
          form={form}
          organisation={organisation}
          lastDay={{ value: lastDay, onChange: setLastDay }}
        />
        <MarketingFields form={form} />
      </RecordForm>
    </Page>
  );
}

type DomainProps = {
  organisation: ReturnType<typeof useChosenOrganisation>['organisation'];
  hidden: boolean;
  value: string;
  onChange: (name: string) => void;
};

/** Sign-in domain; the default is preselected, and the field is hidden for a single domain. */
function DomainField({ organisation, hidden, value, onChange }: DomainProps) {
  const t = useT();
  const { data = [] } = useQuery({ ...signInDomainsQuery(organisation), enabled: !hidden, meta: { quiet: true } });
  if (hidden || data.length < 2) return null;
  const defaultDomain = data.find(({ isDefault }) => isDefault)?.domainName ?? null;
  return (
    <Select
      label={t('users.field.domain')}
      data={data.map(({ domainName }) => ({ value: domainName, label: `@${domainName}` }))}
      allowDeselect={false}
      value={value || defaultDomain}
      onChange={(name) => onChange(name ?? '')}
    />
  );
}
