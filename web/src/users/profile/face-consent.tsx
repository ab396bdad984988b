import { Button, Group } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { formatDateTime, useT } from '../../platform/text/i18n.ts';
import { runtimeConfiguration } from '../../platform/runtime-configuration.ts';
import { Details } from '../../ui/page/details.tsx';
import { FormSection, FullWidth } from '../../ui/form/form.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { Permit } from '../../ui/page/permit.tsx';
import { useSetFaceConsent } from '../queries.ts';

type Props = { user: User };

/** Consent to sign-in by face recognition, read-only. Requires a configured provider and the permission. */
export function FaceConsentDetails({ user }: Props) {
  const t = useT();
  if (!runtimeConfiguration().faceIdProvider) return null;
  return (
    <Permit any={['ALLOW_FACE_ID_REGISTRATION']}>
      <Details rows={[{ label: t('users.field.face'), value: <FaceConsent user={user} /> }]} />
    </Permit>
  );
}

function FaceConsent({ user: { faceConsentDate } }: Props) {
  const t = useT();
  return faceConsentDate
    ? t('users.face.agreed', { when: formatDateTime(faceConsentDate) })
    : t('users.face.notAgreed');
}

/** Gives or withdraws consent to sign-in by face recognition. */
export function FaceConsentFields({ user }: Props) {
  const t = useT();
  const notify = useNotify();
  const setConsent = useSetFaceConsent(user.id);
  const provider = runtimeConfiguration().faceIdProvider;
  if (!provider) return null;
  const agreed = user.faceConsentDate !== null;
  const toggleConsent = () =>
    setConsent.mutate(!agreed, {
      onSuccess: () => notify.success(t(agreed ? 'profile.face.withdrawn' : 'profile.face.agreed')),
    });
  return (
    <Permit any={['ALLOW_FACE_ID_REGISTRATION']}>
      <FormSection title={t('profile.section.face')} text={t('profile.section.faceText', { provider })}>
        <FullWidth>
          <Group gap="12px 16px">
            <FaceConsent user={user} />
            <Button variant="default" loading={setConsent.isPending} onClick={toggleConsent}>
              {t(agreed ? 'profile.face.withdraw' : 'profile.face.agree')}
            </Button>
          </Group>
        </FullWidth>
      </FormSection>
    </Permit>
  );
}
