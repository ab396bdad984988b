import './platform/first.ts';
import { loadRecoveryPhrases, loadSignInPhrases } from './platform/catalogues.ts';
import { dropStaleDrafts } from './platform/drafts.ts';
import { startSpeaking } from './platform/i18n.ts';
import { followLight } from './platform/light-or-dark.ts';
import { takeAddress } from './platform/remembered-address.ts';
import { forgetPerson, sessionWasLost } from './platform/session-end.ts';
import { applyTheme } from './platform/theme.ts';
import { tokens } from './platform/tokens.ts';
import { openLoginForm } from './sessions/login-form.ts';
import { dressPage, part, speakOnPage } from './sessions/login-page.ts';
import { knownTheme, loadDomains } from './sessions/queries.ts';

type Load = Parameters<typeof startSpeaking>[0];

// Taken off the shelf in any case: left there, it would keep the next loss of a session from being told.
const timedOut = sessionWasLost();

void dropStaleDrafts();

if (/^\/login\/?$/.test(location.pathname)) void openSignIn();
else void openRecovery();

async function openSignIn(): Promise<void> {
  if (tokens()) return enterPortal();
  forgetPerson();
  await openPage(loadSignInPhrases);
  openLoginForm(part<HTMLFormElement>('form'), {
    domains: loadDomains(),
    timedOut,
    onSignedIn: (how) => (how === 'mustChange' ? location.replace('/reset-password') : enterPortal()),
  });
  reveal();
  whenIdle(() => void import('react-dom/client'));
  if (document.activeElement === document.body) part('#username').focus();
}

async function openRecovery(): Promise<void> {
  const [{ showRecovery }, domains] = await Promise.all([
    import('./passwords/recovery-page.tsx'),
    loadDomains(),
    openPage(loadRecoveryPhrases),
  ]);
  const box = part('.screen');
  box.replaceChildren();
  reveal();
  showRecovery(box, domains);
}

async function openPage(load: Load): Promise<void> {
  applyTheme(knownTheme());
  followLight();
  await startSpeaking(load);
  speakOnPage();
  void dressPage();
}

/** What the portal behind the form needs first is fetched while somebody types: nobody waits for it then. */
function whenIdle(fetchMore: () => void): void {
  const later = () => setTimeout(fetchMore, 300);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}

function reveal(): void {
  delete document.documentElement.dataset['undecided'];
}

function enterPortal(): void {
  location.replace(takeAddress() ?? '/dashboard');
}
