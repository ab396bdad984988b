import { Role, type RoleRow } from '@storeward/contract/roles';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useDeleteRole } from './queries.ts';
import { userCountText } from './role-user-count.ts';

type Props = { role: RoleRow; opened: boolean; onClose: () => void; onDeleted?: () => void };

/** Confirms the deletion of a role, and shows who still holds it. */
export function RoleDeleteDialog({ role, opened, onClose, onDeleted }: Props) {
  const t = useT();
  const notify = useNotify();
  const remove = useDeleteRole(role);
  const { name, userCount } = role;
  function handleConfirm() {
    onClose();
    remove.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('roles.delete.done', { name }));
        onDeleted?.();
      },
      onError: (error) => notify.error(errorText(error)),
    });
  }
  function errorText(error: Error): string {
    const { code, current } = error instanceof ApiError ? error : new ApiError(0);
    const currentRole = code === 'role.inUse' ? Role.safeParse(current).data : undefined;
    return currentRole
      ? t('roles.delete.failedInUse', { name, held: userCountText(currentRole, t) })
      : errorMessage(code);
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('roles.delete.title', { name })}
      message={
        userCount > 0 ? (
          <FormattedMessage phrase="roles.delete.inUse" values={{ held: userCountText(role, t) }} />
        ) : (
          <FormattedMessage phrase="roles.delete.text" />
        )
      }
      onNo={onClose}
      onYes={handleConfirm}
      danger
    />
  );
}
