import type { Domain } from '@storeward/contract/organisations';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ConfirmEmailPage } from './confirm-email-page.tsx';
import { EmailForm } from './email-form.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import type { OpenPath } from './recovery-layout.tsx';
import { ResetPage } from './reset-page.tsx';
import { SecretWordForm } from './secret-word-form.tsx';

/** Renders the recovery pages into the box of the sign-in page. */
export function renderRecovery(container: Element, domains: readonly Domain[]): void {
  flushSync(() => createRoot(container).render(<RecoveryPage domains={domains} />));
}

/** Recovery pages, selected by path. */
export function RecoveryPage({ domains }: { domains: readonly Domain[] }) {
  const [path, setPath] = useState(location.pathname);

  useEffect(() => {
    const syncPath = () => setPath(location.pathname);
    window.addEventListener('popstate', syncPath);
    return () => window.removeEventListener('popstate', syncPath);
  }, []);

  const open: OpenPath = (next) => {
    history.pushState(null, '', next);
    setPath(next);
  };

  const [, first, second = ''] = path.split('/');
  if (first === 'resetPassword') return <ResetPage key={second} token={second} open={open} />;
  if (first === 'confirmEmail') return <ConfirmEmailPage key={second} token={second} />;
  if (second === 'email') return <EmailForm domains={domains} />;
  if (second === 'secret-word') return <SecretWordForm domains={domains} open={open} />;
  return <ForgotPasswordPage open={open} />;
}
