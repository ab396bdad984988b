import type { Role, RoleId } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { useRecordCreate } from '../screens/record-create.ts';
import { RecordForm } from '../screens/record-form.tsx';
import { useNavigateTo } from '../ui/link.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page } from '../ui/page.tsx';
import { oneRole, ownRights, useCreateRole } from './queries.ts';
import { editAddress, listAddress, ofThePlatform, viewAddress } from './role-address.ts';
import { fieldOfFault, type Filled, levelsToGive, RoleFilled, roleFields, roleInput, rightsOf } from './role-fields.ts';
import { RoleFields } from './role-form.tsx';
import { RoleStart, type Start } from './role-start.tsx';

/** Makes a new role: from nothing, from a ready-made one, or as another one is. */
export function RoleCreatePage() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const create = useCreateRole();
  const own = useQuery(ownRights()).data;
  const levels = levelsToGive();
  const [begun, setBegun] = useState<{ name: string; left: number }>();
  const edit = useRecordCreate<Role, Filled, RoleFilled>({
    schema: RoleFilled,
    initialValues: { name: '', description: '', level: levels.at(-1) ?? '', rights: [], unknownRights: [] },
    fields: roleFields,
    fieldOf: fieldOfFault,
    save: (input) => create.mutateAsync(roleInput(input)),
    onMade: (made) => {
      notify.success(t('roles.create.done', { name: made.name }));
      navigate(made.can.view ? viewAddress(made) : made.can.edit ? editAddress(made) : listAddress());
    },
  });
  const { form } = edit;
  const title = t(ofThePlatform() ? 'app.title.rossRoleCreate' : 'app.title.roleCreate');

  /** Takes over what another role has, as far as the reader may give it; a name is not taken twice. */
  function begin({ called, name, description, level, rights }: Start) {
    const given = rights.filter((right) => own?.includes(right));
    form.setValues({
      ...(name && form.values.name === '' ? { name } : {}),
      ...(form.values.description === '' ? { description } : {}),
      ...(levels.includes(level) ? { level } : {}),
      rights: given,
    });
    setBegun({ name: called, left: rights.length - given.length });
  }
  useCopied(own !== undefined, (role) => begin(startFrom(role)));

  return (
    <Page>
      <PageHeader
        title={title}
        crumbs={[
          {
            label: t(ofThePlatform() ? 'app.title.rossRoles' : 'app.title.roles'),
            ...(may(['LIST_ROLES']) && { href: listAddress() }),
          },
          { label: title },
        ]}
        crumbsLabel={t('roles.page.crumbs')}
      />
      <RecordForm edit={edit} label={title} makes={t('roles.action.create')}>
        <RoleStart levels={levels} begun={begun} onStart={begin} />
        <RoleFields form={form} />
      </RecordForm>
    </Page>
  );
}

const startFrom = ({ name, description, level, modules }: Role): Start => ({
  called: name,
  description,
  level,
  rights: rightsOf(modules),
});

/** Takes over the role that the address names, once it is known what of it may be given. */
function useCopied(ready: boolean, take: (role: Role) => void) {
  const { from } = useSearch({ strict: false }) as { from?: string };
  const { data } = useQuery({
    ...oneRole(from as RoleId),
    enabled: from !== undefined && may(['VIEW_ROLE']),
    meta: { quiet: true },
  });
  const copied = ready && data !== undefined;
  useEffect(() => {
    if (copied) take(data);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, and not again over what is typed since
  }, [copied]);
}
