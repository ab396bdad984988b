import type { NodeType } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { LevelPlacePicker } from '../nodes/level-place-picker.tsx';
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
  const above = useSession().user?.rootNode === 'GLOBAL';
  const before = user?.rootNode ?? null;
  const [level, setLevel] = useState<NodeType | null>(before);
  const [chosen, setChosen] = useState<Pick<RoleChoice, 'id' | 'name'>>();
  // from above all organisations only the top of one is given, or the platform itself
  const standsAt = above ? (organisation ? 'ORGANIZATION' : (before ?? 'GLOBAL')) : level;
  const roleId = form.values.userRole?.[0]?.id;
  const held = [...(chosen ? [chosen] : []), ...(user?.userRole ?? [])].find(({ id }) => id === roleId);

  return (
    <FormSection title={t('users.section.place')} text={t('users.section.placeText')}>
      {!above && (
        <LevelPlacePicker
          level={before}
          value={form.values.rootNodeId ?? null}
          onChange={(place, next) => {
            setLevel(next);
            form.setFieldValue('rootNodeId', place);
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
