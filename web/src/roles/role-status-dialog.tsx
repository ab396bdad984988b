import type { RoleRow } from '@storeward/contract/roles';
import { useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useNotify } from '../ui/page/notify.tsx';
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
      message={<FormattedMessage phrase={`roles.status.${change}Text`} values={{ held: userCountText(role, t) }} />}
      onNo={onClose}
      onYes={handleConfirm}
      danger={status}
    />
  );
}
