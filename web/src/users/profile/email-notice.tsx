import { Button, Group, Text } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { useState } from 'react';
import { auth } from '../../platform/session/auth.ts';
import { formatDateTime, type t as translate, useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { RefusedAddressNotice } from '../../records/refused-address-notice.tsx';
import { FullWidth } from '../../ui/form/form.tsx';
import { Notice } from '../../ui/page/notice.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { EmailAcceptDialog } from './email-accept-dialog.tsx';
import { useWithdrawEmail } from '../queries.ts';

/** What is to be known about a user's e-mail address: that another one is pending, otherwise that mails to it are refused. */
export const EmailNotice = ({ user, isOwn = false }: { user: User; isOwn?: boolean }) =>
  user.pendingEmail ? (
    <PendingEmailNotice user={user} />
  ) : (
    <RefusedAddressNotice mailRefused={user.mailRefused} isOwn={isOwn} />
  );

/** A changed e-mail address that is not in effect yet, with the actions of the reader. */
function PendingEmailNotice({ user }: { user: User }) {
  const t = useT();
  const notify = useNotify();
  const isSelf = useSession().user?.id === user.id;
  const withdraw = useWithdrawEmail(user.id);
  const [isAccepting, setAccepting] = useState(false);
  const { pendingEmail } = user;
  if (!pendingEmail) return null;
  const { address, byOwner, can } = pendingEmail;
  const refresh = () => isSelf && void auth.refreshUser().catch(() => undefined);
  const withdrawNow = () =>
    withdraw.mutate(address, {
      onSuccess: () => {
        notify.success(t('users.pendingEmail.withdrawn', { address }));
        refresh();
      },
    });
  return (
    <FullWidth>
      <Notice tone="warn" icon="info">
        <Text component="div" inherit flex="1 1 16rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {isSelf ? ownText(pendingEmail, t) : foreignText(pendingEmail, t)}
          {user.mailRefused && <Text inherit>{t('users.pendingEmail.currentRefused')}</Text>}
        </Text>
        <Group gap="xs">
          {can.object && (
            <Button size="xs" variant="default" loading={withdraw.isPending} onClick={withdrawNow}>
              {t(isSelf && !byOwner ? 'profile.pendingEmail.object' : 'users.pendingEmail.withdraw')}
            </Button>
          )}
          {can.accept && (
            <Button size="xs" onClick={() => setAccepting(true)}>
              {t('profile.pendingEmail.accept')}
            </Button>
          )}
        </Group>
      </Notice>
      {can.accept && isAccepting && (
        <EmailAcceptDialog user={user} address={address} onClose={() => setAccepting(false)} onAccepted={refresh} />
      )}
    </FullWidth>
  );
}

type Pending = NonNullable<User['pendingEmail']>;

function ownText({ address, byOwner, countsFrom }: Pending, t: typeof translate): string {
  if (byOwner) return t('profile.pendingEmail.own', { address });
  return countsFrom
    ? t('profile.pendingEmail.otherFrom', { address, when: formatDateTime(countsFrom) })
    : t('profile.pendingEmail.other', { address });
}

const foreignText = ({ address, countsFrom }: Pending, t: typeof translate): string =>
  countsFrom
    ? t('users.pendingEmail.effective', { address, when: formatDateTime(countsFrom) })
    : t('users.pendingEmail.waiting', { address });
