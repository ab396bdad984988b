import type { Domain } from '@storeward/contract/organisations';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { EmailForm } from './email-form.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import type { Open } from './recovery-frame.tsx';
import { ResetPage } from './reset-page.tsx';
import { SecretWordForm } from './secret-word-form.tsx';

/** Draws the pages for a forgotten password into the box of the page before sign-in. */
export function showRecovery(box: Element, domains: readonly Domain[]): void {
  flushSync(() => createRoot(box).render(<RecoveryPage domains={domains} />));
}

/** The ways back in for whoever has forgotten their password; the address says which. */
export function RecoveryPage({ domains }: { domains: readonly Domain[] }) {
  const [path, setPath] = useState(location.pathname);

  useEffect(() => {
    const follow = () => setPath(location.pathname);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const open: Open = (next) => {
    history.pushState(null, '', next);
    setPath(next);
  };

  const [, first, second = ''] = path.split('/');
  if (first === 'resetPassword') return <ResetPage key={second} token={second} open={open} />;
  if (second === 'email') return <EmailForm domains={domains} />;
  if (second === 'secret-word') return <SecretWordForm domains={domains} open={open} />;
  return <ForgotPasswordPage open={open} />;
}
