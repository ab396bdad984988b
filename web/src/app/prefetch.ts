import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { completePhrases } from '../platform/text/i18n.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { currentSession, type SessionState, useSession } from '../platform/session/session.ts';
import { type PortalScreen, screenAt, type ScreenPath } from '../platform/site-map.ts';
import { screenNodeId } from '../platform/screen-node.ts';
import { canOpen, menuEntries } from './shell/menu-entries.ts';

/** Code-split modules of the screens in the menu, and of the pages their rows link to. */
const screenModules: Readonly<Partial<Record<string, () => Promise<unknown>>>> = {
  '/users': () => import('../users/list/user-list.tsx'),
  '/user/{id}/view': () => import('../users/user-page.tsx'),
  '/structure/hierarchy': () => import('../nodes/tree/hierarchy-page.tsx'),
  '/structure/create': () => import('../nodes/node-create-page.tsx'),
  '/structure/{id}/view': () => import('../nodes/node-page.tsx'),
  '/audit-trail': () => import('../audit/audit-list.tsx'),
  '/organisation': () => import('../organisations/organisation-list.tsx'),
  '/role': () => import('../roles/role-list.tsx'),
  '/roles': () => import('../roles/role-list.tsx'),
} satisfies Partial<Record<ScreenPath, () => Promise<unknown>>>;

/** Loads the module of the screen at a URL when the user approaches a link to it. */
export function prefetchScreen(href: string): void {
  const screen = screenAt(href.replace(/[?#].*$/, ''));
  void screenModules[screen?.path ?? '']?.().catch(() => undefined); // navigation reports the failure itself
}

/** Milliseconds without any query before screens are prefetched. */
const idleDelay = 2_000;

/** Prefetches the modules of the menu's screens while nothing else is loading. */
export function IdlePrefetch({ currentPath }: { currentPath: string }): null {
  const session = useSession();
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (isFetching || prefersReducedData()) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => void prefetchMenu(session, currentPath, controller.signal), idleDelay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isFetching, currentPath, session]);
  return null;
}

/** One after another, so that they do not delay other requests. */
async function prefetchMenu(session: SessionState, currentPath: string, signal: AbortSignal): Promise<void> {
  await completePhrases().catch(() => undefined);
  await Promise.all([import('../sessions/idle-dialog.tsx'), import('./shell/profile-sheet.tsx')]).catch(
    () => undefined,
  );
  const entries = menuEntries(session).flatMap((entry) => (entry.kind === 'screen' ? [entry] : entry.entries));
  for (const { path } of entries) {
    if (signal.aborted) return;
    if (path !== currentPath) await screenModules[path]?.().catch(() => undefined);
  }
}

/** Whether the browser's data saver is on. */
const prefersReducedData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Queries that a screen needs first, started in parallel with loading its module. */
const screenData: Readonly<Partial<Record<ScreenPath, () => Promise<void>>>> = {
  async '/structure/hierarchy'() {
    const root = screenNodeId();
    const { prefetchTree } = await import('../nodes/queries.ts');
    if (root) await prefetchTree(queryClient, root);
  },
};

/** Starts a screen's first queries, if the user may open it. */
export function prefetchData(screen: PortalScreen): void {
  if (canOpen(currentSession(), screen)) void screenData[screen.path]?.().catch(() => undefined); // the screen repeats the query
}
