import type { Domain } from '@storeward/contract/organisations';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { sayError, useT } from '../platform/i18n.ts';
import { PlainField, PlainNotice, PlainSecret } from '../ui/plain-field.tsx';
import { ignoreSpace } from '../ui/ignore-space.ts';
import { useSchemaForm } from '../ui/use-schema-form.tsx';
import { beginRecovery, sayRecoveryFault } from './recovery-queries.ts';
import { BackToLogin, DomainField, GoOn, type Open, Titled, inForm, usualDomain } from './recovery-frame.tsx';
import { byWord } from './recovery-rules.ts';

/** Asks for the secret word, and by user name or by e-mail whose it is; the right one leads straight to a new password. */
export function SecretWordForm({ domains, open }: { domains: readonly Domain[]; open: Open }) {
  const t = useT();
  const [isUserName, setIsUserName] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<() => string>();
  const form = useSchemaForm({
    schema: byWord(isUserName),
    initialValues: { userName: '', emailId: '', secretWord: '', domainName: usualDomain(domains) },
    say: sayError,
  });

  function turn(checked: boolean) {
    setIsUserName(checked);
    form.clearFieldError('userName');
    form.clearFieldError('emailId');
  }

  async function send({ userName, emailId, secretWord, domainName }: z.infer<ReturnType<typeof byWord>>) {
    setBusy(true);
    setFailure(undefined);
    try {
      const whose = isUserName ? { username: userName } : { emailId };
      const { resetToken } = await beginRecovery({ ...whose, secretWord, ...(domainName && { domainName }) });
      return open(`/resetPassword/${encodeURIComponent(resetToken ?? '')}`);
    } catch (fault) {
      setFailure(() => () => sayRecoveryFault(fault));
    }
    return setBusy(false);
  }

  return (
    <Titled title={t('passwords.word.title')} text={t('passwords.word.text')}>
      <form ref={form.element} className="fields" noValidate onSubmit={form.onSubmit((typed) => send(typed))}>
        {failure && <PlainNotice kind="failure">{failure()}</PlainNotice>}
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            name="isUserName"
            aria-checked={isUserName}
            checked={isUserName}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          {t('passwords.word.isUserName')}
        </label>
        <DomainField domains={domains} {...inForm(form, 'domainName')} />
        {isUserName ? (
          <PlainField
            key="userName"
            label={t('passwords.word.userName')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            onKeyDown={ignoreSpace}
            {...inForm(form, 'userName')}
          />
        ) : (
          <PlainField
            key="emailId"
            label={t('passwords.email.field')}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            onKeyDown={ignoreSpace}
            {...inForm(form, 'emailId')}
          />
        )}
        <PlainSecret
          label={t('passwords.word.field')}
          show={t('passwords.word.show')}
          autoComplete="off"
          required
          {...inForm(form, 'secretWord')}
        />
        <GoOn busy={busy}>{t('passwords.forgot.next')}</GoOn>
      </form>
      <BackToLogin />
    </Titled>
  );
}
