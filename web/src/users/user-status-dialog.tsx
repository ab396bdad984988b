import type { User, UserRow } from '@storeward/contract/users';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useEndSessionsOf, useSetUserStatus } from './queries.ts';
import { fullName } from './user-names.ts';

/** A user as their status can be changed, of the list or of their own page. */
export type StatusUser = Pick<
  User | UserRow,
  'id' | 'version' | 'userName' | 'firstName' | 'lastName' | 'status' | 'locked' | 'can'
>;

/** What can be done about somebody's signing in. */
export type StatusChange = 'enable' | 'disable' | 'unlock' | 'endSessions';

/** What the reader may do about a user's signing in; enabling unlocks along with it. */
export function statusChanges({ can, status, locked }: StatusUser): StatusChange[] {
  if (!can.enable) return [];
  if (!status) return ['enable'];
  return locked ? ['unlock', 'endSessions', 'disable'] : ['endSessions', 'disable'];
}

type Props = {
  user: StatusUser;
  change: StatusChange;
  opened: boolean;
  onClose: () => void;
  /** Where the focus goes afterwards, if what opened the dialog is gone by then. */
  origin?: () => HTMLElement | null;
};

/** Says what a change will do, and does it. */
export function UserStatusDialog({ user, change, opened, onClose, origin }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatus = useSetUserStatus();
  const endSessions = useEndSessionsOf();
  const name = fullName(user);

  function doIt() {
    onClose();
    if (change === 'endSessions') {
      return endSessions.mutate(user.id, {
        onSuccess: ({ ended: count }) => notify.success(t('users.status.endSessionsDone', { name, count })),
      });
    }
    return setStatus.mutate(
      { user, status: change !== 'disable' },
      { onSuccess: () => notify.success(t(`users.status.${change}Done`, { name })) },
    );
  }

  return (
    <ConfirmDialog
      opened={opened}
      origin={origin}
      title={t(`users.status.${change}Title`, { name })}
      text={t(`users.status.${change}Text`)}
      no={{ label: t('users.status.cancel'), onNo: onClose }}
      yes={{
        label: t(`users.status.${change}Yes`),
        onYes: doIt,
        danger: change === 'disable' || change === 'endSessions',
      }}
    />
  );
}
