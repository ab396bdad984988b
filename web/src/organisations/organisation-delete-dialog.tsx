import { Organisation, type OrganisationRow } from '@storeward/contract/organisations';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useDeleteOrganisation } from './queries.ts';

type Props = { organisation: OrganisationRow; opened: boolean; onClose: () => void; onDeleted?: () => void };

/** Asks before an organisation is deleted, and says what is in the way of it. */
export function OrganisationDeleteDialog({ organisation, opened, onClose, onDeleted }: Props) {
  const t = useT();
  const notify = useNotify();
  const remove = useDeleteOrganisation(organisation);
  const { name, url, storeCount: stores, userCount: users } = organisation;
  function doIt() {
    onClose();
    remove.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('organisations.delete.done', { name }));
        onDeleted?.();
      },
      onError: (fault) => notify.error(refusal(fault)),
    });
  }
  function refusal(fault: Error): string {
    const { code, current } = fault instanceof ApiError ? fault : new ApiError(0);
    const held = code === 'node.notEmpty' ? Organisation.safeParse(current).data : undefined;
    if (!held) return sayError(code);
    return t('organisations.delete.refused', { name, places: held.placeCount, users: held.userCount });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('organisations.delete.title', { name })}
      text={
        stores > 0 || users > 0
          ? t('organisations.delete.held', { stores, users })
          : t('organisations.delete.text', { url })
      }
      no={{ label: t('organisations.confirm.no'), onNo: onClose }}
      yes={{ label: t('organisations.confirm.yes'), onYes: doIt, danger: true }}
    />
  );
}
