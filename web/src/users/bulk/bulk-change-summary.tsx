import { Box } from '@mantine/core';
import { UserBulkTask } from '@storeward/contract/users/user-bulk';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { Details } from '../../ui/page/details.tsx';

/** Assigned role or node of a bulk change, and how many users were left out. */
export function UserBulkChangeSummary({ task }: { task: unknown }) {
  const t = useT();
  const parsed = UserBulkTask.safeParse(task);
  const { role, place, gone = 0 } = parsed.data ?? {};
  if (!role && !place && gone === 0) return null;
  return (
    <Box mb="xl">
      <Details
        rows={[
          ...(role ? [{ label: t('users.field.role'), value: role.name }] : []),
          ...(place ? [{ label: t('users.field.node'), value: place.name }] : []),
          ...(gone > 0 ? [{ label: t('users.bulkChanges.gone'), value: formatNumber(gone) }] : []),
        ]}
      />
    </Box>
  );
}
