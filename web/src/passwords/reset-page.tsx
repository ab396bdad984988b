import { type PasswordRules, passwords, tokenReset, defaultPasswordRules } from '@storeward/contract/passwords';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { messageText, useT } from '../platform/text/i18n.ts';
import { logFailure } from '../platform/log.ts';
import { clearSession, goToSignIn } from '../platform/session/session-end.ts';
import { signOut } from '../platform/session/session.ts';
import { tokens } from '../platform/theme/tokens.ts';
import { PlainNotice, PlainPasswordField } from '../ui/form/plain-field.tsx';
import { useSchemaForm } from '../ui/form/schema-form.tsx';
import { passwordKeyHandlers, passwordErrorText, passwordRulesText } from './password-rules.ts';
import { checkResetLink, resetWithToken, recoveryErrorText } from './recovery-queries.ts';
import { BackToLogin, SubmitButton, type OpenPath, RecoverySection, fieldProps } from './recovery-layout.tsx';

/** Replaces an expired token in the URL; a valid one stays, so that the page can be reloaded. */
const removedToken = '-';

const removeToken = () => history.replaceState(null, '', `/resetPassword/${removedToken}`);

type LinkState = { state: 'asking' | 'good' | 'bad'; rules: PasswordRules; error?: unknown };

/** Target of a reset link: sets a new password. */
export function ResetPage({ token, open }: { token: string; open: OpenPath }) {
  const t = useT();
  const [link, setLink] = useState<LinkState>({ state: 'asking', rules: defaultPasswordRules });
  const [changed, setChanged] = useState(false);

  useEffect(() => {
    const settle = (next: LinkState) => {
      // a valid link stays valid after too many attempts
      if (next.state === 'bad' && !(next.error instanceof ApiError && next.error.status === 429)) removeToken();
      setLink(next);
    };
    if (token === removedToken || token === '')
      return settle({
        state: 'bad',
        rules: defaultPasswordRules,
        error: new ApiError(400, { messageCode: 'recovery.linkUnknown' }),
      });
    void checkResetLink(decodeToken(token)).then(
      ({ minimum, spaces }) => settle({ state: 'good', rules: { minimum, spaces } }),
      (error: unknown) => settle({ state: isClientError(error) ? 'bad' : 'good', rules: defaultPasswordRules, error }),
    );
    return undefined;
  }, [token]);

  function handleChanged() {
    removeToken();
    setChanged(true);
  }

  return (
    <RecoverySection title={t('passwords.reset.title')}>
      {changed && <PasswordChanged />}
      {!changed && link.state === 'bad' && (
        <div className="fields">
          <PlainNotice kind="failure">{recoveryErrorText(link.error)}</PlainNotice>
          <button type="button" className="button" onClick={() => open('/forgot-password')}>
            {t('passwords.reset.requestNewLink')}
          </button>
          <BackToLogin />
        </div>
      )}
      {!changed && link.state !== 'bad' && (
        <NewPasswordForm token={decodeToken(token)} link={link} onChanged={handleChanged} />
      )}
    </RecoverySection>
  );
}

function NewPasswordForm({ token, link, onChanged }: { token: string; link: LinkState; onChanged: () => void }) {
  const t = useT();
  const schema = tokenReset(link.rules);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const error = failure ?? link.error;
  const form = useSchemaForm({
    schema,
    initialValues: { password: '', confirmPassword: '' },
    errorMessage: passwordErrorText(link.rules),
  });
  const keyHandlers = passwordKeyHandlers(link.rules);
  const canSubmit = link.state === 'good' && schema.safeParse(form.values).success;

  const { password, confirmPassword } = form.values;
  const { validateField } = form;

  // Compare the passwords once the confirmation is at least as long as the password.
  useEffect(() => {
    if (confirmPassword && confirmPassword.length >= password.length) validateField('confirmPassword');
    // oxlint-disable-next-line react/exhaustive-deps -- run on changed values only, not on every render of the form
  }, [password, confirmPassword]);

  async function reset() {
    setBusy(true);
    setFailure(undefined);
    try {
      await resetWithToken(token, password, confirmPassword);
      return onChanged();
    } catch (resetError) {
      logFailure('The password was not reset', resetError);
      setFailure(resetError);
    }
    return setBusy(false);
  }

  return (
    <form ref={form.element} className="fields" noValidate onSubmit={form.onSubmit(reset)}>
      {error !== undefined && <PlainNotice kind="failure">{recoveryErrorText(error)}</PlainNotice>}
      <PlainPasswordField
        label={t('passwords.reset.password')}
        showLabel={t('passwords.reset.showPassword')}
        hint={passwordRulesText(link.rules)}
        autoComplete="new-password"
        autoFocus
        required
        {...keyHandlers}
        {...fieldProps(form, 'password')}
      />
      <PlainPasswordField
        label={t('passwords.reset.confirm')}
        showLabel={t('passwords.reset.showConfirm')}
        autoComplete="new-password"
        required
        {...keyHandlers}
        {...fieldProps(form, 'confirmPassword')}
      />
      <SubmitButton busy={busy} disabled={!canSubmit}>
        {t('passwords.reset.submit')}
      </SubmitButton>
      <button type="button" className="button quiet" onClick={leaveToSignIn}>
        {t('passwords.reset.cancel')}
      </button>
    </form>
  );
}

function PasswordChanged() {
  const t = useT();
  return (
    <div className="fields">
      <PlainNotice kind="success">{messageText(passwords.resetByLink.successMessage)}</PlainNotice>
      <button type="button" className="button" autoFocus onClick={leaveToSignIn}>
        {t('passwords.forgot.back')}
      </button>
    </div>
  );
}

/** Ends any existing session before going to the sign-in page. */
function leaveToSignIn(): void {
  if (tokens()) return void signOut();
  clearSession();
  return goToSignIn();
}

/** Only a 4xx means an invalid link; after other failures the reset itself will show whether it is valid. */
const isClientError = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
