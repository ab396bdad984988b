import { type Role, RoleId } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useUrlQuery } from '../platform/api/url-query.ts';
import { useChosenOrganisation } from '../platform/session/chosen-organisation.ts';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { useRecordCreate } from '../records/record-create.ts';
import { RecordForm } from '../records/record-form.tsx';
import { useNavigateTo } from '../ui/page/link.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Page, PageBody } from '../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { roleQuery, ownRightsQuery, useCreateRole } from './queries.ts';
import { roleEditPath, roleListPath, isPlatformLevel, roleViewPath } from './role-paths.ts';
import {
  fieldByErrorCode,
  type RoleFormValues,
  assignableLevels,
  RoleFormData,
  roleFields,
  roleInput,
  rightNames,
} from './role-fields.ts';
import { RoleFields } from './role-form.tsx';
import { RoleTemplatePicker, type RoleTemplate } from './role-template-picker.tsx';

const CreateQuery = z.object({ from: z.optional(RoleId) });

/** Creates a role from scratch, from a ready-made role or as a copy of another role. */
export function RoleCreatePage() {
  const t = useT();
  const [{ from }] = useUrlQuery(CreateQuery);
  const copies = from !== undefined && hasPermission(['VIEW_ROLE']);
  const own = useQuery({ ...ownRightsQuery(), meta: errorShownByScreen });
  const source = useQuery({ ...roleQuery(from!), enabled: copies, meta: errorShownByScreen });
  // The form is shown once it knows which rights a template may fill in.
  const isLoaded = own.data !== undefined && (!copies || source.data !== undefined);
  const error = own.error ?? source.error;
  const showSkeleton = useDelayed(!isLoaded && !error);
  const title = t(isPlatformLevel() ? 'app.title.rossRoleCreate' : 'app.title.roleCreate');
  const retry = () => void Promise.all([own.error && own.refetch(), source.error && source.refetch()]);
  return (
    <Page>
      <PageHeader
        title={title}
        crumbs={[
          {
            label: t(isPlatformLevel() ? 'app.title.rossRoles' : 'app.title.roles'),
            ...(hasPermission(['LIST_ROLES']) && { href: roleListPath() }),
          },
          { label: title },
        ]}
        crumbsLabel={t('roles.page.crumbs')}
      />
      {isLoaded ? (
        <RoleCreateForm title={title} ownRights={own.data} {...(copies && { source: source.data! })} />
      ) : (
        <PageBody>
          {error && <LoadError title={t('roles.page.failed')} error={error} onRetry={retry} />}
          {showSkeleton && <FormSkeleton sections={3} />}
        </PageBody>
      )}
    </Page>
  );
}

type FormProps = {
  title: string;
  ownRights: readonly string[];
  /** The role to copy. */
  source?: Role;
};

function RoleCreateForm({ title, ownRights, source }: FormProps) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const create = useCreateRole();
  const { organisation } = useChosenOrganisation();
  const levels = assignableLevels(isPlatformLevel() && !organisation);
  const [appliedTemplate, setAppliedTemplate] = useState<{ name: string; omittedCount: number }>();
  const edit = useRecordCreate<Role, RoleFormValues, RoleFormData>({
    schema: RoleFormData,
    initialValues: { name: '', description: '', level: levels.at(-1) ?? '', rights: [], unknownRights: [] },
    fields: roleFields,
    fieldOf: fieldByErrorCode,
    save: (input) => create.mutateAsync({ body: roleInput(input), orgId: organisation }),
    onCreated: (created) => {
      notify.success(t('roles.create.done', { name: created.name }));
      navigate(created.can.view ? roleViewPath(created) : created.can.edit ? roleEditPath(created) : roleListPath());
    },
  });
  const { form } = edit;

  /**
   * Fills the form from a template. Rights the user does not hold are left out; a typed name or description is kept.
   */
  function applyTemplate({ sourceName, name, description, level, rights }: RoleTemplate) {
    const grantable = rights.filter((right) => ownRights.includes(right));
    form.setValues({
      ...(name && form.values.name === '' ? { name } : {}),
      ...(form.values.description === '' ? { description } : {}),
      ...(levels.includes(level) ? { level } : {}),
      rights: grantable,
    });
    setAppliedTemplate({ name: sourceName, omittedCount: rights.length - grantable.length });
  }
  useEffect(() => {
    if (source) applyTemplate(templateFromRole(source));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once only, so that later input is not overwritten
  }, []);

  return (
    <RecordForm edit={edit} label={title} createLabel={t('roles.action.create')}>
      <RoleTemplatePicker levels={levels} applied={appliedTemplate} onSelect={applyTemplate} />
      <RoleFields form={form} />
    </RecordForm>
  );
}

const templateFromRole = ({ name, description, level, modules }: Role): RoleTemplate => ({
  sourceName: name,
  description,
  level,
  rights: rightNames(modules),
});
