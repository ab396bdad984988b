import { Text } from '@mantine/core';
import type { MailRejection } from '@storeward/contract/mails';
import { formatDateTime, useT } from '../platform/text/i18n.ts';
import { FullWidth } from '../ui/form/form.tsx';
import { Notice } from '../ui/page/notice.tsx';

type Props = { mailRefused: MailRejection | null; isOwn?: boolean };

/** That the mail server refuses mails to an address, and what helps; nothing otherwise. */
export function RefusedAddressNotice({ mailRefused, isOwn = false }: Props) {
  const t = useT();
  if (!mailRefused) return null;
  const { since, reason } = mailRefused;
  return (
    <FullWidth>
      <Notice tone="warn" icon="alert">
        <Text span inherit flex="1 1 16rem" miw={0}>
          {t(isOwn ? 'profile.mail.refused' : 'users.mail.refused', { when: formatDateTime(since), reason })}
        </Text>
      </Notice>
    </FullWidth>
  );
}
