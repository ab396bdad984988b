import { Select } from '@mantine/core';
import { type NodeType, nodeTypes, ranks } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { PlacePicker } from '../nodes/place-picker.tsx';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { RolePicker } from '../roles/role-picker.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import type { UserFormParts } from './person-fields.tsx';

type Props = UserFormParts & {
  /** Where the user stands so far, and in which role. */
  user?: Pick<User, 'rootNode' | 'userRole'>;
  /** The organisation that is meant, where somebody above all of them asks. */
  organisation?: NodeId | undefined;
};

/** Where a user stands, chosen level by level, and in which role. */
export function StandingFields({ form, user, organisation }: Props) {
  const t = useT();
  const { rootNode: own, rootNodeId: ownId } = useSession().user ?? {};
  const before = user?.rootNode ?? null;
  const [level, setLevel] = useState<NodeType | null>(before);
  const [chosen, setChosen] = useState<Pick<RoleChoice, 'id' | 'name'>>();
  const above = own === 'GLOBAL';
  // from above all organisations only the top of one is given, or the platform itself
  const levels = nodeTypes.filter((type) => own && !above && ranks[type] <= ranks[own] && type !== 'GLOBAL');
  const standsAt = above ? (organisation ? 'ORGANIZATION' : (before ?? 'GLOBAL')) : level;
  const roleId = form.values.userRole?.[0]?.id;
  const held = [...(chosen ? [chosen] : []), ...(user?.userRole ?? [])].find(({ id }) => id === roleId);

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
            error={level === null && form.errors['rootNodeId']}
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
          error={form.errors['rootNodeId']}
        />
      )}
      <Wide>
        <RolePicker
          label={t('users.field.role')}
          placeType={standsAt ?? undefined}
          organisation={organisation}
          value={roleId && { id: roleId, name: held?.name ?? '' }}
          onChange={(role) => {
            setChosen(role);
            form.setFieldValue('userRole', [{ id: role.id }]);
            form.clearFieldError('userRole');
          }}
          error={form.errors['userRole']}
        />
      </Wide>
    </FormSection>
  );
}
