import { Select, TextInput } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { NewUser, type User } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { signInDomains } from '../organisations/queries.ts';
import { OrganisationPicker } from '../organisations/organisation-picker.tsx';
import { useT } from '../platform/i18n.ts';
import { wayBackTo } from '../platform/list-memory.ts';
import { may, useSession } from '../platform/session.ts';
import { useRecordCreate } from '../screens/record-create.ts';
import { RecordForm } from '../screens/record-form.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { useNavigateTo } from '../ui/link.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page } from '../ui/page.tsx';
import { PersonFields, SecretFields, WishFields } from './person-fields.tsx';
import { useCreateUser } from './queries.ts';
import { StandingFields } from './standing-fields.tsx';
import { fieldOfFault } from './user-edit.ts';
import { emptyUser, formFields } from './user-fields.ts';
import { fullName, viewAddress } from './user-names.ts';

type New = typeof emptyUser;

/** Somebody below the platform says where the new user stands. */
const placed = z.extend(NewUser, { rootNodeId: z.string('field.required') });

/** Makes a new user; their first password is mailed to them. */
export function UserCreatePage() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const create = useCreateUser();
  const above = useSession().user?.rootNode === 'GLOBAL';
  const [organisation, setOrganisation] = useState<NodeId>();
  const edit = useRecordCreate<User, New, NewUser>({
    schema: (above ? NewUser : placed) as unknown as z.core.$ZodType<NewUser, New>,
    initialValues: emptyUser,
    fields: ['userName', 'domainName', ...formFields],
    fieldOf: { ...fieldOfFault, 'user.userNameTaken': 'userName' },
    save: (input) => create.mutateAsync({ ...input, ...(organisation && { orgId: organisation }) }),
    onMade: (made) => {
      notify.success(t('users.create.done', { name: fullName(made), emailId: made.emailId }));
      navigate(made.can.view ? viewAddress(made) : wayBackTo('/users'));
    },
  });
  const { form } = edit;
  const list = { label: t('users.list.title'), ...(may(['LIST_USERS']) && { href: wayBackTo('/users') }) };
  return (
    <Page>
      <PageHeader
        title={t('app.title.userCreate')}
        crumbs={[list, { label: t('app.title.userCreate') }]}
        crumbsLabel={t('users.page.crumbs')}
      />
      <RecordForm edit={edit} label={t('app.title.userCreate')} makes={t('users.action.create')}>
        {above && (
          <FormSection title={t('users.section.organisation')} text={t('users.section.organisationText')}>
            <Wide>
              <OrganisationPicker
                value={organisation}
                onChange={(id) => {
                  setOrganisation(id);
                  form.setValues({ userRole: [], domainName: '' });
                }}
              />
            </Wide>
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
          <Domain
            organisation={organisation}
            none={above && !organisation}
            value={form.values.domainName ?? ''}
            onChange={(name) => form.setFieldValue('domainName', name)}
          />
          <SecretFields form={form} />
        </FormSection>
        <PersonFields form={form} />
        <StandingFields form={form} organisation={organisation} />
        <WishFields form={form} />
      </RecordForm>
    </Page>
  );
}

type DomainProps = {
  organisation: NodeId | undefined;
  none: boolean;
  value: string;
  onChange: (name: string) => void;
};

/** By which of several domains the user signs in; the usual one stands there already, and a single one is no question. */
function Domain({ organisation, none, value, onChange }: DomainProps) {
  const t = useT();
  const { data = [] } = useQuery({ ...signInDomains(organisation), enabled: !none, meta: { quiet: true } });
  if (none || data.length < 2) return null;
  const usual = data.find(({ isDefault }) => isDefault)?.domainName ?? null;
  return (
    <Select
      label={t('users.field.domain')}
      data={data.map(({ domainName }) => ({ value: domainName, label: `@${domainName}` }))}
      allowDeselect={false}
      value={value || usual}
      onChange={(name) => onChange(name ?? '')}
    />
  );
}
