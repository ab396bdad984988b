import { arrangeHotkeys } from '@storeward/contract/settings/lists/hotkey-arrangement';
import { mayContain } from '@storeward/contract/settings/kinds/hotkeys';
import type { ListInput, ListState } from '@storeward/contract/settings/lists/list-state';
import { inactiveRows, type ShownRow, shownRows } from '../../kinds/list/row-changes.ts';

/** The container of keys: a page or a group. A layout without page rows has a single page, which has no key. */
export type Container = { readonly type: 'page' | 'group'; readonly key: string | null };

export type DesignerPage = { readonly row: ShownRow | undefined; readonly keys: readonly ShownRow[] };

/** The rows of a layout as a till shows them. */
export type DesignerLayout = {
  readonly rows: readonly ShownRow[];
  readonly pages: readonly DesignerPage[];
  readonly groups: ReadonlyMap<string, readonly ShownRow[]>;
};

/** Whether a location above keeps a key as it is. */
export const isLocked = ({ stored }: ShownRow): boolean => Boolean(stored?.lockedBy);

export const isGroup = ({ values }: ShownRow): boolean => values['type'] === 'group';

/** The rows with the changes of the form, without those in a group or page that is hidden. */
export function layoutRows(list: ListState, input: ListInput): readonly ShownRow[] {
  let rows: readonly ShownRow[] = shownRows(list, input);
  const hidden = new Set(inactiveRows(list, input).flatMap(({ key, reason }) => (reason === 'hidden' ? [key] : [])));
  for (const { key } of rows) hidden.delete(key);
  for (;;) {
    const contained = rows.filter(({ values }) => hidden.has(String(values['parentId'])));
    if (contained.length === 0) return rows;
    for (const { key } of contained) hidden.add(key);
    rows = rows.filter(({ key }) => !hidden.has(key));
  }
}

export function layoutOf(list: ListState, input: ListInput): DesignerLayout {
  const rows = layoutRows(list, input);
  const { keys, pages } = arrangeHotkeys(rows);
  const outside = keys.filter(({ group }) => !group);
  const inside = keys.filter(({ group }) => group);
  return {
    rows,
    pages: (pages.length > 0 ? pages : [undefined]).map((row, index) => ({
      row,
      keys: outside.filter(({ page }) => page === index + 1).map((key) => key.row),
    })),
    groups: new Map(
      [...Map.groupBy(inside, ({ group }) => group?.key ?? '')].map(([key, own]) => [key, own.map(({ row }) => row)]),
    ),
  };
}

export const pageContainer = ({ row }: DesignerPage): Container => ({ type: 'page', key: row?.key ?? null });

export const sameContainer = (one: Container, other: Container): boolean =>
  one.type === other.type && one.key === other.key;

/** The keys in a page or group, in order. */
export function keysIn({ pages, groups }: DesignerLayout, { type, key }: Container): readonly ShownRow[] {
  if (type === 'group') return groups.get(key ?? '') ?? [];
  return (pages.find(({ row }) => (row?.key ?? null) === key) ?? pages[0])?.keys ?? [];
}

/** The pages, each followed by its groups. */
export const containersOf = ({ pages }: DesignerLayout): Container[] =>
  pages.flatMap((page) => [
    pageContainer(page),
    ...page.keys.filter(isGroup).map(({ key }): Container => ({ type: 'group', key })),
  ]);

/** The container of a key; undefined for pages and for keys that are not in the layout. */
export function containerOf(layout: DesignerLayout, key: string): Container | undefined {
  const page = layout.pages.find(({ keys }) => keys.some((row) => row.key === key));
  if (page) return pageContainer(page);
  const group = [...layout.groups].find(([, keys]) => keys.some((row) => row.key === key));
  return group && { type: 'group', key: group[0] };
}

/** The page that shows a container, from 0. */
export function pageIndexOf(layout: DesignerLayout, { type, key }: Container): number {
  const index = layout.pages.findIndex(({ row, keys }) =>
    type === 'page' ? (row?.key ?? null) === key : keys.some((one) => one.key === key),
  );
  return Math.max(index, 0);
}

/** Whether a container accepts a key: groups accept hotkeys only. */
export const takes = ({ type }: Container, { values }: ShownRow): boolean => mayContain({ type }, values);
