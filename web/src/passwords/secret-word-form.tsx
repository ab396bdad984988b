import type { Domain } from '@storeward/contract/organisations';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { PlainField, PlainNotice, PlainPasswordField } from '../ui/form/plain-field.tsx';
import { ignoreSpace } from '../ui/dialog/ignore-space.ts';
import { useSchemaForm } from '../ui/form/schema-form.tsx';
import { startRecovery, recoveryErrorText } from './recovery-queries.ts';
import {
  BackToLogin,
  DomainField,
  SubmitButton,
  type OpenPath,
  RecoverySection,
  fieldProps,
  defaultDomainName,
} from './recovery-layout.tsx';
import { secretWordRecoveryInput } from './recovery-rules.ts';

/** Recovery by secret word, with user name or e-mail; the correct word leads directly to the reset page. */
export function SecretWordForm({ domains, open }: { domains: readonly Domain[]; open: OpenPath }) {
  const t = useT();
  const [isUserName, setIsUserName] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<() => string>();
  const form = useSchemaForm({
    schema: secretWordRecoveryInput(isUserName),
    initialValues: { userName: '', emailId: '', secretWord: '', domainName: defaultDomainName(domains) },
    errorMessage,
  });

  function toggleUserName(checked: boolean) {
    setIsUserName(checked);
    form.clearFieldError('userName');
    form.clearFieldError('emailId');
  }

  async function send({
    userName,
    emailId,
    secretWord,
    domainName,
  }: z.infer<ReturnType<typeof secretWordRecoveryInput>>) {
    setBusy(true);
    setFailure(undefined);
    try {
      const identity = isUserName ? { username: userName } : { emailId };
      const { resetToken } = await startRecovery({ ...identity, secretWord, ...(domainName && { domainName }) });
      return open(`/resetPassword/${encodeURIComponent(resetToken ?? '')}`);
    } catch (error) {
      setFailure(() => () => recoveryErrorText(error));
    }
    return setBusy(false);
  }

  return (
    <RecoverySection title={t('passwords.secretWord.title')} text={t('passwords.secretWord.text')}>
      <form ref={form.element} className="fields" noValidate onSubmit={form.onSubmit((values) => send(values))}>
        {failure && <PlainNotice kind="failure">{failure()}</PlainNotice>}
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            name="isUserName"
            aria-checked={isUserName}
            checked={isUserName}
            onChange={(event) => toggleUserName(event.currentTarget.checked)}
          />
          {t('passwords.secretWord.isUserName')}
        </label>
        <DomainField domains={domains} {...fieldProps(form, 'domainName')} />
        {isUserName ? (
          <PlainField
            key="userName"
            label={t('passwords.secretWord.userName')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            onKeyDown={ignoreSpace}
            {...fieldProps(form, 'userName')}
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
            {...fieldProps(form, 'emailId')}
          />
        )}
        <PlainPasswordField
          label={t('passwords.secretWord.field')}
          showLabel={t('passwords.secretWord.show')}
          autoComplete="one-time-code"
          required
          {...fieldProps(form, 'secretWord')}
        />
        <SubmitButton busy={busy}>{t('passwords.forgot.next')}</SubmitButton>
      </form>
      <BackToLogin />
    </RecoverySection>
  );
}
