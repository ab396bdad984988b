import * as z from 'zod/mini';
import { requiredText } from '../../fields.ts';
import { Language } from '../../reference.ts';

/** The maximum length of the name of a hotkey, group or page. */
export const maxHotkeyName = 64;

/** Names in other languages; in a language without one, the display name is shown. */
export const HotkeyNames = z.partialRecord(Language, requiredText(maxHotkeyName));
export type HotkeyNames = z.infer<typeof HotkeyNames>;

/** The colours of the theme that a key can have, each with a colour for the text on it; `neutral` has none. */
export const hotkeyColours = ['primary', 'secondary', 'success', 'warn', 'error', 'neutral'] as const;
export type HotkeyColour = (typeof hotkeyColours)[number];

/** The icons of keys without an image, by their names at Lucide. */
export const hotkeyIcons = [
  'apple',
  'baby',
  'cake',
  'coffee',
  'credit-card',
  'flower',
  'footprints',
  'gift',
  'heart',
  'percent',
  'shirt',
  'shopping-bag',
  'star',
  'tag',
  'ticket',
  'utensils',
] as const;
export type HotkeyIcon = (typeof hotkeyIcons)[number];
