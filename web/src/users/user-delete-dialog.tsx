import type { User, UserRow } from '@storeward/contract/users';
import { useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useDeleteUser } from './queries.ts';
import { fullName } from './user-names.ts';

type Props = {
  user: Pick<User | UserRow, 'id' | 'version' | 'userName' | 'firstName' | 'lastName'>;
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
};

export function UserDeleteDialog({ user, opened, onClose, onDeleted }: Props) {
  const t = useT();
  const notify = useNotify();
  const remove = useDeleteUser();
  const name = fullName(user);
  function handleConfirm() {
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
      title={t('users.delete.title', { name })}
      message={<FormattedMessage phrase="users.delete.text" values={{ userName: user.userName }} />}
      onNo={onClose}
      onYes={handleConfirm}
      danger
    />
  );
}
