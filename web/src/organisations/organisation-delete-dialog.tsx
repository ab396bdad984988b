import { Organisation, type OrganisationRow } from '@storeward/contract/organisations';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useDeleteOrganisation } from './queries.ts';

type Props = { organisation: OrganisationRow; opened: boolean; onClose: () => void; onDeleted?: () => void };

/** Confirms the deletion of an organisation, and shows what prevents it. */
export function OrganisationDeleteDialog({ organisation, opened, onClose, onDeleted }: Props) {
  const t = useT();
  const notify = useNotify();
  const remove = useDeleteOrganisation(organisation);
  const { name, url, storeCount: stores, userCount: users } = organisation;
  function handleConfirm() {
    onClose();
    remove.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('organisations.delete.done', { name }));
        onDeleted?.();
      },
      onError: (error) => notify.error(errorText(error)),
    });
  }
  function errorText(error: Error): string {
    const { code, current } = error instanceof ApiError ? error : new ApiError(0);
    const hidden = code === 'node.holdsHidden' ? Organisation.safeParse(current).data?.hidden : undefined;
    if (hidden) return t('nodes.delete.holdsHidden', { name, ...hidden });
    const currentOrganisation = code === 'node.notEmpty' ? Organisation.safeParse(current).data : undefined;
    if (!currentOrganisation) return errorMessage(code);
    return t('organisations.delete.failedInUse', {
      name,
      places: currentOrganisation.placeCount,
      users: currentOrganisation.userCount,
    });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('organisations.delete.title', { name })}
      message={
        stores > 0 || users > 0 ? (
          <FormattedMessage phrase="organisations.delete.inUse" values={{ stores, users }} />
        ) : (
          <FormattedMessage phrase="organisations.delete.text" values={{ url }} />
        )
      }
      onNo={onClose}
      onYes={handleConfirm}
      danger
    />
  );
}
