import type { RoleRow } from '@storeward/contract/roles';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useSetRoleStatus } from './queries.ts';
import { heldBy } from './role-figures.ts';

type Props = { role: RoleRow; opened: boolean; onClose: () => void };

/** Says how many people closing or opening a role touches, and does it. */
export function RoleStatusDialog({ role, opened, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatus = useSetRoleStatus(role);
  const { name, status } = role;
  const change = status ? 'disable' : 'enable';
  function doIt() {
    onClose();
    setStatus.mutate(!status, { onSuccess: () => notify.success(t(`roles.status.${change}Done`, { name })) });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`roles.status.${change}Title`, { name })}
      text={t(`roles.status.${change}Text`, { held: heldBy(role, t) })}
      no={{ label: t('roles.confirm.no'), onNo: onClose }}
      yes={{ label: t('roles.confirm.yes'), onYes: doIt, danger: status }}
    />
  );
}
