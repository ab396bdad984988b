import './platform/first.ts';
import './platform/sign-in-styles.ts';
import type { Domain } from '@storeward/contract/organisations';
import type { Theme } from '@storeward/contract/themes';
import { createRoot } from 'react-dom/client';
import { loadSignInPhrases } from './platform/catalogues.ts';
import { startSpeaking } from './platform/i18n.ts';
import { takeAddress } from './platform/remembered-address.ts';
import { sessionWasLost } from './platform/session-end.ts';
import { drop } from './platform/session.ts';
import { ThemeRoot } from './platform/theme-root.tsx';
import { applyTheme } from './platform/theme.ts';
import { tokens } from './platform/tokens.ts';
import { LoginPage } from './sessions/login-page.tsx';
import { knownTheme, loadDomains, loadTheme } from './sessions/queries.ts';

/** How long the page waits for the portal's look and domains before it is drawn without them, in milliseconds. */
const patience = 400;

const enterPortal = () => location.replace(takeAddress() ?? '/dashboard');

// Taken off the shelf in any case: left there, it would keep the next loss of a session from being told.
const timedOut = sessionWasLost();
if (tokens()) enterPortal();
else void open();

async function open() {
  drop();
  applyTheme(knownTheme());
  const root = createRoot(document.querySelector('#root') as HTMLElement);
  const draw = (theme: Theme, domains: readonly Domain[]) =>
    root.render(
      <ThemeRoot>
        <LoginPage theme={theme} domains={domains} timedOut={timedOut} onSignedIn={enterPortal} />
      </ThemeRoot>,
    );
  const told = Promise.all([loadTheme(), loadDomains()]);
  await startSpeaking(loadSignInPhrases);
  const inTime = await Promise.race([told, new Promise<undefined>((done) => setTimeout(done, patience))]);
  if (!inTime) draw(knownTheme(), []);
  draw(...(await told));
}
