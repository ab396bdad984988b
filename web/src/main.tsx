import './platform/first.ts';
import './platform/portal-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPortalRouter } from './app/router.tsx';
import { Unavailable } from './app/unavailable.tsx';
import { loadPortalPhrases } from './platform/catalogues.ts';
import { startSpeaking } from './platform/i18n.ts';
import { queryClient } from './platform/query-client.ts';
import { rememberAddress } from './platform/remembered-address.ts';
import { goToSignIn } from './platform/session-end.ts';
import { currentSession, onOtherTab, restore } from './platform/session.ts';
import { ThemeRoot } from './platform/theme-root.tsx';
import { applyTheme } from './platform/theme.ts';
import { tokens } from './platform/tokens.ts';
import { knownTheme, loadTheme } from './sessions/queries.ts';

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
    await startSpeaking(loadPortalPhrases, user?.language);
  } catch {
    if (!tokens()) return toSignIn();
    await startSpeaking(loadPortalPhrases);
    return show(<Unavailable onRetry={() => void open()} />);
  }
  return show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createPortalRouter()} />
    </QueryClientProvider>,
  );
}

applyTheme(knownTheme());
void loadTheme();
onOtherTab(goToSignIn);
// A page that the browser kept for the way back may belong to somebody who has left.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && currentSession().loggedIn && !tokens()) toSignIn();
});
void open();
