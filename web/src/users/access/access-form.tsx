import { Select } from '@mantine/core';
import { NodeType } from '@storeward/contract/access';
import { actionOf } from '@storeward/contract/users/actions';
import { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice } from '@storeward/contract/roles';
import { ActionParam } from '@storeward/contract/users/user-access';
import { type User, UserId } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { LevelNodePicker } from '../../nodes/pickers/level-node-picker.tsx';
import { useT } from '../../platform/text/i18n.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { RolePicker } from '../../roles/role-picker.tsx';
import { FormSection, FullWidth } from '../../ui/form/form.tsx';
import { LinesSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { AccessExplanation } from './access-explanation.tsx';
import { accessExplanationQuery } from './access-queries.ts';
import { ActionPicker } from './action-picker.tsx';
import { fullName } from '../user-names.ts';
import { UserPicker } from '../user-picker.tsx';

/** The query in the address: the action, its location with its type, and the user that it applies to. */
const AccessQuery = z.object({
  action: z.optional(ActionParam),
  location: z.optional(NodeId),
  level: z.optional(NodeType),
  target: z.optional(UserId),
});

/** Explains whether a user may perform an action at a location, through which role assignment, and what is missing. */
export function AccessForm({ user }: { user: User }) {
  const t = useT();
  const [{ action: name, location, level, target }, setQuery] = useUrlQuery(AccessQuery);
  const [role, setRole] = useState<RoleChoice>();
  const change = (query: z.input<typeof AccessQuery>) => setQuery(query, { replace: true });
  const action = name && actionOf(name);
  const asksUser = action?.to?.includes('user') === true && hasPermission(['LIST_USERS']);
  const asksRole = action?.to?.includes('role') === true;
  // the location of the target user is used, except for a role, which is assigned at a location of its own
  const asksLocation = action !== undefined && !action.everywhere && (!target || asksRole);
  const isComplete = action !== undefined && (!asksLocation || location !== undefined);
  const { data, error, refetch } = useQuery({
    ...accessExplanationQuery(user.id, {
      action: name ?? 'viewUser',
      ...(asksLocation && location && { nodeId: location }),
      ...(asksUser && target && { targetId: target }),
      ...(asksRole && role && { roleId: role.id }),
    }),
    enabled: isComplete,
    meta: errorShownByScreen,
  });
  const showSkeleton = useDelayed(isComplete && !data && !error);
  return (
    <FormSection title={t('users.access.title')} text={t('users.access.text', { name: fullName(user) })}>
      <FullWidth>
        <ActionPicker value={name} onChange={(next) => change({ action: next, target: undefined })} />
      </FullWidth>
      {asksUser && (
        <FullWidth>
          <UserPicker label={t('users.access.target')} value={target} onChange={(next) => change({ target: next })} />
        </FullWidth>
      )}
      {asksLocation && (
        <LocationFields
          user={user}
          location={location}
          level={level}
          onChange={(next, type) => change({ location: next, level: type })}
        />
      )}
      {asksRole && (
        <FullWidth>
          <RolePicker label={t('users.access.role')} nodeType={level} value={role} onChange={setRole} />
        </FullWidth>
      )}
      <FullWidth>
        <div aria-live="polite">
          {showSkeleton && <LinesSkeleton rows={2} />}
          {isComplete && error && (
            <LoadError title={t('users.access.failed')} error={error} onRetry={() => void refetch()} />
          )}
          {isComplete && data && !error && <AccessExplanation user={user} action={name!} explanation={data} />}
        </div>
      </FullWidth>
    </FormSection>
  );
}

type LocationFieldsProps = {
  user: User;
  location: NodeId | undefined;
  level: NodeType | undefined;
  onChange: (location: NodeId | undefined, level: NodeType) => void;
};

/** Selects a location of the user's scope; for platform users, one on the path of the explained user. */
function LocationFields({ user: { path }, location, level, onChange }: LocationFieldsProps) {
  const t = useT();
  const isPlatformUser = useSession().user?.rootNode === 'GLOBAL';
  if (!isPlatformUser)
    return (
      <LevelNodePicker
        value={location ?? null}
        level={level ?? null}
        onChange={(id, type) => onChange(id ?? undefined, type)}
      />
    );
  return (
    <FullWidth>
      <Select
        label={t('users.field.node')}
        data={path.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        value={location ?? null}
        onChange={(id) => {
          const node = path.find((candidate) => candidate.id === id);
          if (node) onChange(node.id, node.nodeType);
        }}
      />
    </FullWidth>
  );
}
