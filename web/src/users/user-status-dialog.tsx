import type { User, UserRow } from '@storeward/contract/users';
import { useT } from '../platform/text/i18n.ts';
import { LazyPhraseConfirm } from '../records/lazy-phrase-confirm.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useEndUserSessions, useSetUserStatus } from './queries.ts';
import { fullName } from './user-names.ts';

/** User data needed for a status change, from the list or the user's page. */
export type StatusUser = Pick<
  User | UserRow,
  'id' | 'version' | 'userName' | 'firstName' | 'lastName' | 'status' | 'locked' | 'can'
>;

export type StatusChange = 'enable' | 'disable' | 'unlock' | 'endSessions';

/** The permitted status changes; enabling also unlocks. */
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
};

/** Confirms and runs a status change. */
export function UserStatusDialog({ user, change, opened, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatus = useSetUserStatus();
  const endSessions = useEndUserSessions();
  const name = fullName(user);

  function handleConfirm() {
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
    <LazyPhraseConfirm
      opened={opened}
      title={t(`users.status.${change}Title`, { name })}
      phrase={`users.status.${change}Text`}
      onNo={onClose}
      onYes={handleConfirm}
      danger={change === 'disable' || change === 'endSessions'}
    />
  );
}
