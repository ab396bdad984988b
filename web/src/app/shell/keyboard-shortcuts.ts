import { useEffect, useRef } from 'react';

/** Milliseconds within which the second key has to follow `g`. */
const sequenceTimeout = 1500;

/**
 * Registers keyboard shortcuts: a single key like `[`, or a sequence like `g d`. Ignored in fields and while a dialog
 * is open.
 */
export function useKeyboardShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const actions = useRef(shortcuts);

  useEffect(() => {
    actions.current = shortcuts;
  });

  useEffect(() => {
    let previous: { key: string; at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isCommand(event) || event.defaultPrevented || acceptsTyping(event.target)) return;
      const sequence =
        previous && event.timeStamp - previous.at < sequenceTimeout ? `${previous.key} ${event.key}` : event.key;
      previous = event.key === 'g' ? { key: 'g', at: event.timeStamp } : undefined;
      const action = actions.current[sequence] ?? actions.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

// On many keyboards AltGr is needed to type [ at all.
const isCommand = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');

function acceptsTyping(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, select, textarea, [role="tree"]') !== null)
  );
}
