import type { KeyboardEvent } from 'react';

/** Moves the focus with the arrow keys between the search field and its results. */
export function moveFocusWithArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const target = event.target as HTMLElement;
  if (step === 0 || target.closest('[role="tree"], select')) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type="search"], li a')];
  const next = stops[stops.indexOf(target) + step];
  if (!stops.includes(target) || !next) return;
  event.preventDefault();
  next.focus();
}
