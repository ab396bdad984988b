import { useEffect, useRef } from 'react';

/** How long after `g` its second key still counts, in milliseconds. */
const patience = 1500;

/** Listens for the portal's keys: one stroke like `[`, or `g` and another like `g d`; never in a field or an open dialog. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const actions = useRef(keys);

  useEffect(() => {
    actions.current = keys;
  });

  useEffect(() => {
    let before: { key: string; at: number } | undefined;
    const listen = (event: KeyboardEvent) => {
      if (isCommand(event) || event.defaultPrevented || isBusy(event.target)) return;
      const sequence = before && event.timeStamp - before.at < patience ? `${before.key} ${event.key}` : event.key;
      before = event.key === 'g' ? { key: 'g', at: event.timeStamp } : undefined;
      const act = actions.current[sequence] ?? actions.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

// On many keyboards AltGr is needed to type [ at all.
const isCommand = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, select, textarea, [role="tree"]') !== null)
  );
}
