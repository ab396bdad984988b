import { Select } from '@mantine/core';
import { type NodeType, nodeTypes, ranks } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { useState } from 'react';
import { PlacePicker } from '../nodes/place-picker.tsx';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { RolePicker } from '../roles/role-picker.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import type { UserFormParts } from './person-fields.tsx';

type Props = UserFormParts & {
  /** The kind of place where the user stands so far. */
  level?: NodeType | null;
  /** The organisation that is meant, where somebody above all of them asks. */
  organisation?: NodeId | undefined;
};

/** Where a user stands, chosen level by level, and in which role. */
export function StandingFields({ form, level: before, organisation }: Props) {
  const t = useT();
  const { rootNode: own, rootNodeId: ownId } = useSession().user ?? {};
  const [level, setLevel] = useState<NodeType | null>(before ?? null);
  const above = own === 'GLOBAL';
  // from above all organisations only the top of one is given, or the platform itself
  const levels = nodeTypes.filter((type) => own && !above && ranks[type] <= ranks[own] && type !== 'GLOBAL');
  const standsAt = above ? (organisation ? 'ORGANIZATION' : (before ?? 'GLOBAL')) : level;
  const role = form.getInputProps('userRole');

  function chooseLevel(next: string | null) {
    setLevel(next as NodeType | null);
    // the organisation itself is nothing to be looked for
    form.setFieldValue('rootNodeId', next === 'ORGANIZATION' ? (ownId ?? null) : null);
    form.clearFieldError('rootNodeId');
  }

  return (
    <FormSection title={t('users.section.place')} text={t('users.section.placeText')}>
      {!above && (
        <Wide>
          <Select
            label={t('users.field.level')}
            placeholder={t('users.edit.chooseLevel')}
            data={levels.map((type) => ({ value: type, label: t(`ui.level.${type}`) }))}
            allowDeselect={false}
            value={level}
            onChange={chooseLevel}
            error={level === null && form.getInputProps('rootNodeId').error}
          />
        </Wide>
      )}
      {!above && level && level !== 'ORGANIZATION' && (
        <PlacePicker
          key={level}
          targets={[level]}
          value={form.values.rootNodeId ?? ''}
          onChange={(id) => {
            form.setFieldValue('rootNodeId', id || null);
            form.clearFieldError('rootNodeId');
          }}
          error={form.getInputProps('rootNodeId').error}
        />
      )}
      <Wide>
        <RolePicker
          label={t('users.field.role')}
          placeType={standsAt ?? undefined}
          organisation={organisation}
          value={form.values.userRole?.[0]?.id}
          onChange={(id: RoleId | undefined) => {
            form.setFieldValue('userRole', id ? [{ id }] : []);
            form.clearFieldError('userRole');
          }}
          error={role.error}
        />
      </Wide>
    </FormSection>
  );
}
