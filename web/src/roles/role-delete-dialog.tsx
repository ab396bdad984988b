import { Role, type RoleRow } from '@storeward/contract/roles';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useDeleteRole } from './queries.ts';
import { heldBy } from './role-figures.ts';

type Props = { role: RoleRow; opened: boolean; onClose: () => void; onDeleted?: () => void };

/** Asks before a role is deleted, and says who is in the way of it. */
export function RoleDeleteDialog({ role, opened, onClose, onDeleted }: Props) {
  const t = useT();
  const notify = useNotify();
  const remove = useDeleteRole(role);
  const { name, userCount } = role;
  function doIt() {
    onClose();
    remove.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('roles.delete.done', { name }));
        onDeleted?.();
      },
      onError: (fault) => notify.error(refusal(fault)),
    });
  }
  function refusal(fault: Error): string {
    const { code, current } = fault instanceof ApiError ? fault : new ApiError(0);
    const held = code === 'role.inUse' ? Role.safeParse(current).data : undefined;
    return held ? t('roles.delete.refused', { name, held: heldBy(held, t) }) : sayError(code);
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('roles.delete.title', { name })}
      text={userCount > 0 ? t('roles.delete.held', { held: heldBy(role, t) }) : t('roles.delete.text')}
      no={{ label: t('roles.confirm.no'), onNo: onClose }}
      yes={{ label: t('roles.confirm.yes'), onYes: doIt, danger: true }}
    />
  );
}
