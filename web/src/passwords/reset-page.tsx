import { type PasswordRules, passwords, tokenReset, usualRules } from '@storeward/contract/passwords';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayMessage, useT } from '../platform/i18n.ts';
import { logFailure } from '../platform/log.ts';
import { forgetPerson, goToSignIn } from '../platform/session-end.ts';
import { signOut } from '../platform/session.ts';
import { tokens } from '../platform/tokens.ts';
import { PlainNotice, PlainSecret } from '../ui/plain-field.tsx';
import { useSchemaForm } from '../ui/use-schema-form.tsx';
import { keysBy, sayPasswordFault, sayRules } from './password-rules.ts';
import { checkLink, resetByLink, sayRecoveryFault } from './recovery-queries.ts';
import { BackToLogin, GoOn, type Open, Titled, inForm } from './recovery-frame.tsx';

/** What stands in the address once the token has been taken from it: the history keeps nothing that opens anything. */
const noToken = '-';

type Link = { state: 'asking' | 'good' | 'bad'; rules: PasswordRules; fault?: unknown };

/** Where a reset link leads: a new password, typed twice. */
export function ResetPage({ token, open }: { token: string; open: Open }) {
  const t = useT();
  const [link, setLink] = useState<Link>({ state: 'asking', rules: usualRules });
  const [changed, setChanged] = useState(false);

  useEffect(() => {
    const settle = (found: Link) => {
      history.replaceState(null, '', `/resetPassword/${noToken}`);
      setLink(found);
    };
    if (token === noToken || token === '')
      return settle({
        state: 'bad',
        rules: usualRules,
        fault: new ApiError(400, { messageCode: 'recovery.linkUnknown' }),
      });
    void checkLink(plain(token)).then(
      ({ minimum, spaces }) => settle({ state: 'good', rules: { minimum, spaces } }),
      (fault: unknown) => settle({ state: isRefused(fault) ? 'bad' : 'good', rules: usualRules, fault }),
    );
    return undefined;
  }, [token]);

  return (
    <Titled title={t('passwords.reset.title')}>
      {changed && <Changed />}
      {!changed && link.state === 'bad' && (
        <div className="fields">
          <PlainNotice kind="failure">{sayRecoveryFault(link.fault)}</PlainNotice>
          <button type="button" className="act" onClick={() => open('/forgot-password')}>
            {t('passwords.reset.again')}
          </button>
          <BackToLogin />
        </div>
      )}
      {!changed && link.state !== 'bad' && (
        <NewPassword token={plain(token)} link={link} onChanged={() => setChanged(true)} />
      )}
    </Titled>
  );
}

function NewPassword({ token, link, onChanged }: { token: string; link: Link; onChanged: () => void }) {
  const t = useT();
  const schema = tokenReset(link.rules);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const fault = failure ?? link.fault;
  const form = useSchemaForm({
    schema,
    initialValues: { password: '', confirmPassword: '' },
    say: sayPasswordFault(link.rules),
  });
  const keys = keysBy(link.rules);
  const sound = link.state === 'good' && schema.safeParse(form.values).success;

  const { password, confirmPassword } = form.values;
  const { validateField } = form;

  // As soon as the second could be the whole of the first, it is said whether it is.
  useEffect(() => {
    if (confirmPassword && confirmPassword.length >= password.length) validateField('confirmPassword');
    // oxlint-disable-next-line react/exhaustive-deps -- what is typed is what counts, not that the form was drawn anew
  }, [password, confirmPassword]);

  async function reset() {
    setBusy(true);
    setFailure(undefined);
    try {
      await resetByLink(token, password, confirmPassword);
      return onChanged();
    } catch (failed) {
      logFailure('The password was not reset', failed);
      setFailure(failed);
    }
    return setBusy(false);
  }

  return (
    <form ref={form.element} className="fields" noValidate onSubmit={form.onSubmit(reset)}>
      {fault !== undefined && <PlainNotice kind="failure">{sayRecoveryFault(fault)}</PlainNotice>}
      <PlainSecret
        label={t('passwords.reset.password')}
        show={t('passwords.reset.showPassword')}
        hint={sayRules(link.rules)}
        autoComplete="new-password"
        autoFocus
        required
        {...keys}
        {...inForm(form, 'password')}
      />
      <PlainSecret
        label={t('passwords.reset.confirm')}
        show={t('passwords.reset.showConfirm')}
        autoComplete="new-password"
        required
        {...keys}
        {...inForm(form, 'confirmPassword')}
      />
      <GoOn busy={busy} disabled={!sound}>
        {t('passwords.reset.submit')}
      </GoOn>
      <button type="button" className="act quiet" onClick={leave}>
        {t('passwords.reset.cancel')}
      </button>
    </form>
  );
}

function Changed() {
  const t = useT();
  return (
    <div className="fields">
      <PlainNotice kind="success">{sayMessage(passwords.resetByLink.says)}</PlainNotice>
      <button type="button" className="act" autoFocus onClick={leave}>
        {t('passwords.forgot.back')}
      </button>
    </div>
  );
}

/** Nobody stays half signed in: whatever session there is ends on the way to the sign-in page. */
function leave(): void {
  if (tokens()) return void signOut();
  forgetPerson();
  return goToSignIn();
}

/** A link that the server named as bad leads nowhere; whether one is good that could not be asked for, the reset itself will show. */
const isRefused = (fault: unknown) => fault instanceof ApiError && fault.status >= 400 && fault.status < 500;

function plain(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
