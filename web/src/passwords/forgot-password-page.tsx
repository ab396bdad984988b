import { useT } from '../platform/text/i18n.ts';
import { BackToLogin, type OpenPath, RecoverySection } from './recovery-layout.tsx';

/** Start of account recovery: by e-mail or by secret word. */
export function ForgotPasswordPage({ open }: { open: OpenPath }) {
  const t = useT();
  return (
    <RecoverySection title={t('passwords.forgot.title')} text={t('passwords.forgot.text')}>
      <div className="options">
        <div>
          <button
            type="button"
            className="button quiet"
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
            className="button quiet"
            aria-describedby="by-word"
            onClick={() => open('/forgot-password/secret-word')}
          >
            {t('passwords.forgot.secretWord')}
          </button>
          <p id="by-word" className="hint">
            {t('passwords.forgot.secretWordText')}
          </p>
        </div>
      </div>
      <BackToLogin />
    </RecoverySection>
  );
}
