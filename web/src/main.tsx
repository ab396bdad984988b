import './platform/session/bootstrap.ts';
import './platform/theme/portal-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadSettings } from './app/load-settings.ts';
import { createPortalRouter } from './app/router.tsx';
import { Unavailable } from './app/unavailable.tsx';
import { notificationLabels } from './app/shell/notification-labels.ts';
import { loadPortalPhrases, loadStartPhrases } from './platform/text/catalogues.ts';
import { currentImpersonation, onImpersonationMismatch } from './platform/session/impersonation-state.ts';
import { syncImpersonation } from './platform/session/impersonation.ts';
import { deleteStaleDrafts } from './platform/drafts.ts';
import { initLanguage, withAllPhrases } from './platform/text/i18n.ts';
import { queryClient } from './platform/api/query-client.ts';
import { storeRedirectUrl } from './platform/api/redirect-url.ts';
import { clearTabStorage, goToSignIn } from './platform/session/session-end.ts';
import { currentSession, onSessionEndedInOtherTab, restoreSession } from './platform/session/session.ts';
import { ThemeRoot } from './platform/theme/theme-root.tsx';
import { applyTheme } from './platform/theme/theme.ts';
import { tokens } from './platform/theme/tokens.ts';
import { cachedTheme } from './sessions/queries.ts';
import { lazyComponent } from './ui/page/lazy-component.tsx';
import { NotifyProvider } from './ui/page/notify.tsx';

const ForcedResetPage = lazyComponent(
  withAllPhrases(async () => (await import('./passwords/forced-reset-page.tsx')).ForcedResetPage),
);

const forcedResetPath = '/reset-password';
const root = createRoot(document.querySelector('#root') as HTMLElement);
const renderPage = (content: ReactNode) => root.render(<ThemeRoot>{content}</ThemeRoot>);

function redirectToSignIn() {
  storeRedirectUrl(location.pathname + location.search);
  goToSignIn();
}

async function startPortal(): Promise<void> {
  try {
    const { loggedIn, user } = await restoreSession();
    if (!loggedIn) return redirectToSignIn();
    await initLanguage(loadStartPhrases, currentImpersonation()?.language ?? user?.language, loadPortalPhrases);
  } catch {
    if (!tokens()) return redirectToSignIn();
    await initLanguage(loadStartPhrases);
    return renderPage(<Unavailable onRetry={() => void startPortal()} />);
  }
  const isOnResetPage = location.pathname === forcedResetPath;
  // A redirect to the forced password change is already under way.
  if (currentSession().mustChange) return isOnResetPage ? showForcedReset() : undefined;
  if (isOnResetPage) history.replaceState(null, '', '/dashboard');
  void loadSettings();
  return renderPage(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createPortalRouter()} />
    </QueryClientProvider>,
  );
}

function showForcedReset() {
  renderPage(
    <QueryClientProvider client={queryClient}>
      <NotifyProvider {...notificationLabels}>
        <ForcedResetPage theme={cachedTheme()} />
      </NotifyProvider>
    </QueryClientProvider>,
  );
}

applyTheme(cachedTheme());
void deleteStaleDrafts();
onImpersonationMismatch(() => void syncImpersonation());
onSessionEndedInOtherTab((sessionEnd) => {
  if (sessionEnd === 'lost') return redirectToSignIn();
  clearTabStorage();
  return goToSignIn();
});
// A page restored from the back/forward cache may belong to a session that has ended.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && currentSession().loggedIn && !tokens()) redirectToSignIn();
});
void startPortal();
