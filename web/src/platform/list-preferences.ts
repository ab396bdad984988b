import { pageSizes } from '@storeward/contract/paging';
import { appSettings, updateAppSettings } from './app-settings.ts';
import { currentSession } from './session/session.ts';

/** The height of 25 rows with everything above and below them. */
const heightOf25Rows = 25 * 44 + 290;

let fittingSize: 10 | 25 | undefined;

/** 25 rows if the window had room for them when the portal was opened, else 10: resizing must not change the page. */
const defaultPageSize = (): number => (fittingSize ??= window.innerHeight >= heightOf25Rows ? 25 : 10);

/** Drops the remembered height, for tests that change the window. */
export function resetDefaultPageSize(): void {
  fittingSize = undefined;
}

const userId = () => currentSession().user?.id ?? '';

/** Rows per page as last chosen by the signed-in user on this device. */
export function storedPageSize(): number {
  const size = appSettings().pageSizes?.[userId()];
  return pageSizes.find((allowed) => allowed === size) ?? defaultPageSize();
}

export function storePageSize(size: number): void {
  updateAppSettings({ pageSizes: { ...appSettings().pageSizes, [userId()]: size } });
}

/** Layout of a list that offers both. */
export type ListLayout = 'list' | 'tiles';

/** The layout last chosen by the signed-in user on this device. */
export const storedListLayout = (path: string): ListLayout =>
  appSettings().listLooks?.[`${userId()} ${path}`] === 'tiles' ? 'tiles' : 'list';

export function storeListLayout(path: string, layout: ListLayout): void {
  updateAppSettings({ listLooks: { ...appSettings().listLooks, [`${userId()} ${path}`]: layout } });
}

/** Whether the signed-in user last showed a view in full width on this device. */
export const storedFullWidth = (path: string): boolean =>
  appSettings().listLooks?.[`${userId()} ${path} width`] === 'full';

export function storeFullWidth(path: string, isFull: boolean): void {
  const width = isFull ? 'full' : 'page';
  updateAppSettings({ listLooks: { ...appSettings().listLooks, [`${userId()} ${path} width`]: width } });
}

const storageKey = (path: string) => `LIST ${userId()} ${path}`;

/** Stores the query string of a list (search, sort, page) for links back to it. Lives as long as the tab. */
export function storeListQuery(path: string, search: string): void {
  try {
    sessionStorage.setItem(storageKey(path), search);
  } catch {
    // Without storage, links lead to the first page of the list.
  }
}

/** The URL of a list with the query string it last had in this tab. */
export function lastListUrl<Path extends string>(path: Path): Path | `${Path}?${string}` {
  try {
    const search = sessionStorage.getItem(storageKey(path)) ?? '';
    return search.length > 1 ? `${path}?${search.slice(1)}` : path;
  } catch {
    return path;
  }
}
