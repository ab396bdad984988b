import './platform/session/bootstrap.ts';
import { loadRecoveryPhrases, loadSignInPhrases } from './platform/text/catalogues.ts';
import { deleteStaleDrafts } from './platform/drafts.ts';
import { initLanguage } from './platform/text/i18n.ts';
import { syncColourSchemeAttribute } from './platform/theme/colour-scheme-attribute.ts';
import { takeRedirectUrl } from './platform/api/redirect-url.ts';
import { clearSession, takeSessionLostNotice } from './platform/session/session-end.ts';
import { applyTheme } from './platform/theme/theme.ts';
import { tokens } from './platform/theme/tokens.ts';
import { initLoginForm } from './sessions/login-form.ts';
import { applyPortalTheme, requiredElement, localisePage } from './sessions/login-page.ts';
import { cachedTheme, loadDomains } from './sessions/queries.ts';

type Load = Parameters<typeof initLanguage>[0];

// Read in any case: an unread notice would suppress the one of the next lost session.
const sessionLost = takeSessionLostNotice();

void deleteStaleDrafts();

if (/^\/login\/?$/.test(location.pathname)) void openSignIn();
else void openRecovery();

async function openSignIn(): Promise<void> {
  if (tokens()) return enterPortal();
  clearSession();
  await openPage(loadSignInPhrases);
  initLoginForm(requiredElement<HTMLFormElement>('form'), {
    domains: loadDomains(),
    sessionLost,
    onSignedIn: (result) => (result === 'mustChange' ? location.replace('/reset-password') : enterPortal()),
  });
  reveal();
  whenIdle(() => void import('react-dom/client'));
  if (document.activeElement === document.body) requiredElement('#username').focus();
}

async function openRecovery(): Promise<void> {
  const [{ renderRecovery }, domains] = await Promise.all([
    import('./passwords/recovery-page.tsx'),
    loadDomains(),
    openPage(loadRecoveryPhrases),
  ]);
  const box = requiredElement('.screen');
  box.replaceChildren();
  reveal();
  renderRecovery(box, domains);
}

async function openPage(load: Load): Promise<void> {
  applyTheme(cachedTheme());
  syncColourSchemeAttribute();
  await initLanguage(load);
  localisePage();
  void applyPortalTheme();
}

/** Preloads what the portal needs while the user is typing. */
function whenIdle(fetchMore: () => void): void {
  const later = () => setTimeout(fetchMore, 300);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}

function reveal(): void {
  delete document.documentElement.dataset['undecided'];
}

function enterPortal(): void {
  location.replace(takeRedirectUrl() ?? '/dashboard');
}
