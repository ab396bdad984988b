import type { RoleRow } from '@storeward/contract/roles';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useSetRoleStatus } from './queries.ts';
import { userCountText } from './role-user-count.ts';

type Props = { role: RoleRow; opened: boolean; onClose: () => void };

/** Confirms enabling or disabling a role, with the number of affected users. */
export function RoleStatusDialog({ role, opened, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatus = useSetRoleStatus(role);
  const { name, status } = role;
  const change = status ? 'disable' : 'enable';
  function handleConfirm() {
    onClose();
    setStatus.mutate(!status, { onSuccess: () => notify.success(t(`roles.status.${change}Done`, { name })) });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`roles.status.${change}Title`, { name })}
      text={t(`roles.status.${change}Text`, { held: userCountText(role, t) })}
      cancel={{ label: t('roles.confirm.no'), onCancel: onClose }}
      confirm={{ label: t('roles.confirm.yes'), onConfirm: handleConfirm, danger: status }}
    />
  );
}
