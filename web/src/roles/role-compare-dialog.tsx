import { Box, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { modulesOf } from '@storeward/contract/modules';
import type { RoleId, RoleRow } from '@storeward/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { useModuleNames } from '../platform/text/module-names.ts';
import { permissionLabel } from '../platform/text/permission-labels.ts';
import { LinesSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { AnyRolePicker } from './any-role-picker.tsx';
import { roleQuery } from './queries.ts';
import { rightNames } from './role-fields.ts';
import { Modal } from '../ui/dialog/modal.tsx';

type Props = { role: Pick<RoleRow, 'id' | 'name'>; opened: boolean; onClose: () => void };

/** Compares the rights of two roles in three columns: only left, both, only right. */
export function RoleCompareDialog({ role, opened, onClose }: Props) {
  const t = useT();
  const [right, setRight] = useState<Pick<RoleRow, 'id' | 'name'>>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('roles.compare.title', { name: role.name })}
      size="55rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Stack mih="20rem">
        <AnyRolePicker label={t('roles.compare.with')} excludeId={role.id} onSelect={setRight} />
        {right && <Comparison key={right.id} left={role} right={right} />}
      </Stack>
    </Modal>
  );
}

type RoleRef = Pick<RoleRow, 'id' | 'name'>;

function Comparison({ left, right }: { left: RoleRef; right: RoleRef }) {
  const t = useT();
  const [leftRights, rightRights] = [useRightNames(left.id), useRightNames(right.id)];
  const showSkeleton = useDelayed(!leftRights || !rightRights);
  if (!leftRights || !rightRights) return showSkeleton ? <LinesSkeleton rows={6} /> : null;
  const shared = leftRights.filter((right) => rightRights.includes(right));
  return (
    <SimpleGrid type="container" cols={{ base: 1, '36rem': 3 }} spacing="xl" verticalSpacing="md">
      <RightList
        title={t('roles.compare.only', { name: left.name })}
        rights={leftRights.filter((right) => !shared.includes(right))}
      />
      <RightList title={t('roles.compare.both')} rights={shared} />
      <RightList
        title={t('roles.compare.only', { name: right.name })}
        rights={rightRights.filter((right) => !shared.includes(right))}
      />
    </SimpleGrid>
  );
}

function useRightNames(id: RoleId): string[] | undefined {
  const { data } = useQuery(roleQuery(id));
  return data && rightNames(data.modules);
}

function RightList({ title, rights }: { title: string; rights: readonly string[] }) {
  const t = useT();
  const moduleName = useModuleNames();
  return (
    <section>
      <Title order={3} size="h3">
        {title}{' '}
        <Text span inherit c="dimmed" fw="var(--weight-regular)">
          {formatNumber(rights.length)}
        </Text>
      </Title>
      {rights.length === 0 && <Text c="dimmed">{t('roles.compare.none')}</Text>}
      {modulesOf(rights).map(({ shortName, accessRights }) => (
        <div key={shortName}>
          <Title order={4} size="h5" mt="sm" c="dimmed">
            {moduleName(shortName)}
          </Title>
          <Box component="ul" mt={4}>
            {accessRights.map((right) => (
              <Box component="li" key={right.shortName} py={3}>
                {permissionLabel(right.shortName, t)}
              </Box>
            ))}
          </Box>
        </div>
      ))}
    </section>
  );
}
