import { Select, Textarea, TextInput } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import type { Role } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent, ReactNode } from 'react';
import { useT } from '../platform/i18n.ts';
import { RecordForm } from '../screens/record-form.tsx';
import { FixedField, FormSection, OptionalLabel, Wide } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import type { SchemaForm } from '../ui/use-schema-form.tsx';
import { AccessRightsGrid } from './access-rights-grid.tsx';
import { everyRight, ownRights } from './queries.ts';
import { useRoleEdit } from './role-edit.ts';
import { type Filled, levelsToGive, type RoleFilled, roleLabel } from './role-fields.ts';
import { heldBy } from './role-figures.ts';
import { UnknownRights } from './unknown-rights.tsx';

/** Changes what is filled in about a role, for everybody who holds it. */
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
        concerns={t('roles.edit.concerns', { held: heldBy(role, t) })}
      />
    </RecordForm>
  );
}

type Props = {
  form: object;
  /** The rights that are stored, where the role is not new. */
  stored?: readonly string[];
  unknown?: readonly string[];
  /** Whom a change of the rights touches. */
  concerns?: ReactNode;
};

/** The fields of a role: what it is called, how high it may be given, and all that it allows. */
export function RoleFields({ form: given, stored, unknown = [], concerns }: Props) {
  const t = useT();
  const form = given as SchemaForm<Filled, RoleFilled>;
  const levels = levelsToGive();
  const { level } = form.values;
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
          <FixedField
            label={roleLabel('level', t)}
            mark={<Icon name="lock" size={16} title={t('roles.field.levelFixed')} />}
          >
            {level && t(`ui.level.${level as NodeType}`)}
          </FixedField>
        )}
        <Wide>
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
        </Wide>
      </FormSection>
      <FormSection
        title={t('roles.section.rights')}
        text={
          <>
            {t('roles.section.rightsOffered')} {concerns}
          </>
        }
      >
        <Wide>
          <OfferedRights form={form} {...(stored && { stored })} />
        </Wide>
        {unknown.length > 0 && (
          <Wide>
            <UnknownRights
              rights={unknown}
              kept={form.values.unknownRights}
              onChange={(kept) => form.setFieldValue('unknownRights', kept)}
            />
          </Wide>
        )}
      </FormSection>
    </>
  );
}

/** The rights that the reader holds themselves, to be ticked. */
function OfferedRights({ form, stored }: { form: SchemaForm<Filled, RoleFilled>; stored?: readonly string[] }) {
  const { data: all } = useQuery(everyRight());
  const { data: own } = useQuery(ownRights());
  const waiting = useDelayed(!all || !own);
  if (!all || !own) return waiting ? <LinesSkeleton rows={8} /> : null;
  const offered = all
    .map(({ shortName, accessRights }) => ({
      shortName,
      accessRights: accessRights.filter((right) => own.includes(right.shortName)),
    }))
    .filter(({ accessRights }) => accessRights.length > 0);
  return (
    <AccessRightsGrid
      modules={offered}
      value={form.values.rights}
      {...(stored && { stored })}
      onChange={(rights) => form.setFieldValue('rights', rights)}
    />
  );
}
