import type { User, UserRow } from '@storeward/contract/users';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useDeleteUser } from './queries.ts';
import { fullName } from './user-names.ts';

type Props = {
  user: Pick<User | UserRow, 'id' | 'version' | 'userName' | 'firstName' | 'lastName'>;
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
  /** Where the focus goes afterwards, if what opened the dialog is gone by then. */
  origin?: () => HTMLElement | null;
};

/** Asks before a user is deleted, and says what goes with them. */
export function UserDeleteDialog({ user, opened, onClose, onDeleted, origin }: Props) {
  const t = useT();
  const notify = useNotify();
  const remove = useDeleteUser();
  const name = fullName(user);
  function doIt() {
    onClose();
    remove.mutate(user, {
      onSuccess: () => {
        notify.success(t('users.delete.done', { name }));
        onDeleted?.();
      },
    });
  }
  return (
    <ConfirmDialog
      opened={opened}
      origin={origin}
      title={t('users.delete.title', { name })}
      text={t('users.delete.text', { userName: user.userName })}
      no={{ label: t('users.delete.no'), onNo: onClose }}
      yes={{ label: t('users.delete.yes'), onYes: doIt, danger: true }}
    />
  );
}
