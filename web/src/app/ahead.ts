import { queryClient } from '../platform/query-client.ts';
import { currentSession } from '../platform/session.ts';
import { type PortalScreen, screenAt, type ScreenPath } from '../platform/site-map.ts';
import { mayOpen } from './level-menu.ts';

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
