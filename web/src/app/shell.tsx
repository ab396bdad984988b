import { Drawer } from '@mantine/core';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { appSettings, rememberSettings } from '../platform/app-settings.ts';
import { sayError, speakFor, useT } from '../platform/i18n.ts';
import { ApiError } from '../platform/api.ts';
import { useConfiguration } from '../platform/configuration.ts';
import { keepSessionAlive } from '../platform/keep-alive.ts';
import { portalFacts } from '../platform/portal-facts.ts';
import { countsAsSignedOut } from '../platform/remembered-address.ts';
import { seen } from '../platform/seen.ts';
import { takeSeenOver } from '../platform/seeing.ts';
import { onFailure } from '../platform/query-client.ts';
import { useSession } from '../platform/session.ts';
import { screens } from '../platform/site-map.ts';
import { IdleWarning } from '../sessions/idle-warning.tsx';
import { DraftsProvider } from '../ui/drafts.tsx';
import { NavigateProvider } from '../ui/link.tsx';
import { NotifyProvider, clearPassing, useNotify } from '../ui/notify.tsx';
import { useBelow, useNarrow } from '../ui/viewport.ts';
import { fetchFiles, FilesAtRest } from './ahead.ts';
import { useFormDrafts } from './form-drafts.ts';
import { GoToTop } from './go-to-top.tsx';
import { Header, HeaderLanguage } from './header.tsx';
import { useKeys } from './keys.ts';
import { LeftMenu } from './left-menu.tsx';
import { mayOpen } from './level-menu.ts';
import { notifyWords } from './notify-words.ts';
import { SeenBanner } from './seen-banner.tsx';
import classes from './shell.module.css';

/** The frame around every screen: header, left menu, and the sheet that the screen is drawn on. */
export function Shell() {
  const router = useRouter();
  const { pathname } = useLocation();
  const drafts = useFormDrafts();
  const navigate = useCallback((href: string) => void router.navigate({ href }), [router]);
  return (
    <NavigateProvider navigate={navigate} approach={fetchFiles}>
      <NotifyProvider {...notifyWords}>
        <DraftsProvider drafts={drafts}>{countsAsSignedOut(pathname) ? <Outlet /> : <Frame />}</DraftsProvider>
      </NotifyProvider>
    </NavigateProvider>
  );
}

function Frame() {
  const words = useT();
  const { pathname } = useLocation();
  const { user } = useSession();
  const sheet = useRef<HTMLElement>(null);
  const phone = useNarrow();
  const drawer = useBelow(1024);
  const menu = useMenu(drawer);
  const { currentUserTheme } = useConfiguration();
  const theme = currentUserTheme ?? appSettings().theme;
  const menuLine = <LeftMenu here={pathname} onFollow={menu.closeDrawer} />;
  const { banner } = portalFacts();
  useFailureNotes();
  useSeenOver();
  useScreenKeys(menu.toggle);
  useEffect(keepSessionAlive, []);

  useEffect(() => {
    if (user && !seen()) void speakFor(user.language);
  }, [user]);

  useEffect(() => {
    clearPassing();
    sheet.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className={classes.shell} data-collapsed={menu.collapsed || undefined} data-drawer={drawer || undefined}>
      <a className={classes.skip} href="#content">
        {words('app.shell.skip')}
      </a>
      {banner && <p className={classes.banner}>{banner}</p>}
      <SeenBanner />
      <div className={classes.head}>
        <Header
          logo={theme?.logoURL ?? theme?.logoURLPortrait ?? null}
          drawer={drawer}
          open={drawer ? menu.drawerOpen : !menu.collapsed}
          onToggle={menu.toggle}
          phone={phone}
        />
      </div>
      {drawer ? (
        <Drawer
          opened={menu.drawerOpen}
          onClose={menu.closeDrawer}
          position="left"
          size={280}
          title={user?.organizationName}
          closeButtonProps={{ 'aria-label': words('app.menu.close') }}
        >
          {menuLine}
          {phone && <HeaderLanguage />}
        </Drawer>
      ) : (
        <div className={classes.menu}>
          <LeftMenu here={pathname} collapsed={menu.collapsed} />
        </div>
      )}
      <main id="content" className={classes.sheet} ref={sheet} tabIndex={-1}>
        <div className={classes.scroller}>
          <Outlet />
        </div>
        <GoToTop key={pathname} sheet={sheet} />
      </main>
      {/* The place for what lies over the page from the right; nothing opens it until something belongs there. */}
      <aside className={classes.overlay} hidden />
      <IdleWarning />
      <FilesAtRest here={pathname} />
    </div>
  );
}

/** The menu's state: a drawer on small windows, only pictograms on middling ones, as last chosen on wide ones. */
function useMenu(drawer: boolean) {
  const tight = useBelow(1280);
  const [remembered, remember] = useState(() => appSettings().navigationCollapsed ?? false);
  const [openWhenTight, setOpenWhenTight] = useState(false);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const collapsed = tight ? !openWhenTight : remembered;

  function toggle() {
    if (drawer) return setDrawerOpen(!drawerOpen);
    if (tight) return setOpenWhenTight(!openWhenTight);
    remember(!remembered);
    return rememberSettings({ navigationCollapsed: !remembered });
  }

  return { collapsed, drawerOpen: drawer && drawerOpen, toggle, closeDrawer: () => setDrawerOpen(false) };
}

function useScreenKeys(toggleMenu: () => void) {
  const router = useRouter();
  const session = useSession();
  const jumps = screens.flatMap((screen) =>
    'menu' in screen && 'key' in screen.menu && mayOpen(session, screen)
      ? [[`g ${screen.menu.key}`, () => void router.navigate({ href: screen.path })] as const]
      : [],
  );
  useKeys({ '[': toggleMenu, ...Object.fromEntries(jumps) });
}

/** Tells of every call that failed, but for those that are made quietly. */
function useFailureNotes() {
  const notify = useNotify();
  useEffect(() => {
    onFailure((fault) => {
      const { code, message, messageCode, status } = fault instanceof ApiError ? fault : new ApiError(0);
      // A lost session is told on the sign-in page, and a password to be changed on its own.
      if (status === 401 || status === 403 || code === 'password.mustChange' || code === 'session.otherEyes') return;
      notify.error(sayError(code, message), { code: messageCode });
    });
  }, [notify]);
}

/** Tells whoever saw the portal as somebody else that this has ended by itself. */
function useSeenOver() {
  const words = useT();
  const notify = useNotify();
  useEffect(() => {
    const name = takeSeenOver();
    if (name) notify.warning(words('app.seeing.over', { name }));
  }, [notify, words]);
}
