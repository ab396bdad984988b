import { useSyncExternalStore } from 'react';

/** The overlay above the screen: the global search, or the list of keyboard shortcuts. */
export type PaletteView = 'closed' | 'search' | 'shortcuts';

let view: PaletteView = 'closed';
const listeners = new Set<() => void>();

export function showPalette(next: PaletteView): void {
  view = next;
  for (const listener of listeners) listener();
}

export const usePaletteView = (): PaletteView => useSyncExternalStore(subscribe, () => view);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
