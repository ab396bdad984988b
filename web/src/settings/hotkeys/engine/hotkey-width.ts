import { type KeyboardEvent, useState } from 'react';
import { storedFullWidth, storeFullWidth } from '../../../platform/list-preferences.ts';
import { hotkeysPath } from './hotkey-path.ts';

/** Whether the designer takes the full width of the window, as last chosen; Escape leaves it. */
export function useFullWidth() {
  const [isFull, setFull] = useState(() => storedFullWidth(hotkeysPath));
  function show(next: boolean) {
    setFull(next);
    storeFullWidth(hotkeysPath, next);
  }
  function leave({ key, currentTarget, target, defaultPrevented }: KeyboardEvent) {
    if (key !== 'Escape' || !isFull || defaultPrevented) return;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    // Escape closes an open list first
    if (!target.closest('[aria-expanded=true], [data-expanded]')) show(false);
  }
  return { isFull, toggle: () => show(!isFull), leave };
}
