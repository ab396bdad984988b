import { emailChanges, type EmailDecision, type EmailLink } from '@storeward/contract/users/email-changes';
import { useEffect, useState } from 'react';
import { call } from '../platform/api/api.ts';
import { useT } from '../platform/text/i18n.ts';
import { PlainNotice } from '../ui/form/plain-field.tsx';
import { BackToLogin, RecoverySection } from './recovery-layout.tsx';
import { recoveryErrorText } from './recovery-queries.ts';

const quiet = { quiet: true };
type Outcome = 'counts' | 'confirmed' | 'withdrawn';

/** Opened by a mailed link about a changed e-mail address; has no effect until a button is pressed. */
export function ConfirmEmailPage({ token }: { token: string }) {
  const t = useT();
  const [link, setLink] = useState<EmailLink>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState<EmailDecision>();
  const [outcome, setOutcome] = useState<Outcome>();

  useEffect(() => {
    void call(emailChanges.checkLink, { params: { token } }, quiet).then(setLink, setFailure);
  }, [token]);

  async function decide(decision: EmailDecision) {
    setBusy(decision);
    setFailure(undefined);
    try {
      const result = await call(emailChanges.useLink, { params: { token }, body: { decision } }, quiet);
      setOutcome(result.outcome);
    } catch (error) {
      setFailure(error);
    }
    setBusy(undefined);
  }

  const title = t(link?.purpose === 'decide' ? 'passwords.decideEmail.title' : 'passwords.confirmEmail.title');
  if (link && outcome) {
    return (
      <RecoverySection title={title}>
        <div className="fields">
          <PlainNotice kind="success">{t(outcomeText[outcome], { address: link.address })}</PlainNotice>
          <BackToLogin />
        </div>
      </RecoverySection>
    );
  }
  return (
    <RecoverySection title={title} {...(link && { text: t(linkText(link), { address: link.address }) })}>
      <div className="fields">
        {failure !== undefined && <PlainNotice kind="failure">{recoveryErrorText(failure)}</PlainNotice>}
        {link &&
          decisionsOf(link).map(({ decision, label, quiet: isQuiet }) => (
            <button
              key={decision}
              type="button"
              className={isQuiet ? 'button quiet' : 'button'}
              aria-busy={busy === decision}
              disabled={busy !== undefined}
              onClick={() => void decide(decision)}
            >
              {t(label)}
            </button>
          ))}
        <BackToLogin />
      </div>
    </RecoverySection>
  );
}

const outcomeText = {
  counts: 'passwords.confirmEmail.counts',
  confirmed: 'passwords.confirmEmail.confirmed',
  withdrawn: 'passwords.decideEmail.withdrawn',
} as const;

const linkText = ({ purpose, byOwner }: EmailLink) =>
  purpose === 'confirm'
    ? 'passwords.confirmEmail.text'
    : byOwner
      ? 'passwords.decideEmail.own'
      : 'passwords.decideEmail.other';

type Choice = {
  readonly decision: EmailDecision;
  readonly label: 'passwords.confirmEmail.confirm' | 'passwords.decideEmail.accept' | 'passwords.decideEmail.object';
  readonly quiet?: true;
};

/** The decisions open to the recipient of the mail; the one without risk comes first. */
function decisionsOf({ purpose, byOwner }: EmailLink): readonly Choice[] {
  if (purpose === 'confirm') return [{ decision: 'confirm', label: 'passwords.confirmEmail.confirm' }];
  const object: Choice = { decision: 'object', label: 'passwords.decideEmail.object' };
  return byOwner ? [object] : [object, { decision: 'accept', label: 'passwords.decideEmail.accept', quiet: true }];
}
