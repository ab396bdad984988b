import { normalised } from '@storeward/contract/fields';
import type { IconName } from '../../ui/icon.tsx';
import type { ScreenAddress } from '../../ui/link.tsx';

/** Something to open or to do. */
export type PaletteEntry = {
  /** Unique in the palette. */
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  /** Tells entries with the same label apart. */
  readonly detail?: string | undefined;
  /** What kind of thing it is, at the end of the line. */
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
