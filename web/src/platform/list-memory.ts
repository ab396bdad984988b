import { pageSizes } from '@storeward/contract/paging';
import { appSettings, rememberSettings } from './app-settings.ts';
import { currentSession } from './session.ts';

/** How many rows a screen's list shows until somebody chooses otherwise. */
export const usualPageSize = 10;

const person = () => currentSession().user?.id ?? '';

/** How many rows a page has for whoever is signed in, as they last chose it on this device. */
export function rememberedPageSize(): number {
  const size = appSettings().pageSizes?.[person()];
  return pageSizes.find((known) => known === size) ?? usualPageSize;
}

/** Remembers how many rows whoever is signed in wants to see on this device. */
export function rememberPageSize(size: number): void {
  rememberSettings({ pageSizes: { ...appSettings().pageSizes, [person()]: size } });
}

/** How a list that knows both is drawn: as rows or as tiles. */
export type ListLook = 'list' | 'tiles';

/** How whoever is signed in last wanted to see a list on this device. */
export const rememberedListLook = (path: string): ListLook =>
  appSettings().listLooks?.[`${person()} ${path}`] === 'tiles' ? 'tiles' : 'list';

/** Remembers how whoever is signed in wants to see a list on this device. */
export function rememberListLook(path: string, look: ListLook): void {
  rememberSettings({ listLooks: { ...appSettings().listLooks, [`${person()} ${path}`]: look } });
}

const shelf = (path: string) => `LIST ${person()} ${path}`;

/** Remembers how a list was searched, sorted and paged, for the way back to it. */
export function rememberList(path: string, search: string): void {
  try {
    sessionStorage.setItem(shelf(path), search);
  } catch {
    // Then the way back leads to the list's beginning.
  }
}

/** The way back to a list, as it was last seen in this tab. */
export function wayBackTo(path: string): string {
  try {
    return path + (sessionStorage.getItem(shelf(path)) ?? '');
  } catch {
    return path;
  }
}
