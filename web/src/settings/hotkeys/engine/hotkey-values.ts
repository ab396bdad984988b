import type { ProductRow } from '@storeward/contract/products';
import { maxHotkeyName } from '@storeward/contract/settings/lists/hotkey-looks';
import type { HotkeyType } from '@storeward/contract/settings/kinds/hotkeys';
import type { RowValues } from '@storeward/contract/settings/kinds/list';

/** The beginning of a product's name within the maximum length, without splitting a surrogate pair. */
const hotkeyNameOf = (name: string): string => name.slice(0, maxHotkeyName).replace(/\p{Cs}$/u, '');

/** What a key takes from its product. */
export const valuesOfProduct = ({ SKU, name, imageUrls }: ProductRow) => ({
  SKU,
  displayName: hotkeyNameOf(name ?? SKU),
  image: imageUrls[0] ?? null,
});

/** The values of a new hotkey, group or page. */
export const emptyKey = (type: HotkeyType, parentId: string | null = null): RowValues => ({
  type,
  SKU: null,
  displayName: '',
  names: {},
  image: null,
  parentId,
  colour: null,
  icon: null,
});
