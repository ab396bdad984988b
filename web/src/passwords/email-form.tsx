import type { Domain } from '@storeward/contract/organisations';
import type { RecoveryRequest } from '@storeward/contract/passwords';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { logFailure } from '../platform/log.ts';
import { PlainField, PlainNotice } from '../ui/form/plain-field.tsx';
import { ignoreSpace } from '../ui/dialog/ignore-space.ts';
import { useSchemaForm } from '../ui/form/schema-form.tsx';
import { startRecovery, recoveryErrorText, sendResetLink } from './recovery-queries.ts';
import {
  BackToLogin,
  DomainField,
  SubmitButton,
  RecoverySection,
  fieldProps,
  defaultDomainName,
} from './recovery-layout.tsx';
import { EmailRecoveryInput } from './recovery-rules.ts';

/** Requests a reset link by e-mail. */
export function EmailForm({ domains }: { domains: readonly Domain[] }) {
  const t = useT();
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [failure, setFailure] = useState<() => string>();
  const form = useSchemaForm({
    schema: EmailRecoveryInput,
    initialValues: { emailId: '', domainName: defaultDomainName(domains) },
    errorMessage,
  });
  const failureText = failure?.();

  async function send({ emailId, domainName }: z.infer<typeof EmailRecoveryInput>) {
    setState('busy');
    setFailure(undefined);
    const sent = await requestLink({ emailId, ...(domainName && { domainName }) });
    setState(sent ? 'sent' : 'asking');
  }

  async function requestLink(body: RecoveryRequest): Promise<boolean> {
    try {
      const { userId } = await startRecovery(body);
      return await sendMail(userId);
    } catch (error) {
      if (hasNoMessage(error)) logFailure('Account recovery failed without an error message', error);
      else setFailure(() => () => failureMessage(error));
      return false;
    }
  }

  return (
    <RecoverySection title={t('passwords.email.title')} text={t('passwords.email.text')}>
      <form ref={form.element} className="fields" noValidate onSubmit={form.onSubmit((values) => send(values))}>
        {failureText && <PlainNotice kind="failure">{failureText}</PlainNotice>}
        {state === 'sent' && <PlainNotice kind="success">{t('passwords.email.sent')}</PlainNotice>}
        <DomainField domains={domains} {...fieldProps(form, 'domainName')} />
        <PlainField
          label={t('passwords.email.field')}
          inputMode="email"
          autoComplete="email"
          autoFocus
          required
          readOnly={state === 'sent'}
          onKeyDown={ignoreSpace}
          {...fieldProps(form, 'emailId')}
        />
        {state === 'sent' ? (
          <button key="login" type="button" className="button" onClick={() => location.assign('/login')}>
            {t('passwords.forgot.login')}
          </button>
        ) : (
          <SubmitButton key="next" busy={state === 'busy'}>
            {t('passwords.forgot.next')}
          </SubmitButton>
        )}
      </form>
      {state !== 'sent' && <BackToLogin />}
    </RecoverySection>
  );
}

/** A failed mail is only logged and not reported as success; the form stays so that it can be sent again. */
async function sendMail(userId: string): Promise<boolean> {
  try {
    await sendResetLink(userId);
    return true;
  } catch (error) {
    logFailure('The mail with a reset link was not sent', error);
    return false;
  }
}

const hasNoMessage = (error: unknown) => error instanceof ApiError && error.message.includes('Message: undefined');

/** The specified message for an unknown e-mail address, unless the error has its own code. */
function failureMessage(error: unknown): string {
  if (error instanceof ApiError && error.status === 400 && error.code === 'unknown')
    return errorMessage('recovery.emailUnknown');
  return recoveryErrorText(error);
}
