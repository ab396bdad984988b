import { Select, Textarea, TextInput } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import { Role } from '@storeward/contract/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeEvent, ReactNode } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { RecordForm } from '../records/record-form.tsx';
import { ReadOnlyField, FormSection, OptionalLabel, FullWidth } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinesSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import type { SchemaForm } from '../ui/form/schema-form.tsx';
import { useRecordEdit } from '../records/record-edit.ts';
import { useNotify } from '../ui/page/notify.tsx';
import { AccessRightsGrid } from './access-rights-grid.tsx';
import { allRightsQuery, ownRightsQuery, roleQuery, useSaveRole } from './queries.ts';
import {
  type RoleFormValues,
  assignableLevels,
  RoleFormData,
  roleLabel,
  fieldByErrorCode,
  type RoleField,
  roleFields,
  roleInput,
  roleText,
  roleValues,
} from './role-fields.ts';
import { userCountText } from './role-user-count.ts';
import { UnknownRights } from './unknown-rights.tsx';

/** Edits a role. */
export function RoleForm({ role }: { role: Role }) {
  const t = useT();
  const edit = useRoleEdit(role);
  const { modules, unknownRights } = role;
  return (
    <RecordForm edit={edit} label={t('app.title.roleEdit')}>
      <RoleFields
        form={edit.form}
        stored={modules.flatMap(({ accessRights }) => accessRights.map(({ shortName }) => shortName))}
        unknown={unknownRights}
        impact={t('roles.edit.impact', { held: userCountText(role, t) })}
      />
    </RecordForm>
  );
}

function useRoleEdit(role: Role) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const saveRole = useSaveRole(role.id);
  return useRecordEdit<Role, RoleFormValues, RoleFormData>(role, {
    schema: RoleFormData,
    read: (current) => Role.safeParse(current).data,
    values: roleValues,
    fields: roleFields,
    label: (field) => roleLabel(field, t),
    text: (field: RoleField, value) => roleText(field, value, t),
    fieldOf: fieldByErrorCode,
    save: ({ input, version }) => saveRole.mutateAsync({ input: roleInput(input), version }),
    onNewer: (newer) => client.setQueryData(roleQuery(role.id).queryKey, newer),
    onSaved: ({ name }) => notify.success(t('roles.edit.saved', { name })),
  });
}

type Props = {
  form: object;
  /** Stored rights of an existing role. */
  stored?: readonly string[];
  unknown?: readonly string[];
  /** Note on the users affected by a change. */
  impact?: ReactNode;
};

/** Fields of a role: name, level, description and rights. */
export function RoleFields({ form: untypedForm, stored, unknown = [], impact }: Props) {
  const t = useT();
  const form = untypedForm as SchemaForm<RoleFormValues, RoleFormData>;
  const { level } = form.values;
  // a role of the platform stays one, and so does a role of an organisation
  const levels = assignableLevels(level === 'GLOBAL');
  return (
    <>
      <FormSection title={t('roles.section.details')} text={t('roles.section.detailsText')}>
        <TextInput label={roleLabel('name', t)} autoComplete="off" {...form.getInputProps('name')} />
        {levels.length > 1 ? (
          <Select
            label={roleLabel('level', t)}
            description={t('roles.field.levelHint')}
            allowDeselect={false}
            comboboxProps={{ transitionProps: { duration: 0 } }}
            data={levels.map((value) => ({ value, label: t(`ui.level.${value}`) }))}
            {...form.getInputProps('level')}
            onChange={(value: string | null) => form.setFieldValue('level', value ?? '')}
          />
        ) : (
          <ReadOnlyField
            label={roleLabel('level', t)}
            suffix={<Icon name="lock" size={16} title={t('roles.field.levelFixed')} />}
          >
            {level && t(`ui.level.${level as NodeType}`)}
          </ReadOnlyField>
        )}
        <FullWidth>
          <Textarea
            label={<OptionalLabel label={roleLabel('description', t)} optional={t('ui.form.optional')} />}
            autosize
            minRows={1}
            maxRows={3}
            {...form.getInputProps('description')}
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) =>
              form.setFieldValue('description', event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))
            }
          />
        </FullWidth>
      </FormSection>
      <FormSection
        title={t('roles.section.rights')}
        text={
          <>
            {t('roles.section.rightsOffered')} {impact}
          </>
        }
      >
        <FullWidth>
          <GrantableRights form={form} {...(stored && { stored })} />
        </FullWidth>
        {unknown.length > 0 && (
          <FullWidth>
            <UnknownRights
              rights={unknown}
              selected={form.values.unknownRights}
              onChange={(selected) => form.setFieldValue('unknownRights', selected)}
            />
          </FullWidth>
        )}
      </FormSection>
    </>
  );
}

/** Users can grant only rights they hold themselves. */
function GrantableRights({
  form,
  stored,
}: {
  form: SchemaForm<RoleFormValues, RoleFormData>;
  stored?: readonly string[];
}) {
  const { data: all } = useQuery(allRightsQuery());
  const { data: ownRights } = useQuery(ownRightsQuery());
  const showSkeleton = useDelayed(!all || !ownRights);
  if (!all || !ownRights) return showSkeleton ? <LinesSkeleton rows={8} /> : null;
  const grantable = all
    .map(({ shortName, accessRights }) => ({
      shortName,
      accessRights: accessRights.filter((right) => ownRights.includes(right.shortName)),
    }))
    .filter(({ accessRights }) => accessRights.length > 0);
  return (
    <AccessRightsGrid
      modules={grantable}
      value={form.values.rights}
      {...(stored && { stored })}
      onChange={(rights) => form.setFieldValue('rights', rights)}
    />
  );
}
