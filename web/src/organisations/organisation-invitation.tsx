import { Button } from '@mantine/core';
import type { Organisation } from '@storeward/contract/organisations';
import { fullNameOf } from '@storeward/contract/full-names';
import { useState } from 'react';
import { formatDateTime, useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { RefusedAddressNotice } from '../records/refused-address-notice.tsx';
import { Details } from '../ui/page/details.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useResendInvitation } from './queries.ts';

/** Pending invitation of the first administrator, with a button to resend it. */
export function OrganisationInvitation({ organisation }: { organisation: Organisation }) {
  const t = useT();
  const notify = useNotify();
  const resendInvitation = useResendInvitation(organisation.id);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { invited, can } = organisation;
  if (!invited) return null;
  const { userName, emailId, goodUntil, mailRefused } = invited;
  const name = fullNameOf(invited);
  function handleConfirm() {
    setConfirmOpen(false);
    resendInvitation.mutate(undefined, {
      onSuccess: () => notify.success(t('organisations.invitation.done', { emailId })),
    });
  }
  return (
    <FormSection title={t('organisations.section.administrator')} text={t('organisations.invitation.text')}>
      <FullWidth>
        <Details
          rows={[
            { label: t('organisations.field.name'), value: name },
            { label: t('organisations.administrator.userName'), value: userName },
            { label: t('organisations.administrator.emailId'), value: emailId },
            {
              label: t('organisations.invitation.label'),
              value: goodUntil
                ? t('organisations.invitation.goodUntil', { when: formatDateTime(goodUntil) })
                : t('organisations.invitation.expired'),
            },
          ]}
        />
      </FullWidth>
      <RefusedAddressNotice mailRefused={mailRefused} />
      {can.invite && (
        <FullWidth>
          <Button variant="default" loading={resendInvitation.isPending} onClick={() => setConfirmOpen(true)}>
            {t('organisations.invitation.resend')}
          </Button>
          <ConfirmDialog
            opened={isConfirmOpen}
            title={t('organisations.invitation.title', { name })}
            message={<FormattedMessage phrase="organisations.invitation.confirm" values={{ emailId }} />}
            onNo={() => setConfirmOpen(false)}
            onYes={handleConfirm}
          />
        </FullWidth>
      )}
    </FormSection>
  );
}
