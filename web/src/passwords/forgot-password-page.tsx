import { useT } from '../platform/i18n.ts';
import { BackToLogin, type Open, Titled } from './recovery-frame.tsx';

/** Where somebody who has forgotten their password chooses the way back in. */
export function ForgotPasswordPage({ open }: { open: Open }) {
  const t = useT();
  return (
    <Titled title={t('passwords.forgot.title')} text={t('passwords.forgot.text')}>
      <div className="ways">
        <div>
          <button
            type="button"
            className="act quiet"
            aria-describedby="by-email"
            onClick={() => open('/forgot-password/email')}
          >
            {t('passwords.forgot.email')}
          </button>
          <p id="by-email" className="hint">
            {t('passwords.forgot.emailText')}
          </p>
        </div>
        <div>
          <button
            type="button"
            className="act quiet"
            aria-describedby="by-word"
            onClick={() => open('/forgot-password/secret-word')}
          >
            {t('passwords.forgot.word')}
          </button>
          <p id="by-word" className="hint">
            {t('passwords.forgot.wordText')}
          </p>
        </div>
      </div>
      <BackToLogin />
    </Titled>
  );
}
