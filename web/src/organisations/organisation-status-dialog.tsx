import type { OrganisationRow } from '@storeward/contract/organisations';
import { useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useSetOrganisationStatus } from './queries.ts';

type Props = { organisation: OrganisationRow; opened: boolean; onClose: () => void };

/** Confirms enabling or disabling an organisation, with the number of affected stores and users. */
export function OrganisationStatusDialog({ organisation, opened, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatus = useSetOrganisationStatus(organisation);
  const { name, status, storeCount, userCount } = organisation;
  const change = status ? 'disable' : 'enable';
  function handleConfirm() {
    onClose();
    setStatus.mutate(!status, { onSuccess: () => notify.success(t(`organisations.status.${change}Done`, { name })) });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`organisations.status.${change}Title`, { name })}
      message={
        <FormattedMessage
          phrase={`organisations.status.${change}Text`}
          values={{ stores: storeCount, users: userCount }}
        />
      }
      onNo={onClose}
      onYes={handleConfirm}
      danger={status}
    />
  );
}
