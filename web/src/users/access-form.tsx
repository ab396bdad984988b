import { Box, Flex, Select, Text } from '@mantine/core';
import { type Permission, permissions } from '@storeward/contract/access';
import type { Explanation } from '@storeward/contract/assignments';
import type { NodeId } from '@storeward/contract/nodes';
import type { User } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LevelNodePicker } from '../nodes/level-node-picker.tsx';
import { useT } from '../platform/i18n.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { FormSection, FullWidth } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import classes from './assignment-list.module.css';
import { accessExplanationQuery } from './queries.ts';
import { fullName } from './user-names.ts';

/** Explains whether a user holds a permission at a node, through which role, and what is missing otherwise. */
export function AccessForm({ user }: { user: User }) {
  const t = useT();
  const [permission, setPermission] = useState<Permission>();
  const [nodeId, setNodeId] = useState<NodeId | null>(null);
  const query = permission && nodeId ? { permission, nodeId } : undefined;
  const { data, error, refetch } = useQuery({
    ...accessExplanationQuery(user.id, query ?? { permission: 'VIEW_USER', nodeId: '' }),
    enabled: query !== undefined,
    meta: errorShownByScreen,
  });
  const showSkeleton = useDelayed(query !== undefined && !data && !error);
  return (
    <FormSection title={t('users.access.title')} text={t('users.access.text', { name: fullName(user) })}>
      <FullWidth>
        <Select
          label={t('users.access.permission')}
          placeholder={t('users.access.choose')}
          searchable
          nothingFoundMessage={t('users.edit.nothingFound')}
          data={permissions.map((name) => ({ value: name, label: t(`app.right.${name}`) }))}
          value={permission ?? null}
          onChange={(name) => setPermission(permissions.find((candidate) => candidate === name))}
        />
      </FullWidth>
      <LevelNodePicker value={nodeId} onChange={setNodeId} />
      <FullWidth>
        <div aria-live="polite">
          {showSkeleton && <LinesSkeleton rows={2} />}
          {query && error && (
            <LoadError title={t('users.access.failed')} error={error} onRetry={() => void refetch()} />
          )}
          {query && data && !error && <AccessResult explanation={data} />}
        </div>
      </FullWidth>
    </FormSection>
  );
}

function AccessResult({
  explanation: { allowed, status, locked, mustChangePassword, ways, beyond },
}: {
  explanation: Explanation;
}) {
  const t = useT();
  return (
    <Box mt="md">
      <Flex component="p" align="center" gap="xs" fw="var(--weight-medium)">
        <Icon name={allowed ? 'check' : 'lock'} size={18} />
        {t(allowed ? 'users.access.yes' : 'users.access.no')}
      </Flex>
      {!status && (
        <Text size="label" c="dimmed">
          {t('users.access.disabled')}
        </Text>
      )}
      {locked && (
        <Text size="label" c="dimmed">
          {t('users.access.locked')}
        </Text>
      )}
      {mustChangePassword && (
        <Text size="label" c="dimmed">
          {t('users.access.mustChange')}
        </Text>
      )}
      {ways.length === 0 && (
        <Text size="label" c="dimmed">
          {t('users.access.noRole')}
        </Text>
      )}
      <ul aria-label={t('users.access.roles')}>
        {ways.map(({ id, role, place: node, lacks }) => (
          <li key={id} className={classes.line}>
            <Box component="span" flex={1} miw={0}>
              {[role.name, node?.name].filter(Boolean).join(' · ')}
              <Text component="div" size="label" c="dimmed">
                {lacks.length === 0
                  ? t('users.access.allows')
                  : lacks.map((lack) => t(`users.access.lack.${lack}`)).join(' ')}
              </Text>
            </Box>
          </li>
        ))}
      </ul>
      {beyond && (
        <Text size="label" c="dimmed">
          {t('users.access.outsideScope')}
        </Text>
      )}
    </Box>
  );
}
