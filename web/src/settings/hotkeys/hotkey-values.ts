import { maxHotkeyName } from '@storeward/contract/settings/hotkey-looks';
import type { HotkeyType } from '@storeward/contract/settings/kinds/hotkeys';
import type { RowValues } from '@storeward/contract/settings/kinds/list';

/** The beginning of a product's name within the maximum length, without splitting a surrogate pair. */
export const hotkeyNameOf = (name: string): string => name.slice(0, maxHotkeyName).replace(/\p{Cs}$/u, '');

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
