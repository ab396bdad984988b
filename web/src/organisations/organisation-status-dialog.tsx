import type { OrganisationRow } from '@storeward/contract/organisations';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useSetOrganisationStatus } from './queries.ts';

type Props = { organisation: OrganisationRow; opened: boolean; onClose: () => void };

/** Says how many stores and people closing or opening an organisation touches, and does it. */
export function OrganisationStatusDialog({ organisation, opened, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatus = useSetOrganisationStatus(organisation);
  const { name, status, storeCount, userCount } = organisation;
  const change = status ? 'disable' : 'enable';
  function doIt() {
    onClose();
    setStatus.mutate(!status, { onSuccess: () => notify.success(t(`organisations.status.${change}Done`, { name })) });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`organisations.status.${change}Title`, { name })}
      text={t(`organisations.status.${change}Text`, { stores: storeCount, users: userCount })}
      no={{ label: t('organisations.confirm.no'), onNo: onClose }}
      yes={{ label: t('organisations.confirm.yes'), onYes: doIt, danger: status }}
    />
  );
}
