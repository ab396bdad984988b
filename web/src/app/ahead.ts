import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../platform/query-client.ts';
import { currentSession, type SessionState, useSession } from '../platform/session.ts';
import { type PortalScreen, screenAt, type ScreenPath } from '../platform/site-map.ts';
import { mayOpen, menuOf } from './level-menu.ts';

/** The files of the screens that the menu leads to, and of those behind their lines. */
const files: Readonly<Partial<Record<string, () => Promise<unknown>>>> = {
  '/users': () => import('../users/user-list.tsx'),
  '/user/{id}/view': () => import('../users/user-page.tsx'),
  '/structure/hierarchy': () => import('../nodes/hierarchy-page.tsx'),
  '/structure/create': () => import('../nodes/node-create-page.tsx'),
  '/structure/{id}/view': () => import('../nodes/node-page.tsx'),
  '/audit-trail': () => import('../audit/audit-list.tsx'),
  '/organisation': () => import('../organisations/organisation-list.tsx'),
  '/role': () => import('../roles/role-list.tsx'),
  '/roles': () => import('../roles/role-list.tsx'),
} satisfies Partial<Record<ScreenPath, () => Promise<unknown>>>;

/** Fetches the files of the screen at an address as soon as the reader turns to a link that leads there. */
export function fetchFiles(href: string): void {
  const screen = screenAt(href.replace(/[?#].*$/, ''));
  void files[screen?.path ?? '']?.().catch(() => undefined); // who follows the link hears of it
}

/** How long a screen has to be at rest, in milliseconds, before anything is fetched that nobody has asked for. */
const atRest = 2_000;

/** Fetches the files of the menu's screens one by one while the screen at hand is looked at, so that the next opens at once. */
export function FilesAtRest({ here }: { here: string }): null {
  const session = useSession();
  const asking = useIsFetching() > 0;
  useEffect(() => {
    if (asking || savesData()) return undefined;
    const left = new AbortController();
    const timer = setTimeout(() => void fetchMenu(session, here, left.signal), atRest);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [asking, here, session]);
  return null;
}

/** One after another, so that whatever is asked for meanwhile does not wait. */
async function fetchMenu(session: SessionState, here: string, left: AbortSignal): Promise<void> {
  const entries = menuOf(session).flatMap((line) => (line.kind === 'screen' ? [line] : line.entries));
  for (const { path } of entries) {
    if (left.aborted) return;
    if (path !== here) await files[path]?.().catch(() => undefined);
  }
}

/** Whether the reader has asked the browser to fetch no more than is needed. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** What a screen shows first, asked for while its files are still on their way. */
const firstAnswers: Readonly<Partial<Record<ScreenPath, () => Promise<void>>>> = {
  async '/structure/hierarchy'() {
    const root = currentSession().user?.rootNodeId;
    const { readTop } = await import('../nodes/queries.ts');
    if (root) await readTop(queryClient, root);
  },
};

/** Asks for what a screen shows first, if it may be opened. */
export function askFirst(screen: PortalScreen): void {
  if (mayOpen(currentSession(), screen)) void firstAnswers[screen.path]?.().catch(() => undefined); // the screen asks again
}
