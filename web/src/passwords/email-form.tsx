import type { Domain } from '@storeward/contract/organisations';
import type { Forgotten } from '@storeward/contract/passwords';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { logFailure } from '../platform/log.ts';
import { PlainField, PlainNotice } from '../ui/plain-field.tsx';
import { ignoreSpace } from '../ui/ignore-space.ts';
import { useSchemaForm } from '../ui/use-schema-form.tsx';
import { beginRecovery, sayRecoveryFault, sendLink } from './recovery-queries.ts';
import { BackToLogin, DomainField, GoOn, Titled, inForm, usualDomain } from './recovery-frame.tsx';
import { ByEmail } from './recovery-rules.ts';

/** Asks for the address that a link to a new password is sent to. */
export function EmailForm({ domains }: { domains: readonly Domain[] }) {
  const t = useT();
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [failure, setFailure] = useState<() => string>();
  const form = useSchemaForm({
    schema: ByEmail,
    initialValues: { emailId: '', domainName: usualDomain(domains) },
    say: sayError,
  });
  const told = failure?.();

  async function send({ emailId, domainName }: z.infer<typeof ByEmail>) {
    setState('busy');
    setFailure(undefined);
    const sent = await begin({ emailId, ...(domainName && { domainName }) });
    setState(sent ? 'sent' : 'asking');
  }

  async function begin(body: Forgotten): Promise<boolean> {
    try {
      const { userId } = await beginRecovery(body);
      return await isSent(userId);
    } catch (fault) {
      if (isWordless(fault)) logFailure('A recovery failed without words', fault);
      else setFailure(() => () => wordsFor(fault));
      return false;
    }
  }

  return (
    <Titled title={t('passwords.email.title')} text={t('passwords.email.text')}>
      <form ref={form.element} className="fields" noValidate onSubmit={form.onSubmit((typed) => send(typed))}>
        {told && <PlainNotice kind="failure">{told}</PlainNotice>}
        {state === 'sent' && <PlainNotice kind="success">{t('passwords.email.sent')}</PlainNotice>}
        <DomainField domains={domains} {...inForm(form, 'domainName')} />
        <PlainField
          label={t('passwords.email.field')}
          inputMode="email"
          autoComplete="email"
          autoFocus
          required
          readOnly={state === 'sent'}
          onKeyDown={ignoreSpace}
          {...inForm(form, 'emailId')}
        />
        {state === 'sent' ? (
          <button key="login" type="button" className="act" onClick={() => location.assign('/login')}>
            {t('passwords.forgot.login')}
          </button>
        ) : (
          <GoOn key="next" busy={state === 'busy'}>
            {t('passwords.forgot.next')}
          </GoOn>
        )}
      </form>
      {state !== 'sent' && <BackToLogin />}
    </Titled>
  );
}

/** Nobody is told of a mail that was not sent, and no success is claimed: the address stays and can be sent again. */
async function isSent(userId: string): Promise<boolean> {
  try {
    await sendLink(userId);
    return true;
  } catch (fault) {
    logFailure('The mail with a reset link was not sent', fault);
    return false;
  }
}

const isWordless = (fault: unknown) => fault instanceof ApiError && fault.message.includes('Message: undefined');

/** The agreed words for an address that is not known, unless the server gave a reason that has a name. */
function wordsFor(fault: unknown): string {
  if (fault instanceof ApiError && fault.status === 400 && fault.code === 'unknown')
    return sayError('recovery.emailUnknown');
  return sayRecoveryFault(fault);
}
