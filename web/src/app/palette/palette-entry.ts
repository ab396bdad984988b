import { normalised } from '@storeward/contract/fields';
import type { IconName } from '../../ui/icon.tsx';
import type { ScreenAddress } from '../../ui/page/link.tsx';

/** A screen or record to open, or an action to run. */
export type PaletteEntry = {
  /** Unique in the palette. */
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  /** Distinguishes entries with the same label. */
  readonly detail?: string | undefined;
  /** The type of the entry, shown at the end of the line. */
  readonly note?: string | undefined;
} & ({ readonly href: ScreenAddress } | { readonly run: () => void });

export type PaletteGroup = { readonly label: string; readonly entries: readonly PaletteEntry[] };

/** Whether all words of a search are in a text, in any order and letter case. */
export function matchesWords(search: string, text: string): boolean {
  const folded = normalised(text);
  return normalised(search)
    .split(' ')
    .filter(Boolean)
    .every((word) => folded.includes(word));
}
