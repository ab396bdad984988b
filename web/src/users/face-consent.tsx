import { Button } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { formatMoment, useT } from '../platform/i18n.ts';
import { portalFacts } from '../platform/portal-facts.ts';
import { Details } from '../ui/details.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import { Permit } from '../ui/permit.tsx';
import classes from './profile-form.module.css';
import { useSetFaceConsent } from './queries.ts';

type Props = { user: User };

/** Whether somebody has agreed to sign in by their face, for readers who may know it, where faces are recognised at all. */
export function FaceConsentDetails({ user }: Props) {
  const t = useT();
  if (!portalFacts().faceIdProvider) return null;
  return (
    <Permit any={['ALLOW_FACE_ID_REGISTRATION']}>
      <Details rows={[{ label: t('users.field.face'), value: <FaceConsent user={user} /> }]} />
    </Permit>
  );
}

function FaceConsent({ user: { faceConsentDate } }: Props) {
  const t = useT();
  return faceConsentDate ? t('users.face.agreed', { when: formatMoment(faceConsentDate) }) : t('users.face.not');
}

/** Where somebody agrees to sign in by their face, and takes it back. */
export function FaceConsentFields({ user }: Props) {
  const t = useT();
  const notify = useNotify();
  const setConsent = useSetFaceConsent(user.id);
  const provider = portalFacts().faceIdProvider;
  if (!provider) return null;
  const agreed = user.faceConsentDate !== null;
  const turn = () =>
    setConsent.mutate(!agreed, {
      onSuccess: () => notify.success(t(agreed ? 'profile.face.takenBack' : 'profile.face.agreed')),
    });
  return (
    <Permit any={['ALLOW_FACE_ID_REGISTRATION']}>
      <FormSection title={t('profile.section.face')} text={t('profile.section.faceText', { provider })}>
        <Wide>
          <div className={classes.face}>
            <FaceConsent user={user} />
            <Button variant="default" loading={setConsent.isPending} onClick={turn}>
              {t(agreed ? 'profile.face.takeBack' : 'profile.face.agree')}
            </Button>
          </div>
        </Wide>
      </FormSection>
    </Permit>
  );
}
