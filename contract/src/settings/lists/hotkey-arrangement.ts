import { type HotkeyType, mayContain } from '../kinds/hotkeys.ts';
import type { RowValues } from '../kinds/list.ts';

/** A row of a layout, stored or in a form. */
export type LayoutRow = { readonly key: string; readonly values: RowValues };

/** A hotkey or group with its position, which is computed and never stored. */
export type ArrangedKey<R extends LayoutRow> = {
  readonly row: R;
  readonly type: HotkeyType;
  /** From 1 without gaps, within its group or over all pages. */
  readonly position: number;
  /** The page, from 1; that of the group for a hotkey in one. */
  readonly page: number;
  readonly group: R | undefined;
};

export type Arrangement<R extends LayoutRow> = {
  /** By position, each group followed by its hotkeys. */
  readonly keys: readonly ArrangedKey<R>[];
  readonly pages: readonly R[];
  /** Keys that name a group or page that is not in the layout; they are shown outside of groups on the first page. */
  readonly orphans: readonly R[];
};

const typeOf = ({ values }: LayoutRow): HotkeyType =>
  values['type'] === 'group' || values['type'] === 'page' ? values['type'] : 'hotkey';

/** Computes the positions of the rows of a layout, given in the order of the list. */
export function arrangeHotkeys<R extends LayoutRow>(rows: readonly R[]): Arrangement<R> {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const pages = rows.filter((row) => typeOf(row) === 'page');
  const pageIndexes = new Map(pages.map(({ key }, index) => [key, index]));
  const parentOf = ({ values }: R): R | undefined => {
    const parent = byKey.get(values['parentId'] as string);
    return parent && mayContain(parent.values, values) ? parent : undefined;
  };
  const keys = rows.filter((row) => typeOf(row) !== 'page');
  const childrenOf = Map.groupBy(keys, (row) => parentOf(row)?.key);
  const pageOf = (row: R): number => pageIndexes.get(parentOf(row)?.key ?? '') ?? 0;
  const groupOf = (row: R): R | undefined => {
    const parent = parentOf(row);
    return parent && typeOf(parent) === 'group' ? parent : undefined;
  };
  const outside = keys.filter((row) => !groupOf(row)).toSorted((one, other) => pageOf(one) - pageOf(other));
  return {
    keys: outside.flatMap((row, index) => {
      const page = pageOf(row) + 1;
      const own = { row, type: typeOf(row), position: index + 1, page, group: undefined };
      if (own.type !== 'group') return [own];
      const children = childrenOf.get(row.key) ?? [];
      return [
        own,
        ...children.map((child, childIndex) => ({
          row: child,
          type: typeOf(child),
          position: childIndex + 1,
          page,
          group: row,
        })),
      ];
    }),
    pages,
    orphans: keys.filter((row) => row.values['parentId'] && !parentOf(row)),
  };
}
