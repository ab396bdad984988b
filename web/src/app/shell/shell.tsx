import { Box, Text } from '@mantine/core';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { appSettings, updateAppSettings } from '../../platform/app-settings.ts';
import { errorMessage, applyUserLanguage, useT } from '../../platform/text/i18n.ts';
import { ApiError } from '../../platform/api/api.ts';
import { useConfiguration } from '../../platform/configuration.ts';
import { keepSessionAlive } from '../../platform/session/keep-alive.ts';
import { runtimeConfiguration } from '../../platform/runtime-configuration.ts';
import { isPublicPath } from '../../platform/api/redirect-url.ts';
import { currentImpersonation } from '../../platform/session/impersonation-state.ts';
import { takeEndedImpersonation } from '../../platform/session/impersonation.ts';
import { onFailure } from '../../platform/api/query-client.ts';
import { useSession } from '../../platform/session/session.ts';
import { screens } from '../../platform/site-map.ts';
import { IdleWarning } from '../../sessions/idle-warning.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { DraftsProvider } from '../../ui/form/drafts.tsx';
import { NavigateProvider } from '../../ui/page/link.tsx';
import { NotifyProvider, clearTransientNotifications, useNotify } from '../../ui/page/notify.tsx';
import { useNarrowerThan, useNarrow } from '../../ui/page/viewport.ts';
import { prefetchScreen, IdlePrefetch } from '../prefetch.ts';
import { useFormDrafts } from '../form-drafts.ts';
import { GoToTop } from './go-to-top.tsx';
import { Header, HeaderLanguage } from './header.tsx';
import { useKeyboardShortcuts } from './keyboard-shortcuts.ts';
import { LeftMenu } from './left-menu.tsx';
import { canOpen } from './menu-entries.ts';
import { notificationLabels } from './notification-labels.ts';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { PaletteHost } from '../palette/palette-host.tsx';
import { showPalette } from '../palette/palette-state.ts';
import { PendingEmailBanner } from './pending-email-banner.tsx';
import classes from './shell.module.css';

const MenuDrawer = lazyComponent(async () => (await import('./menu-drawer.tsx')).MenuDrawer);

/** The layout of every screen: header, left menu and content. Paths outside the session get no layout. */
export function Shell() {
  const router = useRouter();
  const { pathname } = useLocation();
  const drafts = useFormDrafts();
  const navigate = useCallback((href: string) => void router.navigate({ href }), [router]);
  return (
    <NavigateProvider navigate={navigate} prefetch={prefetchScreen}>
      <NotifyProvider {...notificationLabels}>
        <DraftsProvider drafts={drafts}>{isPublicPath(pathname) ? <Outlet /> : <ShellFrame />}</DraftsProvider>
      </NotifyProvider>
    </NavigateProvider>
  );
}

function ShellFrame() {
  const t = useT();
  const { pathname } = useLocation();
  const { user } = useSession();
  const content = useRef<HTMLElement>(null);
  const isPhone = useNarrow();
  const isDrawer = useNarrowerThan(1024);
  const menu = useMenu(isDrawer);
  const { currentUserTheme } = useConfiguration();
  const theme = currentUserTheme ?? appSettings().theme;
  const leftMenu = <LeftMenu currentPath={pathname} onNavigate={menu.closeDrawer} />;
  const { banner, demoWarning } = runtimeConfiguration();
  useErrorNotifications();
  useImpersonationEndedNotice();
  useNavigationShortcuts(menu.toggle);
  useEffect(keepSessionAlive, []);

  useEffect(() => {
    if (user && !currentImpersonation()) void applyUserLanguage(user.language);
  }, [user]);

  useEffect(() => {
    clearTransientNotifications();
    content.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className={classes.shell} data-collapsed={menu.collapsed || undefined} data-drawer={isDrawer || undefined}>
      <a className={classes.skip} href="#content">
        {t('app.shell.skip')}
      </a>
      {banner && <Banner>{banner}</Banner>}
      {demoWarning && <Banner>{t('app.shell.demoWarning')}</Banner>}
      <ImpersonationBanner />
      <PendingEmailBanner />
      <Box className={classes.head} miw={0}>
        <Header
          logo={theme?.logoURL ?? theme?.logoURLPortrait ?? null}
          drawer={isDrawer}
          open={isDrawer ? menu.drawerOpen : !menu.collapsed}
          onToggle={menu.toggle}
          phone={isPhone}
        />
      </Box>
      {isDrawer ? (
        <MenuDrawer opened={menu.drawerOpen} onClose={menu.closeDrawer}>
          {leftMenu}
          {isPhone && <HeaderLanguage />}
        </MenuDrawer>
      ) : (
        <Box className={classes.menu} mih={0}>
          <LeftMenu currentPath={pathname} collapsed={menu.collapsed} />
        </Box>
      )}
      <main id="content" className={classes.sheet} ref={content} tabIndex={-1}>
        <Box flex={1} mih={0} style={{ overflow: 'auto' }}>
          <Outlet />
        </Box>
        <GoToTop key={pathname} container={content} />
      </main>
      {/* Reserved for an overlay from the right; not used yet. */}
      <aside hidden />
      <IdleWarning />
      <PaletteHost />
      <IdlePrefetch currentPath={pathname} />
    </div>
  );
}

const Banner = ({ children }: { children: ReactNode }) => (
  <Text
    className={classes.banner ?? ''}
    truncate
    h="1.5rem"
    size="xs"
    lh="1.5rem"
    fw="var(--weight-medium)"
    ta="center"
    bg="var(--warn)"
    c="var(--on-warn)"
  >
    {children}
  </Text>
);

/** The menu is a drawer on small windows, collapsed to icons on medium ones, and as last chosen on wide ones. */
function useMenu(isDrawer: boolean) {
  const isTight = useNarrowerThan(1280);
  const [isCollapsed, setIsCollapsed] = useState(() => appSettings().navigationCollapsed ?? false);
  const [openWhenTight, setOpenWhenTight] = useState(false);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const collapsed = isTight ? !openWhenTight : isCollapsed;

  function toggle() {
    if (isDrawer) return setDrawerOpen(!drawerOpen);
    if (isTight) return setOpenWhenTight(!openWhenTight);
    setIsCollapsed(!isCollapsed);
    return updateAppSettings({ navigationCollapsed: !isCollapsed });
  }

  return { collapsed, drawerOpen: isDrawer && drawerOpen, toggle, closeDrawer: () => setDrawerOpen(false) };
}

function useNavigationShortcuts(toggleMenu: () => void) {
  const router = useRouter();
  const session = useSession();
  const navigationShortcuts = screens.flatMap((screen) =>
    'menu' in screen && 'key' in screen.menu && canOpen(session, screen)
      ? [[`g ${screen.menu.key}`, () => void router.navigate({ href: screen.path })] as const]
      : [],
  );
  useKeyboardShortcuts({
    '[': toggleMenu,
    '?': () => showPalette('shortcuts'),
    '/': focusSearch,
    ...Object.fromEntries(navigationShortcuts),
  });
}

/** Moves the focus to the search of the screen: that of its index if it has one, else that of its list. */
function focusSearch() {
  const field = document.querySelector<HTMLInputElement>('main nav input[type="search"], main input[type="search"]');
  field?.focus();
  field?.select();
}

/** Shows a notification for every failed query or mutation that is not quiet. */
function useErrorNotifications() {
  const notify = useNotify();
  useEffect(() => {
    onFailure((error) => {
      const { code, message, messageCode, status } = error instanceof ApiError ? error : new ApiError(0);
      // A lost session and a forced password change have their own pages.
      if (status === 401 || status === 403 || code === 'password.mustChange' || code === 'session.otherEyes') return;
      notify.error(errorMessage(code, message), { code: messageCode });
    });
  }, [notify]);
}

/** Notifies an impersonator that the impersonation has expired. */
function useImpersonationEndedNotice() {
  const t = useT();
  const notify = useNotify();
  useEffect(() => {
    const name = takeEndedImpersonation();
    if (name) notify.warning(t('app.impersonation.expired', { name }));
  }, [notify, t]);
}
