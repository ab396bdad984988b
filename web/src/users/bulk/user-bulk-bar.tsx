import { Box, Button, Flex, Group, Menu } from '@mantine/core';
import type { UserBulkRequest, UserBulkPreview } from '@storeward/contract/users/user-bulk';
import type { UserBulkAction } from '@storeward/contract/users/user-bulk-actions';
import type { UserListFilter } from '@storeward/contract/users/user-lists';
import type { UserId } from '@storeward/contract/users';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { errorMessage, formatNumber, useT, withAllPhrases } from '../../platform/text/i18n.ts';
import type { RowSelectionState } from '../../records/row-selection.ts';
import { PreviewedChanges } from '../../records/first-changes.tsx';
import { PreviewDialog } from '../../records/preview-dialog.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNavigateTo } from '../../ui/page/link.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import type { BulkAssignment } from './user-bulk-assignment-dialog.tsx';
import { availableBulkActions } from './user-bulk-actions.ts';
import { useUserBulk, useUserBulkPreview } from './user-bulk-queries.ts';
import { userBulkChangesPath } from '../user-names.ts';

const UserBulkAssignmentDialog = lazyComponent(
  withAllPhrases(async () => (await import('./user-bulk-assignment-dialog.tsx')).UserBulkAssignmentDialog),
);

const icons = {
  enable: 'check',
  disable: 'power',
  sendReset: 'mail',
  changeRole: 'shield',
  move: 'move',
} as const satisfies Record<UserBulkAction, string>;

type Props = {
  selection: RowSelectionState;
  /** Filter and size of the list. */
  matching: UserListFilter;
  count: { total: number; isEstimate: boolean };
};

/**
 * Bulk actions on the selected users, or on all that match the filter. Each action is previewed with numbers before it
 * starts.
 */
export function UserBulkBar({ selection, matching, count: { total, isEstimate } }: Props) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const preview = useUserBulkPreview();
  const start = useUserBulk();
  const [order, setOrder] = useState<UserBulkRequest>();
  const [pendingAction, setPendingAction] = useState<'changeRole' | 'move'>();
  const { ids, allSelected: everything } = selection;
  const countParams = (count: number) => ({ count, shown: formatNumber(count) });
  const onError = (error: Error) => notify.error(errorMessage(error instanceof ApiError ? error.code : 'unknown'));

  function requestPreview(action: UserBulkAction, assignment?: BulkAssignment) {
    if (!assignment && (action === 'changeRole' || action === 'move')) return setPendingAction(action);
    setPendingAction(undefined);
    const order = { action, ...assignment, ...(everything ? { matching } : { ids: [...ids] as UserId[] }) };
    setOrder(order);
    return preview.mutate(order, { onError });
  }
  function execute(order: UserBulkRequest) {
    preview.reset();
    start.mutate(order, { onError, onSuccess: ({ id }) => navigate(`${userBulkChangesPath}/${id}`) });
  }

  return (
    <Group gap="4px 16px">
      <span role="status">
        {everything ? t('users.bulk.allSelected') : t('users.bulk.selected', countParams(ids.size))}
      </span>
      {!everything && (isEstimate || total > ids.size) && (
        <TextButton onClick={selection.selectAll}>
          {t(isEstimate ? 'users.bulk.allEstimate' : 'users.bulk.all', countParams(total))}
        </TextButton>
      )}
      <Flex component="span" align="center" wrap="wrap" gap="xs" ms="auto">
        <Menu withinPortal>
          <Menu.Target>
            <Button
              size="sm"
              variant="default"
              loading={preview.isPending || start.isPending}
              rightSection={<Icon name="chevron-down" size={16} />}
            >
              {t('users.bulk.menu')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {availableBulkActions().map((action) => (
              <Menu.Item
                key={action}
                leftSection={<Icon name={icons[action]} />}
                onClick={() => requestPreview(action)}
              >
                {t(`users.action.${action}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <IconButton small icon="x" label={t('users.bulk.clear')} onClick={selection.clear} />
      </Flex>
      {pendingAction && (
        <UserBulkAssignmentDialog
          action={pendingAction}
          onClose={() => setPendingAction(undefined)}
          onSelect={(assignment) => requestPreview(pendingAction, assignment)}
        />
      )}
      {order && preview.data && (
        <PreviewDialog
          opened
          hasEffect={preview.data.changes > 0}
          title={t(`users.bulk.confirm.${order.action}`, countParams(preview.data.changes))}
          message={<PreviewText action={order.action} preview={preview.data} />}
          danger={order.action === 'disable'}
          onYes={() => execute(order)}
          onNo={() => preview.reset()}
        />
      )}
    </Group>
  );
}

/** Preview text: effect, users left unchanged, and users not allowed, with reasons. */
function PreviewText({ action, preview }: { action: UserBulkAction; preview: UserBulkPreview }) {
  const t = useT();
  const { userCount, gone, changes, unchanged, refused, faults, first } = preview;
  const countParams = (count: number) => ({ count, shown: formatNumber(count) });
  return (
    <>
      {t('users.bulk.confirm.total', countParams(userCount))}
      {gone > 0 && ` ${t('users.bulk.confirm.gone', countParams(gone))}`}
      {unchanged > 0 && ` ${t('users.bulk.confirm.unchanged', countParams(unchanged))}`}
      {refused > 0 && ` ${t('users.bulk.confirm.refused', countParams(refused))}`}
      {faults.map(({ messageCode, count }) => (
        <Box key={messageCode} component="span" display="block" mt="xs">
          {formatNumber(count)} · {errorMessage(messageCode)}
        </Box>
      ))}
      <PreviewedChanges first={first} total={changes} />
      {changes > 0 && (
        <Box component="span" display="block" mt="xs">
          {t(`users.bulk.text.${action}`)}
        </Box>
      )}
    </>
  );
}
