import { Button } from '@mantine/core';
import type { Organisation } from '@storeward/contract/organisations';
import { useState } from 'react';
import { formatMoment, useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Details } from '../ui/details.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useInviteAgain } from './queries.ts';

/** A first administrator who has not chosen a password yet, and the way to invite them once more. */
export function OrganisationInvitation({ organisation }: { organisation: Organisation }) {
  const t = useT();
  const notify = useNotify();
  const inviteAgain = useInviteAgain(organisation.id);
  const [asked, setAsked] = useState(false);
  const { invited, can } = organisation;
  if (!invited) return null;
  const { firstName, lastName, userName, emailId, goodUntil } = invited;
  const name = `${firstName} ${lastName}`;
  function doIt() {
    setAsked(false);
    inviteAgain.mutate(undefined, {
      onSuccess: () => notify.success(t('organisations.invitation.done', { emailId })),
    });
  }
  return (
    <FormSection title={t('organisations.section.administrator')} text={t('organisations.invitation.text')}>
      <Wide>
        <Details
          rows={[
            { label: t('organisations.field.name'), value: name },
            { label: t('organisations.administrator.userName'), value: userName },
            { label: t('organisations.administrator.emailId'), value: emailId },
            {
              label: t('organisations.invitation.label'),
              value: goodUntil
                ? t('organisations.invitation.goodUntil', { when: formatMoment(goodUntil) })
                : t('organisations.invitation.over'),
            },
          ]}
        />
      </Wide>
      {can.invite && (
        <Wide>
          <Button variant="default" loading={inviteAgain.isPending} onClick={() => setAsked(true)}>
            {t('organisations.invitation.again')}
          </Button>
          <ConfirmDialog
            opened={asked}
            title={t('organisations.invitation.title', { name })}
            text={t('organisations.invitation.confirm', { emailId })}
            no={{ label: t('organisations.confirm.no'), onNo: () => setAsked(false) }}
            yes={{ label: t('organisations.confirm.yes'), onYes: doIt }}
          />
        </Wide>
      )}
    </FormSection>
  );
}
