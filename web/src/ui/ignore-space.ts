import type { KeyboardEvent as DrawnEvent } from 'react';

/** Spaces are not typed; pasted ones stay visible and are refused, so that nobody sends other words than they see. */
export function ignoreSpace(event: KeyboardEvent | DrawnEvent): void {
  const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event;
  if (event.key === ' ' && !isComposing) event.preventDefault();
}
