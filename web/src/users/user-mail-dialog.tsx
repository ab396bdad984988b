import type { User, UserRow } from '@storeward/contract/users';
import { useT } from '../platform/text/i18n.ts';
import { currentSession } from '../platform/session/session.ts';
import { LazyPhraseConfirm } from '../records/lazy-phrase-confirm.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useSendFirstPassword, useSendResetLink } from './queries.ts';
import { fullName } from './user-names.ts';

/** User data needed to mail a user, from the list or the user's page. */
export type MailUser = Pick<
  User | UserRow,
  'id' | 'userName' | 'firstName' | 'lastName' | 'emailId' | 'status' | 'manualPassword' | 'can'
>;

export type UserMail = 'sendReset' | 'sendFirstPassword';

/** The mails that the signed-in user may send a user; one's own password is changed in the profile. */
export function userMails({ id, can, status, manualPassword }: MailUser): UserMail[] {
  if (!can.edit || !status || id === currentSession().user?.id) return [];
  return manualPassword ? ['sendReset'] : ['sendFirstPassword', 'sendReset'];
}

export const mailIcons = { sendReset: 'mail', sendFirstPassword: 'key' } as const satisfies Record<UserMail, string>;

type Props = {
  user: MailUser;
  mail: UserMail;
  opened: boolean;
  onClose: () => void;
};

/** Confirms and sends a user a reset link or a new first password. */
export function UserMailDialog({ user, mail, opened, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const sendResetLink = useSendResetLink();
  const sendFirstPassword = useSendFirstPassword();
  const name = fullName(user);

  function handleConfirm() {
    onClose();
    const send = mail === 'sendReset' ? sendResetLink : sendFirstPassword;
    send.mutate(user.id, {
      onSuccess: ({ sent }) =>
        sent
          ? notify.success(t(`users.mail.${mail}Done`, { name }))
          : notify.warning(t('users.mail.notSent', { name })),
    });
  }

  return (
    <LazyPhraseConfirm
      opened={opened}
      title={t(`users.mail.${mail}Title`, { name })}
      phrase={`users.mail.${mail}Text`}
      values={{ email: user.emailId }}
      onNo={onClose}
      onYes={handleConfirm}
    />
  );
}
