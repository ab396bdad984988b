import './platform/first.ts';
import './platform/portal-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadSettings } from './app/load-settings.ts';
import { createPortalRouter } from './app/router.tsx';
import { Unavailable } from './app/unavailable.tsx';
import { notifyWords } from './app/notify-words.ts';
import { loadPortalPhrases } from './platform/catalogues.ts';
import { seen, onOtherEyes } from './platform/seen.ts';
import { meetServer } from './platform/seeing.ts';
import { dropStaleDrafts } from './platform/drafts.ts';
import { startSpeaking } from './platform/i18n.ts';
import { queryClient } from './platform/query-client.ts';
import { rememberAddress } from './platform/remembered-address.ts';
import { forgetTab, goToSignIn } from './platform/session-end.ts';
import { currentSession, onOtherTab, restore } from './platform/session.ts';
import { ThemeRoot } from './platform/theme-root.tsx';
import { applyTheme } from './platform/theme.ts';
import { tokens } from './platform/tokens.ts';
import { knownTheme } from './sessions/queries.ts';
import { lazily } from './ui/lazily.tsx';
import { NotifyProvider } from './ui/notify.tsx';

const ForcedResetPage = lazily(async () => (await import('./passwords/forced-reset-page.tsx')).ForcedResetPage);

const forcedReset = '/reset-password';
const root = createRoot(document.querySelector('#root') as HTMLElement);
const show = (part: ReactNode) => root.render(<ThemeRoot>{part}</ThemeRoot>);

function toSignIn() {
  rememberAddress(location.pathname + location.search);
  goToSignIn();
}

async function open(): Promise<void> {
  try {
    const { loggedIn, user } = await restore();
    if (!loggedIn) return toSignIn();
    await startSpeaking(loadPortalPhrases, seen()?.language ?? user?.language);
  } catch {
    if (!tokens()) return toSignIn();
    await startSpeaking(loadPortalPhrases);
    return show(<Unavailable onRetry={() => void open()} />);
  }
  const onReset = location.pathname === forcedReset;
  // Whoever has to choose a password and is elsewhere is being led there already.
  if (currentSession().mustChange) return onReset ? showForcedReset() : undefined;
  if (onReset) history.replaceState(null, '', '/dashboard');
  void loadSettings();
  return show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createPortalRouter()} />
    </QueryClientProvider>,
  );
}

function showForcedReset() {
  show(
    <QueryClientProvider client={queryClient}>
      <NotifyProvider {...notifyWords}>
        <ForcedResetPage theme={knownTheme()} />
      </NotifyProvider>
    </QueryClientProvider>,
  );
}

applyTheme(knownTheme());
void dropStaleDrafts();
onOtherEyes(() => void meetServer());
onOtherTab((departure) => {
  if (departure === 'lost') return toSignIn();
  forgetTab();
  return goToSignIn();
});
// A page that the browser kept for the way back may belong to somebody who has left.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && currentSession().loggedIn && !tokens()) toSignIn();
});
void open();
