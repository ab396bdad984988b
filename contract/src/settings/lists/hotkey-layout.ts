import * as z from 'zod/mini';
import { arrangeHotkeys, type ArrangedKey, type LayoutRow } from './hotkey-arrangement.ts';
import { hotkeyColours, hotkeyIcons } from './hotkey-looks.ts';
import type { RowValues } from '../kinds/list.ts';

const Name = {
  id: z.string(),
  position: z.int(),
  displayName: z.string(),
  /** Names by language; the display name is shown in all others. */
  names: z.record(z.string(), z.string()),
};

/** A hotkey, or a group of hotkeys. One object for both: responses with a choice of schemas are slow to write. */
const Key = z.object({
  ...Name,
  /** The image of the key as the only element, if it has one. */
  imageUrls: z.array(z.string()),
  colour: z.nullable(z.enum(hotkeyColours)),
  icon: z.nullable(z.enum(hotkeyIcons)),
  /** The page, from 1. */
  page: z.int(),
  /** Of a hotkey. */
  SKU: z.optional(z.string()),
  groupId: z.optional(z.nullable(z.string())),
  /** Of a group. */
  isHotKeyGroup: z.optional(z.literal(true)),
});

/** A layout as tills and other clients read it: keys by position, each group followed by its hotkeys. */
export const HotkeyLayout = z.object({ keys: z.array(Key), pages: z.array(z.object(Name)) });
export type HotkeyLayout = z.infer<typeof HotkeyLayout>;
type Key = HotkeyLayout['keys'][number];

const nameOf = ({ key, values }: LayoutRow) => ({
  id: key,
  displayName: String(values['displayName']),
  names: values['names'] as Key['names'],
});

function toKey({ row, type, position, page, group }: ArrangedKey<LayoutRow>): Key {
  const { image, colour, icon, SKU } = row.values as Pick<Key, 'colour' | 'icon'> & {
    readonly image: string | null;
    readonly SKU: string;
  };
  const key = { ...nameOf(row), position, page, imageUrls: image === null ? [] : [image], colour, icon };
  return type === 'group' ? { ...key, isHotKeyGroup: true } : { ...key, SKU, groupId: group?.key ?? null };
}

/** The layout of effective rows. */
export function toHotkeyLayout(rows: unknown): HotkeyLayout {
  const layoutRows = ((rows ?? []) as readonly RowValues[]).map(({ id, ...values }) => ({ key: String(id), values }));
  const { keys, pages } = arrangeHotkeys(layoutRows);
  return { keys: keys.map(toKey), pages: pages.map((row, index) => ({ ...nameOf(row), position: index + 1 })) };
}
